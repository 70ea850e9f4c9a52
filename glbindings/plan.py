"""Decides from registry and rules what the dispatcher does with a function: a row of policies, a handler, or nothing.

make_plan() gives every function an Entry, or raises PlanError with everything that is wrong: a parameter that neither
the registry nor a rule describes, a rule that fits nothing, a policy that does not exist, a core function without
support.
"""

import dataclasses
import re

import rules
from objects import object_kind
from traits import traits

# The policies of replay/dispatch/policies/, and how many template arguments each takes.
VOCABULARY = {
    # Results.
    "Ignored": 0,
    "NewName": 1,
    "NewNameRange": 2,
    # Scalars.
    "Plain": 0,
    "Name": 1,
    "BindName": 1,
    "DeleteName": 1,
    "DeleteNameRange": 2,
    "ImageName": 1,
    "NameOfIdentifier": 1,
    "Location": 0,
    "LocationOf": 1,
    "UniformBlock": 1,
    "StorageBlock": 1,
    "LengthOf": 1,
    "Null": 0,
    # Memory that GL reads.
    "In": 1,
    "InBytes": 1,
    "ParamValues": 0,
    "String": 0,
    "Strings": 1,
    "EvaluatorPoints": 5,
    "Names": 2,
    "DeleteNames": 2,
    "BindNames": 2,
    # Pixels.
    "UnpackPixels": 5,
    "UnpackBlock": 5,
    "UnpackStipple": 0,
    "UnpackElements": 1,
    "PackPixels": 5,
    "ClearValue": 2,
    # Limits on memory and time.
    "ImageStorage": 7,
    "Draw": 2,
    "Counts": 1,
    "Mesh": 4,
    "Groups": 3,
    "NewCount": 1,
    # Buffers.
    "ArrayBuffer": 0,
    "ArrayBuffers": 1,
    "OffsetBuffer": 1,
    "ArrayChange": 0,
    "BufferBytes": 1,
    "Indices": 2,
    "Indirect": 1,
    "MultiIndirect": 3,
    "ArrayPointer": 3,
    "UnseenArrayPointer": 3,
    # Memory that GL writes.
    "Out": 1,
    "OutParams": 0,
    "NewNames": 2,
    # Lengths.
    "Fixed": 1,
    "Arg": 1,
    "ArgTimes": 2,
    "ArgOver": 2,
    "Product": 2,
    "Typed": 2,
}


class PlanError(Exception):
    """The rules leave gaps; the message has one line for each."""


@dataclasses.dataclass
class Entry:
    """How a function is treated. `source` is one of coverage.SOURCES."""

    function: object
    source: str
    policies: list = dataclasses.field(default_factory=list)  # one for the result, then one for each parameter
    handler: str = ""
    why: str = ""


class Rules:
    """The rules with their patterns compiled, and a note of the patterns that were not used."""

    def __init__(self, parameters, results_and_functions):
        self.parameters = [
            (self._pattern(r.functions), re.compile(r.params), r) for r in parameters if isinstance(r, rules.Param)
        ]
        self.results = [(self._pattern(r.functions), r) for r in parameters if isinstance(r, rules.Result)]
        self.functions = [(self._pattern(r.functions), r) for r in results_and_functions]
        self.unused = {(id(r), p): r for r in [*parameters, *results_and_functions] for p in r.functions.split()}

    @staticmethod
    def _pattern(functions):
        return re.compile("|".join(f"(?:{p})" for p in functions.split()))

    def _used(self, rule, name):
        for pattern in rule.functions.split():
            if re.fullmatch(pattern, name):
                self.unused.pop((id(rule), pattern), None)
        return rule

    def for_function(self, names):
        return next((self._used(r, n) for n in names for pattern, r in self.functions if pattern.fullmatch(n)), None)

    def for_result(self, names):
        return next((self._used(r, n) for n in names for pattern, r in self.results if pattern.fullmatch(n)), None)

    def for_param(self, names_of_param):
        """`names_of_param` is a list of (function, parameter): of the function itself, then of its aliases."""
        return next(
            (
                self._used(r, function)
                for function, param in names_of_param
                for f, p, r in self.parameters
                if f.fullmatch(function) and p.fullmatch(param)
            ),
            None,
        )


