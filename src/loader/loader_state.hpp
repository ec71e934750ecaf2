// What a Loader and its copies share: the view of the machine, and what became of each backend.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include <accelloader/loader.hpp>

#include "loader/context.hpp"
#include "loader/machine_view.hpp"
#include "loader/plugin_table.hpp"

namespace accelloader {

class [[gnu::visibility("hidden")]] Loader::State {
 public:
  explicit State(LoaderOptions options);

  /// What a load came to. Both null: none was tried.
  struct Outcome {
    std::shared_ptr<const Plugin::Content> plugin;
    std::shared_ptr<const Error> failure;
    std::string manifest;  ///< of the candidate that was loaded
  };

  /// What a probe found.
  struct Probe {
    std::string manifest;  ///< of the candidate that was tried; empty if none was
    std::vector<Finding> findings;
  };

  std::shared_ptr<const loader::MachineView> view() const;
  Outcome outcome(std::string_view name) const;
  Error unknown(std::string_view name) const;
  MachineReport machine() const;
  Result<Plugin> load(std::string_view name);
  Result<Plugin> retry(std::string_view name);
  std::vector<Finding> probe(std::string_view name, std::chrono::milliseconds limit);
  /// Null if there was none.
  std::shared_ptr<const Probe> last_probe(std::string_view name) const;

 private:
  std::vector<Finding> probe_candidate(const loader::Candidate& candidate, std::chrono::milliseconds limit) const;
  std::optional<Result<Plugin>> remembered(std::string_view name) const;
  Result<Plugin> load_now(std::string_view name);
  Outcome try_candidates(std::string_view name);
  void look_again(std::string_view name);
  Error belongs_to_root(std::string_view name) const;
  int longest_wait(std::string_view name) const;

  const loader::Context context_;
  mutable std::mutex mutex_;  // held for lookups alone, never across a scan or a load
  std::shared_ptr<const loader::MachineView> view_;
  std::map<std::string, Outcome, std::less<>> outcomes_;
  std::map<std::string, std::shared_ptr<const Probe>, std::less<>> probes_;
};

}  // namespace accelloader
