#!/usr/bin/env bash
# The test of a release: installs a package in a fresh Debian 12 and uses it there as a plain user. Needs root, debootstrap and
# Debian's mirror; ./setup.sh --package makes the package.
#
#   tools/package/check_deb.sh build/package/replay_0.1.0_amd64.deb
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

package=$(realpath "$1")
system=$(mktemp -d)
chmod 755 "$system"  # it becomes the root folder of a plain user
trap 'umount "$system/proc" "$system/dev" 2>/dev/null; rm -rf --one-file-system "$system"' EXIT

inside() { chroot "$system" env DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@" </dev/null; }

debootstrap --variant=minbase bookworm "$system" >/dev/null
mount --bind /proc "$system/proc"
mount --bind /dev "$system/dev"
cp /etc/resolv.conf "$system/etc/"
cp "$package" "$system/tmp/replay.deb"
cp data/cubes_v00_zlib.wip15 "$system/tmp/"
inside apt-get install -q -y /tmp/replay.deb >/dev/null 2>&1
inside useradd --create-home user
cat >"$system/tmp/use.sh" <<'EOF'
set -eux
cd
replay --version
replay /tmp/cubes_v00_zlib.wip15 --headless --sandbox -q --frame 120 --expect c1907478c28829d20d70d372e59b294f
replay /tmp/cubes_v00_zlib.wip15 --headless -q --frame 120 -o picture.png
test -s picture.png
EOF
inside su user -c 'sh /tmp/use.sh'

# The module for Python, which the package only suggests.
inside apt-get install -q -y --no-install-recommends python3 >/dev/null 2>&1
cat >"$system/tmp/use.py" <<'EOF'
import replay

calls = sum(1 for call in replay.open("/tmp/cubes_v00_zlib.wip15") if not call.is_derived)
with replay.open("/tmp/cubes_v00_zlib.wip15") as recording:
    assert recording.play_to_frame(120) and recording.picture()[:2] == (320, 240)
print(f"python: replay {replay.version()}, {calls} calls")
EOF
inside su user -c 'python3 /tmp/use.py'
echo "check_deb: ${package##*/} can be installed and used"
