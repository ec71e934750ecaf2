// A program that has other things to do: it loads a back end by its name, tells what came of it, and goes on.
#include <iostream>

#include <accelloader/loader.hpp>
#include <accelloader/render.hpp>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  auto loader = accelloader::Loader::discover();
  const auto plugin = loader.load(argv[1]);
  std::cout << (plugin ? "loaded\n" : accelloader::render(plugin.error())) << "alive\n";
}
