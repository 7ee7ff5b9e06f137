// Threads for studies, contact batches and patches: they live as long as the call that needs them.
#pragma once

#include <cstddef>
#include <functional>

namespace flangeway {

/// Calls `work` once on each of `count` ≥ 1 threads and `meanwhile` on the calling thread, and returns when
/// all have returned. Neither may throw. `work` may call it again. Where the system gives fewer threads, one
/// of them makes several calls; where it gives none, std::system_error is thrown.
void on_threads(std::size_t count, const std::function<void()>& work, const std::function<void()>& meanwhile);

/// Calls work(i) for i = 0 … count − 1, in this order, each on the next free of `jobs` threads, and returns
/// when all are done. `meanwhile` is called on the calling thread about every 50 ms. An exception out of
/// either ends the work as soon as the calls in hand return, and is thrown again here.
void for_each_index(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
                    const std::function<void()>& meanwhile = {});

}  // namespace flangeway
