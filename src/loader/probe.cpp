#include "loader/probe.hpp"

#include <algorithm>
#include <utility>

#include "diagnostics/text.hpp"
#include "loader/install_prefix.hpp"
#include "loader/probe_report.hpp"
#include "platform/child_process.hpp"
#include "platform/file.hpp"

namespace accelloader::loader {
namespace {

constexpr std::size_t most_report = 1UL << 20;
// The probe keeps the limit itself, and needs time to clear up after the plugin.
constexpr std::chrono::seconds grace{5};

const char* doing(Stage stage) {
  switch (stage) {
    case Stage::negotiate: return "during the handshake";
    case Stage::activate: return "while it was being activated";
    default: return "while it was being opened";
  }
}

std::string seconds_text(std::chrono::milliseconds limit) {
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(limit);
  if (whole == limit) return diagnostics::counted(static_cast<std::size_t>(whole.count()), "second");
  return diagnostics::counted(static_cast<std::size_t>(limit.count()), "millisecond");
}

std::string place(const ProbeReport::Frame& frame) {
  char offset[32];
  std::snprintf(offset, sizeof offset, "0x%llx", static_cast<unsigned long long>(frame.offset));
  const std::string name = frame.object.substr(frame.object.rfind('/') + 1);
  return "`" + name + "`" + (frame.function.empty() ? std::string() : " in `" + frame.function + "`") + " (offset " +
         offset + ")";
}

class ReportReader {
 public:
  ReportReader(const Descriptor& descriptor, const std::string& library, std::chrono::milliseconds limit)
      : descriptor_(descriptor), library_(library), limit_(limit) {}

  std::vector<Finding> findings(ProbeReport report) const {
    using enum ProbeReport::Outcome;
    std::vector<Finding> found;
    switch (report.outcome) {
      case succeeded: break;
      case refused: found.push_back(finding(std::move(*report.error))); break;
      case skipped:
        found.push_back(note(located(Error(ErrorCode::probe_not_possible, std::move(report.reason)))));
        break;
      case died: found.push_back(finding(died_of(report))); break;
      case timed_out: found.push_back(finding(out_of_time(report))); break;
    }
    return found;
  }

  Error impossible(const std::string& why) const {
    return located(Error(ErrorCode::probe_not_possible, "the plugin cannot be probed: " + why));
  }

 private:
  Error located(Error error) const {
    return std::move(error).at(descriptor_.locate(descriptor_.library_span, "resolved to " + library_));
  }

  Error died_of(const ProbeReport& report) const {
    const std::string when = std::string(" ") + doing(report.stage);
    Error error =
        !report.exception.empty()
            ? Error(ErrorCode::probe_crashed, "the plugin let an exception escape" + when + ", which ends the process")
        : report.signal != 0
            ? Error(ErrorCode::probe_crashed,
                    "the plugin crashes the process" + when + " (" + platform::signal_text(report.signal) + ")")
            : Error(ErrorCode::probe_exited,
                    "the plugin ends the process with exit code " + std::to_string(report.exit_code) + when);
    error = located(std::move(error));
    if (!report.exception.empty()) error.note("the exception is " + report.exception);
    if (report.exception.empty()) add_frames(report, error);  // else it would be the place where it was caught
    add_output(report, error);
    return error;
  }

  Error out_of_time(const ProbeReport& report) const {
    Error error =
        located(Error(ErrorCode::probe_timed_out, "the plugin had not come back after " + seconds_text(limit_) +
                                                      ", and was stopped " + doing(report.stage))
                    .help("raise `load.timeout_seconds` of the manifest, or `--timeout`, if it is slow and not stuck"));
    add_output(report, error);
    return error;
  }

  static void add_frames(const ProbeReport& report, Error& error) {
    if (report.frames.empty()) return;
    error.note("it happened in " + place(report.frames.front()));
    // A fault in the C library is mostly its caller's: the first frame of another object.
    const auto caller = std::ranges::find_if(
        report.frames, [&](const ProbeReport::Frame& frame) { return frame.object != report.frames.front().object; });
    if (caller != report.frames.end()) error.note("called from " + place(*caller));
  }

  static void add_output(const ProbeReport& report, Error& error) {
    if (!report.output.empty()) error.note("its last words are:\n" + report.output);
  }

  const Descriptor& descriptor_;
  const std::string& library_;
  std::chrono::milliseconds limit_;
};

}  // namespace

std::vector<Finding> probe_plugin(const Descriptor& descriptor, const std::string& library,
                                  std::chrono::milliseconds limit, const std::string& program) {
  const ReportReader reader(descriptor, library, limit);
  std::vector<Finding> found;
  const auto impossible = [&](const std::string& why) {
    found.push_back(warning(reader.impossible(why)));  // nothing is said against the plugin
    return std::move(found);
  };
  const std::string path = program.empty() ? probe_program() : program;
  if (path.empty()) return impossible("accelloader-probe is not installed beside this library");
  const auto child =
      platform::run_child({path, descriptor.path, library, std::to_string(limit.count())}, limit + grace, most_report);
  if (child.error != 0) return impossible("`" + path + "` cannot be started: " + platform::error_text(child.error));
  if (child.timed_out)
    return impossible("`" + path + "` had not come back " + seconds_text(grace) + " after its time was over");
  auto report = read_report(child.output);
  if (!report)
    return impossible("`" + path + "` gave no report" + (child.end.empty() ? std::string() : ", and " + child.end));
  return reader.findings(std::move(*report));
}

}  // namespace accelloader::loader
