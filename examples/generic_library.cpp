// Kind `library`, without libtorch: loads a plugin by the name of its manifest and calls a function of it.
//
//     ACCELLOADER_EXTRA_PLUGIN_PATH=plugins generic_library my_codec "some text"
#include <iostream>

#include <accelloader/loader.hpp>
#include <accelloader/render.hpp>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: generic_library BACKEND TEXT\n";
    return 2;
  }
  auto loader = accelloader::Loader::discover();  // reads manifests, opens nothing
  const auto plugin = loader.load(argv[1]);       // opens the library
  if (!plugin) {
    std::cerr << accelloader::render(plugin.error());
    return 1;
  }
  auto* decode = plugin.value().symbol<int(const char*)>("decode");
  if (!decode) {
    std::cerr << plugin.value().library() << " has no function `decode`\n";
    return 1;
  }
  std::cout << plugin.value().name() << ": " << decode(argv[2]) << "\n";
}
