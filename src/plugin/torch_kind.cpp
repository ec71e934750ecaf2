// Kind `torch`: a library that makes itself libtorch's PrivateUse1 back end, by the plugin contract or, as nearly all
// public ones do, from its static constructors.
#include <string_view>

#include "plugin/contract.hpp"
#include "plugin/kind_driver.hpp"
#include "plugin/torch_border.hpp"

namespace accelloader::plugin {
namespace {

/// Registered vtables have no version of their own: a back end must run with the very minor it was compiled against.
bool same_minor(const Version& left, const Version& right) {
  const auto part = [](const Version& version, std::size_t i) {
    return i < version.parts.size() ? version.parts[i] : 0;
  };
  return part(left, 0) == part(right, 0) && part(left, 1) == part(right, 1);
}

class TorchAttempt final : public Attempt {
 public:
  TorchAttempt(const Descriptor& descriptor, TorchBorder& border, std::unique_ptr<TorchBorder::Claim> claim)
      : descriptor_(descriptor), border_(border), claim_(std::move(claim)) {}

  Result<std::string> finish(const platform::SharedLibrary& library, const Progress& enter) override {
    enter(Stage::negotiate);
    const bool named = !descriptor_.entry.empty();
    if (named && !library.symbol(descriptor_.entry.c_str())) return entry_missing(library, descriptor_);
    auto table = negotiate_contract(library, descriptor_, named ? descriptor_.entry : ACCELLOADER_PLUGIN_ENTRY);
    if (!table) return std::move(table).error();
    std::string version;
    if (const accelloader_plugin_t* contract = table.value()) {
      if (auto error = judge_version(*contract)) return std::move(*error);
      enter(Stage::activate);
      if (auto error = activate_contract(*contract, descriptor_)) return std::move(*error);
      version = contract->version;
    }
    if (auto error = claim_->verify()) return std::move(*error);
    return version;
  }

 private:
  std::optional<Error> judge_version(const accelloader_plugin_t& contract) const {
    if (!contract.libtorch) return std::nullopt;
    const Version have = border_.libtorch_version();
    if (same_minor(Version::parse(contract.libtorch), have)) return std::nullopt;
    return Error(ErrorCode::libtorch_version_mismatch, "the plugin is compiled against libtorch " +
                                                           std::string(contract.libtorch) + ", and this process runs " +
                                                           have.text())
        .at(descriptor_.locate(descriptor_.library_span));
  }

  const Descriptor& descriptor_;
  TorchBorder& border_;
  std::unique_ptr<TorchBorder::Claim> claim_;
};

class TorchKind final : public KindDriver {
 public:
  Result<std::unique_ptr<Attempt>> begin(const Descriptor& descriptor) const override {
    TorchBorder* border = torch_border();
    if (!border)
      return Error(ErrorCode::kind_not_loadable,
                   "a libtorch back end is loaded through accelloader::torch, which this "
                   "process has not installed")
          .at(descriptor.locate(descriptor.name_span))
          .help("link accelloader::torch and call `accelloader::torch::install()`");
    if (auto error = judge_version(descriptor, border->libtorch_version())) return std::move(*error);
    auto claim = border->claim(descriptor);
    if (!claim) return std::move(claim).error();
    return std::unique_ptr<Attempt>(std::make_unique<TorchAttempt>(descriptor, *border, std::move(claim).value()));
  }

 private:
  static std::optional<Error> judge_version(const Descriptor& descriptor, const Version& have) {
    const VersionRequirement& wanted = descriptor.requires_.libtorch;
    if (wanted.range.contains(have)) return std::nullopt;
    return Error(ErrorCode::libtorch_version_mismatch,
                 "the plugin needs libtorch " + wanted.range.text() + ", and this process runs " + have.text())
        .at(descriptor.locate(wanted.span));
  }
};

}  // namespace

const KindDriver& torch_kind() noexcept {
  static const TorchKind kind;
  return kind;
}

}  // namespace accelloader::plugin
