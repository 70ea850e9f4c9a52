#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED __attribute__((unused))

/* ---- What is not a call of the recording: errors, blobs, surfaces, contexts, the picture. ---- */

struct format {
  int red, green, blue, alpha, depth, stencil, samples;
};

struct surface {
  EGLSurface egl;
  const struct format *format;
};

static EGLDisplay display;
static const char *program_name = "repro";

static UNUSED void fail(const char *what, const char *of_what) {
  fprintf(stderr, "repro: %s %s\n", what, of_what);
  exit(2);
}

static UNUSED void *memory(size_t size) {
  void *made = calloc(size ? size : 1, 1);
  if (!made) fail("no memory for", "the picture or a blob");
  return made;
}

/* Memory that GL writes and nobody reads. */
static UNUSED void *scratch(size_t size) {
  static void *kept;
  static size_t kept_size;
  if (size > kept_size) {
    kept = realloc(kept, size);
    kept_size = size;
    if (!kept) fail("no memory for", "what GL writes");
  }
  return kept;
}

static UNUSED FILE *open_beside(const char *path, size_t length, const char *file) {
  char name[4096];
  if (length + strlen(file) + 1 > sizeof name) return NULL;
  memcpy(name, path, length);
  strcpy(name + length, file);
  return fopen(name, "rb");
}

static UNUSED size_t folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The contents of blobs/NNNN.bin, which lies beside the program, beside its source, or in the current folder. */
static UNUSED const void *blob(unsigned number, size_t size) {
  static void **known;
  static unsigned room;
  char file[32];
  FILE *from;
  if (number >= room) {
    unsigned more = number + 64;
    known = realloc(known, more * sizeof *known);
    if (!known) fail("no memory for", "blobs");
    memset(known + room, 0, (more - room) * sizeof *known);
    room = more;
  }
  if (known[number]) return known[number];
  snprintf(file, sizeof file, "blobs/%04u.bin", number);
  from = open_beside(program_name, folder_length(program_name), file);
  if (!from) from = open_beside(__FILE__, folder_length(__FILE__), file);
  if (!from) from = fopen(file, "rb");
  if (!from) fail("cannot open", file);
  known[number] = memory(size);
  if (fread(known[number], 1, size, from) != size) fail("too short:", file);
  fclose(from);
  return known[number];
}

static UNUSED void write_mapped(unsigned char *mapped, size_t offset, const void *data, size_t size) {
  if (mapped) memcpy(mapped + offset, data, size);
}

/* A function of GL that the library need not export. */
static UNUSED void (*load(const char *name))(void) {
  void (*function)(void) = (void (*)(void))eglGetProcAddress(name);
  if (!function) fail("the driver lacks", name);
  return function;
}
#define LOAD(name) name = (__typeof__(name))load(#name)

static UNUSED EGLDisplay open_display(void) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC platform_display =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
  PFNEGLQUERYDEVICESEXTPROC devices_of = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
  EGLDeviceEXT devices[16];
  EGLDisplay found;
  EGLint i, count = 0;
  if (platform_display && devices_of && devices_of(16, devices, &count)) {
    for (i = 0; i < count; ++i) {
      found = platform_display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
      if (found != EGL_NO_DISPLAY && eglInitialize(found, NULL, NULL)) return found;
    }
  }
  if (platform_display) {
    found = platform_display(EGL_PLATFORM_SURFACELESS_MESA, (void *)EGL_DEFAULT_DISPLAY, NULL);
    if (found != EGL_NO_DISPLAY && eglInitialize(found, NULL, NULL)) return found;
  }
  found = eglGetDisplay(EGL_DEFAULT_DISPLAY);
  if (found == EGL_NO_DISPLAY || !eglInitialize(found, NULL, NULL)) fail("no display of", "EGL");
  return found;
}

static UNUSED EGLint attribute(EGLConfig config, EGLint name) {
  EGLint value = 0;
  eglGetConfigAttrib(display, config, name, &value);
  return value;
}

