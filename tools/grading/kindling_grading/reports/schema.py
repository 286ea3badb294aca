"""schema.py - the part of JSON Schema 2020-12 that the schemas beside it use.

errors(value, schema) lists what is wrong and where; an empty list means valid. A keyword that is
not known here is an error of the schema, so that no rule is ever passed over in silence.
"""
from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

SCHEMAS = Path(__file__).resolve().parent / "schemas"
Schema = dict[str, Any]
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
NOTES = {"$schema", "$id", "$defs", "title", "description", "$comment", "default"}


def load(name: str) -> Schema:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


def has_type(value: Any, name: str) -> bool:
    if name in ("number", "integer"):
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        return not isinstance(value, bool) and (whole or name == "number" and isinstance(value, float))
    return isinstance(value, TYPES[name])


def same(a: Any, b: Any) -> bool:
    """Equal, and true is not 1."""
    return isinstance(a, bool) == isinstance(b, bool) and a == b


def errors(value: Any, schema: Schema, root: Schema | None = None, at: str = "$") -> list[str]:
    root = schema if root is None else root
    found: list[str] = []
    for keyword, rule in schema.items():
        if keyword in NOTES:
            continue
        check = CHECKS.get(keyword)
        if check is None:
            raise ValueError(f"schema: keyword {keyword} is not known")
        found += check(value, rule, schema, root, at)
    return found


def says(broken: bool, at: str, words: str) -> list[str]:
    return [f"{at}: {words}"] if broken else []


def check_type(value: Any, rule: Any, schema: Schema, root: Schema, at: str) -> list[str]:
    names = [rule] if isinstance(rule, str) else rule
    return says(not any(has_type(value, n) for n in names), at, f"is not {' or '.join(names)}")


def check_properties(value: Any, rule: Any, schema: Schema, root: Schema, at: str) -> list[str]:
    if not isinstance(value, dict):
        return []
    return [e for key in rule if key in value for e in errors(value[key], rule[key], root, f"{at}.{key}")]


def check_additional(value: Any, rule: Any, schema: Schema, root: Schema, at: str) -> list[str]:
    if not isinstance(value, dict):
        return []
    others = [key for key in value if key not in schema.get("properties", {})]
    if isinstance(rule, dict):
        return [e for key in others for e in errors(value[key], rule, root, f"{at}.{key}")]
    return [] if rule else [f"{at}: {key} is not a known field" for key in others]


def check_items(value: Any, rule: Any, schema: Schema, root: Schema, at: str) -> list[str]:
    if not isinstance(value, list):
        return []
    return [e for i, item in enumerate(value) for e in errors(item, rule, root, f"{at}[{i}]")]


def check_contains(value: Any, rule: Any, schema: Schema, root: Schema, at: str) -> list[str]:
    fits = isinstance(value, list) and any(not errors(item, rule, root, at) for item in value)
    return says(isinstance(value, list) and not fits, at, "no item is as one has to be")


def check_any_of(value: Any, rule: Any, schema: Schema, root: Schema, at: str) -> list[str]:
    tries = [errors(value, choice, root, at) for choice in rule]
    return [] if any(not t for t in tries) else [f"{at}: fits none of {len(rule)} forms ({tries[0][0]})"]


def check_ref(value: Any, rule: Any, schema: Schema, root: Schema, at: str) -> list[str]:
    target = root
    for part in rule.removeprefix("#/").split("/"):
        target = target[part]
    return errors(value, target, root, at)


def check_required(value: Any, rule: Any, schema: Schema, root: Schema, at: str) -> list[str]:
    missing = [key for key in rule if isinstance(value, dict) and key not in value]
    return [f"{at}: {key} is missing" for key in missing]


def is_number(value: Any) -> bool:
    return has_type(value, "number")


CHECKS: dict[str, Callable[[Any, Any, Schema, Schema, str], list[str]]] = {
    "type": check_type, "properties": check_properties, "additionalProperties": check_additional,
    "items": check_items, "contains": check_contains, "anyOf": check_any_of, "$ref": check_ref,
    "required": check_required,
    "enum": lambda v, r, s, root, at: says(not any(same(v, x) for x in r), at, f"is none of {r}"),
    "const": lambda v, r, s, root, at: says(not same(v, r), at, f"is not {r!r}"),
    "minimum": lambda v, r, s, root, at: says(is_number(v) and v < r, at, f"is below {r}"),
    "maximum": lambda v, r, s, root, at: says(is_number(v) and v > r, at, f"is above {r}"),
    "minLength": lambda v, r, s, root, at: says(isinstance(v, str) and len(v) < r, at, "is too short"),
    "maxLength": lambda v, r, s, root, at: says(isinstance(v, str) and len(v) > r, at, "is too long"),
    "pattern": lambda v, r, s, root, at: says(
        isinstance(v, str) and not re.search(r, v), at, f"does not match {r}"),
}
