#include "resolve/selection.hpp"

#include <array>

#include <catch2/catch_test_macros.hpp>

#include <accelloader/render.hpp>

using accelloader::resolve::Selection;

namespace {

/// Which of three backends a value of ACCELLOADER_BACKENDS allows.
std::string allowed(std::string_view text) {
  const Selection selection(text);
  std::string names;
  for (const std::string_view name : {"npu", "simtpu", "tpu"})
    if (selection.allows(name)) names.append(names.empty() ? "" : " ").append(name);
  return names;
}

std::string unknown(std::string_view text) {
  constexpr std::array<std::string_view, 3> known = {"npu", "simtpu", "tpu"};
  std::string all;
  for (const auto& found : Selection(text).unknown_names(known)) all += render(found);
  return all;
}

}  // namespace

TEST_CASE("without a selection all backends are wanted") {
  CHECK(allowed("") == "npu simtpu tpu");
  CHECK(allowed(" , ,") == "npu simtpu tpu");
  CHECK(allowed("^") == "npu simtpu tpu");
  CHECK(Selection().allows("npu"));
}

TEST_CASE("a list selects the backends that it names") {
  CHECK(allowed("tpu") == "tpu");
  CHECK(allowed("tpu,npu") == "npu tpu");
  CHECK(allowed(" tpu , npu ,") == "npu tpu");
}

TEST_CASE("a list that starts with ^ leaves out the backends that it names") {
  CHECK(allowed("^npu") == "simtpu tpu");
  CHECK(allowed("^npu,tpu") == "simtpu");
  CHECK(allowed("^npu, ^tpu") == "simtpu");
}

TEST_CASE("a name is the whole name") { CHECK(allowed("sim").empty()); }

TEST_CASE("names that some manifest has are no fault") {
  CHECK(unknown("tpu,npu").empty());
  CHECK(unknown("^tpu").empty());
}

TEST_CASE("a name that no manifest has is an error, since it must not pass for an empty machine") {
  CHECK(unknown("tpu,ntu,gpu_of_tomorrow") ==
        "error[A0302]: ACCELLOADER_BACKENDS names `ntu`, and no manifest has that name\n"
        "help: did you mean `npu`?\n"
        "error[A0302]: ACCELLOADER_BACKENDS names `gpu_of_tomorrow`, and no manifest has that name\n");
}

TEST_CASE("a ^ in the middle of a selection is no part of a name that exists") {
  CHECK(unknown("tpu,^npu") ==
        "error[A0302]: ACCELLOADER_BACKENDS names `^npu`, and no manifest has that name\n"
        "help: did you mean `npu`?\n");
}

TEST_CASE("a selection keeps its text") { CHECK(Selection("^npu, tpu").text() == "^npu, tpu"); }
