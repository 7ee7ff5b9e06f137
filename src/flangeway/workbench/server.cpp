#include "flangeway/workbench/server.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <httplib.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <exception>
#include <memory>
#include <thread>

#include "flangeway/workbench/api.hpp"
#include "flangeway/workbench/guard.hpp"
#include "flangeway/workbench/page_files.hpp"

namespace flangeway::workbench {

namespace {

using httplib::Request;
using httplib::Response;
using Handled = httplib::Server::HandlerResponse;

constexpr const char* json_type = "application/json; charset=utf-8";
constexpr std::size_t max_body_bytes = std::size_t{16} << 20;  // of JSON: a text of 4 MiB with its escapes
constexpr std::size_t threads = 40;                            // at most 16 wait for events
constexpr const char* own_policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
constexpr const char* page_policy =
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; style-src "
    "'unsafe-inline'; img-src data: blob:; worker-src blob:; frame-ancestors 'self'";

std::vector<std::string> values_of(const Request& request, const char* name) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < request.get_header_value_count(name); ++i)
    values.push_back(request.get_header_value(name, i));
  return values;
}

RequestHeaders deciding_headers(const Request& request) {
  return {values_of(request, "Host"), values_of(request, "Origin"), values_of(request, "Authorization"),
          values_of(request, "Cookie")};
}

// Sent as it is: the library would compress a text that it owns, which costs more than it saves here.
void send(Response& response, int status, std::shared_ptr<const std::string> text, const char* type) {
  response.status = status;
  response.set_content_provider(
      text->size(), type, [text](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        return sink.write(text->data() + offset, std::min(length, text->size() - offset));
      });
}

void send_json(Response& response, int status, const Json& json) {
  send(response, status, std::make_shared<const std::string>(dumped(json)), json_type);
}

void set_common_headers(Response& response) {
  response.set_header("Content-Security-Policy", own_policy);
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("Referrer-Policy", "no-referrer");
  response.set_header("Cross-Origin-Opener-Policy", "same-origin");
  response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  response.set_header("Cache-Control", "no-store");
}

// Calls `answer`, whose exceptions become answers.
template <typename Answer>
void guarded(Response& response, const Answer& answer) {
  try {
    answer();
  } catch (const Refusal& refusal) {
    send_json(response, refusal.status(), refusal.json());
  } catch (const BadInput& error) {
    send_json(response, 422, Refusal(422, "", error.what()).json());
  } catch (const std::exception& error) {
    send_json(response, 500, Refusal(500, "", error.what()).json());
  }
}

const char* type_of_page(const std::string& path) {
  if (path.ends_with(".html")) return "text/html; charset=utf-8";
  if (path.ends_with(".svg")) return "image/svg+xml";
  return path.ends_with(".pdf") ? "application/pdf" : nullptr;
}

bool changes_something(const std::string& method) {
  return method != "GET" && method != "HEAD";
}

// Why a request is refused before its body is read; 0: it is not.
int refusal_of_form(const Request& request) {
  if (request.get_header_value_count("Content-Length") > 1) return 400;
  if (request.has_header("Transfer-Encoding")) return 411;
  if (request.has_header("Content-Encoding")) return 415;
  if (request.ranges.size() > 1) return 416;
  if (!changes_something(request.method)) return request.has_header("Content-Length") ? 400 : 0;
  const bool upload = request.path == "/api/file/upload";
  const std::string type = request.get_header_value("Content-Type");
  const std::string wanted = upload ? "application/octet-stream" : "application/json";
  if (type != wanted && !type.starts_with(wanted + ";")) return 415;
  const std::string length = request.get_header_value("Content-Length");
  if (length.empty() || length.size() > 12 || length.find_first_not_of("0123456789") != std::string::npos)
    return 411;
  return std::stoull(length) > (upload ? max_upload_bytes : max_body_bytes) ? 413 : 0;
}

}  // namespace

