// The workbench over HTTP, on this machine alone.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "flangeway/workbench/workbench.hpp"

namespace flangeway::workbench {

class Server {
 public:
  /// Takes a port of the loopback interface, 0: any that is free. Throws BadInput where it is taken.
  Server(Workbench& bench, int port);
  ~Server();  ///< stop()
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] int port() const;
  [[nodiscard]] const std::string& token() const;
  /// "http://127.0.0.1:8080/?token=…"
  [[nodiscard]] std::string address() const;
  /// Begins to answer requests, in threads of its own.
  void start();
  /// Ends in order: open answers are finished, streams of events are closed. Safe to call twice.
  void stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace flangeway::workbench