def length_policy(length, function):
    """The Len policy for a len= of the registry; None when that is not simple ("COMPSIZE(pname)", "")."""
    if re.fullmatch(r"\d+", length):
        return f"Fixed<{length}>"
    match = re.fullmatch(r"(\w+)(?:\s*([*/])\s*(\w+))?", length)
    first = function.index(match[1]) if match else None
    if first is None:
        return None
    if not match[2] or match[3] == "1":
        return f"Arg<{first}>"
    if match[3].isdigit():
        return f"{'ArgTimes' if match[2] == '*' else 'ArgOver'}<{first},{match[3]}>"
    second = function.index(match[3])
    return f"Product<{first},{second}>" if match[2] == "*" and second is not None else None


def fill_in(policy, function, kind):
    """The policy of a rule for one function: {width} -> 3, {depth?} -> -1, $kind -> Kind::kTexture."""

    def position(match):
        wanted = match[1].split("|")
        found = [i for i in (function.index(w.rstrip("?")) for w in wanted) if i is not None]
        if not found and not wanted[0].endswith("?"):
            raise PlanError(f"{function.name}: no parameter {match[1]} for the policy {policy}")
        return str(found[0] if found else -1)

    if "$kind" in policy and kind == "kNone":
        raise PlanError(f"{function.name}: {policy} for a parameter that names no object; add it to objects.py")
    return re.sub(r"\{([\w?|]+)\}", position, policy).replace("$kind", f"Kind::{kind}")


def in_vocabulary(policy):
    """Whether a policy and all policies in its arguments exist and have as many arguments as they take."""
    name, _, rest = policy.partition("<")
    arguments = re.findall(r"(?:[^<>,]|<[^<>]*>)+", rest[:-1])
    return VOCABULARY.get(name) == len(arguments) and all(
        in_vocabulary(argument) for argument in arguments if not re.match(r"Kind::|-?\d", argument)
    )


def array_policy(function, param, kind):
    """The policy for a pointer parameter without a rule; None when the registry does not say enough."""
    if param.type == "kChar" and param.is_const:
        if param.indirection == 1:
            return "String"
        length = length_policy(param.length, function)
        return length and f"Strings<{length}>"
    if param.indirection != 1:
        return None
    if param.length == "COMPSIZE(pname)":
        return "ParamValues" if param.is_const else "OutParams"
    length = length_policy(param.length, function)
    if length is None:
        return None
    if kind != "kNone":
        # glDelete first: the registry lacks the const of glDeletePerfMonitorsAMD.
        verb = "DeleteNames" if function.name.startswith("glDelete") else "Names" if param.is_const else "NewNames"
        return f"{verb}<Kind::{kind},{length}>"
    if not param.is_const:
        return f"Out<{length}>"
    return f"InBytes<{length}>" if param.type == "kVoid" else f"In<{length}>"


def param_policy(function, param):
    """The policy that follows from the registry alone; None when a rule is needed."""
    kind = object_kind(function, param)
    if param.indirection:
        return array_policy(function, param, kind)
    if param.type in ("kFunction", "kHandle") and kind == "kNone":
        return None
    return f"Name<Kind::{kind}>" if kind != "kNone" else "Plain"


# The words of a function's name: "Texture", "2D", "Objectui64v", "EGL".
WORD = re.compile(r"\d+D(?![a-z])|[A-Z]?[a-z]+(?:\d+(?!\d*D(?![a-z]))[a-z]*)?|[A-Z]+(?![a-z])|\d+")
VENDOR = re.compile(r"(ARB|EXT|KHR|OES|APPLE|NVX?|AMD|ATI|IMG|SGIX|SGI|OML|WIP15)$")


