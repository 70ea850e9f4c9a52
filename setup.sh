#!/usr/bin/env bash
# From a fresh clone to a running program:
#
#   ./setup.sh          installs what is missing, builds, and replays an example without a window
#   ./setup.sh --test   installs what is missing, builds, and runs all tests
#
# Either may come first, both may be repeated. Installing needs root or sudo, and only happens when a package is missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# The only list of packages, and what needs each.
packages=(
  g++                 # the compiler: C++20
  cmake               # the build, 3.25 or later
  ninja-build         # the generator of the presets
  pkg-config          # how CMake finds libraries that have no CMake files
  python3-glad        # GL loader, and the Khronos XML that our tables are made from
  libsdl2-dev         # windows and contexts; its library is opened at run time
  libspdlog-dev       # messages
  libfmt-dev          # text
  libcli11-dev        # command line
  nlohmann-json3-dev  # JSON output
  libpng-dev          # pictures read, textures of web pages
  libdeflate-dev      # pictures written, twice as fast as by zlib
  libqoi-dev          # pictures written as QOI
  libturbojpeg0-dev   # textures of web pages
  libwebp-dev         # textures of web pages
  libre2-dev          # regular expressions over text from traces, in linear time
  libpugixml-dev      # HTML pages, JUnit reports
  libseccomp-dev      # --sandbox: what a replay can no longer ask the kernel for
  linux-libc-dev      # --sandbox: Landlock, where it may write
  nettle-dev          # MD5 of pictures, SHA-256 of traces
  libxxhash-dev       # hashes that find what differs: many times as fast as MD5
  libyaml-cpp-dev     # manifests of traces
  zlib1g-dev          # compressed traces: zlib, gzip
  liblz4-dev          # compressed traces: LZ4
  libzstd-dev         # compressed traces: zstd
  libsnappy-dev       # compressed traces: Snappy
  libbrotli-dev       # compressed traces: Brotli
  libgtest-dev        # tests
  clang-14            # the sanitized build, and fuzz targets
  libclang-rt-14-dev  # what they are linked with
  clang-format-14     # the format of C++ (tools/format.sh)
  black               # the format of Python (tools/format.sh)
  libbenchmark-dev    # benchmarks (-DREPLAY_BENCH=ON)
  libegl1             # opened by SDL at run time, for contexts without a window
  libgl1              # opened by SDL at run time, for contexts in X11 windows
  libgles1            # opened by SDL at run time, for GLES 1 contexts
  libgles2            # opened by SDL at run time, for GLES 2 and 3 contexts
  libegl-dev          # the tests compile programs of export-c
  libgl-dev           # likewise
  libgl1-mesa-dri     # a GL driver that works without a graphics card
  mesa-vulkan-drivers # tests: lavapipe, on which Mesa's zink makes a second one
)

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    [[ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" == installed ]] || echo "$package"
  done
}

as_root() {
  if [[ $EUID -eq 0 ]]; then
    "$@"
  else
    sudo "$@"
  fi
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@" </dev/null
}

install_packages() {
  if ! command -v apt-get dpkg-query >/dev/null; then
    echo "setup.sh: it installs packages of Debian 12 and its kin, and finds no apt-get here. Please install what these" >&2
    echo "are called on this system, then build with: cmake --preset release && cmake --build --preset release" >&2
    printf '  %s\n' "${packages[@]}" >&2
    exit 1
  fi
  local missing
  mapfile -t missing < <(missing_packages)
  if [[ ${#missing[@]} -eq 0 ]]; then return; fi
  if [[ $EUID -ne 0 ]] && ! command -v sudo >/dev/null; then
    echo "setup.sh: no sudo here. Please have these packages installed, then run it again:" >&2
    echo "  ${missing[*]}" >&2
    exit 1
  fi
  echo "Installing: ${missing[*]}"
  # A broken third-party source must not stop us when the packages can be had all the same.
  apt update || echo "setup.sh: apt-get update failed, trying to install with what is known" >&2
  apt install -y --no-install-recommends "${missing[@]}"
}

build() {
  cmake --preset release
  cmake --build --preset release "$@"
}

replay_example() {
  local picture=build/cubes_120.png
  build/release/replay data/cubes_v00_zlib.wip15 --headless --frame 120 -o "$picture"
  echo
  echo "The program is build/release/replay. Frame 120 of data/cubes_v00_zlib.wip15 as it draws it: $PWD/$picture"
}

case "${1-}" in
  '')
    install_packages
    build --target replay pages
    replay_example
    ;;
  --test)
    install_packages
    build
    ctest --preset release --parallel "$(nproc)"
    ;;
  *)
    echo "usage: ./setup.sh [--test]" >&2
    exit 2
    ;;
esac
