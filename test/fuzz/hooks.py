"""What Schemathesis sends, and what of it would say nothing.

What the document allows in words, which JSON Schema cannot: Schemathesis would call the acceptance of it a fault.

- Null for an optional member of a node is its absence.

What would be tested twice: five operations take a definition, of one schema, and one function checks it for all of them
(`checkDefinition` of the gateway). The phase "coverage" makes the same 1,100 of it for each. A definition that an
operation has refused goes to the others only if it is their first of its kind (too long, of a wrong type, …).
"""

import json

import schemathesis

# This operation accepts every definition and says what is wrong with it, so it is sent all of them.
VALIDATE = "/workflows/validate"

# The first operation that has refused a definition, by the definition.
refused_by = {}
# Kinds of faults in a definition that an operation was sent, with the operation.
kinds_sent = set()


def _holds_null(value):
    if isinstance(value, dict):
        return any(_holds_null(member) for member in value.values())
    if isinstance(value, list):
        return any(_holds_null(item) for item in value)
    return value is None


def _definition_tried(case):
    """The definition of a case that is made to try a definition; None of another case."""
    if case.meta is None or case.meta.phase.name != "coverage" or not isinstance(case.body, dict):
        return None
    tried = case.meta.phase.data
    is_about = (tried.location or "").startswith("/properties/definition/") or (tried.description or "").startswith(
        "Object with valid 'definition' value"
    )
    return json.dumps(case.body["definition"], sort_keys=True) if is_about and "definition" in case.body else None


def _is_told_already(case):
    definition = _definition_tried(case)
    operation = f"{case.method} {case.path}"
    if definition is None or case.path == VALIDATE or refused_by.get(definition, operation) == operation:
        return False
    kind = (operation, case.meta.generation.mode, case.meta.phase.data.scenario)
    if kind not in kinds_sent:
        kinds_sent.add(kind)
        return False
    return True


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code != 422 or case.path == VALIDATE:
        return
    definition = _definition_tried(case)
    if definition is None:
        return
    details = response.json()["error"]["details"]
    if details and all(detail["field"].startswith("definition") for detail in details):
        refused_by.setdefault(definition, f"{case.method} {case.path}")


@schemathesis.hook
def filter_case(context, case):
    if _is_told_already(case):
        return False
    if case.meta is None or not case.meta.generation.mode.is_negative:
        return True
    return not (isinstance(case.body, dict) and _holds_null(case.body.get("definition")))
