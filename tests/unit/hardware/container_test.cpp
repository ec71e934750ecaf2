#include "hardware/container.hpp"

#include <catch2/catch_test_macros.hpp>

#include "unit/hardware/fake_machine.hpp"

using accelloader::hardware::container_kind;
using test::FakeMachine;

TEST_CASE("a container is known by what its maker leaves in it") {
  CHECK(container_kind(FakeMachine().path()).empty());
  const FakeMachine docker, podman, nspawn, lxc;
  docker.write(".dockerenv", "");
  CHECK(container_kind(docker.path()) == "docker");
  podman.write("run/.containerenv", "");
  CHECK(container_kind(podman.path()) == "podman");
  nspawn.write("run/systemd/container", "systemd-nspawn\n");
  CHECK(container_kind(nspawn.path()) == "systemd-nspawn");
  lxc.write("proc/1/environ", std::string("A=1\0container=lxc\0B=2\0", 22));
  CHECK(container_kind(lxc.path()) == "lxc");
}
