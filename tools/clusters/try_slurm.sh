#!/usr/bin/env bash
# Runs the job for Slurm of docs/corpus.md on a Slurm of one node that it starts itself: munged, slurmctld and slurmd with keys, sockets
# and ports of their own, all on this machine, all in a temporary folder. An array of 4 jobs replays data/manifest.yml, and a job that
# depends on it joins the results.
#
#   tools/clusters/try_slurm.sh REPLAY        exit code 0 when each part was run once, and the joined report is good
#
# It has to be started by root, because slurmd starts jobs for other users, and needs Debian's packages slurm-wlm and munge.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
replay=$(realpath "${1:?the program replay}")
data=$here/../../data
[[ $EUID -eq 0 ]] || { echo "try_slurm: only root can start slurmd" >&2; exit 2; }

work=$(mktemp -d)
chmod 755 "$work"
pids=()
stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap stop EXIT

port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

head -c 1024 /dev/urandom > "$work/munge.key"
chmod 400 "$work/munge.key"
munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
  --seed-file="$work/munge.seed" > "$work/munged.log" 2>&1 &
pids+=($!)

host=$(hostname -s)
mkdir "$work/state" "$work/spool"
cat > "$work/slurm.conf" <<END
ClusterName=try
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(port)
SlurmdPort=$(port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$work/slurm.conf
for _ in $(seq 50); do [[ -S $work/munge.socket ]] && break; sleep 0.1; done
slurmctld -D -f "$SLURM_CONF" > "$work/slurmctld.log" 2>&1 &
pids+=($!)
slurmd -D -f "$SLURM_CONF" -N "$host" > "$work/slurmd.log" 2>&1 &
pids+=($!)
for _ in $(seq 100); do
  [[ $(sinfo -h -o %t 2>/dev/null) == idle ]] && break
  sleep 0.2
done
sinfo || { tail -n 20 "$work"/*.log >&2; exit 1; }

# The job as it is documented. Only the place of the traces, and the size of the array, are those of this machine.
mkdir "$work/job" "$work/bin"
ln -s "$replay" "$work/bin/replay"
export PATH=$work/bin:$PATH SDL_VIDEODRIVER=${SDL_VIDEODRIVER:-offscreen}
cp "$data/manifest.yml" "$work/job/traces.yml"
ln -s "$(realpath "$data")/refs" "$work/job/refs"
"$here/documented_example.py" Slurm | sed "s#/shared/traces#$(realpath "$data")#" > "$work/job/job.sh"
cat "$work/job/job.sh"
cd "$work/job"
array=$(sbatch --parsable --array=1-4 --cpus-per-task=1 job.sh)
merge=$(sbatch --parsable --dependency="afterany:$array" --wrap 'replay merge results/*/results.ndjson -o results')
echo "array $array, then $merge"
for _ in $(seq 600); do
  [[ -z $(squeue -h) ]] && break
  sleep 0.5
done
tail -n 5 slurm-*.out

parts=$(cat results/[0-9]*/results.ndjson | wc -l)
traces=$("$replay" run traces.yml --db-path "$(realpath "$data")" --shard 1/1 -o all -q | grep -c '^ *[0-9]*/')
joined=$(wc -l < results/results.ndjson)
echo "$parts results of 4 jobs, $joined when joined, $traces traces in the manifest"
[[ $parts -eq $traces && $joined -eq $traces ]] || { echo "try_slurm: the parts are not the whole" >&2; exit 1; }
! grep -qE '"status":"(Fail|Crash|Timeout|NotJudged|NotRun|Missing)"' results/results.ndjson
echo "slurm: $(slurmctld -V), an array of 4 jobs replayed $traces traces once each"
