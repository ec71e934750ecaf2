#include "platform/environment.hpp"

#include <stdlib.h>

#include <catch2/catch_test_macros.hpp>

using namespace accelloader::platform;

TEST_CASE("a variable that is not set has no value, and an empty one has an empty value") {
  unsetenv("ACCELLOADER_TEST_A");
  CHECK_FALSE(environment_variable("ACCELLOADER_TEST_A"));
  setenv("ACCELLOADER_TEST_A", "", 1);
  CHECK(environment_variable("ACCELLOADER_TEST_A") == "");
  unsetenv("ACCELLOADER_TEST_A");
}

TEST_CASE("variables of a scope are set inside it and gone behind it") {
  unsetenv("ACCELLOADER_TEST_A");
  {
    const ScopedEnvironment scope({{"ACCELLOADER_TEST_A", "1"}, {"ACCELLOADER_TEST_B", ""}});
    CHECK(environment_variable("ACCELLOADER_TEST_A") == "1");
    CHECK(environment_variable("ACCELLOADER_TEST_B") == "");
  }
  CHECK_FALSE(environment_variable("ACCELLOADER_TEST_A"));
  CHECK_FALSE(environment_variable("ACCELLOADER_TEST_B"));
}

TEST_CASE("a scope leaves a variable alone that the user has set, even to nothing") {
  setenv("ACCELLOADER_TEST_A", "mine", 1);
  setenv("ACCELLOADER_TEST_B", "", 1);
  {
    const ScopedEnvironment scope({{"ACCELLOADER_TEST_A", "theirs"}, {"ACCELLOADER_TEST_B", "theirs"}});
    CHECK(environment_variable("ACCELLOADER_TEST_A") == "mine");
    CHECK(environment_variable("ACCELLOADER_TEST_B") == "");
  }
  CHECK(environment_variable("ACCELLOADER_TEST_A") == "mine");
  CHECK(environment_variable("ACCELLOADER_TEST_B") == "");
  unsetenv("ACCELLOADER_TEST_A");
  unsetenv("ACCELLOADER_TEST_B");
}

TEST_CASE("of a variable that stands twice the first value counts") {
  const ScopedEnvironment scope({{"ACCELLOADER_TEST_A", "first"}, {"ACCELLOADER_TEST_A", "second"}});
  CHECK(environment_variable("ACCELLOADER_TEST_A") == "first");
}

TEST_CASE("a process that was started as any other is not privileged") { CHECK_FALSE(privileged()); }
