#!/usr/bin/env bash
# tools/seek_programs.sh TESTS [PROGRAMS] [FIRST]: shows PROGRAMS random programs (100,000 if not said) with and without seeking, a share of
# them on each processor, a quarter in each dialect. TESTS is the built program replay_tests; FIRST is the number of the first program, so
# that another night tries others. The last line says how it ended; a program that differs is named with its frame before. Ends with 0 when
# nothing differs.
set -uo pipefail
[ $# -ge 1 ] || { sed -n 2,5p "$0" >&2; exit 2; }
tests=$1 each=$(((${2:-100000} + 3) / 4)) first=${3:-1} piece=50

logs=$(mktemp -d)
trap 'rm -r "$logs"' EXIT

# GNU and BSD xargs agree on these.
seq "$first" "$piece" $((first + each - 1)) | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I {} sh -c '
  left=$(('"$first + $each"' - {}))
  REPLAY_TEST_FIRST_PROGRAM={} REPLAY_TEST_PROGRAMS=$((left < '"$piece"' ? left : '"$piece"')) \
    "'"$tests"'" --gtest_filter="RandomPrograms.*" --gtest_brief=1 >"'"$logs"'/{}" 2>&1 || cat "'"$logs"'/{}" >>"'"$logs"'/failed"'

if [ -s "$logs/failed" ]; then
  cat "$logs/failed"
  echo "seeking in $((4 * each)) programs: $(grep -c '^program [0-9]' "$logs/failed") pictures or calls differ"
  exit 1
fi
echo "seeking in $((4 * each)) programs: nothing differs"
