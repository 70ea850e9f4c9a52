#!/usr/bin/env python3
"""Checks the YAML for Kubernetes in docs/corpus.md against the published schema of a Job (batch/v1): types, required keys, words of
enumerations, and keys that the schema does not know.

    tools/clusters/check_kubernetes.py        exit code 1 and one line for each problem

It needs node and npm, and installs two packages from npm into a temporary folder: kubernetes-models, whose checks are generated from
the OpenAPI description of Kubernetes, and yaml. Nothing is sent to a cluster, which would check more: that completions and parallelism
go together, for example."""
import pathlib
import subprocess
import sys
import tempfile

from documented_example import example

PACKAGES = ["kubernetes-models@4.5.1", "yaml@2"]

# A check reads each key that it knows. What it has never read is unknown to the schema.
CHECK = """
const yaml = require("yaml");
const {validate} = require(process.cwd() + "/node_modules/kubernetes-models/_schemas/IoK8sApiBatchV1Job.js");
const unread = new Set();
function watched(value, path) {
  if (value === null || typeof value !== "object") return value;
  for (const key of Object.keys(value)) {
    if (!Array.isArray(value)) unread.add(path + "/" + key);
    value[key] = watched(value[key], path + "/" + key);
  }
  return new Proxy(value, {get(target, key) {
    if (typeof key === "string") unread.delete(path + "/" + key);
    return target[key];
  }});
}
const text = require("fs").readFileSync(0, "utf8");
const documents = yaml.parseAllDocuments(text);
const problems = documents.flatMap((document) => document.errors.map(String));
for (const document of documents) {
  const job = document.toJS();
  if (job.apiVersion !== "batch/v1" || job.kind !== "Job") problems.push("it is no Job of batch/v1");
  if (!validate(watched(job, "")))
    problems.push(...validate.errors.map((e) => `${e.instancePath}: ${e.keyword} ${JSON.stringify(e.params)}`));
}
for (const path of unread) problems.push(path + ": the schema has no such key");
console.log(problems.join("\\n"));
process.exit(problems.length === 0 ? 0 : 1);
"""


def check(folder, text):
    return subprocess.run(["node", "-e", CHECK], cwd=folder, input=text, capture_output=True, text=True)


def main():
    text = example("Kubernetes")
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "package.json").write_text("{}")
        subprocess.run(
            ["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", *PACKAGES],
            cwd=folder,
            check=True,
        )
        # The check itself has to see what is wrong.
        for old, new in [
            ("completions: 4", "completions: four"),
            ("completionMode", "completionmode"),
            ("Indexed\n", "Index\n"),
        ]:
            if not check(folder, text.replace(old, new)).stdout.strip():
                sys.exit(f"the check takes '{new}', so it checks nothing")
        result = check(folder, text)
    print(result.stdout.strip() + result.stderr.strip() or "kubernetes: the Job of docs/corpus.md fits the schema")
    sys.exit(result.returncode != 0)


if __name__ == "__main__":
    main()
