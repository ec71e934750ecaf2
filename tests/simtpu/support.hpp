// What the tests of simtpu share: the plugin, loaded as accelloader loads it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <torch/torch.h>

#include <accelloader/plugin_abi.h>

namespace simtpu_test {

struct Option {
  std::string name;
  int type;
  long long integer = 0;
  std::string text;
};

struct Answer {
  int code;
  std::string message;
  std::string help;
  std::vector<std::string> log;
};

const accelloader_plugin_t* query(unsigned major = ACCELLOADER_PLUGIN_ABI_MAJOR);
Answer activate(const std::vector<Option>& options, const std::string& backend = "simtpu");

/// The plugin activated and named, once a process.
void power_on();
torch::Device chip(int index = 0);
torch::TensorOptions on_chip(int index = 0);

/// Same numbers, same type, same sizes.
bool same(const torch::Tensor& actual, const torch::Tensor& expected);
bool near(const torch::Tensor& actual, const torch::Tensor& expected, double tolerance = 1e-6);

/// The text of what `action` throws; empty if it throws nothing.
std::string thrown(const std::function<void()>& action);
/// How a child process that runs `action` ends: its exit status, or minus the signal.
int child(const std::function<void()>& action);

}  // namespace simtpu_test
