// SPDX-License-Identifier: Apache-2.0
#include "support/differential/isolate.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>

/// Defined only in a build that measures coverage.
extern "C" int __llvm_profile_write_file(void) __attribute__((weak));

namespace weir::test {

namespace {

using Clock = std::chrono::steady_clock;

/// Memory limit for a runaway search.
constexpr std::uint64_t kMostMemory = std::uint64_t{3} << 30;

void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(file, text.data() + done, text.size() - done);
    if (written <= 0) _exit(3);  // the parent has closed the pipe
    done += static_cast<std::size_t>(written);
  }
}

/// The resident memory of a process in bytes.
std::uint64_t resident(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
  std::uint64_t total = 0, pages = 0;
  file >> total >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

Child::Child(const std::function<void(const std::function<void(const std::string&)>& say)>& work, double seconds)
    : patience_(seconds), heard_(Clock::now()) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  errors_file_ = scratch_folder() + "/stderr-XXXXXX";
  const int errors = mkstemp(errors_file_.data());
  pid_ = fork();
  if (pid_ == 0) {
    close(ends[0]);
    dup2(errors, STDERR_FILENO);
    // An exception must not unwind into frames of the parent.
    try {
      work([&](const std::string& text) { write_all(ends[1], text); });
    } catch (const std::exception& error) {
      write_all(STDERR_FILENO, std::string("exception: ") + error.what() + "\n");
      _exit(4);
    }
    close(ends[1]);
    if (__llvm_profile_write_file != nullptr) __llvm_profile_write_file();
    _exit(0);
  }
  close(errors);
  close(ends[1]);
  pipe_ = ends[0];
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
}

Child::~Child() {
  if (status_ == Status::Running) finish(true);
  std::error_code ignored;
  std::filesystem::remove(errors_file_, ignored);
}

Child::Status Child::poll(double seconds) {
  if (status_ != Status::Running) return status_;
  pollfd wanted{pipe_, POLLIN, 0};
  ::poll(&wanted, 1, static_cast<int>(seconds * 1000));
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = read(pipe_, buffer.data(), buffer.size());
    if (got > 0) {
      said_.append(buffer.data(), static_cast<std::size_t>(got));
      heard_ = Clock::now();
    } else if (got == 0) {
      finish(false);
      break;
    } else {
      break;
    }
  }
  if (status_ != Status::Running) return status_;
  const double silent = std::chrono::duration<double>(Clock::now() - heard_).count();
  if (silent > patience_) finish(true);
  if (silent > 0.1 && resident(pid_) > kMostMemory) {
    finish(true);
    status_ = Status::Crashed;
    errors_ = "it used more than " + std::to_string(kMostMemory >> 20) + " MB of memory\n" + errors_;
  }
  return status_;
}

void Child::finish(bool killed) {
  if (killed) kill(pid_, SIGKILL);
  rusage usage{};
  wait4(pid_, &wait_status_, 0, &usage);
  peak_ = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
  close(pipe_);
  const bool fine = WIFEXITED(wait_status_) && WEXITSTATUS(wait_status_) == 0;
  status_ = killed ? Status::TimedOut : fine ? Status::Finished : Status::Crashed;
  errors_ = contents(errors_file_);
}

std::string Child::take_lines() {
  const std::size_t end = said_.rfind('\n');
  if (end == std::string::npos) return {};
  std::string lines = said_.substr(0, end + 1);
  said_.erase(0, end + 1);
  return lines;
}

std::string Child::cause() const {
  std::string text;
  if (WIFSIGNALED(wait_status_))
    text = std::string("signal: ") + strsignal(WTERMSIG(wait_status_)) + ", up to " + std::to_string(peak_ >> 20) +
           " MB of memory";
  if (WIFEXITED(wait_status_)) text = "exit code " + std::to_string(WEXITSTATUS(wait_status_));
  if (!errors_.empty()) text += "\n" + errors_.substr(0, 6000);
  return text;
}

std::string Child::signature() const {
  std::istringstream lines(cause());
  for (std::string line; std::getline(lines, line);)
    for (const char* tells :
         {"internal error", "AddressSanitizer:", "runtime error:", "what():", "exception:", "it used more"})
      if (line.find(tells) != std::string::npos) return line.substr(0, 160);
  return cause().substr(0, cause().find_first_of(",\n"));
}

IsolatedResult run_isolated(const std::function<std::string()>& work, double seconds) {
  Child child([&](const auto& say) { say(work() + "\n"); }, seconds);
  while (child.poll(0.1) == Child::Status::Running) {
  }
  std::string said = child.take_lines();
  if (!said.empty()) said.pop_back();
  return {child.status(), std::move(said), child.cause(), child.signature()};
}

std::string scratch_folder() {
  struct Folder {
    std::string path;
    pid_t owner = getpid();
    Folder() {
      const bool memory = std::filesystem::is_directory("/dev/shm") && access("/dev/shm", W_OK) == 0;
      path = (memory ? std::string("/dev/shm") : std::filesystem::temp_directory_path().string()) + "/weir-XXXXXX";
      if (mkdtemp(path.data()) == nullptr) std::abort();
    }
    ~Folder() {
      std::error_code ignored;
      if (getpid() == owner) std::filesystem::remove_all(path, ignored);
    }
  };
  static const Folder folder;
  // A child uses a subfolder of its parent's folder.
  const std::string own = folder.path + "/" + std::to_string(getpid());
  std::error_code ignored;
  std::filesystem::create_directories(own, ignored);
  return own;
}

}  // namespace weir::test
