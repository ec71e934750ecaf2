#include "loader/catalog.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "loader/install_prefix.hpp"
#include "manifest/discover.hpp"
#include "manifest/search_path.hpp"
#include "platform/file.hpp"
#include "platform/log.hpp"
#include "platform/path_trust.hpp"
#include "resolve/ranking.hpp"
#include "resolve/selection.hpp"

namespace accelloader::loader {
namespace {

class CatalogReader {
 public:
  explicit CatalogReader(const Context& context) : context_(context), trust_(context.root) {}

  Catalog read() {
    manifest::SearchPath path = manifest::search_path(
        {.install_prefix = install_prefix(), .privileged = context_.privileged}, context_.variables);
    catalog_.ignored_variables = std::move(path.ignored_variables);
    report_ignored();
    read_files(path);
    select();
    platform::log().debug("{} manifests in {} folders, {} of them invalid", catalog_.entries.size() + unnamed_,
                          path.entries.size(), catalog_.invalid.size());
    return std::move(catalog_);
  }

 private:
  void report_ignored() {
    for (const std::string& name : catalog_.ignored_variables)
      if (name != "HOME")
        catalog_.findings.push_back(
            warning(Error(ErrorCode::environment_ignored, "the variable `" + name +
                                                              "` is ignored: this process has more "
                                                              "rights than who started it")));
  }

  void read_files(const manifest::SearchPath& path) {
    manifest::Discovery discovery = manifest::discover(path, context_.root);
    std::ranges::move(discovery.findings, std::back_inserter(catalog_.findings));
    catalog_.searched = std::move(discovery.searched);
    std::vector<manifest::Reading> readings;
    readings.reserve(discovery.files.size());
    for (manifest::ManifestFile& file : discovery.files)
      readings.push_back(manifest::read(std::move(file), context_.trusted));
    std::ranges::move(resolve::drop_duplicates(readings), std::back_inserter(catalog_.findings));
    resolve::sort_best_first(readings);
    for (manifest::Reading& reading : readings) add(std::move(reading));
  }

  /// Whoever can change a manifest chooses what runs with the rights of this process.
  void judge_trust(manifest::Reading& reading) {
    const auto doubts = trust_.doubts(platform::below_root(context_.root, reading.source.path));
    if (doubts.empty()) return;
    Error error = Error(ErrorCode::manifest_untrusted, "the manifest can be changed by others than root and this user")
                      .at({.file = reading.source.path})
                      .help("take the right to write from them, or let root own it");
    for (const std::string& doubt : doubts) error.note(doubt);
    if (context_.privileged) reading.validation.descriptor = nullptr;
    reading.validation.findings.push_back(
        {context_.privileged ? Severity::error : Severity::warning, std::move(error)});
  }

  /// A manifest that is invalid but has a name still makes that name known: whoever uses it learns why it is not there.
  void add(manifest::Reading reading) {
    judge_trust(reading);
    if (!reading.validation.descriptor) {
      ManifestReport report{reading.source, {}};
      for (const Finding& found : reading.validation.findings) report.findings.push_back(found.clone());
      catalog_.invalid.push_back(std::move(report));
    }
    if (reading.validation.name.empty())
      ++unnamed_;
    else
      catalog_.entries.push_back({std::move(reading), false});
  }

  void select() {
    const resolve::Selection selection(context_.trusted("ACCELLOADER_BACKENDS").value_or(""));
    std::vector<std::string_view> names;
    for (Catalog::Entry& entry : catalog_.entries) {
      const std::string& name = entry.reading.validation.name;
      names.push_back(name);
      entry.disabled = !selection.allows(name);
    }
    std::ranges::move(selection.unknown_names(names), std::back_inserter(catalog_.findings));
  }

  const Context& context_;
  platform::PathTrust trust_;
  Catalog catalog_;
  std::size_t unnamed_ = 0;
};

}  // namespace

Catalog read_catalog(const Context& context) { return CatalogReader(context).read(); }

}  // namespace accelloader::loader