class Planner:
    def __init__(self, functions, rule_set):
        self.functions, self.rules, self.errors = functions, rule_set, []

    def family(self, function):
        """The function and those that it is an alias of, nearest first. All of them have as many parameters."""
        found = [function]
        while True:
            name = rules.ALIASES.get(found[-1].name) or found[-1].alias
            target = self.functions.get(name)
            if target is None or target in found or len(target.params) != len(function.params):
                return found
            found.append(target)

    def handler(self, function):
        family = self.family(function)
        name = family[-1].name
        base = VENDOR.sub("", name)
        same = self.functions.get(base)
        if same is None or [(p.type, p.indirection) for p in same.params] == [
            (p.type, p.indirection) for p in family[-1].params
        ]:
            name = base
        prefix = next((w.lower() + "_" for w in ("glX", "egl", "wgl") if name.startswith(w)), "")
        name = re.sub(r"^glX|^egl|^wgl|^gl(?=[A-Z])", "", name)
        words = WORD.findall(name)
        return prefix + "_".join(words).lower()

    def plan(self, function):
        family = self.family(function)
        names = [f.name for f in family]
        rule = self.rules.for_function(names)
        # A handler comes before the reason "a query"; the other rules come after it, because some fit all functions
        # of a window system.
        if isinstance(rule, rules.Hand):
            return Entry(function, "hand", handler=rule.handler or self.handler(function), why=rule.why)
        if "kNoSideEffects" in traits(function.name):
            return Entry(function, "ignored", why="a query")
        if isinstance(rule, rules.Ignored):
            return Entry(function, "ignored", why=rule.why)
        if isinstance(rule, rules.Unsupported):
            return Entry(function, "unsupported", why=rule.why)
        if function.api != "gl":
            self.errors.append(
                f"{function.name}: {function.api} functions need a row in rules_hand.py or rules_left_out.py"
            )
        return self.row(function, family)

    def row(self, function, family):
        entry = Entry(function, "generated")
        kind = object_kind(function, function.result)
        rule = self.rules.for_result([f.name for f in family])
        if rule:
            entry.source = "policy"
        elif kind != "kNone":
            self.errors.append(f"{function.name}: its result names an object; it needs a Result row")
        entry.policies.append(fill_in(rule.policy, function, kind) if rule else "Ignored")
        for i, param in enumerate(function.params):
            rule = self.rules.for_param([(f.name, f.params[i].name) for f in family])
            policy = self.ruled(rule, function, family, i) if rule else param_policy(function, param)
            if rule:
                entry.source = "policy"
            if policy is None:
                declared = f"{param.ctype}{'*' * param.indirection}, len \"{param.length}\""
                self.errors.append(
                    f"{function.name}: {param.name} ({declared}) is not classified; add a row to rules.py"
                )
                policy = "Plain"
            if not in_vocabulary(policy):
                self.errors.append(f"{function.name}: {policy} is not in the vocabulary (glbindings/plan.py)")
            entry.policies.append(policy)
        return entry

    def ruled(self, rule, function, family, position):
        """The policy of the rule. Its parameter names may be those of any function of the family."""
        kind = object_kind(function, function.params[position])
        for member in family:
            try:
                return fill_in(rule.policy, member, kind)
            except PlanError as error:
                failure = error
        self.errors.append(str(failure))
        return "Plain"


def make_plan(registry, rule_set):
    """[Entry], in the order of the functions' names."""
    planner = Planner(registry.functions, rule_set)
    entries = [planner.plan(f) for f in sorted(registry.functions.values(), key=lambda f: f.name)]
    for entry in entries:
        if entry.function.in_core and entry.source == "unsupported":
            planner.errors.append(f"{entry.function.name}: core functions may not be unsupported")
    for (_, pattern), rule in rule_set.unused.items():
        planner.errors.append(f'"{pattern}" fits nothing, or only what earlier rows have taken: {rule}')
    if planner.errors:
        raise PlanError("\n".join(planner.errors))
    return entries
