#!/usr/bin/env bash
# From a fresh clone to a running program:
#
#   ./setup.sh            installs what is missing, builds, and replays an example without a window
#   ./setup.sh --test     installs what is missing, builds, and runs all tests
#   ./setup.sh --package  installs what is missing, and makes the packages that docs/packages.md speaks of
#
# Any may come first, all may be repeated. Installing needs root or sudo, and only happens when a package is missing.
# Debian 12 is what the program is tested on. The names for Ubuntu, Fedora and Arch are untested.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# The only list of packages: Debian and Ubuntu, Fedora, Arch, and what needs each. "-": another one brings it along.
packages=(
  "g++                 gcc-c++                gcc"                 # the compiler: C++20
  "cmake               cmake                  cmake"               # the build, 3.25 or later
  "ninja-build         ninja-build            ninja"               # the generator of the presets
  "pkg-config          pkgconf-pkg-config     pkgconf"             # how CMake finds libraries that have no CMake files
  "python3-glad        python3-glad           glad"                # GL loader, and the Khronos XML that our tables are made from; version 2
  "libsdl2-dev         SDL2-devel             sdl2"                # windows on a display; its library is opened at run time
  "libspdlog-dev       spdlog-devel           spdlog"              # messages
  "libfmt-dev          fmt-devel              fmt"                 # text
  "libcli11-dev        cli11-devel            cli11"               # command line
  "nlohmann-json3-dev  json-devel             nlohmann-json"       # JSON output
  "libpng-dev          libpng-devel           libpng"              # pictures read, textures of web pages
  "libdeflate-dev      libdeflate-devel       libdeflate"          # pictures written, twice as fast as by zlib
  "libqoi-dev          qoi-devel              qoi"                 # pictures written as QOI
  "libturbojpeg0-dev   turbojpeg-devel        libjpeg-turbo"       # textures of web pages
  "libwebp-dev         libwebp-devel          libwebp"             # textures of web pages
  "libre2-dev          re2-devel              re2"                 # regular expressions over text from traces, in linear time
  "libpugixml-dev      pugixml-devel          pugixml"             # HTML pages, JUnit reports
  "libseccomp-dev      libseccomp-devel       libseccomp"          # --sandbox: what a replay can no longer ask the kernel for
  "linux-libc-dev      kernel-headers         linux-api-headers"   # --sandbox: Landlock, where it may write
  "libstb-dev          stb-devel              stb"                 # draws the letters of the viewer, while it is built
  "fonts-dejavu-core   dejavu-sans-mono-fonts ttf-dejavu"          # the letters of the viewer
  "nettle-dev          nettle-devel           nettle"              # MD5 of pictures, SHA-256 of traces
  "libxxhash-dev       xxhash-devel           xxhash"              # hashes that find what differs: many times as fast as MD5
  "libcurl4-openssl-dev libcurl-devel        curl"                # downloads of replay run; its library is opened at run time
  "libyaml-cpp-dev     yaml-cpp-devel         yaml-cpp"            # manifests of traces
  "libtomlplusplus-dev tomlplusplus-devel     tomlplusplus"        # manifests of traces
  "zlib1g-dev          zlib-devel             zlib"                # compressed traces: zlib, gzip
  "liblz4-dev          lz4-devel              lz4"                 # compressed traces: LZ4
  "libzstd-dev         libzstd-devel          zstd"                # compressed traces: zstd
  "libsnappy-dev       snappy-devel           snappy"              # compressed traces: Snappy
  "libbrotli-dev       brotli-devel           brotli"              # compressed traces: Brotli
  "libgtest-dev        gtest-devel            gtest"               # tests
  "libxtst-dev         libXtst-devel          libxtst"             # tests of windows: presses keys
  "xvfb                xorg-x11-server-Xvfb   xorg-server-xvfb"    # tests of windows
  "clang-14            clang                  clang"               # the sanitized build, and fuzz targets
  "libclang-rt-14-dev  compiler-rt            compiler-rt"         # what they are linked with
  "clang-format-14     clang-tools-extra      -"                   # the format of C++ (tools/format.sh)
  "black               black                  python-black"        # the format of Python (tools/format.sh)
  "libbenchmark-dev    google-benchmark-devel benchmark"           # benchmarks (-DREPLAY_BENCH=ON)
  "libxml2-utils       libxml2                libxml2"             # tests: reports against schemas of XML
  "valgrind            valgrind               valgrind"            # `replay compare` and the tests: counts instructions where the processor has no counter
  "libegl1             libglvnd-egl           libglvnd"            # opened at run time, for contexts without a display
  "libgl1              libglvnd-glx           -"                   # opened by SDL at run time, for contexts in X11 windows
  "libgles1            libglvnd-gles          -"                   # opened by SDL at run time, for GLES 1 contexts
  "libgles2            -                      -"                   # opened by SDL at run time, for GLES 2 and 3 contexts
  "libegl-dev          libglvnd-devel         -"                   # the tests compile programs of export-c
  "libgl-dev           -                      -"                   # likewise
  "libgl1-mesa-dri     mesa-dri-drivers       mesa"                # a GL driver that works without a graphics card
  "mesa-vulkan-drivers mesa-vulkan-drivers    vulkan-swrast"       # tests: lavapipe, on which Mesa's zink makes a second one
)