/* The EGLConfig of exactly this format, or else one that has at least as much. */
static UNUSED EGLConfig config_of(const struct format *f) {
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, f->red,
                           EGL_GREEN_SIZE, f->green, EGL_BLUE_SIZE, f->blue, EGL_ALPHA_SIZE, f->alpha, EGL_DEPTH_SIZE,
                           f->depth, EGL_STENCIL_SIZE, f->stencil, EGL_SAMPLES, f->samples, EGL_NONE};
  EGLConfig configs[256];
  EGLint i, count = 0;
  if (!eglChooseConfig(display, wanted, configs, 256, &count) || count == 0) fail("no EGLConfig of", "that format");
  for (i = 0; i < count; ++i) {
    if (attribute(configs[i], EGL_RED_SIZE) == f->red && attribute(configs[i], EGL_GREEN_SIZE) == f->green &&
        attribute(configs[i], EGL_BLUE_SIZE) == f->blue && attribute(configs[i], EGL_ALPHA_SIZE) == f->alpha &&
        attribute(configs[i], EGL_DEPTH_SIZE) == f->depth && attribute(configs[i], EGL_STENCIL_SIZE) == f->stencil &&
        attribute(configs[i], EGL_SAMPLES) == f->samples)
      return configs[i];
  }
  return configs[0];
}

/* A context of an API and version; version 0 leaves the choice to the driver. */
static UNUSED EGLContext make_context(const struct format *format, EGLenum api, int major, int minor, EGLint profile,
                                      EGLint flags, EGLContext share) {
  EGLint attributes[16];
  int n = 0;
  EGLContext made;
  if (major > 0) {
    attributes[n++] = EGL_CONTEXT_MAJOR_VERSION_KHR;
    attributes[n++] = major;
    attributes[n++] = EGL_CONTEXT_MINOR_VERSION_KHR;
    attributes[n++] = minor;
  }
  if (profile) {
    attributes[n++] = EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR;
    attributes[n++] = profile;
  }
  if (flags) {
    attributes[n++] = EGL_CONTEXT_FLAGS_KHR;
    attributes[n++] = flags;
  }
  attributes[n] = EGL_NONE;
  eglBindAPI(api);
  made = eglCreateContext(display, config_of(format), share, attributes);
  if (made == EGL_NO_CONTEXT) fail("the driver makes no such context", "");
  return made;
}

static struct {
  EGLContext context;
  struct surface drawn, read;
} current;

static UNUSED void use(EGLContext context, struct surface drawn, struct surface read) {
  if (!eglMakeCurrent(display, drawn.egl, read.egl, context)) fail("cannot make current:", "a context");
  current.context = context;
  current.drawn = drawn;
  current.read = read;
}

/* A context for what is no call of the recording, in the format of a surface. */
static UNUSED EGLContext plain_context(const struct format *format) {
  static const struct format *formats[32];
  static EGLContext contexts[32];
  int i = 0;
  while (i < 31 && formats[i] && formats[i] != format) ++i;
  if (formats[i] != format) {
    formats[i] = format;
    contexts[i] = make_context(format, EGL_OPENGL_API, 0, 0, 0, 0, EGL_NO_CONTEXT);
  }
  return contexts[i];
}

/* A surface without a display, which stands for a window: its colours and stencils are 0, its depth is 1. */
static UNUSED struct surface make_surface(const struct format *format, int width, int height, int srgb) {
  EGLint attributes[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE, EGL_NONE, EGL_NONE};
  struct surface made;
  if (srgb) {
    attributes[4] = EGL_GL_COLORSPACE_KHR;
    attributes[5] = EGL_GL_COLORSPACE_SRGB_KHR;
  }
  made.format = format;
  made.egl = eglCreatePbufferSurface(display, config_of(format), attributes);
  if (made.egl == EGL_NO_SURFACE) fail("the driver makes no such surface", "");
  if (!eglMakeCurrent(display, made.egl, made.egl, plain_context(format))) fail("cannot clear", "a surface");
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  eglMakeCurrent(display, current.drawn.egl, current.read.egl, current.context);
  return made;
}

static UNUSED EGLImageKHR make_image(EGLContext context, EGLenum target, GLuint name, const EGLint *attributes) {
  PFNEGLCREATEIMAGEKHRPROC create = (PFNEGLCREATEIMAGEKHRPROC)eglGetProcAddress("eglCreateImageKHR");
  EGLImageKHR made = create ? create(display, context, target, (EGLClientBuffer)(size_t)name, attributes) : NULL;
  if (!made) fail("the driver makes no such", "EGLImage");
  return made;
}

