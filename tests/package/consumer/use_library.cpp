#include <cstdio>

#include <accelloader/loader.hpp>
#include <accelloader/render.hpp>

int main() {
  auto loader = accelloader::Loader::discover();
  accelloader::Result<accelloader::Plugin> plugin = loader.load("greeter");
  if (!plugin) return std::fputs(accelloader::render(plugin.error()).c_str(), stderr), 1;
  auto* greet = plugin.value().symbol<const char*()>("greeting");
  std::printf("%s %s says %s\n", plugin.value().name().data(), plugin.value().version().data(), greet());
}
