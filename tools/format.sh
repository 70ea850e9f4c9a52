#!/usr/bin/env bash
# Formats the whole tree: C++ by clang-format-14 (.clang-format has the style), Python by black. Both are the versions of Debian 12,
# because other versions format in other ways.
#
#   tools/format.sh           rewrites the files
#   tools/format.sh --check   changes nothing; exit code 1 and a list when a file would change
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

check=()
[[ "${1:-}" == --check ]] && check=(--check)

cpp=(clang-format-14 -i)
[[ -n "${check[*]}" ]] && cpp=(clang-format-14 --dry-run -Werror)

status=0
git ls-files -z '*.h' '*.cc' | xargs -0 -P "$(nproc)" -n 40 "${cpp[@]}" || status=1
git ls-files -z '*.py' | xargs -0 black --quiet --line-length 120 "${check[@]}" || status=1
if [[ $status -eq 0 ]]; then echo "format: every file is formatted"; else echo "format: some files are not; tools/format.sh formats them"; fi
exit $status
