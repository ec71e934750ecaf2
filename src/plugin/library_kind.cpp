// Kind `library`: any shared object. The application gets the handle and looks up what it needs; a library that speaks
// the plugin contract is activated first.
#include "plugin/contract.hpp"
#include "plugin/kind_driver.hpp"

namespace accelloader::plugin {
namespace {

class LibraryAttempt final : public Attempt {
 public:
  explicit LibraryAttempt(const Descriptor& descriptor) : descriptor_(descriptor) {}

  Result<std::string> finish(const platform::SharedLibrary& library, const Progress& enter) override {
    enter(Stage::negotiate);
    if (!descriptor_.entry.empty() && !library.symbol(descriptor_.entry.c_str()))
      return entry_missing(library, descriptor_);
    auto table = negotiate_contract(library, descriptor_, ACCELLOADER_PLUGIN_ENTRY);
    if (!table) return std::move(table).error();
    if (!table.value()) return std::string();
    enter(Stage::activate);
    if (auto error = activate_contract(*table.value(), descriptor_)) return std::move(*error);
    return std::string(table.value()->version);
  }

 private:
  const Descriptor& descriptor_;
};

class LibraryKind final : public KindDriver {
 public:
  Result<std::unique_ptr<Attempt>> begin(const Descriptor& descriptor) const override {
    return std::unique_ptr<Attempt>(std::make_unique<LibraryAttempt>(descriptor));
  }
};

}  // namespace

const KindDriver& library_kind() noexcept {
  static const LibraryKind kind;
  return kind;
}

}  // namespace accelloader::plugin
