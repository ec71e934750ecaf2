#include "loader/context.hpp"

#include "platform/environment.hpp"

namespace accelloader::loader {

Context completed(LoaderOptions options) {
  Context context{.root = std::move(options.root),
                  .privileged = platform::privileged(),
                  .variables = std::move(options.environment),
                  .inspection = options.inspection,
                  .probe_program = std::move(options.probe_program),
                  .trusted = {}};
  context.own_environment = !context.variables;
  if (!context.variables) context.variables = &platform::environment_variable;
  while (context.root.size() > 1 && context.root.back() == '/') context.root.pop_back();
  if (context.root.empty()) context.root = "/";
  context.trusted = context.variables;
  if (context.privileged) context.trusted = [](std::string_view) { return std::optional<std::string>(); };
  return context;
}

}  // namespace accelloader::loader
