#!/usr/bin/env bash
# Runs the lines for GNU parallel of docs/corpus.md, on this machine and over ssh. The sshd is one of its own: on the loopback, with
# keys of its own in a temporary folder, and with no other user than the one who starts it.
#
#   tools/clusters/try_parallel_ssh.sh REPLAY        exit code 0 when each part was run once, and the joined report is good
#
# It needs Debian's packages parallel, openssh-server and openssh-client. sshd of a user who is not root lets in that user only.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
replay=$(realpath "${1:?the program replay}")
data=$(realpath "$here/../../data")

work=$(mktemp -d)
sshd=
stop() {
  [[ -n $sshd ]] && kill "$sshd" 2>/dev/null
  rm -rf "$work"
}
trap stop EXIT

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
ssh-keygen -q -t ed25519 -N '' -f "$work/host_key"
ssh-keygen -q -t ed25519 -N '' -f "$work/user_key"
cp "$work/user_key.pub" "$work/authorized_keys"
[[ $EUID -eq 0 ]] && mkdir -p /run/sshd
"$(command -v sshd || echo /usr/sbin/sshd)" -D -e -f /dev/null -p "$port" -h "$work/host_key" -o ListenAddress=127.0.0.1 -o UsePAM=no \
  -o AuthorizedKeysFile="$work/authorized_keys" -o StrictModes=no -o PasswordAuthentication=no -o PidFile=none \
  -o AcceptEnv='SDL_* LIBGL_* GALLIUM_*' -o PermitRootLogin=prohibit-password 2> "$work/sshd.log" &
sshd=$!
login="ssh -p $port -i $work/user_key -o UserKnownHostsFile=$work/known_hosts -o StrictHostKeyChecking=accept-new -o BatchMode=yes"
for _ in $(seq 50); do
  $login 127.0.0.1 true 2>/dev/null && break
  sleep 0.2
done
$login 127.0.0.1 true || { cat "$work/sshd.log" >&2; exit 1; }

mkdir "$work/job" "$work/bin"
ln -s "$replay" "$work/bin/replay"
export PATH=$work/bin:$PATH SDL_VIDEODRIVER=${SDL_VIDEODRIVER:-offscreen} PARALLEL_HOME=$work/parallel
mkdir "$PARALLEL_HOME"
touch "$PARALLEL_HOME/will-cite"
cp "$data/manifest.yml" "$work/job/traces.yml"
ln -s "$data/refs" "$work/job/refs"
ln -s "$data" "$work/job/traces-db"
cd "$work/job"
traces=$(replay run traces.yml --shard 1/1 -o all -q | grep -c '^ *[0-9]*/')

# try NAME SCRIPT: the script leaves results/*/results.ndjson and results/results.ndjson.
try() {
  rm -rf results log
  echo "== $1"
  cat "$2"
  bash -e "$2"
  local parts joined
  parts=$(cat results/[0-9]*/results.ndjson | wc -l)
  joined=$(wc -l < results/results.ndjson)
  echo "$1: $parts results of the parts, $joined when joined, $traces traces in the manifest"
  [[ $parts -eq $traces && $joined -eq $traces ]]
  if grep -qE '"status":"(Fail|Crash|Timeout|NotJudged|NotRun|Missing)"' results/results.ndjson; then return 1; fi
}

"$here/documented_example.py" "GNU parallel, on one machine or over ssh" 1 > here.sh
try "on one machine" here.sh
"$here/documented_example.py" "GNU parallel, on one machine or over ssh" 2 |
  sed "s#-S host1,host2#--ssh '$login' --env PATH --env SDL_VIDEODRIVER -S 127.0.0.1#" > there.sh
grep -q 127.0.0.1 there.sh
logins=$(grep -c 'Accepted publickey' "$work/sshd.log")
try "over ssh" there.sh
logins=$(($(grep -c 'Accepted publickey' "$work/sshd.log") - logins))
[[ $logins -gt 0 ]] || { echo "try_parallel_ssh: nothing went over ssh" >&2; exit 1; }
echo "parallel: $(parallel --version | head -n 1) replayed $traces traces once each, here and over ssh ($logins logins)"
