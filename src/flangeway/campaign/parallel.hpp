// Does the same work for many items on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace flangeway::campaign {

/// Calls work(i) for i = 0 … count − 1, in this order, each on the next free of `jobs` threads, and returns
/// when all are done. `meanwhile` is called on the calling thread about every 50 ms. An exception out of
/// either ends the work as soon as the calls in hand return, and is thrown again here.
void for_each(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
              const std::function<void()>& meanwhile = {});

}  // namespace flangeway::campaign
