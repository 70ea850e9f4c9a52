#!/usr/bin/env bash
# Runs fuzz targets of the build folder build/asan (cmake --preset asan && cmake --build --preset asan --target fuzz_targets):
#
#   tools/fuzz.sh [--seed N] [SECONDS [TARGET...]]      30 s each, all of them
#
# With a seed and a new corpus, two runs of a program try the same inputs, as far as both get. As many targets run at a time as there
# are processors. What a target learns is kept in build/asan/corpus/TARGET and read again the next time. Findings are left in
# build/asan/findings; then the exit status is 1. A finding that was corrected belongs into tests/fuzz/regressions/TARGET, which is
# read first. The last line says how it went.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
folder=$PWD/build/asan
seed=0 # lets libFuzzer choose one
[[ ${1:-} == --seed ]] && { seed=$2; shift 2; }
seconds=${1:-30}
[[ $seconds =~ ^[0-9]+$ ]] || { sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0" >&2; exit 2; }
shift
[[ -f "$folder/fuzz_targets.tsv" ]] || { echo "tools/fuzz.sh: there is no $folder/fuzz_targets.tsv, build the targets first" >&2; exit 2; }
mkdir -p "$folder/findings" "$folder/corpus" "$folder/fuzz_logs"

run_one() { # target program seeds dictionary longest
  local corpus=$folder/corpus/$1 log=$folder/fuzz_logs/$1.log
  local options=(-seed="$seed" -max_total_time="$seconds" -max_len="$5" -rss_limit_mb=512 -malloc_limit_mb=320 -timeout=25 -print_final_stats=1
                 -artifact_prefix="$folder/findings/$1-")
  [[ $4 == - ]] || options+=(-dict="$4")
  local folders=("$corpus")
  [[ $3 == - ]] || folders+=("$3")
  [[ -d tests/fuzz/regressions/$1 ]] && folders+=("tests/fuzz/regressions/$1")
  mkdir -p "$corpus"
  # Freed memory counts against the limit until it leaves the quarantine.
  if ASAN_OPTIONS=quarantine_size_mb=16 "$2" "${options[@]}" "${folders[@]}" &>"$log"; then
    echo "$1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs"
  else
    echo "$1: FINDING, see $log"
    grep -m 3 -E "ERROR: |SUMMARY: |runtime error: |broke its word" "$log"
  fi
}
export -f run_one
export folder seconds seed

mapfile -t lines < <(grep -v '^#' "$folder/fuzz_targets.tsv")
wanted=()
for line in "${lines[@]}"; do
  name=${line%%$'\t'*}
  [[ $# -eq 0 || " $* " == *" $name "* ]] && wanted+=("$line")
done
results=$(printf '%s\n' "${wanted[@]}" | xargs -d '\n' -P "$(nproc)" -I LINE bash -c 'IFS=$'"'\t'"' read -r -a words <<<"$1"; run_one "${words[@]}"' _ LINE)
echo "$results"
inputs=$(sed -n 's/.*: \([0-9]*\) inputs$/\1/p' <<<"$results" | awk '{ sum += $1 } END { print sum + 0 }')
findings=$(grep -c FINDING <<<"$results")
echo "fuzzing: ${#wanted[@]} targets, $seconds s each, $inputs inputs, $findings findings"
[[ $findings -eq 0 && ${#wanted[@]} -gt 0 ]]
