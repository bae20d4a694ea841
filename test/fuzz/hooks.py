"""What the document allows in words, which JSON Schema cannot: Schemathesis would call the acceptance of it a fault.

- Null for an optional member of a body is its absence.
- An Idempotency-Key may be longer than the length that is accepted whatever the ids are, if the ids are short.
"""

import schemathesis

MOST_KEY_CHARACTERS = 200


def _holds_null(value):
    if isinstance(value, dict):
        return any(_holds_null(member) for member in value.values())
    if isinstance(value, list):
        return any(_holds_null(item) for item in value)
    return value is None


@schemathesis.hook
def filter_case(context, case):
    if case.meta is None or not case.meta.generation.mode.is_negative:
        return True
    key = (case.headers or {}).get("Idempotency-Key")
    is_long_key = isinstance(key, str) and len(key) <= MOST_KEY_CHARACTERS and len(key) > 100
    return not is_long_key and not _holds_null(case.body)
