#include "replay/base/json_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "loaders/base/json_schema.h"

namespace replay {
namespace {

using nlohmann::json;

constexpr int kOneLine = -1;

std::string text_of(json object, int indent) {
  object[loaders::kJsonSchemaKey] = loaders::kJsonSchema;
  return object.dump(indent, ' ', /*ensure_ascii=*/false, json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string json_text(json object) { return text_of(std::move(object), 2); }

std::string json_line(json object) { return text_of(std::move(object), kOneLine); }

loaders::Status check_schema(const json& object) {
  const auto schema = object.find(loaders::kJsonSchemaKey);
  if (schema == object.end() || *schema == loaders::kJsonSchema) return {};
  return loaders::Error{fmt::format("its schema is {}, and this program knows {} only",
                                    schema->dump(-1, ' ', false, json::error_handler_t::replace),
                                    loaders::kJsonSchema)};
}

}  // namespace replay
