// URLs of recordings: what a manifest and the name of a trace make, and what may be shown of one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace replay {

// The URL of a trace: `base`, which a manifest gives, and the name. In the name, everything is escaped that would mean
// something in a URL.
std::string url_of_trace(const std::string& base, std::string_view name);

// What messages and reports show of a URL. It lacks a user and a password, and the query and the fragment, which may be
// a signature.
std::string shown_url(std::string_view url);

// Whether the scheme is http or https.
bool is_web_url(std::string_view url);

// Where traces of `base` are in a folder that has those of many manifests: "https/example.org__traces". Different URLs
// give different folders, and no URL leads out of the folder.
std::filesystem::path folder_of_url(std::string_view base);

}  // namespace replay