struct Server::Impl {
  Impl(Workbench& served, int wanted_port);
  void add_routes();
  void add_pages();
  void add_api();
  Handled admit(const Request& request, Response& response);
  void send_file(const Request& request, Response& response, const std::string& path, const char* type);
  void send_events(Response& response);
  void receive(const Request& request, Response& response, const httplib::ContentReader& content);

  Workbench& bench;
  httplib::Server http;
  int port;
  Guard guard;
  std::thread thread;
  std::atomic<bool> has_ended = false;
};

namespace {

int bind_or_throw(httplib::Server& http, int wanted) {
  // Another program of this user must not be able to share the port, as SO_REUSEPORT would allow.
  http.set_socket_options([](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  http.set_address_family(AF_INET);
  const int port = wanted == 0 ? http.bind_to_any_port("127.0.0.1")
                               : (http.bind_to_port("127.0.0.1", wanted) ? wanted : -1);
  if (port > 0) return port;
  Findings findings;
  findings.add({{},
                "--port",
                "is taken or may not be used",
                std::to_string(wanted),
                "",
                "Name another port, or leave it out for a free one"});
  throw BadInput(findings);
}

}  // namespace

Server::Impl::Impl(Workbench& served, int wanted_port)
    : bench(served), port(bind_or_throw(http, wanted_port)), guard(port) {
  http.new_task_queue = [] { return new httplib::ThreadPool(threads); };
  http.set_payload_max_length(max_upload_bytes);
  http.set_keep_alive_timeout(1);
  http.set_keep_alive_max_count(1000);
  http.set_read_timeout(5);
  http.set_write_timeout(10);
  http.set_tcp_nodelay(true);
  http.set_pre_routing_handler([this](const Request& a, Response& b) { return admit(a, b); });
  http.set_exception_handler([](const Request&, Response& response, const std::exception_ptr&) {
    send_json(response, 500, Refusal(500, "", "failed").json());
  });
  add_routes();
}

Handled Server::Impl::admit(const Request& request, Response& response) {
  set_common_headers(response);
  const RequestHeaders headers = deciding_headers(request);
  const auto refuse = [&](int status) {
    response.status = status;
    return Handled::Handled;
  };
  if (!Guard::is_from_here(headers)) return refuse(403);
  // Somebody who opens the address with the token gets a cookie in its place.
  if (request.method == "GET" && request.path == "/" && request.has_param("token")) {
    if (!guard.is_token(request.get_param_value("token"))) return refuse(403);
    response.set_header("Set-Cookie", fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/",
                                                  guard.cookie_name(), guard.token()));
    response.set_redirect("/");
    return Handled::Handled;
  }
  if (!guard.knows_token(headers)) return refuse(403);
  if (const int status = refusal_of_form(request); status != 0) {
    send_json(response, status, Refusal(status, "", "has a form that is not accepted").json());
    return Handled::Handled;
  }
  return Handled::Unhandled;
}

void Server::Impl::add_routes() {
  add_pages();
  add_api();
  http.Get("/api/file/raw", [this](const Request& request, Response& response) {
    guarded(response, [&] {
      response.set_header("Content-Disposition", "attachment");
      send_file(request, response, request.get_param_value("path"), "application/octet-stream");
    });
  });
  http.Post("/api/file/upload",
            [this](const Request& request, Response& response, const httplib::ContentReader& content) {
              receive(request, response, content);
            });
  http.Get("/api/events", [this](const Request&, Response& response) { send_events(response); });
}

void Server::Impl::add_pages() {
  for (const PageFile& file : page_files()) {
    http.Get(file.path, [&file](const Request&, Response& response) {
      send(response, 200, std::shared_ptr<const std::string>(std::shared_ptr<void>(), &file.text),
           file.type.c_str());
    });
  }
  http.Get("/page/(.+)", [this](const Request& request, Response& response) {
    guarded(response, [&] {
      const std::string path = request.matches[1];
      const char* type = type_of_page(path);
      if (type == nullptr) throw Refusal(415, path, "is no page", "", "HTML, SVG and PDF files are shown");
      response.headers.erase("Content-Security-Policy");
      response.set_header("Content-Security-Policy", page_policy);
      send_file(request, response, path, type);
    });
  });
}

void Server::Impl::add_api() {
  for (const ApiFunction& function : api_functions()) {
    const auto handler = [this, &function](const Request& request, Response& response) {
      guarded(response, [&] {
        ApiRequest asked;
        for (const auto& [name, value] : request.params) asked.parameters.emplace(name, value);
        if (changes_something(request.method)) asked.body = parse_body(request.body);
        send_json(response, 200, function.call(bench, asked));
      });
    };
    if (function.method == "GET") http.Get(function.path, handler);
    if (function.method == "PUT") http.Put(function.path, handler);
    if (function.method == "POST") http.Post(function.path, handler);
  }
}

void Server::Impl::send_file(const Request&, Response& response, const std::string& path, const char* type) {
  struct stat status {};
  auto file = std::make_shared<Descriptor>(bench.project.open(path, status));
  const auto size = static_cast<std::size_t>(status.st_size);
  response.status = 200;
  if (size == 0) return response.set_content("", type);
  response.set_content_provider(
      size, type, [file, size](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        std::vector<char> buffer(std::min({length, size - offset, std::size_t{1} << 18}));
        const ssize_t count = ::pread(file->get(), buffer.data(), buffer.size(), static_cast<off_t>(offset));
        // A file that has become shorter: the connection ends, and the reader sees that something is missing.
        return count > 0 && sink.write(buffer.data(), static_cast<std::size_t>(count));
      });
}

void Server::Impl::send_events(Response& response) {
  if (!bench.events.enter())
    return send_json(response, 503,
                     Refusal(503, "", "has too many listeners", "", "Close other windows").json());
  constexpr int ping_milliseconds = 10'000;
  response.set_chunked_content_provider(
      "text/event-stream",
      [this, seen = bench.events.last(), begun = false](std::size_t, httplib::DataSink& sink) mutable {
        std::string text = begun ? bench.events.wait(seen, ping_milliseconds) : "";
        begun = true;
        if (bench.events.is_closed()) {
          sink.done();
          return false;
        }
        if (text.empty()) text = "event: ping\ndata: {}\n\n";
        return sink.write(text.data(), text.size());
      },
      [this](bool) { bench.events.leave(); });
}

void Server::Impl::receive(const Request& request, Response& response,
                           const httplib::ContentReader& content) {
  guarded(response, [&] {
    const std::string path = request.get_param_value("path");
    std::exception_ptr failure;
    bench.project.upload(path, [&](const std::function<void(std::string_view)>& put) {
      const bool whole = content([&](const char* data, std::size_t length) {
        try {
          put({data, length});
          return true;
        } catch (...) {  // the library is no place for it
          failure = std::current_exception();
          return false;
        }
      });
      if (failure) std::rethrow_exception(failure);
      return whole;
    });
    send_json(response, 200, {{"path", path}});
  });
}

Server::Server(Workbench& bench, int port) : impl_(std::make_unique<Impl>(bench, port)) {}

Server::~Server() {
  stop();
}

int Server::port() const {
  return impl_->port;
}
const std::string& Server::token() const {
  return impl_->guard.token();
}
std::string Server::address() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", impl_->port, impl_->guard.token());
}

void Server::start() {
  impl_->thread = std::thread([this] {
    impl_->http.listen_after_bind();
    impl_->has_ended = true;
  });
}

void Server::stop() {
  impl_->bench.events.close();
  if (!impl_->thread.joinable()) return;
  // A stop before it listens would be lost.
  while (!impl_->http.is_running() && !impl_->has_ended) std::this_thread::yield();
  impl_->http.stop();
  impl_->thread.join();
}

}  // namespace flangeway::workbench