/* A surface without a display has nothing to swap. */
static UNUSED void end_frame(void) {
  if (current.context != EGL_NO_CONTEXT) glFinish();
}

/* ---- The picture: what glReadPixels gave, as RGB with the top row first. ---- */

static struct {
  int width, height;
  GLenum format, type;
  void *pixels;
} picture;

static UNUSED void *picture_pixels(int width, int height, GLenum format, GLenum type) {
  free(picture.pixels);
  picture.width = width;
  picture.height = height;
  picture.format = format;
  picture.type = type;
  picture.pixels = memory((size_t)width * (size_t)height * 16);
  return picture.pixels;
}

static UNUSED unsigned char byte_of(double value) {
  return (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static UNUSED unsigned char channel(size_t pixel, int c) {
  switch (picture.type) {
    case GL_INT: return byte_of(((const GLint *)picture.pixels)[pixel * 4 + c]);
    case GL_UNSIGNED_INT: return byte_of(((const GLuint *)picture.pixels)[pixel * 4 + c]);
    case GL_FLOAT: {
      float depth = ((const GLfloat *)picture.pixels)[pixel];
      depth = depth < 0 ? 0 : depth > 1 ? 1 : depth;
      return (unsigned char)(depth * 255 + 0.5f);
    }
    default: break;
  }
  if (picture.format == GL_STENCIL_INDEX) return ((const unsigned char *)picture.pixels)[pixel];
  return ((const unsigned char *)picture.pixels)[pixel * 4 + c];
}

static UNUSED unsigned turn(unsigned x, unsigned n) { return x << n | x >> (32 - n); }

static UNUSED void md5_block(unsigned state[4], const unsigned char *block) {
  static const unsigned char shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  unsigned a = state[0], b = state[1], c = state[2], d = state[3], words[16], f, word, i, last;
  for (i = 0; i < 16; ++i)
    words[i] = block[4 * i] | (unsigned)block[4 * i + 1] << 8 | (unsigned)block[4 * i + 2] << 16 |
               (unsigned)block[4 * i + 3] << 24;
  for (i = 0; i < 64; ++i) {
    static const unsigned sines[64] = {
        0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
        0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
        0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
        0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
        0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
        0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
        0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
        0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
    if (i < 16) f = (b & c) | (~b & d), word = i;
    else if (i < 32) f = (d & b) | (~d & c), word = (5 * i + 1) % 16;
    else if (i < 48) f = b ^ c ^ d, word = (3 * i + 5) % 16;
    else f = c ^ (b | ~d), word = 7 * i % 16;
    last = d;
    d = c;
    c = b;
    b += turn(a + f + sines[i] + words[word], shifts[i / 16][i % 4]);
    a = last;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}

static UNUSED void md5(const unsigned char *data, size_t size, char text[33]) {
  unsigned state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  unsigned char end[128] = {0};
  size_t i, whole = size / 64 * 64, rest = size - whole, length = rest < 56 ? 64 : 128;
  for (i = 0; i < whole; i += 64) md5_block(state, data + i);
  memcpy(end, data + whole, rest);
  end[rest] = 0x80;
  for (i = 0; i < 8; ++i) end[length - 8 + i] = (unsigned char)((unsigned long long)size * 8 >> (8 * i));
  for (i = 0; i < length; i += 64) md5_block(state, end + i);
  for (i = 0; i < 16; ++i) sprintf(text + 2 * i, "%02x", state[i / 4] >> (8 * (i % 4)) & 0xff);
}

/* Writes NAME.ppm, and prints the MD5 of the same pixels. */
static UNUSED void show_picture(const char *title, const char *file) {
  size_t row = (size_t)picture.width * 3, size = row * (size_t)picture.height, x, y;
  unsigned char *rgb = memory(size);
  char text[33];
  FILE *to = fopen(file, "wb");
  for (y = 0; y < (size_t)picture.height; ++y) {
    for (x = 0; x < row; ++x)
      rgb[y * row + x] = channel(((size_t)picture.height - 1 - y) * (size_t)picture.width + x / 3, (int)(x % 3));
  }
  md5(rgb, size, text);
  printf("%s %s\n", title, text);
  if (!to || fprintf(to, "P6\n%d %d\n255\n", picture.width, picture.height) < 0 || fwrite(rgb, 1, size, to) != size ||
      fclose(to) != 0)
    fail("cannot write", file);
  free(rgb);
}
