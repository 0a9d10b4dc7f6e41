"""Finds the possible slips (mutations) of a line, and generates a line with its slips behind switches.

A build for each slip takes long, so all of them are compiled in, and TELEX_SLIP selects one: `a < b` becomes
`a <~^ b`, a separate operator that checks whether its slip is selected. Slips that cannot be switched, because the
code does not compile, are built one at a time.
"""

import dataclasses
import pathlib
import re
import sys

# Names in the conditions of code that is compiled on this system.
HERE = ("Darwin", "macOS") if sys.platform == "darwin" else ("Glibc", "Linux")

# Patterns and their replacements. Each match in a line is a separate slip.
SLIPS = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "), (r" != ", " == "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \+ 1\b", ""), (r" - 1\b", ""), (r" \+ ", " - "), (r" - ", " + "),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bmax\(", "min("), (r"\bmin\(", "max("),
    (r"\.first\b", ".last"), (r"\.last\b", ".first"), (r"\.\.<", "..."), (r"!(?=[a-z])(?<!\w!)", ""),
    # Removes a guard that binds nothing.
    (r"^\s*guard (?!.*\b(let|var|case)\b).* else \{ .* \}$", ""),
]
# String literals and the operators in declarations are not mutated. Reserved capacity has no observable effect.
LEFT_OUT = re.compile(r'"|^\s*(import|@|case |.*static func [-+<>=])|reserveCapacity|keepingCapacity|stackSize')

BOOL = "(_ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool"
COMPARE = [
    "<T: Comparable>(_ a: T, _ b: T) -> Bool",
    "<T: Comparable, U: Comparable>(_ a: (T, U), _ b: (T, U)) -> Bool",
]
EQUATE = ["<T: Equatable>(_ a: T, _ b: T) -> Bool", "<T>(_ a: T?, _ b: _OptionalNilComparisonType) -> Bool"]
ADD = ["<T: AdditiveArithmetic>(_ a: T, _ b: T) -> T"]
RANGE = ["<T: Strideable>(_ a: T, _ b: T) -> Range<T> where T.Stride: SignedInteger"]
# For each operator: its precedence, its operand types, and its result.
OPERATORS = {
    **{sign: ("ComparisonPrecedence", COMPARE, f"a {sign} b") for sign in ("<", "<=", ">", ">=")},
    **{sign: ("ComparisonPrecedence", EQUATE, f"a {sign} b") for sign in ("==", "!=")},
    "&&": ("LogicalConjunctionPrecedence", [BOOL], "try a && b()"),
    "||": ("LogicalDisjunctionPrecedence", [BOOL], "try a || b()"),
    "+": ("AdditionPrecedence", ADD, "a + b"),
    "-": ("AdditionPrecedence", ADD, "a - b"),
    "..<": ("RangeFormationPrecedence", RANGE, "a ..< b"),
    "...": (None, [], "a ..< b.advanced(by: 1)"),
    "": (None, [], "a"),
}

# The first or last element, and the first or last one that meets a condition.
END = """extension BidirectionalCollection {{
    public var end{number}: Element? {{ slipMade == {number} ? {other} : {name} }}
    public func end{number}(where condition: (Element) throws -> Bool) rethrows -> Element? {{
        slipMade == {number} ? try {other}(where: condition) : try {name}(where: condition)
    }}
}}"""


@dataclasses.dataclass
class Slip:
    """A slip: its number, its place, and its replacement text."""
    number: int
    path: pathlib.Path
    line: int
    start: int
    written: str
    instead: str
    before: str
    is_text: bool

    @property
    def after(self):
        return self.before[:self.start] + self.instead + self.before[self.start + len(self.written):]


def is_compiled(directive, before):
    """Returns whether the code after #if, #elseif, #else or #endif is compiled. `before` is the answer for the code
    before it. Conditions are not nested."""
    if directive.startswith(("#if ", "#elseif ")):
        return any(name in directive for name in HERE)
    return directive == "#endif" or not before


def find(sources, folder):
    """Yields every slip in a folder of the sources, with paths relative to the sources."""
    for path in sorted((sources / folder).rglob("*.swift")):
        is_text, compiled = False, True
        for number, line in enumerate(path.read_text().split("\n")):
            is_text ^= '"""' in line
            code = line.split("//")[0]
            if re.match(r" *#(if|else|endif)", code):
                compiled = is_compiled(code.strip(), compiled)
            if LEFT_OUT.search(code) or not compiled:
                continue
            for pattern, instead in SLIPS:
                for match in re.finditer(pattern, code):
                    place = path.relative_to(sources), number, match.start()
                    yield Slip(0, *place, match.group(), instead, code, is_text)


def switched(code, slips):
    """Returns a line with its slips behind switches, and the declarations that it needs."""
    declared = []
    guards = [slip for slip in slips if slip.written == code]
    places = {}
    for slip in slips:
        if slip not in guards:
            places.setdefault(slip.start, []).append(slip)
    for _, here in sorted(places.items(), reverse=True):
        # The shorter of ` + 1` and ` + ` is the operator.
        slip = min(here, key=lambda slip: len(slip.written))
        number, sign = slip.number, slip.written.strip()
        if slip.is_text:
            # Usually SQL. The interpolation uses raw strings for its own literals.
            asked = "".join(f'slipMade == {slip.number} ? #"{slip.instead}"# : ' for slip in here)
            instead = f'\\({asked}#"{slip.written}"#)'
        elif sign in OPERATORS or sign == "!":
            name = sign + f"{number:b}".replace("0", "~").replace("1", "^")
            instead = slip.written.replace(sign, name)
            if sign == "!":
                declared.append(
                    f"prefix operator {name}\npublic prefix func {name}(_ a: Bool) -> Bool "
                    f"{{ slipMade == {number} ? a : !a }}")
            else:
                precedence, signatures, expression = OPERATORS[sign]
                asked = "".join(f"case {slip.number}: {OPERATORS[slip.instead.strip()][2]}; " for slip in here)
                declared.append(f"infix operator {name}: {precedence}")
                declared += [
                    f"public func {name} {signature} {{ switch slipMade {{ {asked}default: {expression} }} }}"
                    for signature in signatures]
        elif sign in ("true", "false"):
            instead = f"flag{number}()"
            declared.append(f"public func {instead} -> Bool {{ slipMade == {number} ? {slip.instead} : {sign} }}")
        elif sign in ("max(", "min("):
            instead = f"bound{number}("
            declared.append(
                f"public func {instead}_ a: T, _ b: T) -> T "
                f"{{ slipMade == {number} ? {slip.instead}a, b) : {sign}a, b) }}".replace("(_", "<T: Comparable>(_", 1))
        else:
            name, other = sign[1:], slip.instead[1:]
            instead = f".end{number}"
            declared.append(END.format(number=number, name=name, other=other))
        code = code[:slip.start] + instead + code[slip.start + len(slip.written):]
    for slip in guards:
        code = f"if slipMade != {slip.number} {{ {code.strip()} }}"
    return code, declared
