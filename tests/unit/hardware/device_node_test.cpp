#include "hardware/device_node.hpp"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/hardware/fake_machine.hpp"
#include "unit/platform/as_other_user.hpp"

using namespace accelloader::hardware;
using test::FakeMachine;

namespace {

using Paths = std::vector<std::string>;

Paths found(const FakeMachine& machine, const std::string& pattern) {
  Paths paths;
  for (const DeviceNode& node : find_device_nodes(machine.path(), pattern)) paths.push_back(node.path);
  return paths;
}

}  // namespace

TEST_CASE("a node without wildcards is there or is not") {
  const FakeMachine machine;
  machine.add_node("/dev/npu0");
  CHECK(found(machine, "/dev/npu0") == Paths{"/dev/npu0"});
  CHECK(found(machine, "/dev/npu1").empty());
}

TEST_CASE("wildcards match as in a shell, and nodes are sorted by bytes") {
  const FakeMachine machine;
  for (const char* node : {"/dev/npu10", "/dev/npu2", "/dev/npu", "/dev/npu_control", "/dev/.npu0", "/dev/xnpu0"})
    machine.add_node(node);
  CHECK(found(machine, "/dev/npu*") == Paths{"/dev/npu", "/dev/npu10", "/dev/npu2", "/dev/npu_control"});
  CHECK(found(machine, "/dev/npu[0-9]*") == Paths{"/dev/npu10", "/dev/npu2"});
  CHECK(found(machine, "/dev/npu?") == Paths{"/dev/npu2"});
  CHECK(found(machine, "/dev/*npu0") == Paths{"/dev/xnpu0"});
}

TEST_CASE("a folder is no node") {
  const FakeMachine machine;
  machine.make_folder("dev/npu");
  CHECK(found(machine, "/dev/npu").empty());
  CHECK(found(machine, "/dev/npu*").empty());
}

TEST_CASE("a link to a node is one, and a link to nothing is none") {
  const FakeMachine machine;
  machine.add_node("/dev/accel/accel0");
  machine.link("dev/npu0", "/dev/accel/accel0");
  machine.link("dev/npu1", "/dev/accel/accel1");
  CHECK(found(machine, "/dev/npu*") == Paths{"/dev/npu0"});
}

TEST_CASE("without the folder there are no nodes") {
  const FakeMachine machine;
  CHECK(found(machine, "/dev/npu*").empty());
}

TEST_CASE("a node that may be read and written is accessible, and needs no more words") {
  const FakeMachine machine;
  machine.add_node("/dev/npu0");
  const auto nodes = find_device_nodes(machine.path(), "/dev/npu0");
  REQUIRE(nodes.size() == 1);
  CHECK(nodes[0].accessible);
  CHECK(nodes[0].access_text.empty());
}

TEST_CASE("a node that may not be written tells its owner, its group and its mode") {
  const FakeMachine machine;
  machine.add_node("/dev/npu0");
  chmod((machine / "dev/npu0").c_str(), 0440);
  struct stat state = {};
  REQUIRE(stat((machine / "dev/npu0").c_str(), &state) == 0);
  const std::string owner = getpwuid(state.st_uid)->pw_name, group = getgrgid(state.st_gid)->gr_name;
  CHECK(test::as_other_user(machine, [&] {
          const auto nodes = find_device_nodes(machine.path(), "/dev/npu*");
          return nodes.size() != 1 || nodes[0].accessible ? "" : nodes[0].access_text + " (" + nodes[0].group + ")";
        }) == "owner " + owner + ", group " + group + ", mode 440 (" + group + ")");
}

TEST_CASE("an owner and a group that have no name are told by number") {
  if (geteuid() != 0) SKIP("only root can give a file away");
  const FakeMachine machine;
  machine.add_node("/dev/npu0");
  chmod((machine / "dev/npu0").c_str(), 0060);
  REQUIRE(chown((machine / "dev/npu0").c_str(), 54321, 54322) == 0);
  CHECK(test::as_other_user(machine, [&] {
          return find_device_nodes(machine.path(), "/dev/npu0").at(0).access_text;
        }) == "owner 54321, group 54322, mode 060");
}

TEST_CASE("a link that leads nowhere is no node, and is found as that") {
  const FakeMachine machine;
  machine.add_node("/dev/npu0");
  machine.link("dev/npu1", "npu_gone");
  CHECK(found(machine, "/dev/npu*") == std::vector<std::string>{"/dev/npu0"});
  const auto dangling = find_dangling_nodes(machine.path(), "/dev/npu*");
  REQUIRE(dangling.size() == 1);
  CHECK(dangling[0].path == "/dev/npu1");
  CHECK(dangling[0].target == "npu_gone");
}
