#!/usr/bin/env bash
# Runs the jobs for GitLab of docs/corpus.md, in a scratch clone of its own, on data/manifest.yml.
#
#   tools/clusters/try_gitlab.sh REPLAY        exit code 0 when each part was run once, and the joined report is good
#
# Debian has no gitlab-runner. gitlab-ci-local, from npm, reads the same file, checks it against GitLab's JSON schema, and runs the jobs
# with a shell, in the order of their needs, with the variables of a runner and artifacts that go from job to job. It is installed into a
# temporary folder. What a server does with the artifacts (showing JUnit and metrics, pictures behind their paths) is not tried.
# It needs node, npm, git and rsync.
set -euo pipefail
export FORCE_COLOR=0
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
replay=$(realpath "${1:?the program replay}")
data=$(realpath "$here/../../data")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/runner" "$work/origin" "$work/bin"
echo '{}' > "$work/runner/package.json"
(cd "$work/runner" && npm install --silent --ignore-scripts --no-audit --no-fund gitlab-ci-local@4.53.0)
ln -s "$replay" "$work/bin/replay"
export PATH=$work/bin:$PATH SDL_VIDEODRIVER=${SDL_VIDEODRIVER:-offscreen}

# The traces are in the repository here, and the manifest has another name for its device.
cd "$work/origin"
"$here/documented_example.py" GitLab > .gitlab-ci.yml
cat .gitlab-ci.yml
sed 's/any-driver/gl-vmware-llvmpipe/' "$data/manifest.yml" > traces.yml
cp -r "$data/refs" refs
mkdir traces-db
cp "$data"/*.wip15 "$data"/*.trace "$data"/*.wtf-* traces-db/ 2>/dev/null || true
git init -q -b main .
git -c user.name=try -c user.email=try@example.org add -A
git -c user.name=try -c user.email=try@example.org commit -qm 'A corpus'
git clone -q "$work/origin" "$work/project"
cd "$work/project"
git remote set-url origin git@gitlab.example.org:group/project.git

# It says GITLAB_CI=false, so that scripts know it from a runner; here it stands for one.
"$work/runner/node_modules/.bin/gitlab-ci-local" --shell-isolation --json-schema-validation --concurrency 1 \
  --variable GITLAB_CI=true --home "$work/home" | tee "$work/log"
artifacts=.gitlab-ci-local/artifacts
find "$artifacts" -name 'results.ndjson' -o -name metrics.txt -o -name junit.xml | sort
traces=$("$replay" run traces.yml --shard 1/1 -o "$work/all" -q | grep -c '^ *[0-9]*/')
parts=$(cat "$artifacts"/traces*/results-*/results.ndjson | wc -l)
joined=$(wc -l < "$artifacts/report/results/results.ndjson")
echo "$parts results of 4 jobs, $joined when joined, $traces traces in the manifest"
[[ $parts -eq $traces && $joined -eq $traces ]] || { echo "try_gitlab: the parts are not the whole" >&2; exit 1; }
for job in 1 2 3 4; do
  ls "$artifacts"/traces*/results-$job/junit.xml "$artifacts"/traces*/results-$job/metrics.txt > /dev/null
done
echo "gitlab: 4 jobs replayed $traces traces once each, and a fifth one joined them"
