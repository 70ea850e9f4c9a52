"""The command line of the generator. It makes files from the registries, the non-registry functions and the rules.

    generate.py --xml FOLDER --out FOLDER

The folder of the XML is glad's `files`, which has gl.xml, glx.xml, egl.xml and wgl.xml. When the rules leave a gap,
the exit code is 1, and a list says what is wrong.
"""

import argparse
import pathlib
import sys

import coverage
import emit
import enums
import non_registry
import plan
import registry
import rules
import rules_hand
import rules_left_out


def read_registry(xml):
    """Returns all functions of the XML in `xml`, of CGL, and the non-registry functions."""
    known = registry.Registry()
    for api in ("gl", "glx", "egl", "wgl"):
        known.read(xml / f"{api}.xml", api)
    known.add(registry.parse_prototype(prototype, "wgl") for prototype in non_registry.WGL)
    known.add(registry.parse_prototype(prototype, "cgl") for prototype in non_registry.CGL)
    known.add(registry.parse_prototype(prototype, "non-registry") for prototype, _ in non_registry.NON_REGISTRY)
    return known


def all_rules():
    return plan.Rules(rules.PARAMETERS, rules_hand.HAND + rules_left_out.LEFT_OUT)


def write(path, text):
    """Leaves a file alone that has the text already, so that it is not compiled again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--xml", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()

    known = read_registry(options.xml)
    try:
        entries = plan.make_plan(known, all_rules())
    except plan.PlanError as error:
        sys.exit(f"generate.py: the rules in {pathlib.Path(__file__).parent} do not fit the registry:\n{error}")
    functions = [entry.function for entry in entries]
    tables = enums.EnumTables(known)
    texts = emit.Texts()
    options.out.mkdir(parents=True, exist_ok=True)
    write(options.out / "function_id.h", emit.function_id_h(functions))
    write(options.out / "signatures.cc", emit.signatures_cc(functions, tables, texts))
    write(options.out / "enum_names.cc", emit.enum_names_cc(tables, texts))
    write(options.out / "texts.cc", texts.cc())
    write(options.out / "gl_entries.inc", emit.entries_inc(functions))
    write(options.out / "gl_rows.inc", emit.rows_inc(entries))
    write(options.out / "coverage.txt", coverage.report(entries))


if __name__ == "__main__":
    sys.exit(main())
