// The entry points with state, a file each for what belongs together: each function puts its own into the table.
#pragma once

#include <glad/gl.h>

#include <cstdint>

namespace replay::fake {

void set_buffers(GladGLContext& t);
void set_arrays(GladGLContext& t);
void set_draws(GladGLContext& t);
void set_lists(GladGLContext& t);
void set_images(GladGLContext& t);
void set_client_state(GladGLContext& t);
void set_queries(GladGLContext& t);
void set_programs(GladGLContext& t);

// What several of them, and the generated ones, are made of.

// Feedback and selection write to memory that was handed over earlier, until the mode ends.
void touch_results();
// The bytes of an image that GL reads, where no buffer is bound to read it from.
void upload(int dimensions, std::int64_t width, std::int64_t height, std::int64_t depth, std::uint32_t format,
            std::uint32_t type, const void* pixels);
void compressed_upload(int dimensions, std::int64_t width, std::int64_t height, std::int64_t depth, std::int64_t size,
                       const void* data);
// Where the value of a pixel-store parameter is; nullptr: it has no such parameter.
std::int32_t* store_parameter(std::uint32_t name);

}  // namespace replay::fake