fail() {
  printf 'setup.sh: %s\n' "$@" >&2
  exit 1
}

# The column of the list, by what the system or its parent is called.
column() {
  local ID='' ID_LIKE=''
  # shellcheck source=/dev/null
  [[ ! -r /etc/os-release ]] || source /etc/os-release
  case " $ID $ID_LIKE " in
    *' debian '*) echo 1 ;;
    *' fedora '*) echo 2 ;;
    *' arch '*) echo 3 ;;
    *) echo 0 ;;
  esac
}

names() { printf '%s\n' "${packages[@]}" | awk -v column="$1" '$column != "-" { print $column }'; }

is_installed() {
  case "$1" in
    1) [[ "$(dpkg-query -W -f='${db:Status-Status}' "$2" 2>/dev/null)" == installed ]] ;;
    2) rpm -q --whatprovides "$2" >/dev/null 2>&1 ;;
    3) pacman -Qq "$2" >/dev/null 2>&1 ;;
  esac
}

missing_packages() {
  local package
  for package in $(names "$1"); do is_installed "$1" "$package" || echo "$package"; done
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
  local system missing
  system=$(column)
  if [[ $system -eq 0 ]]; then
    fail "it knows the packages of Debian, Ubuntu, Fedora and Arch, and this is none of them. Please install what these are" \
      "called on this system, then build with: cmake --preset release && cmake --build --preset release" "$(names 1)"
  fi
  mapfile -t missing < <(missing_packages "$system")
  if [[ ${#missing[@]} -eq 0 ]]; then return; fi
  if [[ $EUID -ne 0 ]] && ! command -v sudo >/dev/null; then
    fail "no sudo here. Please have these packages installed, then run it again:" "${missing[*]}"
  fi
  echo "Installing: ${missing[*]}"
  case $system in
    1)
      # A broken third-party source must not stop us when the packages can be had all the same.
      apt update || echo "setup.sh: apt-get update failed, trying to install with what is known" >&2
      apt install -y --no-install-recommends "${missing[@]}"
      ;;
    2) as_root dnf install -y --setopt=install_weak_deps=False "${missing[@]}" ;;
    3) as_root pacman -Sy --needed --noconfirm "${missing[@]}" ;;
  esac
}

# Ubuntu 22.04 has the packages under these names, but a CMake that is too old.
check_cmake() {
  local version
  version=$(cmake --version | awk 'NR == 1 { print $3 }')
  if ! printf '3.25\n%s\n' "$version" | sort -CV; then
    fail "CMake 3.25 or later is needed, and this is $version. 'pip install cmake' has a newer one, or 'snap install --classic cmake'."
  fi
}

build() {
  check_cmake
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
  --package)
    install_packages
    check_cmake
    cmake --preset package
    cmake --build --preset package --target replay replay_library pages  # without the tests, which take the longest
    cpack --preset package
    ;;
  *)
    echo "usage: ./setup.sh [--test | --package]" >&2
    exit 2
    ;;
esac
