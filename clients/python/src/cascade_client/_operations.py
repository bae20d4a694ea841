"""One class for each resource of the Cascade API, once for `Client` and once for `AsyncClient`.

Generated from its OpenAPI document: do not edit, run `npm run client:generate`. Names of resources and methods:
clients/generate/resources.ts.
"""

from __future__ import annotations

from typing import Any, Dict, Literal, Mapping, Optional, Sequence, Union, cast, overload

from . import models
from ._base import NOT_GIVEN, AsyncCaller, Caller, NotGiven, given
from ._lists import AsyncListing, Listing
from ._downloads import AsyncDownload, Download


class WorkflowsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        active: Union[bool, NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Workflow]:
        """List cascades.

        Cascades of the account, the newest first.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param active: Only records that have this value.
        :param use_case: Only records that have this value. Repeat the parameter to give several values.
        :param name: Beginning of the name.

        ``GET /workflows``
        """
        return Listing(self._caller, "/workflows", query=given({"per_page": per_page, "filter[active]": active, "filter[use_case]": use_case, "filter[name]": name}), request_id=request_id)

    def create(
        self,
        *,
        name: str,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        trigger_type: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        active: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        version_note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        examples: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowDetail:
        """Create a cascade.

        Without a definition, or with an empty one, the cascade is a draft. Without production access it is a draft whatever `active` says, and so it is while its live notices lack a purpose or an agency, or while a notice or a review can be reached and it reads fields that nobody declared; `note` then says why.

        Scope: `workflows:write`.

        :param name: Its name.
        :param definition: The nodes.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param trigger_type: A label: `manual`, `event` or `scheduled`, which start nothing by themselves. Unknown values are taken as `manual`.
        :param active: False: save it as a draft.
        :param version_note: Kept with the version that this saves.
        :param examples: Examples that are kept with it, such as those of a template.

        ``POST /workflows``
        """
        return cast("models.WorkflowDetail", self._caller.call("POST", "/workflows", body=given({"name": name, "definition": definition, "use_case": use_case, "trigger_type": trigger_type, "active": active, "version_note": version_note, "examples": examples}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowDetail:
        """Read a cascade.

        The cascade with its current definition.

        Scope: `workflows:read`.

        ``GET /workflows/{id}``
        """
        return cast("models.WorkflowDetail", self._caller.call("GET", "/workflows/{id}", path={"id": id}, request_id=request_id))

    def update(
        self,
        id: int,
        *,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        trigger_type: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        active: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        version_note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        examples_override: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowDetail:
        """Change a cascade.

        Only keys that are present change. `definition` replaces the whole array and becomes a new version; executions that were accepted before keep their version. `active` alone needs the scope `workflows:activate`, which `workflows:write` implies unless the account asks for four eyes; everything else needs `workflows:write`, and a new version of an active cascade both.

        Scope: `workflows:write` or `workflows:activate`.

        :param name: Its name.
        :param definition: The nodes.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param trigger_type: A label: `manual`, `event` or `scheduled`, which start nothing by themselves. Unknown values are ignored.
        :param active: True activates, which requires production access and everything that live notices name, and a declaration of each field that is read where a notice or a review can be reached.
        :param version_note: Kept with the version that this saves.
        :param examples_override: Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names.

        ``PATCH /workflows/{id}``
        """
        return cast("models.WorkflowDetail", self._caller.call("PATCH", "/workflows/{id}", path={"id": id}, body=given({"name": name, "definition": definition, "use_case": use_case, "trigger_type": trigger_type, "active": active, "version_note": version_note, "examples_override": examples_override}), if_match=if_match, request_id=request_id))

    def delete(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> None:
        """Delete a cascade.

        Executions that were accepted finish and stay readable. Its examples and backtests are deleted with it.

        Scope: `workflows:write`.

        ``DELETE /workflows/{id}``
        """
        self._caller.call("DELETE", "/workflows/{id}", path={"id": id}, request_id=request_id)

    def trigger(
        self,
        id: int,
        *,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Optional[Literal["test", "live"]], NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        applicant_key: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        skip_waits: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        sandbox: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        applicant: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        property: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ExecutionSummary:
        """Run a cascade for one applicant.

        The execution is committed when the response is sent. Repeating the same request with the same Idempotency-Key returns the original response, with the header `Idempotent-Replayed: true`. An empty body starts an execution in test mode with an empty payload. A body without `payload` but with `applicant` or `property` at its top level is taken as the payload itself, so the payload of a test case is a drop-in body. The dates `application_completed_at` and `esign_consent` of a person must be of ISO 8601 and not more than 24 hours ahead: live mode refuses others, test mode warns of them in `warnings`. A value of another type than the data dictionary of the account declares is refused; a number may be sent as its text, and a value may be missing or null.

        Scope: `executions:write`.

        :param payload: Input of the decision; becomes `input_context`.
        :param execution_mode: `live` requires production access and an active cascade.
        :param external_reference: Comes back on the execution and on every event.
        :param applicant_key: Your own id of the person, the same each time: executions with one key are of one applicant. An addition of ours.
        :param skip_waits: Test mode only: waits and waiting periods pass at once.
        :param sandbox: Test mode only: the result of products, by product code, in place of that of test mode. A report or a part of one (`{"score": 600}`), or the name of a registered case, such as `clear` or `vendor_error`.
        :param applicant: Instead of `payload`: the applicant.
        :param property: Instead of `payload`: the property.

        ``POST /workflows/{id}/trigger``
        """
        return cast("models.ExecutionSummary", self._caller.call("POST", "/workflows/{id}/trigger", path={"id": id}, body=given({"payload": payload, "execution_mode": execution_mode, "external_reference": external_reference, "applicant_key": applicant_key, "skip_waits": skip_waits, "sandbox": sandbox, "applicant": applicant, "property": property}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def validate(
        self,
        *,
        definition: Any,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowValidation:
        """Validate a definition.

        Returns the errors with which the definition would be refused, and the warnings of one that can be saved. Nothing is saved.

        Scope: `workflows:read`.

        :param definition: A definition (`CascadeDefinition`), or whatever is to be told apart from one: it is checked, not refused.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).

        ``POST /workflows/validate``
        """
        return cast("models.WorkflowValidation", self._caller.call("POST", "/workflows/validate", body=given({"definition": definition, "use_case": use_case}), request_id=request_id))

    def simulate(
        self,
        id: int,
        *,
        version: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reports: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        decisions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        as_of: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Simulation:
        """Simulate a cascade.

        Takes the current definition, or that of the `version` named. Runs it on given reports and decisions and returns the way that it takes, the outcome, and why notices would be issued. Waits pass at once; mail, notifications and notices count as sent. Products without a report get that of test mode. Nothing is stored.

        Scope: `workflows:read`.

        :param version: Number of the version; without it the current one.
        :param payload: As in a trigger.
        :param reports: Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are.
        :param decisions: Decisions of reviewers, by node id. The run stops at a review that is not named.
        :param as_of: The day on which the person applies: ages and times since an event are counted up to it. Without it, today.

        ``POST /workflows/{id}/simulate``
        """
        return cast("models.Simulation", self._caller.call("POST", "/workflows/{id}/simulate", path={"id": id}, body=given({"version": version, "payload": payload, "reports": reports, "decisions": decisions, "as_of": as_of}), request_id=request_id))

    def simulate_definition(
        self,
        *,
        definition: Sequence[Mapping[str, Any]],
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reports: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        decisions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        as_of: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Simulation:
        """Simulate a definition.

        Takes a definition that need not be saved. Runs it on given reports and decisions and returns the way that it takes, the outcome, and why notices would be issued. Waits pass at once; mail, notifications and notices count as sent. Products without a report get that of test mode. Nothing is stored.

        Scope: `workflows:read`.

        :param definition:
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param payload: As in a trigger.
        :param reports: Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are.
        :param decisions: Decisions of reviewers, by node id. The run stops at a review that is not named.
        :param as_of: The day on which the person applies: ages and times since an event are counted up to it. Without it, today.

        ``POST /workflows/simulate``
        """
        return cast("models.Simulation", self._caller.call("POST", "/workflows/simulate", body=given({"definition": definition, "use_case": use_case, "payload": payload, "reports": reports, "decisions": decisions, "as_of": as_of}), request_id=request_id))

    def reading(
        self,
        id: int,
        *,
        version: Union[int, NotGiven] = NOT_GIVEN,
        compare_to: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowReading:
        """Read a cascade in English.

        Says in plain English what a cascade does, what becomes of applicants of whom a value is not known, and of those at and beside each threshold. With `compare_to` it also says how the version differs from another one, and whom the two treat differently. Fields of the payload are called as the account calls them now (`PUT /fields/{field}`).

        Scope: `workflows:read`.

        :param version: Number of the version; without it the current one.
        :param compare_to: Number of the version to compare it with, usually an earlier one.

        ``GET /workflows/{id}/reading``
        """
        return cast("models.WorkflowReading", self._caller.call("GET", "/workflows/{id}/reading", path={"id": id}, query=given({"version": version, "compare_to": compare_to}), request_id=request_id))

    def read_definition(
        self,
        id: int,
        *,
        definition: Sequence[Mapping[str, Any]],
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        compare_to: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowReading:
        """Read a definition in English before it is saved.

        Says in plain English what a definition does that is no version of the cascade, how it differs from the current version, or the one that `compare_to` names, and whom the two treat differently. Nothing is stored.

        Scope: `workflows:read`.

        :param definition:
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param compare_to: Number of the version to compare it with; without it the current one.

        ``POST /workflows/{id}/reading``
        """
        return cast("models.WorkflowReading", self._caller.call("POST", "/workflows/{id}/reading", path={"id": id}, body=given({"definition": definition, "use_case": use_case, "compare_to": compare_to}), request_id=request_id))

    def rules(
        self,
        id: int,
        *,
        version: Union[int, NotGiven] = NOT_GIVEN,
        activation_request: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowRules:
        """Read the rules of a cascade.

        One row a rule, in the order in which they are tried: whom it is about, what becomes of them, the reason of the letter, and how a person is asked. `no_rules` says from where on the cascade is no list of rules. The `ETag` is that of the cascade, for `PUT`.

        Scope: `workflows:read`.

        :param version: Number of the version; without it the current one.
        :param activation_request: The rules that this activation request proposes. Not beside `version`.

        ``GET /workflows/{id}/rules``
        """
        return cast("models.WorkflowRules", self._caller.call("GET", "/workflows/{id}/rules", path={"id": id}, query=given({"version": version, "activation_request": activation_request}), request_id=request_id))

    def set_rules(
        self,
        id: int,
        body: Mapping[str, Any],
        *,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowRulesChange:
        """Change the rules of a cascade.

        The rules replace those of the current version, which `If-Match` has to name. Only what differs changes: other nodes stay as they are. The rules of a draft become its next version, and those of an active cascade an activation request, which another request of the same user replaces, or are live at once with `activate`. The same rules again change nothing. `effects` says who is treated differently.

        Scope: `workflows:write`.

        ``PUT /workflows/{id}/rules``
        """
        return cast("models.WorkflowRulesChange", self._caller.call("PUT", "/workflows/{id}/rules", path={"id": id}, body=dict(body), if_match=if_match, request_id=request_id))

    def preview_rules(
        self,
        id: int,
        body: Mapping[str, Any],
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowRulesChange:
        """Try other rules of a cascade.

        Says who would be treated differently by these rules, and saves nothing.

        Scope: `workflows:read`.

        ``POST /workflows/{id}/rules/preview``
        """
        return cast("models.WorkflowRulesChange", self._caller.call("POST", "/workflows/{id}/rules/preview", path={"id": id}, body=dict(body), request_id=request_id))

    def generate(
        self,
        *,
        prompt: str,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        create: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> Union[models.CascadeGenerationPreview, models.GeneratedWorkflow]:
        """Generate a cascade.

        Makes a cascade from a policy in plain language. It is saved as a draft until a user activates it; with `create: false` nothing is saved and the reply is a preview. Words in a rule that are not understood are an error that quotes them; words elsewhere are listed in `unrecognized`.

        Scope: `workflows:write`.

        :param prompt: The policy, in plain language.
        :param name: In place of the generated name.
        :param use_case: A label.
        :param create: False: a preview, and nothing is saved.

        ``POST /workflows/generate``
        """
        return cast("Union[models.CascadeGenerationPreview, models.GeneratedWorkflow]", self._caller.call("POST", "/workflows/generate", body=given({"prompt": prompt, "name": name, "use_case": use_case, "create": create}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def test_cases(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.TestCaseList:
        """List sandbox subjects.

        Made-up applicants whose reports are registered, for the products that the cascade uses. Trigger in test mode with such a payload to get the registered report.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/test_cases``
        """
        return cast("models.TestCaseList", self._caller.call("GET", "/workflows/{id}/test_cases", path={"id": id}, request_id=request_id))

    def list_versions(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.WorkflowVersion]:
        """List the versions of a cascade.

        Every version that was saved, newest first, with who saved it and when.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /workflows/{id}/versions``
        """
        return Listing(self._caller, "/workflows/{id}/versions", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    def get_version(
        self,
        id: int,
        version: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowVersionDetail:
        """Read a version of a cascade.

        The version with its definition. `workflow_version` of an execution names the one that it runs.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/versions/{version}``
        """
        return cast("models.WorkflowVersionDetail", self._caller.call("GET", "/workflows/{id}/versions/{version}", path={"id": id, "version": version}, request_id=request_id))

    def restore_version(
        self,
        id: int,
        version: int,
        *,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        examples_override: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowDetail:
        """Restore a version of a cascade.

        The definition of that version becomes a new version. Name, use case and `active` stay as they are. If it is the current definition already, nothing changes.

        Scope: `workflows:write`.

        :param note: Kept with the new version.
        :param examples_override: Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names.

        ``POST /workflows/{id}/versions/{version}/restore``
        """
        return cast("models.WorkflowDetail", self._caller.call("POST", "/workflows/{id}/versions/{version}/restore", path={"id": id, "version": version}, body=given({"note": note, "examples_override": examples_override}), takes_key=True, idempotency_key=idempotency_key, if_match=if_match, request_id=request_id))

    def list_examples(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.WorkflowExample]:
        """List the examples of a cascade.

        Made-up applicants with what is expected of the cascade about each, the newest first. There are at most 200.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /workflows/{id}/examples``
        """
        return Listing(self._caller, "/workflows/{id}/examples", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    def create_example(
        self,
        id: int,
        *,
        name: str,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reports: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        decisions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        as_of: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        expected: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        execution_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowExample:
        """Keep an example of a cascade.

        Keeps a made-up applicant, to be asked at every save and before a version goes live. Without `expected` the current version is asked, and what it does is expected from now on; without `as_of` the person applies today, and always will. Keep nothing of a real person: examples are no part of an execution, so that nothing erases them with it.

        Scope: `workflows:write`.

        :param name: Name, unique in the cascade.
        :param payload: As in a trigger.
        :param reports: Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are.
        :param decisions: Decisions of reviewers, by node id. The run stops at a review that is not named.
        :param as_of: The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
        :param expected: The expected result. Default: the result of the current version.
        :param execution_id: An execution of the cascade that has ended: the example is a made-up applicant on the same side of every limit of its version, and expects what that did. Beside it there is a `name` alone. Needs the scope `executions:read:full`.

        ``POST /workflows/{id}/examples``
        """
        return cast("models.WorkflowExample", self._caller.call("POST", "/workflows/{id}/examples", path={"id": id}, body=given({"name": name, "payload": payload, "reports": reports, "decisions": decisions, "as_of": as_of, "expected": expected, "execution_id": execution_id}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def run_examples(
        self,
        id: int,
        *,
        version: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        activation_request: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ExampleResults:
        """Ask the examples of a cascade.

        Says which examples do as expected: of the current version, of `version`, of what an `activation_request` asks for, or of a `definition` that is not saved. Nothing is sent, pulled or stored.

        Scope: `workflows:read`.

        :param version: Number of the version.
        :param activation_request: The request.
        :param definition: The nodes.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).

        ``POST /workflows/{id}/examples/run``
        """
        return cast("models.ExampleResults", self._caller.call("POST", "/workflows/{id}/examples/run", path={"id": id}, body=given({"version": version, "activation_request": activation_request, "definition": definition, "use_case": use_case}), request_id=request_id))

    def get_example(
        self,
        id: int,
        example_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowExample:
        """Read an example of a cascade.

        The applicant, what is expected, and who said so when.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/examples/{example_id}``
        """
        return cast("models.WorkflowExample", self._caller.call("GET", "/workflows/{id}/examples/{example_id}", path={"id": id, "example_id": example_id}, request_id=request_id))

    def update_example(
        self,
        id: int,
        example_id: int,
        *,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reports: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        decisions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        as_of: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        expected: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowExample:
        """Change an example of a cascade.

        Only what is given changes; each member as a whole. With `expected` you accept another result: the `got` of a result has its form. The example and the audit log keep who did so, and when.

        Scope: `workflows:write`.

        :param name: Name, unique in the cascade.
        :param payload: As in a trigger.
        :param reports: Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are.
        :param decisions: Decisions of reviewers, by node id. The run stops at a review that is not named.
        :param as_of: The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
        :param expected: The result that is expected from now on. The user and the time are recorded.

        ``PATCH /workflows/{id}/examples/{example_id}``
        """
        return cast("models.WorkflowExample", self._caller.call("PATCH", "/workflows/{id}/examples/{example_id}", path={"id": id, "example_id": example_id}, body=given({"name": name, "payload": payload, "reports": reports, "decisions": decisions, "as_of": as_of, "expected": expected}), request_id=request_id))

    def delete_example(
        self,
        id: int,
        example_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> None:
        """Delete an example of a cascade.

        The example is asked no more. The audit log keeps its name and its expected result.

        Scope: `workflows:write`.

        ``DELETE /workflows/{id}/examples/{example_id}``
        """
        self._caller.call("DELETE", "/workflows/{id}/examples/{example_id}", path={"id": id, "example_id": example_id}, request_id=request_id)

    def list_backtests(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Backtest]:
        """List the backtests of a cascade.

        Those of the calling API client, the newest first, without their results. Needs `executions:read:full`, too.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /workflows/{id}/backtests``
        """
        return Listing(self._caller, "/workflows/{id}/backtests", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    def create_backtest(
        self,
        id: int,
        *,
        version: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        against_version: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        sample: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Backtest:
        """Ask what a version would have changed.

        Runs a version of the cascade, or a `definition` that is not saved, over executions of yours that were decided: with what was sent, the reports that were pulled and what people decided then, at the times at which it came. Nothing is pulled, sent or billed, and no execution changes. What is not known, such as a report that was never pulled or what a person would say, is counted as undetermined. Backtests of an account are worked off one after the other, behind everything else; at most 5 may be under way. The newest 50 of a cascade are kept. Needs the scope `executions:read:full`, too: what a definition would decide about an applicant tells what stands in the application.

        Scope: `workflows:write`.

        :param version: The version that is asked. Without it and `definition`: the current one.
        :param definition: The nodes.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param against_version: The version that it is compared with. Without it: what was recorded.
        :param sample: The executions that are asked about.

        ``POST /workflows/{id}/backtests``
        """
        return cast("models.Backtest", self._caller.call("POST", "/workflows/{id}/backtests", path={"id": id}, body=given({"version": version, "definition": definition, "use_case": use_case, "against_version": against_version, "sample": sample}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def get_backtest(
        self,
        id: int,
        backtest_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.Backtest:
        """Read a backtest.

        How far it is, and what it found once it has ended. If fewer executions were asked about than the filter finds, shares have 95 % intervals (Wilson), and differences those of pairs (Newcombe). Needs `executions:read:full`, too.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/backtests/{backtest_id}``
        """
        return cast("models.Backtest", self._caller.call("GET", "/workflows/{id}/backtests/{backtest_id}", path={"id": id, "backtest_id": backtest_id}, request_id=request_id))

    def cancel_backtest(
        self,
        id: int,
        backtest_id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Backtest:
        """Cancel a backtest.

        It ends, with what it had found by then. One that has ended stays as it is. Needs the scope `executions:read:full`, too.

        Scope: `workflows:write`.

        ``POST /workflows/{id}/backtests/{backtest_id}/cancel``
        """
        return cast("models.Backtest", self._caller.call("POST", "/workflows/{id}/backtests/{backtest_id}/cancel", path={"id": id, "backtest_id": backtest_id}, body=given({}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def list_backtest_changes(
        self,
        id: int,
        backtest_id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        kind: Union[Union[Literal["outcome", "asked", "letter"], Sequence[Literal["outcome", "asked", "letter"]]], NotGiven] = NOT_GIVEN,
        rule: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.BacktestChange]:
        """List what a backtest would change.

        Executions with another outcome, another letter, or about whom a person is asked on one side alone, as they were found. One that is redacted is not listed any more. Needs the scope `workflows:read`, too. Each page is recorded in the audit log.

        Scope: `executions:read:full`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param kind: What differs. Repeat the parameter to give several values.
        :param rule: The first rule at which the two sides part. Repeat the parameter to give several values.

        ``GET /workflows/{id}/backtests/{backtest_id}/changes``
        """
        return Listing(self._caller, "/workflows/{id}/backtests/{backtest_id}/changes", path={"id": id, "backtest_id": backtest_id}, query=given({"per_page": per_page, "filter[kind]": kind, "filter[rule]": rule}), request_id=request_id)

    def export_backtest_changes(
        self,
        id: int,
        backtest_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> Download:
        """Export what a backtest would change as CSV.

        The same as the list, in one file: UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it. Several values of a cell stand behind semicolons. The export is recorded in the audit log.

        Scope: `executions:read:full`.

        ``GET /workflows/{id}/backtests/{backtest_id}/changes.csv``
        """
        return self._caller.download("/workflows/{id}/backtests/{backtest_id}/changes.csv", path={"id": id, "backtest_id": backtest_id}, request_id=request_id)

    def request_activation(
        self,
        id: int,
        *,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Ask that a cascade goes live.

        Asks for the current version of a draft, or, with `definition`, `name` or `use_case`, for others than the current ones: executions go on with these until it is approved, and it becomes a version then. Of a cascade one request is pending at a time. It is superseded as soon as the cascade gets another version, or is deleted.

        Scope: `workflows:write` or `workflows:activate`.

        :param definition: The nodes.
        :param name: Its name.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param note: Kept with the request.

        ``POST /workflows/{id}/activation_requests``
        """
        return cast("models.ActivationRequestDetail", self._caller.call("POST", "/workflows/{id}/activation_requests", path={"id": id}, body=given({"definition": definition, "name": name, "use_case": use_case, "note": note}), takes_key=True, idempotency_key=idempotency_key, if_match=if_match, request_id=request_id))

    def list_activation_requests(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "approved", "refused", "withdrawn", "superseded"], Sequence[Literal["pending", "approved", "refused", "withdrawn", "superseded"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.ActivationRequest]:
        """List the activation requests of a cascade.

        The newest first.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.

        ``GET /workflows/{id}/activation_requests``
        """
        return Listing(self._caller, "/workflows/{id}/activation_requests", path={"id": id}, query=given({"per_page": per_page, "filter[status]": status}), request_id=request_id)

    def list_all_activation_requests(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "approved", "refused", "withdrawn", "superseded"], Sequence[Literal["pending", "approved", "refused", "withdrawn", "superseded"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.ActivationRequest]:
        """List the activation requests of all cascades.

        Those of the account, the newest first; cascades that were deleted are left out. With `filter[status]=pending` it is what waits for an approval, by a user with a confirmed address who is not among the `written_by_user_ids`. While there are `unconfirmed_user_ids` nobody approves it.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.

        ``GET /activation_requests``
        """
        return Listing(self._caller, "/activation_requests", query=given({"per_page": per_page, "filter[status]": status}), request_id=request_id)

    def get_activation_request(
        self,
        id: int,
        activation_request_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Read an activation request.

        With the definition that would go live, and with what changed in the examples of the cascade since a version last went live. `POST /workflows/{id}/examples/run` with `activation_request` says what they say of it now. The `ETag` changes with the examples: an approval that names it in `If-Match` stands on what you saw.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/activation_requests/{activation_request_id}``
        """
        return cast("models.ActivationRequestDetail", self._caller.call("GET", "/workflows/{id}/activation_requests/{activation_request_id}", path={"id": id, "activation_request_id": activation_request_id}, request_id=request_id))

    def approve_activation(
        self,
        id: int,
        activation_request_id: int,
        *,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        examples_override: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Approve an activation request.

        Puts what was asked for live. Only a user who wrote none of it can: no version since the last one that was approved, and not what the request proposes. `If-Match` names the request as you read it: it is refused if its examples have changed since. Where examples have to hold (`examples_gate`), it is refused without `If-Match` if they changed since it was asked for.

        Scope: `workflows:activate`.

        :param note: Kept with the request.
        :param examples_override: Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names.

        ``POST /workflows/{id}/activation_requests/{activation_request_id}/approve``
        """
        return cast("models.ActivationRequestDetail", self._caller.call("POST", "/workflows/{id}/activation_requests/{activation_request_id}/approve", path={"id": id, "activation_request_id": activation_request_id}, body=given({"note": note, "examples_override": examples_override}), takes_key=True, idempotency_key=idempotency_key, if_match=if_match, request_id=request_id))

    def refuse_activation(
        self,
        id: int,
        activation_request_id: int,
        *,
        note: str,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Refuse an activation request.

        Nothing goes live. `note` says why.

        Scope: `workflows:activate`.

        :param note: Why.

        ``POST /workflows/{id}/activation_requests/{activation_request_id}/refuse``
        """
        return cast("models.ActivationRequestDetail", self._caller.call("POST", "/workflows/{id}/activation_requests/{activation_request_id}/refuse", path={"id": id, "activation_request_id": activation_request_id}, body=given({"note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def withdraw_activation(
        self,
        id: int,
        activation_request_id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Withdraw an activation request.

        For the user who made it. Others refuse it.

        Scope: `workflows:write` or `workflows:activate`.

        ``POST /workflows/{id}/activation_requests/{activation_request_id}/withdraw``
        """
        return cast("models.ActivationRequestDetail", self._caller.call("POST", "/workflows/{id}/activation_requests/{activation_request_id}/withdraw", path={"id": id, "activation_request_id": activation_request_id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class ApplicantsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def search(
        self,
        *,
        q: str,
        execution_mode: Union[Optional[Literal["test", "live"]], NotGiven] = NOT_GIVEN,
        limit: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ApplicantSearch:
        """Find people.

        People of the calling API client by the beginnings of words of their names and references, or by the id of an execution. With the scope `pii:read` also by a whole declared number, telephone number or e-mail address. Accents, letter case and signs within words do not count: `obrien` finds O'Brien. A POST, because URLs stand in logs and histories: what is searched for is written down nowhere. The audit log has one row an hour for each person who searches: how many searches, and how many people were shown.

        Scope: `executions:read:full`.

        :param q: Search text.
        :param execution_mode: Only people of this mode.
        :param limit: Most people that are shown. Another word narrows a search.

        ``POST /applicants/searches``
        """
        return cast("models.ApplicantSearch", self._caller.call("POST", "/applicants/searches", body=given({"q": q, "execution_mode": execution_mode, "limit": limit}), request_id=request_id))

    def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.Applicant:
        """Read a person.

        A person with their executions, letters, reports and their age, decisions and notes, and others who may be the same person. With the scope `audit:read` also who looked. Each read is recorded in the audit log.

        Scope: `executions:read:full`.

        ``GET /applicants/{id}``
        """
        return cast("models.Applicant", self._caller.call("GET", "/applicants/{id}", path={"id": id}, request_id=request_id))

    def join(
        self,
        id: int,
        *,
        execution_ids: Sequence[int],
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Applicant:
        """Join executions to a person.

        Joins executions to this person, whoever they were about before. Numbers and keys that no other execution of the former person has go along, so later executions are joined to this person, too. Also needs the scope `reviews:decide`.

        Scope: `executions:read:full`.

        :param execution_ids: Ids of executions of the same API client and mode.

        ``POST /applicants/{id}/executions``
        """
        return cast("models.Applicant", self._caller.call("POST", "/applicants/{id}/executions", path={"id": id}, body=given({"execution_ids": execution_ids}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def separate(
        self,
        id: int,
        *,
        execution_ids: Sequence[int],
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Applicant:
        """Take executions apart from a person.

        Moves executions of the person to a new person, because they are about another human being. At least one execution has to stay. Also needs the scope `reviews:decide`.

        Scope: `executions:read:full`.

        :param execution_ids: Ids of executions of the same API client and mode.

        ``POST /applicants/{id}/separations``
        """
        return cast("models.Applicant", self._caller.call("POST", "/applicants/{id}/separations", path={"id": id}, body=given({"execution_ids": execution_ids}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def erase(
        self,
        id: int,
        *,
        reason: Literal["no_longer_needed", "consent_withdrawn", "objection", "unlawful", "asked_by_person", "court_order"],
        cancel: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Erasure:
        """Forget a person.

        Empties everything that is held of the person: executions with your own references and keys, reports, letters, mails, bodies of webhooks, notes, files and what search finds. What the law wants kept, or your account keeps for claims, goes on the day on which its period ends. A letter that is owed goes out first. Executions that have not ended are a 409, or are cancelled with `cancel`. No event tells of it. While a request of the person is open, asking again returns that one.

        Scope: `applicants:erase`.

        :param reason: Why. One of a list, because a sentence about the person would outlive them here.
        :param cancel: Cancels executions that have not ended. Without it they are a 409.

        ``POST /applicants/{id}/erasures``
        """
        return cast("models.Erasure", self._caller.call("POST", "/applicants/{id}/erasures", path={"id": id}, body=given({"reason": reason, "cancel": cancel}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def erasures(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Erasure]:
        """List requests to forget a person.

        The newest first.

        Scope: `applicants:erase`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /applicants/{id}/erasures``
        """
        return Listing(self._caller, "/applicants/{id}/erasures", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    def erasure(
        self,
        id: int,
        erasure_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ErasureDetail:
        """Read a request to forget a person.

        What was emptied, what is kept until when and why, and what it waits for. Once all that could go is gone it has a signed receipt, which also lists what is out of reach, such as backups, and until when.

        Scope: `applicants:erase`.

        ``GET /applicants/{id}/erasures/{erasure_id}``
        """
        return cast("models.ErasureDetail", self._caller.call("GET", "/applicants/{id}/erasures/{erasure_id}", path={"id": id, "erasure_id": erasure_id}, request_id=request_id))

    def export(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> Download:
        """Export what is held of a person.

        A ZIP file for the person: for each execution what was sent, corrected and reported, what was decided, the letters, reports and mails as files, in words (`read-me.html`) and as JSON; and who received something: vendors, webhook subscriptions, mailboxes, and who downloaded or looked. Nothing is masked, so `pii:read` is needed besides `applicants:export`. Rules of the cascade and names of reviewers are left out.

        Scope: `executions:read:full`.

        ``GET /applicants/{id}/export``
        """
        return self._caller.download("/applicants/{id}/export", path={"id": id}, request_id=request_id)


class WorkflowTemplatesOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        category: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        featured: Union[bool, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.WorkflowTemplate]:
        """List published templates.

        Templates that are published, the newest first.

        Scope: `workflow_templates:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param category: Only records that have this value. Repeat the parameter to give several values.
        :param featured: Only records that have this value.

        ``GET /workflow_templates``
        """
        return Listing(self._caller, "/workflow_templates", query=given({"per_page": per_page, "filter[category]": category, "filter[featured]": featured}), request_id=request_id)

    def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowTemplateDetail:
        """Read a template.

        A published template with its definition, to create a cascade from.

        Scope: `workflow_templates:read`.

        ``GET /workflow_templates/{id}``
        """
        return cast("models.WorkflowTemplateDetail", self._caller.call("GET", "/workflow_templates/{id}", path={"id": id}, request_id=request_id))


class ProductsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        withdrawn: Union[bool, NotGiven] = NOT_GIVEN,
        workflows: Union[bool, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Product]:
        """List the products.

        The reports that a cascade can pull: those that are built in, then those that the account describes.

        Scope: `executions:read` or `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param withdrawn: True: lists the withdrawn products of your own instead of the products that can be used.
        :param workflows: True: adds the cascades whose current version pulls each product.

        ``GET /products``
        """
        return Listing(self._caller, "/products", query=given({"per_page": per_page, "filter[withdrawn]": withdrawn, "workflows": workflows}), request_id=request_id)

    def get(
        self,
        code: str,
        *,
        version: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ProductDetail:
        """Read a product.

        The schema of the report, its fields with unit, allowed values and the words of their reasons, and its sandbox subjects. For a product of your own also its description as it was sent, in the newest version or the one that you name.

        Scope: `executions:read` or `workflows:read`.

        :param version: Version of a product of your own.

        ``GET /products/{code}``
        """
        return cast("models.ProductDetail", self._caller.call("GET", "/products/{code}", path={"code": code}, query=given({"version": version}), request_id=request_id))

    def create(
        self,
        *,
        code: str,
        name: str,
        schema: Mapping[str, Any],
        request: Mapping[str, Any],
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        mapping: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        test_values: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ProductDetail:
        """Describe a product of your own.

        A report that you contract yourself: its schema, how a vendor is asked for it and what the answers mean, and how its test reports look. The schema is a closed part of JSON Schema 2020-12 with the keywords of the data dictionary. It is compiled, and tried with made-up people, before it is saved. A cascade pulls the version that it was saved with.

        Scope: `products:write`.

        :param code: As nodes name it in `billing_product_code`. It never changes.
        :param name: As people and letters call the report.
        :param description: Content of the report.
        :param schema: JSON Schema 2020-12 of the report, with the keywords of the data dictionary (`x-kind`, `x-unit`, `x-reason-above`).
        :param request: The request to the vendor.
        :param mapping: How an answer of the vendor becomes the report.
        :param test_values: Values of single fields in reports of test mode, by path. The others follow from the schema.

        ``POST /products``
        """
        return cast("models.ProductDetail", self._caller.call("POST", "/products", body=given({"code": code, "name": name, "description": description, "schema": schema, "request": request, "mapping": mapping, "test_values": test_values}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def update(
        self,
        code: str,
        *,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        schema: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        request: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        mapping: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        test_values: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ProductDetail:
        """Give a product of your own another version.

        Only members that are present change; each is replaced whole. Cascades keep the version that they were saved with, and take this one when they are saved again. The same request again changes nothing. `If-Match` names a version.

        Scope: `products:write`.

        :param name: As people and letters call the report.
        :param description: Content of the report.
        :param schema: JSON Schema 2020-12 of the report, with the keywords of the data dictionary (`x-kind`, `x-unit`, `x-reason-above`).
        :param request: The request to the vendor.
        :param mapping: How an answer of the vendor becomes the report.
        :param test_values: Values of single fields in reports of test mode, by path. The others follow from the schema.

        ``PATCH /products/{code}``
        """
        return cast("models.ProductDetail", self._caller.call("PATCH", "/products/{code}", path={"code": code}, body=given({"name": name, "description": description, "schema": schema, "request": request, "mapping": mapping, "test_values": test_values}), if_match=if_match, request_id=request_id))

    def withdraw(
        self,
        code: str,
        *,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> None:
        """Withdraw a product of your own.

        No cascade that is saved from now on can pull it. Runs that were accepted finish, and its versions stay readable.

        Scope: `products:write`.

        ``DELETE /products/{code}``
        """
        self._caller.call("DELETE", "/products/{code}", path={"code": code}, if_match=if_match, request_id=request_id)

    def list_versions(
        self,
        code: str,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.ProductVersion]:
        """List the versions of a product of your own.

        The newest first, with who saved each. `GET /products/{code}?version=2` reads one.

        Scope: `executions:read` or `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /products/{code}/versions``
        """
        return Listing(self._caller, "/products/{code}/versions", path={"code": code}, query=given({"per_page": per_page}), request_id=request_id)

    def get_connection(
        self,
        code: str,
        *,
        request_id: Optional[str] = None,
    ) -> models.Connection:
        """Read the account's connection to a vendor.

        As it was set, without its secrets. Not found: the vendor of the installation is asked.

        Scope: `connections:write`.

        ``GET /products/{code}/connection``
        """
        return cast("models.Connection", self._caller.call("GET", "/products/{code}/connection", path={"code": code}, request_id=request_id))

    def set_connection(
        self,
        code: str,
        *,
        url: str,
        credentials: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency: Union[Optional[Literal["header", "lookup", "none"]], NotGiven] = NOT_GIVEN,
        lookup_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        order_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        fetch: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        poll: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        callback: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        sandbox: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reply: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        deadline_hours: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        slots: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Connection:
        """Set how the vendor of a product is asked.

        Address, credentials and terms, for pulls of this account from now on, in place of what was set before. A secret that is left out is kept while servers and kind of credentials stay the same. Orders that are open stay with the server where they were placed. In an account that asks for four eyes an operator sets it (`cascade connections set`).

        Scope: `connections:write`.

        :param url: Where reports are pulled. https; what it holds is no secret.
        :param credentials: Credentials for the vendor. Secrets are never shown again.
        :param idempotency: `header`, the default: one order of each Idempotency-Key. `lookup`: an order is looked up before it is repeated. `none`: the vendor makes an order of each request.
        :param lookup_url: Where orders are looked up (GET), with `{reference}` for ours; of the origin of the address.
        :param order_url: Where an order is asked for (GET), with `{reference}` for the vendor's, if it names no `Location`.
        :param fetch: False: the vendor cannot be asked, and sends the report itself.
        :param poll: How often an order is asked for.
        :param callback: The one URL that is entered at the vendor; it has `signature` or `secret`.
        :param sandbox: Marks the address as the vendor's sandbox: it is asked for made-up people alone, and no other address is asked for those.
        :param reply: How a call of the vendor is answered.
        :param deadline_hours: How long a report may take, in place of `PULL_DEADLINE_HOURS`.
        :param slots: Most requests at once, 20 by default.

        ``PUT /products/{code}/connection``
        """
        return cast("models.Connection", self._caller.call("PUT", "/products/{code}/connection", path={"code": code}, body=given({"url": url, "credentials": credentials, "idempotency": idempotency, "lookup_url": lookup_url, "order_url": order_url, "fetch": fetch, "poll": poll, "callback": callback, "sandbox": sandbox, "reply": reply, "deadline_hours": deadline_hours, "slots": slots}), request_id=request_id))

    def delete_connection(
        self,
        code: str,
        *,
        request_id: Optional[str] = None,
    ) -> None:
        """Remove the account's connection to a vendor.

        The installation's vendor is asked from now on, if there is one. Orders that are open are asked for no more, and end at their deadline.

        Scope: `connections:write`.

        ``DELETE /products/{code}/connection``
        """
        self._caller.call("DELETE", "/products/{code}/connection", path={"code": code}, request_id=request_id)

    def check_connection(
        self,
        code: str,
        *,
        request_id: Optional[str] = None,
    ) -> models.ConnectionCheck:
        """Check a connection to a vendor.

        Asks the vendor for an order that does not exist if it looks orders up, and otherwise sends a GET to its address. Nothing is ordered, and no data of an applicant is sent.

        Scope: `connections:write`.

        ``POST /products/{code}/connection/check``
        """
        return cast("models.ConnectionCheck", self._caller.call("POST", "/products/{code}/connection/check", path={"code": code}, body=given({}), request_id=request_id))


class StatisticsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def decisions(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.DecisionStatistics:
        """Count decisions.

        Runs by when they ended, with their outcomes and times. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/decisions``
        """
        return cast("models.DecisionStatistics", self._caller.call("GET", "/statistics/decisions", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    def rules(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.RuleStatistics:
        """Count what each rule decided.

        Rules that decided runs that ended, and rules whose condition held. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/rules``
        """
        return cast("models.RuleStatistics", self._caller.call("GET", "/statistics/rules", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    def reasons(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ReasonStatistics:
        """Count reasons of letters.

        Reasons that letters of runs that ended gave, by their codes. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/reasons``
        """
        return cast("models.ReasonStatistics", self._caller.call("GET", "/statistics/reasons", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    def reviews(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ReviewStatistics:
        """Count reviews.

        Decisions of people on runs that ended, how long they took, and what is open. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/reviews``
        """
        return cast("models.ReviewStatistics", self._caller.call("GET", "/statistics/reviews", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    def vendors(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.VendorStatistics:
        """Count pulls.

        Live pulls of runs that ended, their failures and times. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/vendors``
        """
        return cast("models.VendorStatistics", self._caller.call("GET", "/statistics/vendors", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    def drifts(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> models.DriftStatistics:
        """List what differs from before.

        Live decisions of the calling client in active workflows, held against the same days of the four weeks before. A vendor that sends the same value for everybody is found after 30 decisions.

        Scope: `statistics:read`.

        ``GET /statistics/drifts``
        """
        return cast("models.DriftStatistics", self._caller.call("GET", "/statistics/drifts", request_id=request_id))


class FieldsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Field]:
        """List the fields that are declared.

        Fields that the account declares, the latest declaration first.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /fields``
        """
        return Listing(self._caller, "/fields", query=given({"per_page": per_page}), request_id=request_id)

    def get(
        self,
        field: str,
        *,
        request_id: Optional[str] = None,
    ) -> models.Field:
        """Read what is declared of a field.

        The current declaration of the field. An execution keeps the version of the dictionary that was current at its acceptance.

        Scope: `workflows:read`.

        ``GET /fields/{field}``
        """
        return cast("models.Field", self._caller.call("GET", "/fields/{field}", path={"field": field}, request_id=request_id))

    def set(
        self,
        field: str,
        *,
        type: Literal["number", "integer", "text", "date", "date_time", "yes_no", "object", "person", "list"],
        label: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        unit: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        of_person: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        kind: Union[Optional[Literal["fact", "name", "contact", "birth", "age", "identifier", "score"]], NotGiven] = NOT_GIVEN,
        basis: Union[Optional[Literal["race", "color", "religion", "national_origin", "sex", "marital_status", "age", "familial_status", "disability", "public_assistance", "rights_exercised", "proxy"]], NotGiven] = NOT_GIVEN,
        values: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        required: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        reason: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        item_type: Union[Optional[Literal["number", "integer", "text", "date", "date_time", "yes_no"]], NotGiven] = NOT_GIVEN,
        item: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        empty: Union[Optional[Literal["best", "worst"]], NotGiven] = NOT_GIVEN,
        absent: Union[Optional[Literal["none_on_record"]], NotGiven] = NOT_GIVEN,
        also: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Field:
        """Declare a field.

        Declares a field of the payload: its type, its label in letters, its unit, its person, and its kind, which decides who sees it. It replaces the earlier declaration of the field, for executions that are accepted from now on. The same request again changes nothing. `context.applicant.x` is another name of `applicant.x`; a member of a list has no position (`jobs.pay`). Changing an identifier, a birth or an age to a fact needs the scope `pii:read`. `If-Match` names a version of the dictionary.

        Scope: `workflows:write`.

        :param type: Type of its values. The type of an object that describes a person is `person`.
        :param label: One line, as a letter prints it: `Loan to value`.
        :param unit: Unit of its numbers: `USD`, `cents`, `percent`, `fraction`, `ratio`, `points`, `count`, `days`, `weeks`, `months`, `years`, `hours`, `calendar_year`, `code`, or a noun of one word. Cents are printed as dollars.
        :param of_person: The person whose value it is, for a value outside a `person`: the path of a person, `nobody`, or `each` if every item of the list is a person.
        :param kind: Kind of its values. It decides who sees them; a value without a declared kind is hidden.
        :param basis: Prohibited basis that the value reveals, or `proxy` if it often stands for one.
        :param values: Known values of a text. A payload with another value is accepted.
        :param required: True: files and forms require it. A trigger accepts a payload without it.
        :param reason: Principal reasons that a notice gives for it (12 CFR 1002.9(b)(2)). Without the one that is true, the notice prints a neutral statement.
        :param item_type: Type of the items of a list of values. For a list of objects, declare their members instead.
        :param item: Names of one item of a list and of several.
        :param empty: An empty list counts as the best or the worst result.
        :param absent: A missing value counts as the best result: there is none on record.
        :param also: Nouns by which policies name it, beside its label.

        ``PUT /fields/{field}``
        """
        return cast("models.Field", self._caller.call("PUT", "/fields/{field}", path={"field": field}, body=given({"type": type, "label": label, "unit": unit, "of_person": of_person, "kind": kind, "basis": basis, "values": values, "required": required, "reason": reason, "item_type": item_type, "item": item, "empty": empty, "absent": absent, "also": also}), if_match=if_match, request_id=request_id))

    def remove(
        self,
        field: str,
        *,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> None:
        """Remove the declaration of a field.

        Holds for executions that are accepted from now on. A field that an active cascade reads cannot be removed.

        Scope: `workflows:write`.

        ``DELETE /fields/{field}``
        """
        self._caller.call("DELETE", "/fields/{field}", path={"field": field}, if_match=if_match, request_id=request_id)

    def set_all(
        self,
        body: Mapping[str, Any],
        *,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldDictionary:
        """Declare all fields at once.

        Replaces the whole dictionary of the account, as one version. A field that the body leaves out is no longer declared. The body is JSON Schema 2020-12 with keywords of ours (`x-kind`, `x-unit`, `x-person`, `x-basis`, `x-item`, `x-empty`, `x-absent`, `x-also`, `x-reason-above`, `-below`, `-is` and `-missing`), as `GET /fields/schema?of=account` writes it. Another keyword is a fault, and each fault names its place as a JSON pointer. The same request again changes nothing. `If-Match` names a version of the dictionary.

        Scope: `workflows:write`.

        ``PUT /fields``
        """
        return cast("models.FieldDictionary", self._caller.call("PUT", "/fields", body=dict(body), if_match=if_match, request_id=request_id))

    def schema(
        self,
        *,
        of: Union[Literal["payload", "account"], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Read the fields as JSON Schema.

        JSON Schema 2020-12. `payload` describes the payload of a trigger to the programs that send it: the types that the account declares, and the fields of the standard dictionary. It accepts a payload exactly if a trigger accepts its types. `account` describes the declarations of the account, in the form that `PUT /fields` takes. The `ETag` names the version of the dictionary.

        Scope: `workflows:read`.

        :param of: Schema of payloads, or of the declarations.

        ``GET /fields/schema``
        """
        return cast("Dict[str, Any]", self._caller.call("GET", "/fields/schema", query=given({"of": of}), request_id=request_id))

    def proposals(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> models.FieldProposals:
        """List undeclared fields.

        Lists undeclared paths that the 100 newest cascades of the account read, or that arrived with the 50 newest executions of the client. Redacted payloads and those above 64 KiB are left out. Each path has the JSON types that were seen, never a value, and a label made of its name for a person to correct. Proposals decide nothing. `questions` lists open questions about declared fields, and `answers` lists the answers that were given.

        Scope: `workflows:read`.

        ``GET /fields/proposals``
        """
        return cast("models.FieldProposals", self._caller.call("GET", "/fields/proposals", request_id=request_id))

    def answer(
        self,
        field: str,
        *,
        code: Literal["identifier", "birth", "contact", "score", "person", "proxy", "race", "color", "religion", "national_origin", "sex", "marital_status", "age", "public_assistance", "familial_status", "disability", "rights_exercised"],
        reason: Union[str, None],
        request_id: Optional[str] = None,
    ) -> models.FieldAnswered:
        """Answer a question about a field.

        Says why a field is not what the words of its name look like, in place of a `kind` or a `basis`. The question is not asked again until the answer is withdrawn (`reason` null). Nothing in a run depends on it. The same request again changes nothing.

        Scope: `workflows:write`.

        :param code: The question.
        :param reason: Why the field is not what its name looks like. Null withdraws the answer, so that it is asked again.

        ``PUT /fields/{field}/answers``
        """
        return cast("models.FieldAnswered", self._caller.call("PUT", "/fields/{field}/answers", path={"field": field}, body=given({"code": code, "reason": reason}), request_id=request_id))

    def preview(
        self,
        body: Mapping[str, Any],
        *,
        request_id: Optional[str] = None,
    ) -> models.FieldChanges:
        """See what declaring all fields would change.

        Takes the body of `PUT /fields` and saves nothing. Lists what it would change, the active cascades whose letters would say something else, and what would keep it from being saved.

        Scope: `workflows:write`.

        ``POST /fields/changes``
        """
        return cast("models.FieldChanges", self._caller.call("POST", "/fields/changes", body=dict(body), request_id=request_id))


class FieldRequestsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "approved", "refused", "withdrawn", "superseded"], Sequence[Literal["pending", "approved", "refused", "withdrawn", "superseded"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.FieldRequest]:
        """List the requests to declare fields otherwise.

        Those of the account, the newest first.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.

        ``GET /field_requests``
        """
        return Listing(self._caller, "/field_requests", query=given({"per_page": per_page, "filter[status]": status}), request_id=request_id)

    def create(
        self,
        *,
        fields: Mapping[str, Any],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Ask that fields are declared otherwise.

        Where an account asks for four eyes, another person approves what changes the letters of an active cascade or shows more of an applicant. `fields` is the whole dictionary, as `PUT /fields` takes it. One request is pending at a time; the next version of the dictionary supersedes it. A request that shows more needs `pii:read`. `If-Match` names a version of the dictionary.

        Scope: `workflows:write`.

        :param fields: A JSON Schema 2020-12.
        :param note: Kept with the request.

        ``POST /field_requests``
        """
        return cast("models.FieldRequestDetail", self._caller.call("POST", "/field_requests", body=given({"fields": fields, "note": note}), takes_key=True, idempotency_key=idempotency_key, if_match=if_match, request_id=request_id))

    def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Read a request to declare fields otherwise.

        With what it would change, and the active cascades whose letters would say something else.

        Scope: `workflows:read`.

        ``GET /field_requests/{id}``
        """
        return cast("models.FieldRequestDetail", self._caller.call("GET", "/field_requests/{id}", path={"id": id}, request_id=request_id))

    def approve(
        self,
        id: int,
        *,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Approve a request to declare fields otherwise.

        Makes the next version of the dictionary of it, for executions that are accepted from then on. Only another person than the one who asked can. A request that was made of another version of the dictionary is refused.

        Scope: `workflows:activate`.

        :param note: Kept with the request.

        ``POST /field_requests/{id}/approve``
        """
        return cast("models.FieldRequestDetail", self._caller.call("POST", "/field_requests/{id}/approve", path={"id": id}, body=given({"note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def refuse(
        self,
        id: int,
        *,
        note: str,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Refuse a request to declare fields otherwise.

        The dictionary stays as it is. `note` says why.

        Scope: `workflows:activate`.

        :param note: Why.

        ``POST /field_requests/{id}/refuse``
        """
        return cast("models.FieldRequestDetail", self._caller.call("POST", "/field_requests/{id}/refuse", path={"id": id}, body=given({"note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def withdraw(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Withdraw a request to declare fields otherwise.

        For the user who made it. Others refuse it.

        Scope: `workflows:write`.

        ``POST /field_requests/{id}/withdraw``
        """
        return cast("models.FieldRequestDetail", self._caller.call("POST", "/field_requests/{id}/withdraw", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class ExecutionsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        review_status: Union[Union[Literal["none", "in_review", "approved", "denied"], Sequence[Literal["none", "in_review", "approved", "denied"]]], NotGiven] = NOT_GIVEN,
        needs_human_review: Union[bool, NotGiven] = NOT_GIVEN,
        pending_review: Union[Union[Literal["decision", "notice"], Sequence[Literal["decision", "notice"]]], NotGiven] = NOT_GIVEN,
        overdue: Union[bool, NotGiven] = NOT_GIVEN,
        notices_due: Union[bool, NotGiven] = NOT_GIVEN,
        pending_report: Union[bool, NotGiven] = NOT_GIVEN,
        unresolved: Union[bool, NotGiven] = NOT_GIVEN,
        error_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        applicant: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Union[Literal["test", "live"], Sequence[Literal["test", "live"]]], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        assigned_to_user_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        created_after: Union[str, NotGiven] = NOT_GIVEN,
        created_before: Union[str, NotGiven] = NOT_GIVEN,
        updated_after: Union[str, NotGiven] = NOT_GIVEN,
        updated_before: Union[str, NotGiven] = NOT_GIVEN,
        completed_after: Union[str, NotGiven] = NOT_GIVEN,
        completed_before: Union[str, NotGiven] = NOT_GIVEN,
        decided_by: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        reason: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        failed_product: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Execution]:
        """List executions.

        Executions of the calling API client, the newest first. Filters narrow each other. One that failed says why: its `error_code`, and with the scope `executions:read:full` its `error`. With that scope each has the name of the applicant.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.
        :param review_status: Only records that have this value. Repeat the parameter to give several values.
        :param needs_human_review: True for executions with an open review.
        :param pending_review: Kind of the open review. Repeat the parameter to give several values.
        :param overdue: True for executions whose open review is past its due time.
        :param notices_due: True for executions with a due notice that has not gone out.
        :param pending_report: True for executions that wait for a report that a vendor is making.
        :param unresolved: True for executions that failed and were not evaluated again since. A person has to look at them.
        :param error_code: Code of the first step that failed, of executions that failed. Repeat the parameter to give several values.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.
        :param applicant: Id of the applicant whom it is about. Repeat the parameter to give several values.
        :param external_reference: Only records that have this value. Repeat the parameter to give several values.
        :param execution_mode: Only records that have this value. Repeat the parameter to give several values.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param assigned_to_user_id: Id of the reviewer who claimed it, `me` for the calling user, `none` for unclaimed ones. Repeat the parameter to give several values.
        :param created_after: Accepted after this time.
        :param created_before: Accepted before this time.
        :param updated_after: Changed after this time, or accepted after it and not changed since. A change is seen a moment after its time, so a caller that keeps a copy asks from a minute before its last request.
        :param updated_before: Last changed before this time, or accepted before it and not changed since.
        :param completed_after: Ended after this time.
        :param completed_before: Ended before this time.
        :param decided_by: Rule that decided it, as the statistics of rules call it: the `id` of its sentence, or its node and branch. Needs the scope `executions:read:full`, as reasons do: both say something about the applicant. Repeat the parameter to give several values.
        :param reason: Code of a reason in its letters, as the statistics of reasons have it. Needs `executions:read:full`. Repeat the parameter to give several values.
        :param failed_product: Code of a product whose pull failed. Repeat the parameter to give several values.

        ``GET /executions``
        """
        return Listing(self._caller, "/executions", query=given({"per_page": per_page, "filter[status]": status, "filter[review_status]": review_status, "filter[needs_human_review]": needs_human_review, "filter[pending_review]": pending_review, "filter[overdue]": overdue, "filter[notices_due]": notices_due, "filter[pending_report]": pending_report, "filter[unresolved]": unresolved, "filter[error_code]": error_code, "filter[workflow_id]": workflow_id, "filter[batch_execution_id]": batch_execution_id, "filter[applicant]": applicant, "filter[external_reference]": external_reference, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[assigned_to_user_id]": assigned_to_user_id, "filter[created_after]": created_after, "filter[created_before]": created_before, "filter[updated_after]": updated_after, "filter[updated_before]": updated_before, "filter[completed_after]": completed_after, "filter[completed_before]": completed_before, "filter[decided_by]": decided_by, "filter[reason]": reason, "filter[failed_product]": failed_product}), request_id=request_id)

    def get(
        self,
        id: int,
        *,
        wait: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ExecutionDetail:
        """Read an execution.

        With the scope `executions:read:full` the answer also has `step_outputs`, `failed_steps` and `error`, which hold identity data of the applicant and reports. Without it the values of `input_context` are `***`. Without the scope `pii:read` a declared identifier is `****6789`, a birth `1990-**-**` and an age `***`, and a value of live data that nobody declared is the text `*** (text, not declared)`, or `number` or `yes or no` in place of `text`: it waits for its declaration (`PUT /fields/{field}`), and `POST /executions/{id}/reveal` shows it.

        With `wait` the response comes when the execution has ended (`completed`, `failed`, `cancelled`, `skipped`) or is in `awaiting_review`, or after that many seconds with the status that it then has, which is no error: ask again. At most 250 requests of an account wait at the same time; one more is answered at once with the present state, and so are all when the server shuts down. So look at `status`, not at the time, and pause for a second before you ask again if the response came early.

        Scope: `executions:read`.

        :param wait: Seconds to wait for the execution to end or to ask a person. Below the time limit of most proxies.

        ``GET /executions/{id}``
        """
        return cast("models.ExecutionDetail", self._caller.call("GET", "/executions/{id}", path={"id": id}, query=given({"wait": wait}), request_id=request_id))

    def explain(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ExecutionExplanation:
        """Explain why notices were issued.

        For each adverse-action notice of the execution: the way taken, the choices that decided with the required and the actual values, what the reviewers said, and the smallest change that would have avoided it.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/explanation``
        """
        return cast("models.ExecutionExplanation", self._caller.call("GET", "/executions/{id}/explanation", path={"id": id}, request_id=request_id))

    def timeline(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ExecutionTimeline:
        """Read what happened in an execution.

        The cascade as it was run, each visit of a node with its times and the way that led there, what was asked of the outside world, what people did, the events with their deliveries, and the mail. It says nothing about the applicant.

        Scope: `executions:read`.

        ``GET /executions/{id}/timeline``
        """
        return cast("models.ExecutionTimeline", self._caller.call("GET", "/executions/{id}/timeline", path={"id": id}, request_id=request_id))

    def reveal(
        self,
        id: int,
        *,
        fields: Sequence[str],
        reason: str,
        request_id: Optional[str] = None,
    ) -> models.RevealedValues:
        """Show masked values.

        Shows values in full that are masked elsewhere, in this one response. Who asked, when, from which address, for which fields and why is recorded in the audit log, together with the response or not at all. A repeat shows and records them once more: an Idempotency-Key has no effect.

        Scope: `executions:read:full`.

        :param fields: Dotted paths in `input_context` (`applicant.ssn`), or in the outputs of steps (`step_outputs.<node id>.<member>`). Numbers count the items of lists.
        :param reason: Why the values are needed. It is kept with the record.

        ``POST /executions/{id}/reveal``
        """
        return cast("models.RevealedValues", self._caller.call("POST", "/executions/{id}/reveal", path={"id": id}, body=given({"fields": fields, "reason": reason}), request_id=request_id))

    def list_unknown_pulls(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.UnknownPull]:
        """List pulls that were cut short.

        Pulls that failed as `vendor_unknown`: nobody knows whether the vendor has the order, and a repeat would order again. Ask the vendor, and enter what it says with `POST /executions/{id}/settle_pull`.

        Scope: `connections:write`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /unknown_pulls``
        """
        return Listing(self._caller, "/unknown_pulls", query=given({"per_page": per_page}), request_id=request_id)

    def settle_pull(
        self,
        id: int,
        *,
        node_id: str,
        reference: Union[str, None],
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.SettledPull:
        """Say what became of a pull that was cut short.

        With the reference of the vendor the order is asked for, billed and kept, whatever became of the execution; a retry or a re-evaluation uses it. With null there is no order, and the next pull orders again.

        Scope: `connections:write`.

        :param node_id: The node that pulls.
        :param reference: The vendor's reference of the order; null: the vendor has no order.

        ``POST /executions/{id}/settle_pull``
        """
        return cast("models.SettledPull", self._caller.call("POST", "/executions/{id}/settle_pull", path={"id": id}, body=given({"node_id": node_id, "reference": reference}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def cancel(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Cancel an execution.

        No step begins after this; steps under way finish. An execution that is already cancelled is returned unchanged. Takes no body. No event is sent.

        Scope: `executions:write`.

        ``POST /executions/{id}/cancel``
        """
        return cast("models.Execution", self._caller.call("POST", "/executions/{id}/cancel", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def re_evaluate(
        self,
        id: int,
        *,
        reuse_reports: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        corrections: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reason: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ExecutionSummary:
        """Re-evaluate an execution.

        A new execution of the cascade's current version, with the payload, mode and reference of the old one. By default the reports that were pulled are used again, matched by product and at no cost, also of an execution that failed. Mail and notices are sent again.

        With `corrections` it runs on other values than the old one: who corrected them, when and why is kept with it, and its comparison, its evidence and its letters say it.

        An execution is evaluated again ten times in a day, with all that re-evaluate it; one more is `rate_limited`.

        Scope: `executions:write`.

        :param reuse_reports: False: pull every report afresh, which is billed in live mode.
        :param corrections: Other values for what was sent or reported, by path: `{"applicant.monthly_income": 4200}`. A value of a report is `steps.<node>.<field>` and takes `{"value": 640, "note": "…"}`, where the note says where the value comes from; of the payload the note may be left out. A correction replaces a value that is there, or adds the mail address that the recipient of a notice reads (`applicant.email`) where the payload has none; a report still has to match the schema of its product. Asks for the scope `executions:read:full`.
        :param reason: Why the values are corrected. Required with `corrections`.

        ``POST /executions/{id}/re_evaluations``
        """
        return cast("models.ExecutionSummary", self._caller.call("POST", "/executions/{id}/re_evaluations", path={"id": id}, body=given({"reuse_reports": reuse_reports, "corrections": corrections, "reason": reason}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def re_evaluate_failed(
        self,
        *,
        expected_count: int,
        filter: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reuse_reports: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ReEvaluations:
        """Re-evaluate what failed.

        Every execution that matches the filter, has failed and was not evaluated again since: as if each were re-evaluated by itself, without corrections. `expected_count` is the number that GET /executions counts with the same filter and `filter[unresolved]=true`; if it is another one by now, nothing is done. One request takes the 500 oldest in one transaction and says how many remain: send the next one with another key. Executions are skipped if their cascade cannot be run, their input is redacted, they were evaluated again ten times in a day, or a pull of theirs has to be settled first (`GET /unknown_pulls`).

        Scope: `executions:write`.

        :param filter: Filters of the list of executions; they narrow each other. Without any: all that failed.
        :param expected_count: How many executions the caller has seen.
        :param reuse_reports: False: pull every report afresh, which is billed in live mode.

        ``POST /executions/re_evaluations``
        """
        return cast("models.ReEvaluations", self._caller.call("POST", "/executions/re_evaluations", body=given({"filter": filter, "expected_count": expected_count, "reuse_reports": reuse_reports}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def compare(
        self,
        id: int,
        *,
        with_: int,
        request_id: Optional[str] = None,
    ) -> models.ExecutionComparison:
        """Compare two executions.

        What differs between two executions of the calling API client, such as one and its re-evaluation: outcome, branches, conditions with required and actual values, values of the reports, reasons.

        Scope: `executions:read:full`.

        :param with_: Id of the other execution.

        ``GET /executions/{id}/comparison``
        """
        return cast("models.ExecutionComparison", self._caller.call("GET", "/executions/{id}/comparison", path={"id": id}, query=given({"with": with_}), request_id=request_id))

    def download_evidence(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> Download:
        """Download the evidence of a decision.

        A signed ZIP file: the definition, the input, the reports, the trace of all steps and its explanation, the reviewers' acts, the letters and mails with their SHA-256, the mail server's responses, and the events with their deliveries. `manifest.json` lists the SHA-256 of every file, `manifest.sig` is its Ed25519 signature, and the file's comment signs all its bytes. Public keys: `/.well-known/cascade-evidence.json`; `cascade evidence verify FILE` checks all of it. PDFs of reports that are not made yet are made now, which takes up to 30 seconds. Nothing in it is masked, so the scope `pii:read` is needed too.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/evidence.zip``
        """
        return self._caller.download("/executions/{id}/evidence.zip", path={"id": id}, request_id=request_id)


class ReviewsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        kind: Union[Union[Literal["decision", "notice"], Sequence[Literal["decision", "notice"]]], NotGiven] = NOT_GIVEN,
        assigned_to_user_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        applicant: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        queue: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        snoozed: Union[bool, NotGiven] = NOT_GIVEN,
        overdue: Union[bool, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Review]:
        """List open reviews.

        The inbox of reviewers: open reviews of the calling API client, the first due first and those without a time limit last. `meta.counts` counts all open reviews, whatever the filters. With the scope `executions:read:full` each has the name of the applicant.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param kind: Only records that have this value. Repeat the parameter to give several values.
        :param assigned_to_user_id: Id of the reviewer who claimed it, `me` for the calling user, `none` for unclaimed ones. Repeat the parameter to give several values.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param applicant: Id of the applicant whom it is about. Repeat the parameter to give several values.
        :param queue: Queue in which it is, `mine` for those that the calling user works, `none` for reviews in no queue. Repeat the parameter to give several values.
        :param snoozed: True for reviews that are snoozed.
        :param overdue: True for reviews past their due time.

        ``GET /reviews``
        """
        return Listing(self._caller, "/reviews", query=given({"per_page": per_page, "filter[kind]": kind, "filter[assigned_to_user_id]": assigned_to_user_id, "filter[workflow_id]": workflow_id, "filter[applicant]": applicant, "filter[queue]": queue, "filter[snoozed]": snoozed, "filter[overdue]": overdue}), request_id=request_id)

    def next(
        self,
        *,
        kind: Union[Optional[Literal["decision", "notice"]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        queue: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Review:
        """Claim the next review.

        Claims the most urgent open review that nobody has claimed: the first due, then the oldest. Two people who ask at once get two reviews. Whoever works queues gets reviews of these and of none; what is put off is given to nobody. `not_found` if none is left.

        Scope: `reviews:decide`.

        :param kind: Only reviews of this kind.
        :param workflow_id: Only reviews of this cascade.
        :param queue: Only reviews of this queue; `none`: of those in no queue. By default what the caller works.

        ``POST /reviews/next``
        """
        return cast("models.Review", self._caller.call("POST", "/reviews/next", body=given({"kind": kind, "workflow_id": workflow_id, "queue": queue}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def release(
        self,
        *,
        user_id: int,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ReleasedReviews:
        """Take back all that a user has claimed.

        Takes the claims of a user off all open reviews of the API client, such as those of a colleague who is ill. Each execution has a review event of it. Reviews of live executions need production access.

        Scope: `reviews:decide`.

        :param user_id: The user who holds them (`GET /users`).
        :param note: Kept with the review event.

        ``POST /reviews/release``
        """
        return cast("models.ReleasedReviews", self._caller.call("POST", "/reviews/release", body=given({"user_id": user_id, "note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def stream(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> Download:
        """Hear when the inbox changes.

        Server-sent events: `inbox` whenever a review opens, is decided, is claimed or is given back, and once at the beginning. It says how many reviews are open; `GET /reviews` says which. An event that is lost is made up for within seconds. The stream ends within a minute, and browsers then connect again by themselves.

        Scope: `executions:read`.

        ``GET /reviews/stream``
        """
        return self._caller.download("/reviews/stream", request_id=request_id)

    def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ReviewCase:
        """Read what a reviewer needs.

        The open review and the conditions that flagged it with required and actual values, the reports in brief with their PDFs, what people did before, and what approving and denying lead to: the nodes that would run, and the letters with the reasons that they would give.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/review``
        """
        return cast("models.ReviewCase", self._caller.call("GET", "/executions/{id}/review", path={"id": id}, request_id=request_id))

    def decide(
        self,
        id: int,
        *,
        decision: Literal["approved", "denied"],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        reasons: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        variables: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        node_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        review_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Decide the open review.

        For a review of kind `decision`, `approved` continues at `human_review_steps` (or at `pass_steps` if that is empty) and `denied` at `fail_steps`. For a review of kind `notice`, `approved` sends the drafted notice and `denied` discards it. Of two simultaneous decisions one wins, and the other gets `review_not_pending`. Where several people have to approve (`pending_review.approvals`), the review stays open until they have; one denial denies.

        Scope: `reviews:decide`.

        :param decision: The decision of the reviewer.
        :param note: Kept with the review event.
        :param reasons: Reasons of the reviewer, as texts or codes of the reason catalogue (`GET /products`). They come first on the letter. Required to approve a review with `needs` = `reasons`. The `note` never appears on a letter.
        :param variables: To approve a review with `needs` = `variables`, `name` or `address`: a value for each path in `pending_review.variables`, as the letter prints it. An address has two lines at least.
        :param node_id: Node of the review (`pending_review.node_id`). Required once an earlier review of the execution was decided, so that a request sent twice cannot decide a review that its sender has not seen.
        :param review_id: The review itself (`id` in `GET /reviews`). A node in a loop asks anew each time, and `node_id` does not tell its reviews apart. Enough without `node_id`.

        ``POST /executions/{id}/review_decisions``
        """
        return cast("models.Execution", self._caller.call("POST", "/executions/{id}/review_decisions", path={"id": id}, body=given({"decision": decision, "note": note, "reasons": reasons, "variables": variables, "node_id": node_id, "review_id": review_id}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def assign(
        self,
        id: int,
        *,
        assignee: Union[str, int, None],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        force: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Assign or release the open review.

        Assigning a review to the user who holds it, or releasing one that nobody holds, changes nothing. What another user has claimed is taken over or released with `force` only.

        Scope: `reviews:decide`.

        :param assignee: `me` claims the review for the calling user; the id of a user of the account (`GET /users`) assigns it to that colleague; null releases it.
        :param note: Kept with the review event.
        :param force: Takes over or releases another user's claim too.

        ``POST /executions/{id}/review_assignment``
        """
        return cast("models.Execution", self._caller.call("POST", "/executions/{id}/review_assignment", path={"id": id}, body=given({"assignee": assignee, "note": note, "force": force}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def move(
        self,
        id: int,
        *,
        queue: Union[str, None],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Review:
        """Move the open review to a queue.

        Nobody holds it afterwards: a reviewer of the queue takes it. The queue is one that a user of the account works (`PATCH /users/{id}`). What another user has claimed is refused.

        Scope: `reviews:decide`.

        :param queue: The queue; null takes it out of any, so that everybody is given it.
        :param note: Kept with the review event.

        ``POST /executions/{id}/review_queue``
        """
        return cast("models.Review", self._caller.call("POST", "/executions/{id}/review_queue", path={"id": id}, body=given({"queue": queue, "note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def snooze(
        self,
        id: int,
        *,
        until: Union[str, None],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Review:
        """Put the open review off until a time.

        Until then `POST /reviews/next` gives it to nobody. It can still be opened and decided, its due time stands, and the user who holds it keeps it. What another user has claimed is refused.

        Scope: `reviews:decide`.

        :param until: Later than now, at most a year; null brings it back at once.
        :param note: Kept with the review event.

        ``POST /executions/{id}/review_snooze``
        """
        return cast("models.Review", self._caller.call("POST", "/executions/{id}/review_snooze", path={"id": id}, body=given({"until": until, "note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def add_note(
        self,
        id: int,
        *,
        note: str,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Add a note.

        Possible at any time, in every status of the execution, until its person is forgotten.

        Scope: `reviews:decide`.

        :param note: Kept as an event of the execution.

        ``POST /executions/{id}/review_notes``
        """
        return cast("models.Execution", self._caller.call("POST", "/executions/{id}/review_notes", path={"id": id}, body=given({"note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def bulk(
        self,
        *,
        execution_ids: Sequence[int],
        bulk_action: Literal["approve", "deny", "assign_to_me"],
        kind: Union[Optional[Literal["decision", "notice"]], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        reasons: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.BulkReviewResult:
        """Act on many reviews.

        Every id ends in exactly one of three. `applied`: the review was assigned, and nothing is left to do. `enqueued`: the decision was recorded, and the execution has been woken to continue by it. `skipped`: nothing was done. So `approve` and `deny` count under `enqueued`, and `assign_to_me` under `applied`, and so does an approval that others have to join. An id that is named twice counts once. `approve` and `deny` decide the first review of the given `kind` and no later one. Each id is a transaction of its own. After a failure, repeat the request with the same Idempotency-Key: what was done is not done again, and the response counts it.

        Scope: `reviews:decide`.

        :param execution_ids: Executions to act on.
        :param bulk_action: The action for each execution.
        :param kind: Reviews that `approve` and `deny` decide. `notice` sends or discards drafted letters.
        :param note: Kept with the review event.
        :param reasons: For `approve` and `deny`: the reasons of each of the decisions, as in `POST /executions/{id}/review_decisions`. An execution of whose reports a code is not true is skipped.

        ``POST /executions/review_bulk_actions``
        """
        return cast("models.BulkReviewResult", self._caller.call("POST", "/executions/review_bulk_actions", body=given({"execution_ids": execution_ids, "bulk_action": bulk_action, "kind": kind, "note": note, "reasons": reasons}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def list_events(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.ReviewEvent]:
        """List review events.

        Events of the reviews of the execution, oldest first. Notes, reasons and the values that a letter lacked are words about the applicant: they are `***` without the scope `executions:read:full`.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /executions/{id}/review_events``
        """
        return Listing(self._caller, "/executions/{id}/review_events", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)


class ArtifactsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list_reports(
        self,
        id: int,
        *,
        per_page: Any = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.ReportArtifact]:
        """List credit-report PDFs.

        The whole collection, oldest first; not paginated.

        Scope: `executions:read`.

        :param per_page: Ignored: the whole collection is returned.

        ``GET /executions/{id}/report_artifacts``
        """
        return Listing(self._caller, "/executions/{id}/report_artifacts", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    def download_report(
        self,
        id: int,
        artifact_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> Download:
        """Download one credit-report PDF.

        The `ETag` is the SHA-256 of the file. A file that is no longer stored returns `not_found`. A report that is not made yet is made now, which takes up to 30 seconds.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/report_artifacts/{artifact_id}``
        """
        return self._caller.download("/executions/{id}/report_artifacts/{artifact_id}", path={"id": id, "artifact_id": artifact_id}, request_id=request_id)

    def list_notices(
        self,
        id: int,
        *,
        per_page: Any = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.NoticeArtifact]:
        """List adverse-action notice PDFs.

        The whole collection, oldest first; not paginated.

        Scope: `executions:read`.

        :param per_page: Ignored: the whole collection is returned.

        ``GET /executions/{id}/notice_artifacts``
        """
        return Listing(self._caller, "/executions/{id}/notice_artifacts", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    def download_notice(
        self,
        id: int,
        artifact_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> Download:
        """Download one adverse-action notice PDF.

        The `ETag` is the SHA-256 of the file. A file that is no longer stored returns `not_found`. A report that is not made yet is made now, which takes up to 30 seconds.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/notice_artifacts/{artifact_id}``
        """
        return self._caller.download("/executions/{id}/notice_artifacts/{artifact_id}", path={"id": id, "artifact_id": artifact_id}, request_id=request_id)

    def list_mails(
        self,
        id: int,
        *,
        per_page: Any = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.MailArtifact]:
        """List e-mails that were not sent.

        Without production access an account reaches only addresses of its own; any other e-mail is kept as a file. The whole collection, oldest first; not paginated.

        Scope: `executions:read`.

        :param per_page: Ignored: the whole collection is returned.

        ``GET /executions/{id}/mail_artifacts``
        """
        return Listing(self._caller, "/executions/{id}/mail_artifacts", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    def download_mail(
        self,
        id: int,
        artifact_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> Download:
        """Download one e-mail that was not sent.

        The message as it would have been sent. Nothing in it is masked, so the scope `pii:read` is needed too. The `ETag` is the SHA-256 of the file.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/mail_artifacts/{artifact_id}``
        """
        return self._caller.download("/executions/{id}/mail_artifacts/{artifact_id}", path={"id": id, "artifact_id": artifact_id}, request_id=request_id)

    def resend_notice(
        self,
        id: int,
        artifact_id: int,
        *,
        reason: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.NoticeArtifact:
        """Send a notice again.

        E-mails a sent notice once more, with the same attachments under a new Message-ID. The review event `adverse_action_replayed` says when the mail server accepted it. Unless the letter did not arrive (states `returned` and `resend_failed` of `GET /waiting_letters`), it takes a reason, once a day (`rate_limited` with Retry-After).

        Scope: `executions:write`.

        :param reason: Why it is sent again. It is kept in the audit log.

        ``POST /executions/{id}/notice_artifacts/{artifact_id}/resend``
        """
        return cast("models.NoticeArtifact", self._caller.call("POST", "/executions/{id}/notice_artifacts/{artifact_id}/resend", path={"id": id, "artifact_id": artifact_id}, body=given({"reason": reason}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def record_posted(
        self,
        id: int,
        artifact_id: int,
        *,
        date: str,
        carrier: str,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.NoticeArtifact:
        """Record that a notice was posted.

        For a notice that may not go by e-mail (`pending_review.delivery` is `post`). The notice is then `sent`, and the execution continues. A notice that was sent by e-mail can be recorded as posted too: the review event keeps the day, and a letter that comes back no longer waits.

        Scope: `reviews:decide`.

        :param date: Day on which it was put into the mail; not before the date that the letter carries.
        :param carrier: Who carries it, and a tracking number.

        ``POST /executions/{id}/notice_artifacts/{artifact_id}/posted``
        """
        return cast("models.NoticeArtifact", self._caller.call("POST", "/executions/{id}/notice_artifacts/{artifact_id}/posted", path={"id": id, "artifact_id": artifact_id}, body=given({"date": date, "carrier": carrier}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def record_sent_notice(
        self,
        id: int,
        *,
        date: str,
        carrier: str,
        applicant: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        artifact_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Record a notice that was sent elsewhere.

        For a notice in `notices_due` that went out outside this service: the execution, and those that it re-evaluates, owe that person none any more. With `artifact_id`, for a letter that came back or could not be sent again: it waits no more.

        Scope: `reviews:decide`.

        :param applicant: The `applicant` of the notice in `notices_due`.
        :param artifact_id: The notice that came back (`notice_artifact_id` of `GET /waiting_letters`); `applicant` does not count then.
        :param date: Day on which it was sent.
        :param carrier: How it was sent, and a tracking number.

        ``POST /executions/{id}/sent_notices``
        """
        return cast("models.Execution", self._caller.call("POST", "/executions/{id}/sent_notices", path={"id": id}, body=given({"applicant": applicant, "artifact_id": artifact_id, "date": date, "carrier": carrier}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def record_application_answer(
        self,
        id: int,
        *,
        answer: Literal["withdrawn", "incompleteness_notice", "decided_elsewhere", "no_application"],
        date: str,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Record what became of an application.

        For a live application for credit whose run ended without a decision (`why` `no_decision` in `notices_due`): it was withdrawn by the applicant, a notice of incompleteness was sent, it was decided elsewhere, or it was no application. Executions of the same `external_reference` owe no answer then either.

        Scope: `reviews:decide`.

        :param answer: The outcome of the application.
        :param date: Day of that outcome.
        :param note: Kept with the review event.

        ``POST /executions/{id}/application_answers``
        """
        return cast("models.Execution", self._caller.call("POST", "/executions/{id}/application_answers", path={"id": id}, body=given({"answer": answer, "date": date, "note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class WaitingLettersOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        state: Union[Union[Literal["draft", "needs_reasons", "needs_variables", "needs_name", "needs_address", "needs_glyphs", "to_post", "owed", "returned", "resend_failed"], Sequence[Literal["draft", "needs_reasons", "needs_variables", "needs_name", "needs_address", "needs_glyphs", "to_post", "owed", "returned", "resend_failed"]]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Union[Literal["test", "live"], Sequence[Literal["test", "live"]]], NotGiven] = NOT_GIVEN,
        overdue: Union[bool, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.WaitingLetter]:
        """List letters that wait.

        Letters of the calling API client that wait for a person: drafts to be sent or discarded, letters that are parked, letters to be posted, letters that are owed, and letters that came back. The first due first; one without a due time stands at the time since when it waits. `meta.counts` counts all of them, whatever the filters. With the scope `executions:read:full` each has the name of the applicant.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param state: State of the letter. Repeat the parameter to give several values.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param execution_mode: Only records that have this value. Repeat the parameter to give several values.
        :param overdue: True for letters past their due time.

        ``GET /waiting_letters``
        """
        return Listing(self._caller, "/waiting_letters", query=given({"per_page": per_page, "filter[state]": state, "filter[workflow_id]": workflow_id, "filter[execution_mode]": execution_mode, "filter[overdue]": overdue}), request_id=request_id)


class BatchesOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "running", "interrupted", "completed", "cancelled"], Sequence[Literal["pending", "running", "interrupted", "completed", "cancelled"]]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        updated_after: Union[str, NotGiven] = NOT_GIVEN,
        completed_after: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Batch]:
        """List batches.

        Batches of the calling API client, the newest first.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param updated_after: Changed after this time.
        :param completed_after: Ended after this time.

        ``GET /batches``
        """
        return Listing(self._caller, "/batches", query=given({"per_page": per_page, "filter[status]": status, "filter[workflow_id]": workflow_id, "filter[updated_after]": updated_after, "filter[completed_after]": completed_after}), request_id=request_id)

    def create(
        self,
        id: int,
        *,
        rows: Sequence[Mapping[str, Any]],
        execution_mode: Union[Optional[Literal["test", "live"]], NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        skip_waits: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        on_invalid_rows: Union[Optional[Literal["refuse", "skip"]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Run a cascade for up to 500 applicants.

        The batch and an execution for each row are committed when the response is sent. Repeating the same request with the same Idempotency-Key returns the original response. A row is at most 64 KiB, the body 8 MiB. Dates of persons and declared types are checked as those of a trigger. Beside `applicant` and `property` a row may hold what is declared, such as `loan` or `co_applicant`.

        Scope: `executions:write`.

        :param rows: One object for each applicant, at most 64 KiB. Each member is optional.
        :param execution_mode: `live` requires production access and an active cascade.
        :param external_reference: Comes back on the batch; each row has its own.
        :param skip_waits: Test mode only: waits and waiting periods pass at once.
        :param on_invalid_rows: `skip`: the batch runs without rows whose values are of another type than was declared, or whose dates cannot be read, and names them in `skipped_rows`. An addition of ours.

        ``POST /workflows/{id}/batches``
        """
        return cast("models.Batch", self._caller.call("POST", "/workflows/{id}/batches", path={"id": id}, body=given({"rows": rows, "execution_mode": execution_mode, "external_reference": external_reference, "skip_waits": skip_waits, "on_invalid_rows": on_invalid_rows}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Read a batch.

        `completed_count` and `failed_count` grow while it runs.

        Scope: `executions:read`.

        ``GET /batches/{id}``
        """
        return cast("models.Batch", self._caller.call("GET", "/batches/{id}", path={"id": id}, request_id=request_id))

    def summary(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.BatchSummary:
        """Count the rows of a batch.

        By status, outcome, review status and error, with the durations of the rows that have ended.

        Scope: `executions:read`.

        ``GET /batches/{id}/summary``
        """
        return cast("models.BatchSummary", self._caller.call("GET", "/batches/{id}/summary", path={"id": id}, request_id=request_id))

    def list_executions(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.BatchExecutionRow]:
        """List the rows of a batch.

        In the order in which they were submitted.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.

        ``GET /batches/{id}/executions``
        """
        return Listing(self._caller, "/batches/{id}/executions", path={"id": id}, query=given({"per_page": per_page, "filter[status]": status}), request_id=request_id)

    def cancel(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Cancel a batch.

        Rows that were dispatched become `cancelled`, the others `skipped`; rows that have ended stay as they are. A batch that is already cancelled is returned unchanged. No event is sent.

        Scope: `executions:write`.

        ``POST /batches/{id}/cancel``
        """
        return cast("models.Batch", self._caller.call("POST", "/batches/{id}/cancel", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def resume(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Resume an interrupted batch.

        Dispatch of its rows goes on.

        Scope: `executions:write`.

        ``POST /batches/{id}/resume``
        """
        return cast("models.Batch", self._caller.call("POST", "/batches/{id}/resume", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def retry_failed(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Retry the failed and skipped rows of a batch.

        The batch must have ended. Each row keeps its execution and goes on where it failed: steps that succeeded, mails and pulls included, are not repeated.

        Scope: `executions:write`.

        ``POST /batches/{id}/retry_failed``
        """
        return cast("models.Batch", self._caller.call("POST", "/batches/{id}/retry_failed", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def download_csv(
        self,
        id: int,
        *,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Download:
        """Export the results of a batch as CSV.

        One line for each row, as it is now; UTF-8 with a byte order mark. With the scope `executions:read:full` also the applicant's name and e-mail, the error, and a column for each product field that a condition reads. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it; a negative number has none. A connection that breaks leaves an incomplete file.

        Scope: `executions:read`.

        :param status: Only rows in this status. Repeat the parameter to give several values.

        ``GET /batches/{id}/exports.csv``
        """
        return self._caller.download("/batches/{id}/exports.csv", path={"id": id}, query=given({"filter[status]": status}), request_id=request_id)

    def download_zip(
        self,
        id: int,
        *,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Download:
        """Export the results of a batch as ZIP.

        `results.csv`, `batch.json`, and `rows/<row_index>-<execution_id>.json` for each row. With the scope `executions:read:full` the rows have their input and the outputs of their steps.

        Scope: `executions:read`.

        :param status: Only rows in this status. Repeat the parameter to give several values.

        ``GET /batches/{id}/exports.zip``
        """
        return self._caller.download("/batches/{id}/exports.zip", path={"id": id}, query=given({"filter[status]": status}), request_id=request_id)

    def download_notices(
        self,
        id: int,
        *,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Download:
        """Download the adverse-action notices of a batch.

        Every notice that was sent, as `<row_index>-<execution_id>-<file name>`. Without any, the ZIP is empty.

        Scope: `executions:read:full`.

        :param status: Only rows in this status. Repeat the parameter to give several values.

        ``GET /batches/{id}/adverse_action_notices.zip``
        """
        return self._caller.download("/batches/{id}/adverse_action_notices.zip", path={"id": id}, query=given({"filter[status]": status}), request_id=request_id)


class WebhookSubscriptionsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.WebhookSubscription]:
        """List subscriptions.

        Subscriptions of the calling API client, the newest first. Secrets are never shown.

        Scope: `webhooks:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /webhook_subscriptions``
        """
        return Listing(self._caller, "/webhook_subscriptions", query=given({"per_page": per_page}), request_id=request_id)

    def create(
        self,
        *,
        url: str,
        event_filter: Union[Union[Sequence[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]], None], NotGiven] = NOT_GIVEN,
        active: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookSubscriptionWithSecret:
        """Subscribe to events.

        The response holds the signing secret, which is not shown again; store it.

        Scope: `webhooks:write`.

        :param url: http or https, publicly routable, a full host name, without user name or password. Checked when it is saved and at every delivery. Answered as it is requested: `HTTPS://Hooks.example.com/a/../b#c` is `https://hooks.example.com/b`.
        :param event_filter: Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them.
        :param active: False: it begins paused, and what is emitted until it is activated is not delivered.

        ``POST /webhook_subscriptions``
        """
        return cast("models.WebhookSubscriptionWithSecret", self._caller.call("POST", "/webhook_subscriptions", body=given({"url": url, "event_filter": event_filter, "active": active}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WebhookSubscription:
        """Read a subscription.

        Without its secret.

        Scope: `webhooks:read`.

        ``GET /webhook_subscriptions/{id}``
        """
        return cast("models.WebhookSubscription", self._caller.call("GET", "/webhook_subscriptions/{id}", path={"id": id}, request_id=request_id))

    def update(
        self,
        id: int,
        *,
        url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        event_filter: Union[Union[Sequence[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]], None], NotGiven] = NOT_GIVEN,
        active: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WebhookSubscription:
        """Change a subscription.

        Only keys that are present change anything. Deliveries under way use the new URL from then on.

        Scope: `webhooks:write`.

        :param url: http or https, publicly routable, a full host name, without user name or password. Checked when it is saved and at every delivery. Answered as it is requested: `HTTPS://Hooks.example.com/a/../b#c` is `https://hooks.example.com/b`.
        :param event_filter: Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them.
        :param active: False pauses it: what is emitted meanwhile is not delivered.

        ``PATCH /webhook_subscriptions/{id}``
        """
        return cast("models.WebhookSubscription", self._caller.call("PATCH", "/webhook_subscriptions/{id}", path={"id": id}, body=given({"url": url, "event_filter": event_filter, "active": active}), request_id=request_id))

    def delete(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> None:
        """Delete a subscription.

        Deliveries stop; their records stay.

        Scope: `webhooks:write`.

        ``DELETE /webhook_subscriptions/{id}``
        """
        self._caller.call("DELETE", "/webhook_subscriptions/{id}", path={"id": id}, request_id=request_id)

    def rotate_secret(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookSubscriptionWithSecret:
        """Rotate the signing secret.

        For 24 hours deliveries are signed with both: `v1` with the new secret, `v0` with the previous one. A second rotation within that time drops the oldest. Takes no body.

        Scope: `webhooks:write`.

        ``POST /webhook_subscriptions/{id}/rotate_secret``
        """
        return cast("models.WebhookSubscriptionWithSecret", self._caller.call("POST", "/webhook_subscriptions/{id}/rotate_secret", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def test(
        self,
        id: int,
        *,
        event: Union[Optional[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookDelivery:
        """Send a sample event.

        A sample of the event, with `test: true` in `data`, is delivered to this subscription alone, whatever its filter says: signed, recorded and retried like any other. Read the delivery for its result.

        Scope: `webhooks:write`.

        :param event: The event of which a sample is sent.

        ``POST /webhook_subscriptions/{id}/test``
        """
        return cast("models.WebhookDelivery", self._caller.call("POST", "/webhook_subscriptions/{id}/test", path={"id": id}, body=given({"event": event}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def redeliver(
        self,
        id: int,
        *,
        since: str,
        statuses: Union[Union[Sequence[Literal["failed", "dead"]], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookRedelivery:
        """Redeliver what failed.

        Retries the deliveries of this subscription that are `failed` or `dead` and whose events were emitted since a time, the oldest first, at most 5000 in one request. Each is retried as by the retry of one delivery.

        Scope: `webhooks:write`.

        :param since: Events emitted at that time or later.
        :param statuses: Which deliveries.

        ``POST /webhook_subscriptions/{id}/redeliver``
        """
        return cast("models.WebhookRedelivery", self._caller.call("POST", "/webhook_subscriptions/{id}/redeliver", path={"id": id}, body=given({"since": since, "statuses": statuses}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class WebhookDeliveriesOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        subscription_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        event: Union[Union[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"], Sequence[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]]], NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "retrying", "succeeded", "failed", "dead"], Sequence[Literal["pending", "retrying", "succeeded", "failed", "dead"]]], NotGiven] = NOT_GIVEN,
        execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        created_after: Union[str, NotGiven] = NOT_GIVEN,
        created_before: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.WebhookDelivery]:
        """List deliveries.

        Deliveries to the subscriptions of the calling API client, the newest first. Payloads are not shown.

        Scope: `webhooks:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param subscription_id: Only records that have this value. Repeat the parameter to give several values.
        :param event: Only records that have this value. Repeat the parameter to give several values.
        :param status: Only records that have this value. Repeat the parameter to give several values.
        :param execution_id: Deliveries of the events of this execution. Repeat the parameter to give several values.
        :param created_after: Emitted at that time or later.
        :param created_before: Emitted before that time.

        ``GET /webhook_deliveries``
        """
        return Listing(self._caller, "/webhook_deliveries", query=given({"per_page": per_page, "filter[subscription_id]": subscription_id, "filter[event]": event, "filter[status]": status, "filter[execution_id]": execution_id, "filter[created_after]": created_after, "filter[created_before]": created_before}), request_id=request_id)

    def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WebhookDeliveryDetail:
        """Read a delivery.

        With its attempts. The payload is not shown; read the execution instead.

        Scope: `webhooks:read`.

        ``GET /webhook_deliveries/{id}``
        """
        return cast("models.WebhookDeliveryDetail", self._caller.call("GET", "/webhook_deliveries/{id}", path={"id": id}, request_id=request_id))

    def retry(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookDelivery:
        """Retry a delivery.

        A `failed` delivery returns to its schedule, a `dead` one gets one more attempt, both at once. Takes no body.

        Scope: `webhooks:write`.

        ``POST /webhook_deliveries/{id}/retry``
        """
        return cast("models.WebhookDelivery", self._caller.call("POST", "/webhook_deliveries/{id}/retry", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class MeOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> models.Me:
        """Read who is calling.

        Account, API client, user and scopes of the token, and the limits that apply.

        Scope: `executions:read` or `workflows:read`.

        ``GET /me``
        """
        return cast("models.Me", self._caller.call("GET", "/me", request_id=request_id))


class CompanyOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def get(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> models.Company:
        """Read whom letters are from.

        Legal name, address and telephone number of the account, and its federal agency.

        Scope: `workflows:read`.

        ``GET /company``
        """
        return cast("models.Company", self._caller.call("GET", "/company", request_id=request_id))

    def update(
        self,
        *,
        legal_name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        address: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        phone: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        longest_token_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        examples_gate: Union[Optional[Literal["off", "shown", "required"]], NotGiven] = NOT_GIVEN,
        claims_months: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        ecoa_agency: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Company:
        """Set whom letters are from.

        For letters that are made from now on. Only what is given changes. In an account that asks for four eyes what is set already is changed by an operator (`cascade accounts update`).

        Scope: `settings:write`.

        :param legal_name: Legal name.
        :param address: Postal address; its lines are separated by line breaks.
        :param phone: Telephone number.
        :param longest_token_days: How long tokens live that administrators make, at most. Those that there are live on.
        :param examples_gate: What the examples of a cascade hold up. `shown`: each save says which fail. `required`: a version goes live only if all hold, or with `examples_override`. `off`: saves ask none. With four eyes an operator takes back what was asked for.
        :param claims_months: How many months after its decision an execution is kept for claims, though its person asked to be forgotten and the law would let it go. 0: not at all.
        :param ecoa_agency: Key of the federal agency that supervises the creditor, of `ecoa_agencies`.

        ``PATCH /company``
        """
        return cast("models.Company", self._caller.call("PATCH", "/company", body=given({"legal_name": legal_name, "address": address, "phone": phone, "longest_token_days": longest_token_days, "examples_gate": examples_gate, "claims_months": claims_months, "ecoa_agency": ecoa_agency}), request_id=request_id))


class AgenciesOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Agency]:
        """List the agencies behind reports.

        One for each product whose agency is set.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /agencies``
        """
        return Listing(self._caller, "/agencies", query=given({"per_page": per_page}), request_id=request_id)

    def set(
        self,
        code: str,
        *,
        name: str,
        address: str,
        phone: str,
        toll_free: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        nationwide: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        consumer_report: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Agency:
        """Set the agency behind a report.

        Says who is behind the reports of a product, for letters that are made from now on. It replaces what was set before, unless the account asks for four eyes: then an operator replaces it (`cascade agencies set`).

        Scope: `settings:write`.

        :param name: Name of the agency.
        :param address: Postal address; its lines are separated by line breaks.
        :param phone: Telephone number.
        :param toll_free: True if the telephone number is toll-free.
        :param nationwide: True if the agency is nationwide; its number must then be toll-free (15 USC 1681m(a)(3)(A)).
        :param consumer_report: False: a third party that is not a consumer reporting agency (15 USC 1681m(b)).
        :param note: Why the reports of a product of your own are no consumer reports; required there with `consumer_report` false. It is kept in the audit log.

        ``PUT /agencies/{code}``
        """
        return cast("models.Agency", self._caller.call("PUT", "/agencies/{code}", path={"code": code}, body=given({"name": name, "address": address, "phone": phone, "toll_free": toll_free, "nationwide": nationwide, "consumer_report": consumer_report, "note": note}), request_id=request_id))


class UsersOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.User]:
        """List users.

        Names of the users of the account, newest first, for the user ids of reviews, with the role and the queues of each, and who confirmed their e-mail address.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /users``
        """
        return Listing(self._caller, "/users", query=given({"per_page": per_page}), request_id=request_id)

    def update(
        self,
        id: int,
        *,
        queues: Sequence[str],
        request_id: Optional[str] = None,
    ) -> models.UpdatedUser:
        """Set the queues of a user.

        The queues of reviews that a user of the account works, all of them: `POST /reviews/next` gives them reviews of these and of none. It holds from their next request on, and what they have claimed in other queues is released. Names, addresses and roles are changed by an operator (`cascade users update`).

        Scope: `users:write`.

        :param queues: Names of queues: small letters, digits, `-` and `_`, at most 40, neither `mine` nor `none`. None: no queue of their own, so they are given every review.

        ``PATCH /users/{id}``
        """
        return cast("models.UpdatedUser", self._caller.call("PATCH", "/users/{id}", path={"id": id}, body=given({"queues": queues}), request_id=request_id))

    def list_people(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.Person]:
        """List people.

        People of the account, the newest first, with their addresses, roles and sessions.

        Scope: `people:write`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /people``
        """
        return Listing(self._caller, "/people", query=given({"per_page": per_page}), request_id=request_id)

    def invite(
        self,
        *,
        name: str,
        email: str,
        role: Literal["viewer", "reviewer", "author", "publisher", "admin"],
        queues: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        api_client_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Person:
        """Invite a person.

        Makes a user with a role and mails them a link with which they sign in once, within three days. Their address counts as unconfirmed until the identity provider or an operator confirms it. Only a person who signed in less than 15 minutes ago makes administrators, and no token does. In an account that asks for four eyes an operator makes publishers and administrators (`cascade users create`).

        Scope: `people:write`.

        :param name: Name.
        :param email: E-mail address. The invitation goes there.
        :param role: Their rights. Nobody gives a scope that they lack.
        :param queues: The queues of reviews that they work; none: all.
        :param api_client_id: The API client through which they act. Default: that of the caller.

        ``POST /people``
        """
        return cast("models.Person", self._caller.call("POST", "/people", body=given({"name": name, "email": email, "role": role, "queues": queues, "api_client_id": api_client_id}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def set_role(
        self,
        id: int,
        *,
        role: Optional[Literal["viewer", "reviewer", "author", "publisher", "admin"]],
        request_id: Optional[str] = None,
    ) -> models.UpdatedPerson:
        """Set the role of a person.

        Another role ends their sessions at once and releases the reviews that they can decide no more. Nobody changes their own role, gives or takes a scope that they lack, or takes the last administrator away. Their tokens keep working: revoke them.

        Scope: `people:write`.

        :param role: Null: they may do nothing any more.

        ``PATCH /people/{id}``
        """
        return cast("models.UpdatedPerson", self._caller.call("PATCH", "/people/{id}", path={"id": id}, body=given({"role": role}), request_id=request_id))

    def send_link(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Person:
        """Invite a person once more.

        Mails them a link with which they sign in once, within three days. Earlier links work until they expire.

        Scope: `people:write`.

        ``POST /people/{id}/links``
        """
        return cast("models.Person", self._caller.call("POST", "/people/{id}/links", path={"id": id}, body=given({}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def list_tokens(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.ApiToken]:
        """List tokens.

        Tokens of the account, the newest first, with those that ended. No token is shown again.

        Scope: `tokens:write`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /tokens``
        """
        return Listing(self._caller, "/tokens", query=given({"per_page": per_page}), request_id=request_id)

    def create_token(
        self,
        *,
        scopes: Sequence[Literal["workflows:read", "workflows:write", "workflow_templates:read", "executions:read", "executions:read:full", "executions:write", "reviews:decide", "workflows:activate", "webhooks:read", "webhooks:write", "pii:read", "audit:read", "statistics:read", "users:write", "settings:write", "people:write", "tokens:write", "products:write", "connections:write", "applicants:erase", "applicants:export"]],
        expires_in_days: int,
        api_client_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.NewApiToken:
        """Make a token.

        By an administrator who signed in less than 15 minutes ago, and never with a token. It acts for them, has no scope that they lack, and lives no longer than `longest_token_days` of the account. In an account that asks for four eyes an operator makes those that put cascades live, see numbers in full, or make people and tokens.

        Scope: `tokens:write`.

        :param scopes: Its scopes. Nobody gives a scope that they lack.
        :param expires_in_days: How long it lives: at most `longest_token_days` of `GET /company`.
        :param api_client_id: The API client through which it acts. Default: that of the caller.

        ``POST /tokens``
        """
        return cast("models.NewApiToken", self._caller.call("POST", "/tokens", body=given({"scopes": scopes, "expires_in_days": expires_in_days, "api_client_id": api_client_id}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def rotate_token(
        self,
        id: int,
        *,
        expires_in_days: int,
        overlap_hours: int,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.NewApiToken:
        """Exchange a token.

        Makes one with the same scopes and API client, and lets the earlier one of yours end after the overlap.

        Scope: `tokens:write`.

        :param expires_in_days: How long it lives: at most `longest_token_days` of `GET /company`.
        :param overlap_hours: How long the earlier token keeps working, so that programs can change over.

        ``POST /tokens/{id}/rotate``
        """
        return cast("models.NewApiToken", self._caller.call("POST", "/tokens/{id}/rotate", path={"id": id}, body=given({"expires_in_days": expires_in_days, "overlap_hours": overlap_hours}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def revoke_token(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ApiToken:
        """Revoke a token.

        It opens nothing from the next request on, and cannot be brought back.

        Scope: `tokens:write`.

        ``POST /tokens/{id}/revoke``
        """
        return cast("models.ApiToken", self._caller.call("POST", "/tokens/{id}/revoke", path={"id": id}, body=given({}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class AuditEventsOperations:
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        action: Union[Union[Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"], Sequence[Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"]]], NotGiven] = NOT_GIVEN,
        actor_kind: Union[Union[Literal["token", "session", "operator", "anonymous"], Sequence[Literal["token", "session", "operator", "anonymous"]]], NotGiven] = NOT_GIVEN,
        actor_user_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        subject_type: Union[str, NotGiven] = NOT_GIVEN,
        subject_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        occurred_after: Union[str, NotGiven] = NOT_GIVEN,
        occurred_before: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Listing[models.AuditEvent]:
        """List audit events.

        Who did what in the account, the newest first. Each event holds the hash of the one before it, so that one that was changed or removed is found (`cascade audit verify`).

        Scope: `audit:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param action: The act. Repeat the parameter to give several values.
        :param actor_kind: Who did it. Repeat the parameter to give several values.
        :param actor_user_id: User who acted. Repeat the parameter to give several values.
        :param subject_type: The kind of record that it changed or read, such as `workflow`.
        :param subject_id: Its id. Repeat the parameter to give several values.
        :param occurred_after: Done after this time.
        :param occurred_before: Done before this time.

        ``GET /audit_events``
        """
        return Listing(self._caller, "/audit_events", query=given({"per_page": per_page, "filter[action]": action, "filter[actor_kind]": actor_kind, "filter[actor_user_id]": actor_user_id, "filter[subject_type]": subject_type, "filter[subject_id]": subject_id, "filter[occurred_after]": occurred_after, "filter[occurred_before]": occurred_before}), request_id=request_id)

    def download_csv(
        self,
        *,
        action: Union[Union[Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"], Sequence[Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"]]], NotGiven] = NOT_GIVEN,
        actor_kind: Union[Union[Literal["token", "session", "operator", "anonymous"], Sequence[Literal["token", "session", "operator", "anonymous"]]], NotGiven] = NOT_GIVEN,
        actor_user_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        subject_type: Union[str, NotGiven] = NOT_GIVEN,
        subject_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        occurred_after: Union[str, NotGiven] = NOT_GIVEN,
        occurred_before: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Download:
        """Export audit events as CSV.

        The oldest first; UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it; a negative number has none. The export is recorded itself.

        Scope: `audit:read`.

        :param action: The act. Repeat the parameter to give several values.
        :param actor_kind: Who did it. Repeat the parameter to give several values.
        :param actor_user_id: User who acted. Repeat the parameter to give several values.
        :param subject_type: The kind of record that it changed or read, such as `workflow`.
        :param subject_id: Its id. Repeat the parameter to give several values.
        :param occurred_after: Done after this time.
        :param occurred_before: Done before this time.

        ``GET /audit_events/exports.csv``
        """
        return self._caller.download("/audit_events/exports.csv", query=given({"filter[action]": action, "filter[actor_kind]": actor_kind, "filter[actor_user_id]": actor_user_id, "filter[subject_type]": subject_type, "filter[subject_id]": subject_id, "filter[occurred_after]": occurred_after, "filter[occurred_before]": occurred_before}), request_id=request_id)


class PlainResources:
    def __init__(self, caller: Caller) -> None:
        self.applicants = ApplicantsOperations(caller)
        self.workflow_templates = WorkflowTemplatesOperations(caller)
        self.products = ProductsOperations(caller)
        self.statistics = StatisticsOperations(caller)
        self.fields = FieldsOperations(caller)
        self.field_requests = FieldRequestsOperations(caller)
        self.reviews = ReviewsOperations(caller)
        self.artifacts = ArtifactsOperations(caller)
        self.waiting_letters = WaitingLettersOperations(caller)
        self.webhook_subscriptions = WebhookSubscriptionsOperations(caller)
        self.webhook_deliveries = WebhookDeliveriesOperations(caller)
        self.me = MeOperations(caller)
        self.company = CompanyOperations(caller)
        self.agencies = AgenciesOperations(caller)
        self.users = UsersOperations(caller)
        self.audit_events = AuditEventsOperations(caller)


class AsyncWorkflowsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        active: Union[bool, NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        name: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Workflow]:
        """List cascades.

        Cascades of the account, the newest first.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param active: Only records that have this value.
        :param use_case: Only records that have this value. Repeat the parameter to give several values.
        :param name: Beginning of the name.

        ``GET /workflows``
        """
        return AsyncListing(self._caller, "/workflows", query=given({"per_page": per_page, "filter[active]": active, "filter[use_case]": use_case, "filter[name]": name}), request_id=request_id)

    async def create(
        self,
        *,
        name: str,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        trigger_type: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        active: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        version_note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        examples: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowDetail:
        """Create a cascade.

        Without a definition, or with an empty one, the cascade is a draft. Without production access it is a draft whatever `active` says, and so it is while its live notices lack a purpose or an agency, or while a notice or a review can be reached and it reads fields that nobody declared; `note` then says why.

        Scope: `workflows:write`.

        :param name: Its name.
        :param definition: The nodes.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param trigger_type: A label: `manual`, `event` or `scheduled`, which start nothing by themselves. Unknown values are taken as `manual`.
        :param active: False: save it as a draft.
        :param version_note: Kept with the version that this saves.
        :param examples: Examples that are kept with it, such as those of a template.

        ``POST /workflows``
        """
        return cast("models.WorkflowDetail", await self._caller.call("POST", "/workflows", body=given({"name": name, "definition": definition, "use_case": use_case, "trigger_type": trigger_type, "active": active, "version_note": version_note, "examples": examples}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowDetail:
        """Read a cascade.

        The cascade with its current definition.

        Scope: `workflows:read`.

        ``GET /workflows/{id}``
        """
        return cast("models.WorkflowDetail", await self._caller.call("GET", "/workflows/{id}", path={"id": id}, request_id=request_id))

    async def update(
        self,
        id: int,
        *,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        trigger_type: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        active: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        version_note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        examples_override: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowDetail:
        """Change a cascade.

        Only keys that are present change. `definition` replaces the whole array and becomes a new version; executions that were accepted before keep their version. `active` alone needs the scope `workflows:activate`, which `workflows:write` implies unless the account asks for four eyes; everything else needs `workflows:write`, and a new version of an active cascade both.

        Scope: `workflows:write` or `workflows:activate`.

        :param name: Its name.
        :param definition: The nodes.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param trigger_type: A label: `manual`, `event` or `scheduled`, which start nothing by themselves. Unknown values are ignored.
        :param active: True activates, which requires production access and everything that live notices name, and a declaration of each field that is read where a notice or a review can be reached.
        :param version_note: Kept with the version that this saves.
        :param examples_override: Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names.

        ``PATCH /workflows/{id}``
        """
        return cast("models.WorkflowDetail", await self._caller.call("PATCH", "/workflows/{id}", path={"id": id}, body=given({"name": name, "definition": definition, "use_case": use_case, "trigger_type": trigger_type, "active": active, "version_note": version_note, "examples_override": examples_override}), if_match=if_match, request_id=request_id))

    async def delete(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> None:
        """Delete a cascade.

        Executions that were accepted finish and stay readable. Its examples and backtests are deleted with it.

        Scope: `workflows:write`.

        ``DELETE /workflows/{id}``
        """
        await self._caller.call("DELETE", "/workflows/{id}", path={"id": id}, request_id=request_id)

    async def trigger(
        self,
        id: int,
        *,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Optional[Literal["test", "live"]], NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        applicant_key: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        skip_waits: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        sandbox: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        applicant: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        property: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ExecutionSummary:
        """Run a cascade for one applicant.

        The execution is committed when the response is sent. Repeating the same request with the same Idempotency-Key returns the original response, with the header `Idempotent-Replayed: true`. An empty body starts an execution in test mode with an empty payload. A body without `payload` but with `applicant` or `property` at its top level is taken as the payload itself, so the payload of a test case is a drop-in body. The dates `application_completed_at` and `esign_consent` of a person must be of ISO 8601 and not more than 24 hours ahead: live mode refuses others, test mode warns of them in `warnings`. A value of another type than the data dictionary of the account declares is refused; a number may be sent as its text, and a value may be missing or null.

        Scope: `executions:write`.

        :param payload: Input of the decision; becomes `input_context`.
        :param execution_mode: `live` requires production access and an active cascade.
        :param external_reference: Comes back on the execution and on every event.
        :param applicant_key: Your own id of the person, the same each time: executions with one key are of one applicant. An addition of ours.
        :param skip_waits: Test mode only: waits and waiting periods pass at once.
        :param sandbox: Test mode only: the result of products, by product code, in place of that of test mode. A report or a part of one (`{"score": 600}`), or the name of a registered case, such as `clear` or `vendor_error`.
        :param applicant: Instead of `payload`: the applicant.
        :param property: Instead of `payload`: the property.

        ``POST /workflows/{id}/trigger``
        """
        return cast("models.ExecutionSummary", await self._caller.call("POST", "/workflows/{id}/trigger", path={"id": id}, body=given({"payload": payload, "execution_mode": execution_mode, "external_reference": external_reference, "applicant_key": applicant_key, "skip_waits": skip_waits, "sandbox": sandbox, "applicant": applicant, "property": property}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def validate(
        self,
        *,
        definition: Any,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowValidation:
        """Validate a definition.

        Returns the errors with which the definition would be refused, and the warnings of one that can be saved. Nothing is saved.

        Scope: `workflows:read`.

        :param definition: A definition (`CascadeDefinition`), or whatever is to be told apart from one: it is checked, not refused.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).

        ``POST /workflows/validate``
        """
        return cast("models.WorkflowValidation", await self._caller.call("POST", "/workflows/validate", body=given({"definition": definition, "use_case": use_case}), request_id=request_id))

    async def simulate(
        self,
        id: int,
        *,
        version: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reports: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        decisions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        as_of: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Simulation:
        """Simulate a cascade.

        Takes the current definition, or that of the `version` named. Runs it on given reports and decisions and returns the way that it takes, the outcome, and why notices would be issued. Waits pass at once; mail, notifications and notices count as sent. Products without a report get that of test mode. Nothing is stored.

        Scope: `workflows:read`.

        :param version: Number of the version; without it the current one.
        :param payload: As in a trigger.
        :param reports: Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are.
        :param decisions: Decisions of reviewers, by node id. The run stops at a review that is not named.
        :param as_of: The day on which the person applies: ages and times since an event are counted up to it. Without it, today.

        ``POST /workflows/{id}/simulate``
        """
        return cast("models.Simulation", await self._caller.call("POST", "/workflows/{id}/simulate", path={"id": id}, body=given({"version": version, "payload": payload, "reports": reports, "decisions": decisions, "as_of": as_of}), request_id=request_id))

    async def simulate_definition(
        self,
        *,
        definition: Sequence[Mapping[str, Any]],
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reports: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        decisions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        as_of: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Simulation:
        """Simulate a definition.

        Takes a definition that need not be saved. Runs it on given reports and decisions and returns the way that it takes, the outcome, and why notices would be issued. Waits pass at once; mail, notifications and notices count as sent. Products without a report get that of test mode. Nothing is stored.

        Scope: `workflows:read`.

        :param definition:
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param payload: As in a trigger.
        :param reports: Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are.
        :param decisions: Decisions of reviewers, by node id. The run stops at a review that is not named.
        :param as_of: The day on which the person applies: ages and times since an event are counted up to it. Without it, today.

        ``POST /workflows/simulate``
        """
        return cast("models.Simulation", await self._caller.call("POST", "/workflows/simulate", body=given({"definition": definition, "use_case": use_case, "payload": payload, "reports": reports, "decisions": decisions, "as_of": as_of}), request_id=request_id))

    async def reading(
        self,
        id: int,
        *,
        version: Union[int, NotGiven] = NOT_GIVEN,
        compare_to: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowReading:
        """Read a cascade in English.

        Says in plain English what a cascade does, what becomes of applicants of whom a value is not known, and of those at and beside each threshold. With `compare_to` it also says how the version differs from another one, and whom the two treat differently. Fields of the payload are called as the account calls them now (`PUT /fields/{field}`).

        Scope: `workflows:read`.

        :param version: Number of the version; without it the current one.
        :param compare_to: Number of the version to compare it with, usually an earlier one.

        ``GET /workflows/{id}/reading``
        """
        return cast("models.WorkflowReading", await self._caller.call("GET", "/workflows/{id}/reading", path={"id": id}, query=given({"version": version, "compare_to": compare_to}), request_id=request_id))

    async def read_definition(
        self,
        id: int,
        *,
        definition: Sequence[Mapping[str, Any]],
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        compare_to: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowReading:
        """Read a definition in English before it is saved.

        Says in plain English what a definition does that is no version of the cascade, how it differs from the current version, or the one that `compare_to` names, and whom the two treat differently. Nothing is stored.

        Scope: `workflows:read`.

        :param definition:
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param compare_to: Number of the version to compare it with; without it the current one.

        ``POST /workflows/{id}/reading``
        """
        return cast("models.WorkflowReading", await self._caller.call("POST", "/workflows/{id}/reading", path={"id": id}, body=given({"definition": definition, "use_case": use_case, "compare_to": compare_to}), request_id=request_id))

    async def rules(
        self,
        id: int,
        *,
        version: Union[int, NotGiven] = NOT_GIVEN,
        activation_request: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowRules:
        """Read the rules of a cascade.

        One row a rule, in the order in which they are tried: whom it is about, what becomes of them, the reason of the letter, and how a person is asked. `no_rules` says from where on the cascade is no list of rules. The `ETag` is that of the cascade, for `PUT`.

        Scope: `workflows:read`.

        :param version: Number of the version; without it the current one.
        :param activation_request: The rules that this activation request proposes. Not beside `version`.

        ``GET /workflows/{id}/rules``
        """
        return cast("models.WorkflowRules", await self._caller.call("GET", "/workflows/{id}/rules", path={"id": id}, query=given({"version": version, "activation_request": activation_request}), request_id=request_id))

    async def set_rules(
        self,
        id: int,
        body: Mapping[str, Any],
        *,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowRulesChange:
        """Change the rules of a cascade.

        The rules replace those of the current version, which `If-Match` has to name. Only what differs changes: other nodes stay as they are. The rules of a draft become its next version, and those of an active cascade an activation request, which another request of the same user replaces, or are live at once with `activate`. The same rules again change nothing. `effects` says who is treated differently.

        Scope: `workflows:write`.

        ``PUT /workflows/{id}/rules``
        """
        return cast("models.WorkflowRulesChange", await self._caller.call("PUT", "/workflows/{id}/rules", path={"id": id}, body=dict(body), if_match=if_match, request_id=request_id))

    async def preview_rules(
        self,
        id: int,
        body: Mapping[str, Any],
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowRulesChange:
        """Try other rules of a cascade.

        Says who would be treated differently by these rules, and saves nothing.

        Scope: `workflows:read`.

        ``POST /workflows/{id}/rules/preview``
        """
        return cast("models.WorkflowRulesChange", await self._caller.call("POST", "/workflows/{id}/rules/preview", path={"id": id}, body=dict(body), request_id=request_id))

    async def generate(
        self,
        *,
        prompt: str,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        create: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> Union[models.CascadeGenerationPreview, models.GeneratedWorkflow]:
        """Generate a cascade.

        Makes a cascade from a policy in plain language. It is saved as a draft until a user activates it; with `create: false` nothing is saved and the reply is a preview. Words in a rule that are not understood are an error that quotes them; words elsewhere are listed in `unrecognized`.

        Scope: `workflows:write`.

        :param prompt: The policy, in plain language.
        :param name: In place of the generated name.
        :param use_case: A label.
        :param create: False: a preview, and nothing is saved.

        ``POST /workflows/generate``
        """
        return cast("Union[models.CascadeGenerationPreview, models.GeneratedWorkflow]", await self._caller.call("POST", "/workflows/generate", body=given({"prompt": prompt, "name": name, "use_case": use_case, "create": create}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def test_cases(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.TestCaseList:
        """List sandbox subjects.

        Made-up applicants whose reports are registered, for the products that the cascade uses. Trigger in test mode with such a payload to get the registered report.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/test_cases``
        """
        return cast("models.TestCaseList", await self._caller.call("GET", "/workflows/{id}/test_cases", path={"id": id}, request_id=request_id))

    def list_versions(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.WorkflowVersion]:
        """List the versions of a cascade.

        Every version that was saved, newest first, with who saved it and when.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /workflows/{id}/versions``
        """
        return AsyncListing(self._caller, "/workflows/{id}/versions", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    async def get_version(
        self,
        id: int,
        version: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowVersionDetail:
        """Read a version of a cascade.

        The version with its definition. `workflow_version` of an execution names the one that it runs.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/versions/{version}``
        """
        return cast("models.WorkflowVersionDetail", await self._caller.call("GET", "/workflows/{id}/versions/{version}", path={"id": id, "version": version}, request_id=request_id))

    async def restore_version(
        self,
        id: int,
        version: int,
        *,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        examples_override: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowDetail:
        """Restore a version of a cascade.

        The definition of that version becomes a new version. Name, use case and `active` stay as they are. If it is the current definition already, nothing changes.

        Scope: `workflows:write`.

        :param note: Kept with the new version.
        :param examples_override: Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names.

        ``POST /workflows/{id}/versions/{version}/restore``
        """
        return cast("models.WorkflowDetail", await self._caller.call("POST", "/workflows/{id}/versions/{version}/restore", path={"id": id, "version": version}, body=given({"note": note, "examples_override": examples_override}), takes_key=True, idempotency_key=idempotency_key, if_match=if_match, request_id=request_id))

    def list_examples(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.WorkflowExample]:
        """List the examples of a cascade.

        Made-up applicants with what is expected of the cascade about each, the newest first. There are at most 200.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /workflows/{id}/examples``
        """
        return AsyncListing(self._caller, "/workflows/{id}/examples", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    async def create_example(
        self,
        id: int,
        *,
        name: str,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reports: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        decisions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        as_of: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        expected: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        execution_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WorkflowExample:
        """Keep an example of a cascade.

        Keeps a made-up applicant, to be asked at every save and before a version goes live. Without `expected` the current version is asked, and what it does is expected from now on; without `as_of` the person applies today, and always will. Keep nothing of a real person: examples are no part of an execution, so that nothing erases them with it.

        Scope: `workflows:write`.

        :param name: Name, unique in the cascade.
        :param payload: As in a trigger.
        :param reports: Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are.
        :param decisions: Decisions of reviewers, by node id. The run stops at a review that is not named.
        :param as_of: The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
        :param expected: The expected result. Default: the result of the current version.
        :param execution_id: An execution of the cascade that has ended: the example is a made-up applicant on the same side of every limit of its version, and expects what that did. Beside it there is a `name` alone. Needs the scope `executions:read:full`.

        ``POST /workflows/{id}/examples``
        """
        return cast("models.WorkflowExample", await self._caller.call("POST", "/workflows/{id}/examples", path={"id": id}, body=given({"name": name, "payload": payload, "reports": reports, "decisions": decisions, "as_of": as_of, "expected": expected, "execution_id": execution_id}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def run_examples(
        self,
        id: int,
        *,
        version: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        activation_request: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ExampleResults:
        """Ask the examples of a cascade.

        Says which examples do as expected: of the current version, of `version`, of what an `activation_request` asks for, or of a `definition` that is not saved. Nothing is sent, pulled or stored.

        Scope: `workflows:read`.

        :param version: Number of the version.
        :param activation_request: The request.
        :param definition: The nodes.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).

        ``POST /workflows/{id}/examples/run``
        """
        return cast("models.ExampleResults", await self._caller.call("POST", "/workflows/{id}/examples/run", path={"id": id}, body=given({"version": version, "activation_request": activation_request, "definition": definition, "use_case": use_case}), request_id=request_id))

    async def get_example(
        self,
        id: int,
        example_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowExample:
        """Read an example of a cascade.

        The applicant, what is expected, and who said so when.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/examples/{example_id}``
        """
        return cast("models.WorkflowExample", await self._caller.call("GET", "/workflows/{id}/examples/{example_id}", path={"id": id, "example_id": example_id}, request_id=request_id))

    async def update_example(
        self,
        id: int,
        example_id: int,
        *,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        payload: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reports: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        decisions: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        as_of: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        expected: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WorkflowExample:
        """Change an example of a cascade.

        Only what is given changes; each member as a whole. With `expected` you accept another result: the `got` of a result has its form. The example and the audit log keep who did so, and when.

        Scope: `workflows:write`.

        :param name: Name, unique in the cascade.
        :param payload: As in a trigger.
        :param reports: Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are.
        :param decisions: Decisions of reviewers, by node id. The run stops at a review that is not named.
        :param as_of: The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
        :param expected: The result that is expected from now on. The user and the time are recorded.

        ``PATCH /workflows/{id}/examples/{example_id}``
        """
        return cast("models.WorkflowExample", await self._caller.call("PATCH", "/workflows/{id}/examples/{example_id}", path={"id": id, "example_id": example_id}, body=given({"name": name, "payload": payload, "reports": reports, "decisions": decisions, "as_of": as_of, "expected": expected}), request_id=request_id))

    async def delete_example(
        self,
        id: int,
        example_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> None:
        """Delete an example of a cascade.

        The example is asked no more. The audit log keeps its name and its expected result.

        Scope: `workflows:write`.

        ``DELETE /workflows/{id}/examples/{example_id}``
        """
        await self._caller.call("DELETE", "/workflows/{id}/examples/{example_id}", path={"id": id, "example_id": example_id}, request_id=request_id)

    def list_backtests(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Backtest]:
        """List the backtests of a cascade.

        Those of the calling API client, the newest first, without their results. Needs `executions:read:full`, too.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /workflows/{id}/backtests``
        """
        return AsyncListing(self._caller, "/workflows/{id}/backtests", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    async def create_backtest(
        self,
        id: int,
        *,
        version: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        against_version: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        sample: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Backtest:
        """Ask what a version would have changed.

        Runs a version of the cascade, or a `definition` that is not saved, over executions of yours that were decided: with what was sent, the reports that were pulled and what people decided then, at the times at which it came. Nothing is pulled, sent or billed, and no execution changes. What is not known, such as a report that was never pulled or what a person would say, is counted as undetermined. Backtests of an account are worked off one after the other, behind everything else; at most 5 may be under way. The newest 50 of a cascade are kept. Needs the scope `executions:read:full`, too: what a definition would decide about an applicant tells what stands in the application.

        Scope: `workflows:write`.

        :param version: The version that is asked. Without it and `definition`: the current one.
        :param definition: The nodes.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param against_version: The version that it is compared with. Without it: what was recorded.
        :param sample: The executions that are asked about.

        ``POST /workflows/{id}/backtests``
        """
        return cast("models.Backtest", await self._caller.call("POST", "/workflows/{id}/backtests", path={"id": id}, body=given({"version": version, "definition": definition, "use_case": use_case, "against_version": against_version, "sample": sample}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def get_backtest(
        self,
        id: int,
        backtest_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.Backtest:
        """Read a backtest.

        How far it is, and what it found once it has ended. If fewer executions were asked about than the filter finds, shares have 95 % intervals (Wilson), and differences those of pairs (Newcombe). Needs `executions:read:full`, too.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/backtests/{backtest_id}``
        """
        return cast("models.Backtest", await self._caller.call("GET", "/workflows/{id}/backtests/{backtest_id}", path={"id": id, "backtest_id": backtest_id}, request_id=request_id))

    async def cancel_backtest(
        self,
        id: int,
        backtest_id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Backtest:
        """Cancel a backtest.

        It ends, with what it had found by then. One that has ended stays as it is. Needs the scope `executions:read:full`, too.

        Scope: `workflows:write`.

        ``POST /workflows/{id}/backtests/{backtest_id}/cancel``
        """
        return cast("models.Backtest", await self._caller.call("POST", "/workflows/{id}/backtests/{backtest_id}/cancel", path={"id": id, "backtest_id": backtest_id}, body=given({}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def list_backtest_changes(
        self,
        id: int,
        backtest_id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        kind: Union[Union[Literal["outcome", "asked", "letter"], Sequence[Literal["outcome", "asked", "letter"]]], NotGiven] = NOT_GIVEN,
        rule: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.BacktestChange]:
        """List what a backtest would change.

        Executions with another outcome, another letter, or about whom a person is asked on one side alone, as they were found. One that is redacted is not listed any more. Needs the scope `workflows:read`, too. Each page is recorded in the audit log.

        Scope: `executions:read:full`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param kind: What differs. Repeat the parameter to give several values.
        :param rule: The first rule at which the two sides part. Repeat the parameter to give several values.

        ``GET /workflows/{id}/backtests/{backtest_id}/changes``
        """
        return AsyncListing(self._caller, "/workflows/{id}/backtests/{backtest_id}/changes", path={"id": id, "backtest_id": backtest_id}, query=given({"per_page": per_page, "filter[kind]": kind, "filter[rule]": rule}), request_id=request_id)

    async def export_backtest_changes(
        self,
        id: int,
        backtest_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Export what a backtest would change as CSV.

        The same as the list, in one file: UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it. Several values of a cell stand behind semicolons. The export is recorded in the audit log.

        Scope: `executions:read:full`.

        ``GET /workflows/{id}/backtests/{backtest_id}/changes.csv``
        """
        return await self._caller.download("/workflows/{id}/backtests/{backtest_id}/changes.csv", path={"id": id, "backtest_id": backtest_id}, request_id=request_id)

    async def request_activation(
        self,
        id: int,
        *,
        definition: Union[Union[Sequence[Mapping[str, Any]], None], NotGiven] = NOT_GIVEN,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        use_case: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Ask that a cascade goes live.

        Asks for the current version of a draft, or, with `definition`, `name` or `use_case`, for others than the current ones: executions go on with these until it is approved, and it becomes a version then. Of a cascade one request is pending at a time. It is superseded as soon as the cascade gets another version, or is deleted.

        Scope: `workflows:write` or `workflows:activate`.

        :param definition: The nodes.
        :param name: Its name.
        :param use_case: A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters).
        :param note: Kept with the request.

        ``POST /workflows/{id}/activation_requests``
        """
        return cast("models.ActivationRequestDetail", await self._caller.call("POST", "/workflows/{id}/activation_requests", path={"id": id}, body=given({"definition": definition, "name": name, "use_case": use_case, "note": note}), takes_key=True, idempotency_key=idempotency_key, if_match=if_match, request_id=request_id))

    def list_activation_requests(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "approved", "refused", "withdrawn", "superseded"], Sequence[Literal["pending", "approved", "refused", "withdrawn", "superseded"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.ActivationRequest]:
        """List the activation requests of a cascade.

        The newest first.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.

        ``GET /workflows/{id}/activation_requests``
        """
        return AsyncListing(self._caller, "/workflows/{id}/activation_requests", path={"id": id}, query=given({"per_page": per_page, "filter[status]": status}), request_id=request_id)

    def list_all_activation_requests(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "approved", "refused", "withdrawn", "superseded"], Sequence[Literal["pending", "approved", "refused", "withdrawn", "superseded"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.ActivationRequest]:
        """List the activation requests of all cascades.

        Those of the account, the newest first; cascades that were deleted are left out. With `filter[status]=pending` it is what waits for an approval, by a user with a confirmed address who is not among the `written_by_user_ids`. While there are `unconfirmed_user_ids` nobody approves it.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.

        ``GET /activation_requests``
        """
        return AsyncListing(self._caller, "/activation_requests", query=given({"per_page": per_page, "filter[status]": status}), request_id=request_id)

    async def get_activation_request(
        self,
        id: int,
        activation_request_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Read an activation request.

        With the definition that would go live, and with what changed in the examples of the cascade since a version last went live. `POST /workflows/{id}/examples/run` with `activation_request` says what they say of it now. The `ETag` changes with the examples: an approval that names it in `If-Match` stands on what you saw.

        Scope: `workflows:read`.

        ``GET /workflows/{id}/activation_requests/{activation_request_id}``
        """
        return cast("models.ActivationRequestDetail", await self._caller.call("GET", "/workflows/{id}/activation_requests/{activation_request_id}", path={"id": id, "activation_request_id": activation_request_id}, request_id=request_id))

    async def approve_activation(
        self,
        id: int,
        activation_request_id: int,
        *,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        examples_override: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Approve an activation request.

        Puts what was asked for live. Only a user who wrote none of it can: no version since the last one that was approved, and not what the request proposes. `If-Match` names the request as you read it: it is refused if its examples have changed since. Where examples have to hold (`examples_gate`), it is refused without `If-Match` if they changed since it was asked for.

        Scope: `workflows:activate`.

        :param note: Kept with the request.
        :param examples_override: Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names.

        ``POST /workflows/{id}/activation_requests/{activation_request_id}/approve``
        """
        return cast("models.ActivationRequestDetail", await self._caller.call("POST", "/workflows/{id}/activation_requests/{activation_request_id}/approve", path={"id": id, "activation_request_id": activation_request_id}, body=given({"note": note, "examples_override": examples_override}), takes_key=True, idempotency_key=idempotency_key, if_match=if_match, request_id=request_id))

    async def refuse_activation(
        self,
        id: int,
        activation_request_id: int,
        *,
        note: str,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Refuse an activation request.

        Nothing goes live. `note` says why.

        Scope: `workflows:activate`.

        :param note: Why.

        ``POST /workflows/{id}/activation_requests/{activation_request_id}/refuse``
        """
        return cast("models.ActivationRequestDetail", await self._caller.call("POST", "/workflows/{id}/activation_requests/{activation_request_id}/refuse", path={"id": id, "activation_request_id": activation_request_id}, body=given({"note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def withdraw_activation(
        self,
        id: int,
        activation_request_id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ActivationRequestDetail:
        """Withdraw an activation request.

        For the user who made it. Others refuse it.

        Scope: `workflows:write` or `workflows:activate`.

        ``POST /workflows/{id}/activation_requests/{activation_request_id}/withdraw``
        """
        return cast("models.ActivationRequestDetail", await self._caller.call("POST", "/workflows/{id}/activation_requests/{activation_request_id}/withdraw", path={"id": id, "activation_request_id": activation_request_id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class AsyncApplicantsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def search(
        self,
        *,
        q: str,
        execution_mode: Union[Optional[Literal["test", "live"]], NotGiven] = NOT_GIVEN,
        limit: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ApplicantSearch:
        """Find people.

        People of the calling API client by the beginnings of words of their names and references, or by the id of an execution. With the scope `pii:read` also by a whole declared number, telephone number or e-mail address. Accents, letter case and signs within words do not count: `obrien` finds O'Brien. A POST, because URLs stand in logs and histories: what is searched for is written down nowhere. The audit log has one row an hour for each person who searches: how many searches, and how many people were shown.

        Scope: `executions:read:full`.

        :param q: Search text.
        :param execution_mode: Only people of this mode.
        :param limit: Most people that are shown. Another word narrows a search.

        ``POST /applicants/searches``
        """
        return cast("models.ApplicantSearch", await self._caller.call("POST", "/applicants/searches", body=given({"q": q, "execution_mode": execution_mode, "limit": limit}), request_id=request_id))

    async def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.Applicant:
        """Read a person.

        A person with their executions, letters, reports and their age, decisions and notes, and others who may be the same person. With the scope `audit:read` also who looked. Each read is recorded in the audit log.

        Scope: `executions:read:full`.

        ``GET /applicants/{id}``
        """
        return cast("models.Applicant", await self._caller.call("GET", "/applicants/{id}", path={"id": id}, request_id=request_id))

    async def join(
        self,
        id: int,
        *,
        execution_ids: Sequence[int],
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Applicant:
        """Join executions to a person.

        Joins executions to this person, whoever they were about before. Numbers and keys that no other execution of the former person has go along, so later executions are joined to this person, too. Also needs the scope `reviews:decide`.

        Scope: `executions:read:full`.

        :param execution_ids: Ids of executions of the same API client and mode.

        ``POST /applicants/{id}/executions``
        """
        return cast("models.Applicant", await self._caller.call("POST", "/applicants/{id}/executions", path={"id": id}, body=given({"execution_ids": execution_ids}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def separate(
        self,
        id: int,
        *,
        execution_ids: Sequence[int],
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Applicant:
        """Take executions apart from a person.

        Moves executions of the person to a new person, because they are about another human being. At least one execution has to stay. Also needs the scope `reviews:decide`.

        Scope: `executions:read:full`.

        :param execution_ids: Ids of executions of the same API client and mode.

        ``POST /applicants/{id}/separations``
        """
        return cast("models.Applicant", await self._caller.call("POST", "/applicants/{id}/separations", path={"id": id}, body=given({"execution_ids": execution_ids}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def erase(
        self,
        id: int,
        *,
        reason: Literal["no_longer_needed", "consent_withdrawn", "objection", "unlawful", "asked_by_person", "court_order"],
        cancel: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Erasure:
        """Forget a person.

        Empties everything that is held of the person: executions with your own references and keys, reports, letters, mails, bodies of webhooks, notes, files and what search finds. What the law wants kept, or your account keeps for claims, goes on the day on which its period ends. A letter that is owed goes out first. Executions that have not ended are a 409, or are cancelled with `cancel`. No event tells of it. While a request of the person is open, asking again returns that one.

        Scope: `applicants:erase`.

        :param reason: Why. One of a list, because a sentence about the person would outlive them here.
        :param cancel: Cancels executions that have not ended. Without it they are a 409.

        ``POST /applicants/{id}/erasures``
        """
        return cast("models.Erasure", await self._caller.call("POST", "/applicants/{id}/erasures", path={"id": id}, body=given({"reason": reason, "cancel": cancel}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def erasures(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Erasure]:
        """List requests to forget a person.

        The newest first.

        Scope: `applicants:erase`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /applicants/{id}/erasures``
        """
        return AsyncListing(self._caller, "/applicants/{id}/erasures", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    async def erasure(
        self,
        id: int,
        erasure_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ErasureDetail:
        """Read a request to forget a person.

        What was emptied, what is kept until when and why, and what it waits for. Once all that could go is gone it has a signed receipt, which also lists what is out of reach, such as backups, and until when.

        Scope: `applicants:erase`.

        ``GET /applicants/{id}/erasures/{erasure_id}``
        """
        return cast("models.ErasureDetail", await self._caller.call("GET", "/applicants/{id}/erasures/{erasure_id}", path={"id": id, "erasure_id": erasure_id}, request_id=request_id))

    async def export(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Export what is held of a person.

        A ZIP file for the person: for each execution what was sent, corrected and reported, what was decided, the letters, reports and mails as files, in words (`read-me.html`) and as JSON; and who received something: vendors, webhook subscriptions, mailboxes, and who downloaded or looked. Nothing is masked, so `pii:read` is needed besides `applicants:export`. Rules of the cascade and names of reviewers are left out.

        Scope: `executions:read:full`.

        ``GET /applicants/{id}/export``
        """
        return await self._caller.download("/applicants/{id}/export", path={"id": id}, request_id=request_id)


class AsyncWorkflowTemplatesOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        category: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        featured: Union[bool, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.WorkflowTemplate]:
        """List published templates.

        Templates that are published, the newest first.

        Scope: `workflow_templates:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param category: Only records that have this value. Repeat the parameter to give several values.
        :param featured: Only records that have this value.

        ``GET /workflow_templates``
        """
        return AsyncListing(self._caller, "/workflow_templates", query=given({"per_page": per_page, "filter[category]": category, "filter[featured]": featured}), request_id=request_id)

    async def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WorkflowTemplateDetail:
        """Read a template.

        A published template with its definition, to create a cascade from.

        Scope: `workflow_templates:read`.

        ``GET /workflow_templates/{id}``
        """
        return cast("models.WorkflowTemplateDetail", await self._caller.call("GET", "/workflow_templates/{id}", path={"id": id}, request_id=request_id))


class AsyncProductsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        withdrawn: Union[bool, NotGiven] = NOT_GIVEN,
        workflows: Union[bool, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Product]:
        """List the products.

        The reports that a cascade can pull: those that are built in, then those that the account describes.

        Scope: `executions:read` or `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param withdrawn: True: lists the withdrawn products of your own instead of the products that can be used.
        :param workflows: True: adds the cascades whose current version pulls each product.

        ``GET /products``
        """
        return AsyncListing(self._caller, "/products", query=given({"per_page": per_page, "filter[withdrawn]": withdrawn, "workflows": workflows}), request_id=request_id)

    async def get(
        self,
        code: str,
        *,
        version: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ProductDetail:
        """Read a product.

        The schema of the report, its fields with unit, allowed values and the words of their reasons, and its sandbox subjects. For a product of your own also its description as it was sent, in the newest version or the one that you name.

        Scope: `executions:read` or `workflows:read`.

        :param version: Version of a product of your own.

        ``GET /products/{code}``
        """
        return cast("models.ProductDetail", await self._caller.call("GET", "/products/{code}", path={"code": code}, query=given({"version": version}), request_id=request_id))

    async def create(
        self,
        *,
        code: str,
        name: str,
        schema: Mapping[str, Any],
        request: Mapping[str, Any],
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        mapping: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        test_values: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ProductDetail:
        """Describe a product of your own.

        A report that you contract yourself: its schema, how a vendor is asked for it and what the answers mean, and how its test reports look. The schema is a closed part of JSON Schema 2020-12 with the keywords of the data dictionary. It is compiled, and tried with made-up people, before it is saved. A cascade pulls the version that it was saved with.

        Scope: `products:write`.

        :param code: As nodes name it in `billing_product_code`. It never changes.
        :param name: As people and letters call the report.
        :param description: Content of the report.
        :param schema: JSON Schema 2020-12 of the report, with the keywords of the data dictionary (`x-kind`, `x-unit`, `x-reason-above`).
        :param request: The request to the vendor.
        :param mapping: How an answer of the vendor becomes the report.
        :param test_values: Values of single fields in reports of test mode, by path. The others follow from the schema.

        ``POST /products``
        """
        return cast("models.ProductDetail", await self._caller.call("POST", "/products", body=given({"code": code, "name": name, "description": description, "schema": schema, "request": request, "mapping": mapping, "test_values": test_values}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def update(
        self,
        code: str,
        *,
        name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        description: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        schema: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        request: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        mapping: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        test_values: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ProductDetail:
        """Give a product of your own another version.

        Only members that are present change; each is replaced whole. Cascades keep the version that they were saved with, and take this one when they are saved again. The same request again changes nothing. `If-Match` names a version.

        Scope: `products:write`.

        :param name: As people and letters call the report.
        :param description: Content of the report.
        :param schema: JSON Schema 2020-12 of the report, with the keywords of the data dictionary (`x-kind`, `x-unit`, `x-reason-above`).
        :param request: The request to the vendor.
        :param mapping: How an answer of the vendor becomes the report.
        :param test_values: Values of single fields in reports of test mode, by path. The others follow from the schema.

        ``PATCH /products/{code}``
        """
        return cast("models.ProductDetail", await self._caller.call("PATCH", "/products/{code}", path={"code": code}, body=given({"name": name, "description": description, "schema": schema, "request": request, "mapping": mapping, "test_values": test_values}), if_match=if_match, request_id=request_id))

    async def withdraw(
        self,
        code: str,
        *,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> None:
        """Withdraw a product of your own.

        No cascade that is saved from now on can pull it. Runs that were accepted finish, and its versions stay readable.

        Scope: `products:write`.

        ``DELETE /products/{code}``
        """
        await self._caller.call("DELETE", "/products/{code}", path={"code": code}, if_match=if_match, request_id=request_id)

    def list_versions(
        self,
        code: str,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.ProductVersion]:
        """List the versions of a product of your own.

        The newest first, with who saved each. `GET /products/{code}?version=2` reads one.

        Scope: `executions:read` or `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /products/{code}/versions``
        """
        return AsyncListing(self._caller, "/products/{code}/versions", path={"code": code}, query=given({"per_page": per_page}), request_id=request_id)

    async def get_connection(
        self,
        code: str,
        *,
        request_id: Optional[str] = None,
    ) -> models.Connection:
        """Read the account's connection to a vendor.

        As it was set, without its secrets. Not found: the vendor of the installation is asked.

        Scope: `connections:write`.

        ``GET /products/{code}/connection``
        """
        return cast("models.Connection", await self._caller.call("GET", "/products/{code}/connection", path={"code": code}, request_id=request_id))

    async def set_connection(
        self,
        code: str,
        *,
        url: str,
        credentials: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        idempotency: Union[Optional[Literal["header", "lookup", "none"]], NotGiven] = NOT_GIVEN,
        lookup_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        order_url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        fetch: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        poll: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        callback: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        sandbox: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reply: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        deadline_hours: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        slots: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Connection:
        """Set how the vendor of a product is asked.

        Address, credentials and terms, for pulls of this account from now on, in place of what was set before. A secret that is left out is kept while servers and kind of credentials stay the same. Orders that are open stay with the server where they were placed. In an account that asks for four eyes an operator sets it (`cascade connections set`).

        Scope: `connections:write`.

        :param url: Where reports are pulled. https; what it holds is no secret.
        :param credentials: Credentials for the vendor. Secrets are never shown again.
        :param idempotency: `header`, the default: one order of each Idempotency-Key. `lookup`: an order is looked up before it is repeated. `none`: the vendor makes an order of each request.
        :param lookup_url: Where orders are looked up (GET), with `{reference}` for ours; of the origin of the address.
        :param order_url: Where an order is asked for (GET), with `{reference}` for the vendor's, if it names no `Location`.
        :param fetch: False: the vendor cannot be asked, and sends the report itself.
        :param poll: How often an order is asked for.
        :param callback: The one URL that is entered at the vendor; it has `signature` or `secret`.
        :param sandbox: Marks the address as the vendor's sandbox: it is asked for made-up people alone, and no other address is asked for those.
        :param reply: How a call of the vendor is answered.
        :param deadline_hours: How long a report may take, in place of `PULL_DEADLINE_HOURS`.
        :param slots: Most requests at once, 20 by default.

        ``PUT /products/{code}/connection``
        """
        return cast("models.Connection", await self._caller.call("PUT", "/products/{code}/connection", path={"code": code}, body=given({"url": url, "credentials": credentials, "idempotency": idempotency, "lookup_url": lookup_url, "order_url": order_url, "fetch": fetch, "poll": poll, "callback": callback, "sandbox": sandbox, "reply": reply, "deadline_hours": deadline_hours, "slots": slots}), request_id=request_id))

    async def delete_connection(
        self,
        code: str,
        *,
        request_id: Optional[str] = None,
    ) -> None:
        """Remove the account's connection to a vendor.

        The installation's vendor is asked from now on, if there is one. Orders that are open are asked for no more, and end at their deadline.

        Scope: `connections:write`.

        ``DELETE /products/{code}/connection``
        """
        await self._caller.call("DELETE", "/products/{code}/connection", path={"code": code}, request_id=request_id)

    async def check_connection(
        self,
        code: str,
        *,
        request_id: Optional[str] = None,
    ) -> models.ConnectionCheck:
        """Check a connection to a vendor.

        Asks the vendor for an order that does not exist if it looks orders up, and otherwise sends a GET to its address. Nothing is ordered, and no data of an applicant is sent.

        Scope: `connections:write`.

        ``POST /products/{code}/connection/check``
        """
        return cast("models.ConnectionCheck", await self._caller.call("POST", "/products/{code}/connection/check", path={"code": code}, body=given({}), request_id=request_id))


class AsyncStatisticsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def decisions(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.DecisionStatistics:
        """Count decisions.

        Runs by when they ended, with their outcomes and times. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/decisions``
        """
        return cast("models.DecisionStatistics", await self._caller.call("GET", "/statistics/decisions", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    async def rules(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.RuleStatistics:
        """Count what each rule decided.

        Rules that decided runs that ended, and rules whose condition held. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/rules``
        """
        return cast("models.RuleStatistics", await self._caller.call("GET", "/statistics/rules", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    async def reasons(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ReasonStatistics:
        """Count reasons of letters.

        Reasons that letters of runs that ended gave, by their codes. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/reasons``
        """
        return cast("models.ReasonStatistics", await self._caller.call("GET", "/statistics/reasons", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    async def reviews(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ReviewStatistics:
        """Count reviews.

        Decisions of people on runs that ended, how long they took, and what is open. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/reviews``
        """
        return cast("models.ReviewStatistics", await self._caller.call("GET", "/statistics/reviews", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    async def vendors(
        self,
        *,
        from_: Union[str, NotGiven] = NOT_GIVEN,
        to: Union[str, NotGiven] = NOT_GIVEN,
        by: Union[Literal["day", "week"], NotGiven] = NOT_GIVEN,
        time_zone: Union[str, NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        workflow_version: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Literal["test", "live"], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.VendorStatistics:
        """Count pulls.

        Live pulls of runs that ended, their failures and times. Of the calling client, a few seconds behind, in one mode.

        Scope: `statistics:read`.

        :param from_: First day. Default: 29 days before `to`.
        :param to: Last day. Default: today.
        :param by: Length of a period; a week begins on Monday.
        :param time_zone: Time zone of the days, such as `America/New_York`. It must be whole hours from UTC.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_version: Versions of the workflow of `filter[workflow_id]`.
        :param execution_mode: One mode: they are never counted together.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.

        ``GET /statistics/vendors``
        """
        return cast("models.VendorStatistics", await self._caller.call("GET", "/statistics/vendors", query=given({"from": from_, "to": to, "by": by, "time_zone": time_zone, "filter[workflow_id]": workflow_id, "filter[workflow_version]": workflow_version, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[batch_execution_id]": batch_execution_id}), request_id=request_id))

    async def drifts(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> models.DriftStatistics:
        """List what differs from before.

        Live decisions of the calling client in active workflows, held against the same days of the four weeks before. A vendor that sends the same value for everybody is found after 30 decisions.

        Scope: `statistics:read`.

        ``GET /statistics/drifts``
        """
        return cast("models.DriftStatistics", await self._caller.call("GET", "/statistics/drifts", request_id=request_id))


class AsyncFieldsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Field]:
        """List the fields that are declared.

        Fields that the account declares, the latest declaration first.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /fields``
        """
        return AsyncListing(self._caller, "/fields", query=given({"per_page": per_page}), request_id=request_id)

    async def get(
        self,
        field: str,
        *,
        request_id: Optional[str] = None,
    ) -> models.Field:
        """Read what is declared of a field.

        The current declaration of the field. An execution keeps the version of the dictionary that was current at its acceptance.

        Scope: `workflows:read`.

        ``GET /fields/{field}``
        """
        return cast("models.Field", await self._caller.call("GET", "/fields/{field}", path={"field": field}, request_id=request_id))

    async def set(
        self,
        field: str,
        *,
        type: Literal["number", "integer", "text", "date", "date_time", "yes_no", "object", "person", "list"],
        label: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        unit: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        of_person: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        kind: Union[Optional[Literal["fact", "name", "contact", "birth", "age", "identifier", "score"]], NotGiven] = NOT_GIVEN,
        basis: Union[Optional[Literal["race", "color", "religion", "national_origin", "sex", "marital_status", "age", "familial_status", "disability", "public_assistance", "rights_exercised", "proxy"]], NotGiven] = NOT_GIVEN,
        values: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        required: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        reason: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        item_type: Union[Optional[Literal["number", "integer", "text", "date", "date_time", "yes_no"]], NotGiven] = NOT_GIVEN,
        item: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        empty: Union[Optional[Literal["best", "worst"]], NotGiven] = NOT_GIVEN,
        absent: Union[Optional[Literal["none_on_record"]], NotGiven] = NOT_GIVEN,
        also: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Field:
        """Declare a field.

        Declares a field of the payload: its type, its label in letters, its unit, its person, and its kind, which decides who sees it. It replaces the earlier declaration of the field, for executions that are accepted from now on. The same request again changes nothing. `context.applicant.x` is another name of `applicant.x`; a member of a list has no position (`jobs.pay`). Changing an identifier, a birth or an age to a fact needs the scope `pii:read`. `If-Match` names a version of the dictionary.

        Scope: `workflows:write`.

        :param type: Type of its values. The type of an object that describes a person is `person`.
        :param label: One line, as a letter prints it: `Loan to value`.
        :param unit: Unit of its numbers: `USD`, `cents`, `percent`, `fraction`, `ratio`, `points`, `count`, `days`, `weeks`, `months`, `years`, `hours`, `calendar_year`, `code`, or a noun of one word. Cents are printed as dollars.
        :param of_person: The person whose value it is, for a value outside a `person`: the path of a person, `nobody`, or `each` if every item of the list is a person.
        :param kind: Kind of its values. It decides who sees them; a value without a declared kind is hidden.
        :param basis: Prohibited basis that the value reveals, or `proxy` if it often stands for one.
        :param values: Known values of a text. A payload with another value is accepted.
        :param required: True: files and forms require it. A trigger accepts a payload without it.
        :param reason: Principal reasons that a notice gives for it (12 CFR 1002.9(b)(2)). Without the one that is true, the notice prints a neutral statement.
        :param item_type: Type of the items of a list of values. For a list of objects, declare their members instead.
        :param item: Names of one item of a list and of several.
        :param empty: An empty list counts as the best or the worst result.
        :param absent: A missing value counts as the best result: there is none on record.
        :param also: Nouns by which policies name it, beside its label.

        ``PUT /fields/{field}``
        """
        return cast("models.Field", await self._caller.call("PUT", "/fields/{field}", path={"field": field}, body=given({"type": type, "label": label, "unit": unit, "of_person": of_person, "kind": kind, "basis": basis, "values": values, "required": required, "reason": reason, "item_type": item_type, "item": item, "empty": empty, "absent": absent, "also": also}), if_match=if_match, request_id=request_id))

    async def remove(
        self,
        field: str,
        *,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> None:
        """Remove the declaration of a field.

        Holds for executions that are accepted from now on. A field that an active cascade reads cannot be removed.

        Scope: `workflows:write`.

        ``DELETE /fields/{field}``
        """
        await self._caller.call("DELETE", "/fields/{field}", path={"field": field}, if_match=if_match, request_id=request_id)

    async def set_all(
        self,
        body: Mapping[str, Any],
        *,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldDictionary:
        """Declare all fields at once.

        Replaces the whole dictionary of the account, as one version. A field that the body leaves out is no longer declared. The body is JSON Schema 2020-12 with keywords of ours (`x-kind`, `x-unit`, `x-person`, `x-basis`, `x-item`, `x-empty`, `x-absent`, `x-also`, `x-reason-above`, `-below`, `-is` and `-missing`), as `GET /fields/schema?of=account` writes it. Another keyword is a fault, and each fault names its place as a JSON pointer. The same request again changes nothing. `If-Match` names a version of the dictionary.

        Scope: `workflows:write`.

        ``PUT /fields``
        """
        return cast("models.FieldDictionary", await self._caller.call("PUT", "/fields", body=dict(body), if_match=if_match, request_id=request_id))

    async def schema(
        self,
        *,
        of: Union[Literal["payload", "account"], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Read the fields as JSON Schema.

        JSON Schema 2020-12. `payload` describes the payload of a trigger to the programs that send it: the types that the account declares, and the fields of the standard dictionary. It accepts a payload exactly if a trigger accepts its types. `account` describes the declarations of the account, in the form that `PUT /fields` takes. The `ETag` names the version of the dictionary.

        Scope: `workflows:read`.

        :param of: Schema of payloads, or of the declarations.

        ``GET /fields/schema``
        """
        return cast("Dict[str, Any]", await self._caller.call("GET", "/fields/schema", query=given({"of": of}), request_id=request_id))

    async def proposals(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> models.FieldProposals:
        """List undeclared fields.

        Lists undeclared paths that the 100 newest cascades of the account read, or that arrived with the 50 newest executions of the client. Redacted payloads and those above 64 KiB are left out. Each path has the JSON types that were seen, never a value, and a label made of its name for a person to correct. Proposals decide nothing. `questions` lists open questions about declared fields, and `answers` lists the answers that were given.

        Scope: `workflows:read`.

        ``GET /fields/proposals``
        """
        return cast("models.FieldProposals", await self._caller.call("GET", "/fields/proposals", request_id=request_id))

    async def answer(
        self,
        field: str,
        *,
        code: Literal["identifier", "birth", "contact", "score", "person", "proxy", "race", "color", "religion", "national_origin", "sex", "marital_status", "age", "public_assistance", "familial_status", "disability", "rights_exercised"],
        reason: Union[str, None],
        request_id: Optional[str] = None,
    ) -> models.FieldAnswered:
        """Answer a question about a field.

        Says why a field is not what the words of its name look like, in place of a `kind` or a `basis`. The question is not asked again until the answer is withdrawn (`reason` null). Nothing in a run depends on it. The same request again changes nothing.

        Scope: `workflows:write`.

        :param code: The question.
        :param reason: Why the field is not what its name looks like. Null withdraws the answer, so that it is asked again.

        ``PUT /fields/{field}/answers``
        """
        return cast("models.FieldAnswered", await self._caller.call("PUT", "/fields/{field}/answers", path={"field": field}, body=given({"code": code, "reason": reason}), request_id=request_id))

    async def preview(
        self,
        body: Mapping[str, Any],
        *,
        request_id: Optional[str] = None,
    ) -> models.FieldChanges:
        """See what declaring all fields would change.

        Takes the body of `PUT /fields` and saves nothing. Lists what it would change, the active cascades whose letters would say something else, and what would keep it from being saved.

        Scope: `workflows:write`.

        ``POST /fields/changes``
        """
        return cast("models.FieldChanges", await self._caller.call("POST", "/fields/changes", body=dict(body), request_id=request_id))


class AsyncFieldRequestsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "approved", "refused", "withdrawn", "superseded"], Sequence[Literal["pending", "approved", "refused", "withdrawn", "superseded"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.FieldRequest]:
        """List the requests to declare fields otherwise.

        Those of the account, the newest first.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.

        ``GET /field_requests``
        """
        return AsyncListing(self._caller, "/field_requests", query=given({"per_page": per_page, "filter[status]": status}), request_id=request_id)

    async def create(
        self,
        *,
        fields: Mapping[str, Any],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Ask that fields are declared otherwise.

        Where an account asks for four eyes, another person approves what changes the letters of an active cascade or shows more of an applicant. `fields` is the whole dictionary, as `PUT /fields` takes it. One request is pending at a time; the next version of the dictionary supersedes it. A request that shows more needs `pii:read`. `If-Match` names a version of the dictionary.

        Scope: `workflows:write`.

        :param fields: A JSON Schema 2020-12.
        :param note: Kept with the request.

        ``POST /field_requests``
        """
        return cast("models.FieldRequestDetail", await self._caller.call("POST", "/field_requests", body=given({"fields": fields, "note": note}), takes_key=True, idempotency_key=idempotency_key, if_match=if_match, request_id=request_id))

    async def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Read a request to declare fields otherwise.

        With what it would change, and the active cascades whose letters would say something else.

        Scope: `workflows:read`.

        ``GET /field_requests/{id}``
        """
        return cast("models.FieldRequestDetail", await self._caller.call("GET", "/field_requests/{id}", path={"id": id}, request_id=request_id))

    async def approve(
        self,
        id: int,
        *,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Approve a request to declare fields otherwise.

        Makes the next version of the dictionary of it, for executions that are accepted from then on. Only another person than the one who asked can. A request that was made of another version of the dictionary is refused.

        Scope: `workflows:activate`.

        :param note: Kept with the request.

        ``POST /field_requests/{id}/approve``
        """
        return cast("models.FieldRequestDetail", await self._caller.call("POST", "/field_requests/{id}/approve", path={"id": id}, body=given({"note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def refuse(
        self,
        id: int,
        *,
        note: str,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Refuse a request to declare fields otherwise.

        The dictionary stays as it is. `note` says why.

        Scope: `workflows:activate`.

        :param note: Why.

        ``POST /field_requests/{id}/refuse``
        """
        return cast("models.FieldRequestDetail", await self._caller.call("POST", "/field_requests/{id}/refuse", path={"id": id}, body=given({"note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def withdraw(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.FieldRequestDetail:
        """Withdraw a request to declare fields otherwise.

        For the user who made it. Others refuse it.

        Scope: `workflows:write`.

        ``POST /field_requests/{id}/withdraw``
        """
        return cast("models.FieldRequestDetail", await self._caller.call("POST", "/field_requests/{id}/withdraw", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class AsyncExecutionsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        review_status: Union[Union[Literal["none", "in_review", "approved", "denied"], Sequence[Literal["none", "in_review", "approved", "denied"]]], NotGiven] = NOT_GIVEN,
        needs_human_review: Union[bool, NotGiven] = NOT_GIVEN,
        pending_review: Union[Union[Literal["decision", "notice"], Sequence[Literal["decision", "notice"]]], NotGiven] = NOT_GIVEN,
        overdue: Union[bool, NotGiven] = NOT_GIVEN,
        notices_due: Union[bool, NotGiven] = NOT_GIVEN,
        pending_report: Union[bool, NotGiven] = NOT_GIVEN,
        unresolved: Union[bool, NotGiven] = NOT_GIVEN,
        error_code: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        batch_execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        applicant: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Union[Literal["test", "live"], Sequence[Literal["test", "live"]]], NotGiven] = NOT_GIVEN,
        outcome: Union[Union[Literal["approved", "conditional", "denied"], Sequence[Literal["approved", "conditional", "denied"]]], NotGiven] = NOT_GIVEN,
        assigned_to_user_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        created_after: Union[str, NotGiven] = NOT_GIVEN,
        created_before: Union[str, NotGiven] = NOT_GIVEN,
        updated_after: Union[str, NotGiven] = NOT_GIVEN,
        updated_before: Union[str, NotGiven] = NOT_GIVEN,
        completed_after: Union[str, NotGiven] = NOT_GIVEN,
        completed_before: Union[str, NotGiven] = NOT_GIVEN,
        decided_by: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        reason: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        failed_product: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Execution]:
        """List executions.

        Executions of the calling API client, the newest first. Filters narrow each other. One that failed says why: its `error_code`, and with the scope `executions:read:full` its `error`. With that scope each has the name of the applicant.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.
        :param review_status: Only records that have this value. Repeat the parameter to give several values.
        :param needs_human_review: True for executions with an open review.
        :param pending_review: Kind of the open review. Repeat the parameter to give several values.
        :param overdue: True for executions whose open review is past its due time.
        :param notices_due: True for executions with a due notice that has not gone out.
        :param pending_report: True for executions that wait for a report that a vendor is making.
        :param unresolved: True for executions that failed and were not evaluated again since. A person has to look at them.
        :param error_code: Code of the first step that failed, of executions that failed. Repeat the parameter to give several values.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param batch_execution_id: Only records that have this value. Repeat the parameter to give several values.
        :param applicant: Id of the applicant whom it is about. Repeat the parameter to give several values.
        :param external_reference: Only records that have this value. Repeat the parameter to give several values.
        :param execution_mode: Only records that have this value. Repeat the parameter to give several values.
        :param outcome: Only records that have this value. Repeat the parameter to give several values.
        :param assigned_to_user_id: Id of the reviewer who claimed it, `me` for the calling user, `none` for unclaimed ones. Repeat the parameter to give several values.
        :param created_after: Accepted after this time.
        :param created_before: Accepted before this time.
        :param updated_after: Changed after this time, or accepted after it and not changed since. A change is seen a moment after its time, so a caller that keeps a copy asks from a minute before its last request.
        :param updated_before: Last changed before this time, or accepted before it and not changed since.
        :param completed_after: Ended after this time.
        :param completed_before: Ended before this time.
        :param decided_by: Rule that decided it, as the statistics of rules call it: the `id` of its sentence, or its node and branch. Needs the scope `executions:read:full`, as reasons do: both say something about the applicant. Repeat the parameter to give several values.
        :param reason: Code of a reason in its letters, as the statistics of reasons have it. Needs `executions:read:full`. Repeat the parameter to give several values.
        :param failed_product: Code of a product whose pull failed. Repeat the parameter to give several values.

        ``GET /executions``
        """
        return AsyncListing(self._caller, "/executions", query=given({"per_page": per_page, "filter[status]": status, "filter[review_status]": review_status, "filter[needs_human_review]": needs_human_review, "filter[pending_review]": pending_review, "filter[overdue]": overdue, "filter[notices_due]": notices_due, "filter[pending_report]": pending_report, "filter[unresolved]": unresolved, "filter[error_code]": error_code, "filter[workflow_id]": workflow_id, "filter[batch_execution_id]": batch_execution_id, "filter[applicant]": applicant, "filter[external_reference]": external_reference, "filter[execution_mode]": execution_mode, "filter[outcome]": outcome, "filter[assigned_to_user_id]": assigned_to_user_id, "filter[created_after]": created_after, "filter[created_before]": created_before, "filter[updated_after]": updated_after, "filter[updated_before]": updated_before, "filter[completed_after]": completed_after, "filter[completed_before]": completed_before, "filter[decided_by]": decided_by, "filter[reason]": reason, "filter[failed_product]": failed_product}), request_id=request_id)

    async def get(
        self,
        id: int,
        *,
        wait: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.ExecutionDetail:
        """Read an execution.

        With the scope `executions:read:full` the answer also has `step_outputs`, `failed_steps` and `error`, which hold identity data of the applicant and reports. Without it the values of `input_context` are `***`. Without the scope `pii:read` a declared identifier is `****6789`, a birth `1990-**-**` and an age `***`, and a value of live data that nobody declared is the text `*** (text, not declared)`, or `number` or `yes or no` in place of `text`: it waits for its declaration (`PUT /fields/{field}`), and `POST /executions/{id}/reveal` shows it.

        With `wait` the response comes when the execution has ended (`completed`, `failed`, `cancelled`, `skipped`) or is in `awaiting_review`, or after that many seconds with the status that it then has, which is no error: ask again. At most 250 requests of an account wait at the same time; one more is answered at once with the present state, and so are all when the server shuts down. So look at `status`, not at the time, and pause for a second before you ask again if the response came early.

        Scope: `executions:read`.

        :param wait: Seconds to wait for the execution to end or to ask a person. Below the time limit of most proxies.

        ``GET /executions/{id}``
        """
        return cast("models.ExecutionDetail", await self._caller.call("GET", "/executions/{id}", path={"id": id}, query=given({"wait": wait}), request_id=request_id))

    async def explain(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ExecutionExplanation:
        """Explain why notices were issued.

        For each adverse-action notice of the execution: the way taken, the choices that decided with the required and the actual values, what the reviewers said, and the smallest change that would have avoided it.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/explanation``
        """
        return cast("models.ExecutionExplanation", await self._caller.call("GET", "/executions/{id}/explanation", path={"id": id}, request_id=request_id))

    async def timeline(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ExecutionTimeline:
        """Read what happened in an execution.

        The cascade as it was run, each visit of a node with its times and the way that led there, what was asked of the outside world, what people did, the events with their deliveries, and the mail. It says nothing about the applicant.

        Scope: `executions:read`.

        ``GET /executions/{id}/timeline``
        """
        return cast("models.ExecutionTimeline", await self._caller.call("GET", "/executions/{id}/timeline", path={"id": id}, request_id=request_id))

    async def reveal(
        self,
        id: int,
        *,
        fields: Sequence[str],
        reason: str,
        request_id: Optional[str] = None,
    ) -> models.RevealedValues:
        """Show masked values.

        Shows values in full that are masked elsewhere, in this one response. Who asked, when, from which address, for which fields and why is recorded in the audit log, together with the response or not at all. A repeat shows and records them once more: an Idempotency-Key has no effect.

        Scope: `executions:read:full`.

        :param fields: Dotted paths in `input_context` (`applicant.ssn`), or in the outputs of steps (`step_outputs.<node id>.<member>`). Numbers count the items of lists.
        :param reason: Why the values are needed. It is kept with the record.

        ``POST /executions/{id}/reveal``
        """
        return cast("models.RevealedValues", await self._caller.call("POST", "/executions/{id}/reveal", path={"id": id}, body=given({"fields": fields, "reason": reason}), request_id=request_id))

    def list_unknown_pulls(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.UnknownPull]:
        """List pulls that were cut short.

        Pulls that failed as `vendor_unknown`: nobody knows whether the vendor has the order, and a repeat would order again. Ask the vendor, and enter what it says with `POST /executions/{id}/settle_pull`.

        Scope: `connections:write`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /unknown_pulls``
        """
        return AsyncListing(self._caller, "/unknown_pulls", query=given({"per_page": per_page}), request_id=request_id)

    async def settle_pull(
        self,
        id: int,
        *,
        node_id: str,
        reference: Union[str, None],
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.SettledPull:
        """Say what became of a pull that was cut short.

        With the reference of the vendor the order is asked for, billed and kept, whatever became of the execution; a retry or a re-evaluation uses it. With null there is no order, and the next pull orders again.

        Scope: `connections:write`.

        :param node_id: The node that pulls.
        :param reference: The vendor's reference of the order; null: the vendor has no order.

        ``POST /executions/{id}/settle_pull``
        """
        return cast("models.SettledPull", await self._caller.call("POST", "/executions/{id}/settle_pull", path={"id": id}, body=given({"node_id": node_id, "reference": reference}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def cancel(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Cancel an execution.

        No step begins after this; steps under way finish. An execution that is already cancelled is returned unchanged. Takes no body. No event is sent.

        Scope: `executions:write`.

        ``POST /executions/{id}/cancel``
        """
        return cast("models.Execution", await self._caller.call("POST", "/executions/{id}/cancel", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def re_evaluate(
        self,
        id: int,
        *,
        reuse_reports: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        corrections: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reason: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ExecutionSummary:
        """Re-evaluate an execution.

        A new execution of the cascade's current version, with the payload, mode and reference of the old one. By default the reports that were pulled are used again, matched by product and at no cost, also of an execution that failed. Mail and notices are sent again.

        With `corrections` it runs on other values than the old one: who corrected them, when and why is kept with it, and its comparison, its evidence and its letters say it.

        An execution is evaluated again ten times in a day, with all that re-evaluate it; one more is `rate_limited`.

        Scope: `executions:write`.

        :param reuse_reports: False: pull every report afresh, which is billed in live mode.
        :param corrections: Other values for what was sent or reported, by path: `{"applicant.monthly_income": 4200}`. A value of a report is `steps.<node>.<field>` and takes `{"value": 640, "note": "…"}`, where the note says where the value comes from; of the payload the note may be left out. A correction replaces a value that is there, or adds the mail address that the recipient of a notice reads (`applicant.email`) where the payload has none; a report still has to match the schema of its product. Asks for the scope `executions:read:full`.
        :param reason: Why the values are corrected. Required with `corrections`.

        ``POST /executions/{id}/re_evaluations``
        """
        return cast("models.ExecutionSummary", await self._caller.call("POST", "/executions/{id}/re_evaluations", path={"id": id}, body=given({"reuse_reports": reuse_reports, "corrections": corrections, "reason": reason}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def re_evaluate_failed(
        self,
        *,
        expected_count: int,
        filter: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        reuse_reports: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ReEvaluations:
        """Re-evaluate what failed.

        Every execution that matches the filter, has failed and was not evaluated again since: as if each were re-evaluated by itself, without corrections. `expected_count` is the number that GET /executions counts with the same filter and `filter[unresolved]=true`; if it is another one by now, nothing is done. One request takes the 500 oldest in one transaction and says how many remain: send the next one with another key. Executions are skipped if their cascade cannot be run, their input is redacted, they were evaluated again ten times in a day, or a pull of theirs has to be settled first (`GET /unknown_pulls`).

        Scope: `executions:write`.

        :param filter: Filters of the list of executions; they narrow each other. Without any: all that failed.
        :param expected_count: How many executions the caller has seen.
        :param reuse_reports: False: pull every report afresh, which is billed in live mode.

        ``POST /executions/re_evaluations``
        """
        return cast("models.ReEvaluations", await self._caller.call("POST", "/executions/re_evaluations", body=given({"filter": filter, "expected_count": expected_count, "reuse_reports": reuse_reports}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def compare(
        self,
        id: int,
        *,
        with_: int,
        request_id: Optional[str] = None,
    ) -> models.ExecutionComparison:
        """Compare two executions.

        What differs between two executions of the calling API client, such as one and its re-evaluation: outcome, branches, conditions with required and actual values, values of the reports, reasons.

        Scope: `executions:read:full`.

        :param with_: Id of the other execution.

        ``GET /executions/{id}/comparison``
        """
        return cast("models.ExecutionComparison", await self._caller.call("GET", "/executions/{id}/comparison", path={"id": id}, query=given({"with": with_}), request_id=request_id))

    async def download_evidence(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Download the evidence of a decision.

        A signed ZIP file: the definition, the input, the reports, the trace of all steps and its explanation, the reviewers' acts, the letters and mails with their SHA-256, the mail server's responses, and the events with their deliveries. `manifest.json` lists the SHA-256 of every file, `manifest.sig` is its Ed25519 signature, and the file's comment signs all its bytes. Public keys: `/.well-known/cascade-evidence.json`; `cascade evidence verify FILE` checks all of it. PDFs of reports that are not made yet are made now, which takes up to 30 seconds. Nothing in it is masked, so the scope `pii:read` is needed too.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/evidence.zip``
        """
        return await self._caller.download("/executions/{id}/evidence.zip", path={"id": id}, request_id=request_id)


class AsyncReviewsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        kind: Union[Union[Literal["decision", "notice"], Sequence[Literal["decision", "notice"]]], NotGiven] = NOT_GIVEN,
        assigned_to_user_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        applicant: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        queue: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        snoozed: Union[bool, NotGiven] = NOT_GIVEN,
        overdue: Union[bool, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Review]:
        """List open reviews.

        The inbox of reviewers: open reviews of the calling API client, the first due first and those without a time limit last. `meta.counts` counts all open reviews, whatever the filters. With the scope `executions:read:full` each has the name of the applicant.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param kind: Only records that have this value. Repeat the parameter to give several values.
        :param assigned_to_user_id: Id of the reviewer who claimed it, `me` for the calling user, `none` for unclaimed ones. Repeat the parameter to give several values.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param applicant: Id of the applicant whom it is about. Repeat the parameter to give several values.
        :param queue: Queue in which it is, `mine` for those that the calling user works, `none` for reviews in no queue. Repeat the parameter to give several values.
        :param snoozed: True for reviews that are snoozed.
        :param overdue: True for reviews past their due time.

        ``GET /reviews``
        """
        return AsyncListing(self._caller, "/reviews", query=given({"per_page": per_page, "filter[kind]": kind, "filter[assigned_to_user_id]": assigned_to_user_id, "filter[workflow_id]": workflow_id, "filter[applicant]": applicant, "filter[queue]": queue, "filter[snoozed]": snoozed, "filter[overdue]": overdue}), request_id=request_id)

    async def next(
        self,
        *,
        kind: Union[Optional[Literal["decision", "notice"]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        queue: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Review:
        """Claim the next review.

        Claims the most urgent open review that nobody has claimed: the first due, then the oldest. Two people who ask at once get two reviews. Whoever works queues gets reviews of these and of none; what is put off is given to nobody. `not_found` if none is left.

        Scope: `reviews:decide`.

        :param kind: Only reviews of this kind.
        :param workflow_id: Only reviews of this cascade.
        :param queue: Only reviews of this queue; `none`: of those in no queue. By default what the caller works.

        ``POST /reviews/next``
        """
        return cast("models.Review", await self._caller.call("POST", "/reviews/next", body=given({"kind": kind, "workflow_id": workflow_id, "queue": queue}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def release(
        self,
        *,
        user_id: int,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ReleasedReviews:
        """Take back all that a user has claimed.

        Takes the claims of a user off all open reviews of the API client, such as those of a colleague who is ill. Each execution has a review event of it. Reviews of live executions need production access.

        Scope: `reviews:decide`.

        :param user_id: The user who holds them (`GET /users`).
        :param note: Kept with the review event.

        ``POST /reviews/release``
        """
        return cast("models.ReleasedReviews", await self._caller.call("POST", "/reviews/release", body=given({"user_id": user_id, "note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def stream(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Hear when the inbox changes.

        Server-sent events: `inbox` whenever a review opens, is decided, is claimed or is given back, and once at the beginning. It says how many reviews are open; `GET /reviews` says which. An event that is lost is made up for within seconds. The stream ends within a minute, and browsers then connect again by themselves.

        Scope: `executions:read`.

        ``GET /reviews/stream``
        """
        return await self._caller.download("/reviews/stream", request_id=request_id)

    async def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.ReviewCase:
        """Read what a reviewer needs.

        The open review and the conditions that flagged it with required and actual values, the reports in brief with their PDFs, what people did before, and what approving and denying lead to: the nodes that would run, and the letters with the reasons that they would give.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/review``
        """
        return cast("models.ReviewCase", await self._caller.call("GET", "/executions/{id}/review", path={"id": id}, request_id=request_id))

    async def decide(
        self,
        id: int,
        *,
        decision: Literal["approved", "denied"],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        reasons: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        variables: Union[Union[Mapping[str, Any], None], NotGiven] = NOT_GIVEN,
        node_id: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        review_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Decide the open review.

        For a review of kind `decision`, `approved` continues at `human_review_steps` (or at `pass_steps` if that is empty) and `denied` at `fail_steps`. For a review of kind `notice`, `approved` sends the drafted notice and `denied` discards it. Of two simultaneous decisions one wins, and the other gets `review_not_pending`. Where several people have to approve (`pending_review.approvals`), the review stays open until they have; one denial denies.

        Scope: `reviews:decide`.

        :param decision: The decision of the reviewer.
        :param note: Kept with the review event.
        :param reasons: Reasons of the reviewer, as texts or codes of the reason catalogue (`GET /products`). They come first on the letter. Required to approve a review with `needs` = `reasons`. The `note` never appears on a letter.
        :param variables: To approve a review with `needs` = `variables`, `name` or `address`: a value for each path in `pending_review.variables`, as the letter prints it. An address has two lines at least.
        :param node_id: Node of the review (`pending_review.node_id`). Required once an earlier review of the execution was decided, so that a request sent twice cannot decide a review that its sender has not seen.
        :param review_id: The review itself (`id` in `GET /reviews`). A node in a loop asks anew each time, and `node_id` does not tell its reviews apart. Enough without `node_id`.

        ``POST /executions/{id}/review_decisions``
        """
        return cast("models.Execution", await self._caller.call("POST", "/executions/{id}/review_decisions", path={"id": id}, body=given({"decision": decision, "note": note, "reasons": reasons, "variables": variables, "node_id": node_id, "review_id": review_id}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def assign(
        self,
        id: int,
        *,
        assignee: Union[str, int, None],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        force: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Assign or release the open review.

        Assigning a review to the user who holds it, or releasing one that nobody holds, changes nothing. What another user has claimed is taken over or released with `force` only.

        Scope: `reviews:decide`.

        :param assignee: `me` claims the review for the calling user; the id of a user of the account (`GET /users`) assigns it to that colleague; null releases it.
        :param note: Kept with the review event.
        :param force: Takes over or releases another user's claim too.

        ``POST /executions/{id}/review_assignment``
        """
        return cast("models.Execution", await self._caller.call("POST", "/executions/{id}/review_assignment", path={"id": id}, body=given({"assignee": assignee, "note": note, "force": force}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def move(
        self,
        id: int,
        *,
        queue: Union[str, None],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Review:
        """Move the open review to a queue.

        Nobody holds it afterwards: a reviewer of the queue takes it. The queue is one that a user of the account works (`PATCH /users/{id}`). What another user has claimed is refused.

        Scope: `reviews:decide`.

        :param queue: The queue; null takes it out of any, so that everybody is given it.
        :param note: Kept with the review event.

        ``POST /executions/{id}/review_queue``
        """
        return cast("models.Review", await self._caller.call("POST", "/executions/{id}/review_queue", path={"id": id}, body=given({"queue": queue, "note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def snooze(
        self,
        id: int,
        *,
        until: Union[str, None],
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Review:
        """Put the open review off until a time.

        Until then `POST /reviews/next` gives it to nobody. It can still be opened and decided, its due time stands, and the user who holds it keeps it. What another user has claimed is refused.

        Scope: `reviews:decide`.

        :param until: Later than now, at most a year; null brings it back at once.
        :param note: Kept with the review event.

        ``POST /executions/{id}/review_snooze``
        """
        return cast("models.Review", await self._caller.call("POST", "/executions/{id}/review_snooze", path={"id": id}, body=given({"until": until, "note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def add_note(
        self,
        id: int,
        *,
        note: str,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Add a note.

        Possible at any time, in every status of the execution, until its person is forgotten.

        Scope: `reviews:decide`.

        :param note: Kept as an event of the execution.

        ``POST /executions/{id}/review_notes``
        """
        return cast("models.Execution", await self._caller.call("POST", "/executions/{id}/review_notes", path={"id": id}, body=given({"note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def bulk(
        self,
        *,
        execution_ids: Sequence[int],
        bulk_action: Literal["approve", "deny", "assign_to_me"],
        kind: Union[Optional[Literal["decision", "notice"]], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        reasons: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.BulkReviewResult:
        """Act on many reviews.

        Every id ends in exactly one of three. `applied`: the review was assigned, and nothing is left to do. `enqueued`: the decision was recorded, and the execution has been woken to continue by it. `skipped`: nothing was done. So `approve` and `deny` count under `enqueued`, and `assign_to_me` under `applied`, and so does an approval that others have to join. An id that is named twice counts once. `approve` and `deny` decide the first review of the given `kind` and no later one. Each id is a transaction of its own. After a failure, repeat the request with the same Idempotency-Key: what was done is not done again, and the response counts it.

        Scope: `reviews:decide`.

        :param execution_ids: Executions to act on.
        :param bulk_action: The action for each execution.
        :param kind: Reviews that `approve` and `deny` decide. `notice` sends or discards drafted letters.
        :param note: Kept with the review event.
        :param reasons: For `approve` and `deny`: the reasons of each of the decisions, as in `POST /executions/{id}/review_decisions`. An execution of whose reports a code is not true is skipped.

        ``POST /executions/review_bulk_actions``
        """
        return cast("models.BulkReviewResult", await self._caller.call("POST", "/executions/review_bulk_actions", body=given({"execution_ids": execution_ids, "bulk_action": bulk_action, "kind": kind, "note": note, "reasons": reasons}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def list_events(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.ReviewEvent]:
        """List review events.

        Events of the reviews of the execution, oldest first. Notes, reasons and the values that a letter lacked are words about the applicant: they are `***` without the scope `executions:read:full`.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /executions/{id}/review_events``
        """
        return AsyncListing(self._caller, "/executions/{id}/review_events", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)


class AsyncArtifactsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list_reports(
        self,
        id: int,
        *,
        per_page: Any = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.ReportArtifact]:
        """List credit-report PDFs.

        The whole collection, oldest first; not paginated.

        Scope: `executions:read`.

        :param per_page: Ignored: the whole collection is returned.

        ``GET /executions/{id}/report_artifacts``
        """
        return AsyncListing(self._caller, "/executions/{id}/report_artifacts", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    async def download_report(
        self,
        id: int,
        artifact_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Download one credit-report PDF.

        The `ETag` is the SHA-256 of the file. A file that is no longer stored returns `not_found`. A report that is not made yet is made now, which takes up to 30 seconds.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/report_artifacts/{artifact_id}``
        """
        return await self._caller.download("/executions/{id}/report_artifacts/{artifact_id}", path={"id": id, "artifact_id": artifact_id}, request_id=request_id)

    def list_notices(
        self,
        id: int,
        *,
        per_page: Any = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.NoticeArtifact]:
        """List adverse-action notice PDFs.

        The whole collection, oldest first; not paginated.

        Scope: `executions:read`.

        :param per_page: Ignored: the whole collection is returned.

        ``GET /executions/{id}/notice_artifacts``
        """
        return AsyncListing(self._caller, "/executions/{id}/notice_artifacts", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    async def download_notice(
        self,
        id: int,
        artifact_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Download one adverse-action notice PDF.

        The `ETag` is the SHA-256 of the file. A file that is no longer stored returns `not_found`. A report that is not made yet is made now, which takes up to 30 seconds.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/notice_artifacts/{artifact_id}``
        """
        return await self._caller.download("/executions/{id}/notice_artifacts/{artifact_id}", path={"id": id, "artifact_id": artifact_id}, request_id=request_id)

    def list_mails(
        self,
        id: int,
        *,
        per_page: Any = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.MailArtifact]:
        """List e-mails that were not sent.

        Without production access an account reaches only addresses of its own; any other e-mail is kept as a file. The whole collection, oldest first; not paginated.

        Scope: `executions:read`.

        :param per_page: Ignored: the whole collection is returned.

        ``GET /executions/{id}/mail_artifacts``
        """
        return AsyncListing(self._caller, "/executions/{id}/mail_artifacts", path={"id": id}, query=given({"per_page": per_page}), request_id=request_id)

    async def download_mail(
        self,
        id: int,
        artifact_id: int,
        *,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Download one e-mail that was not sent.

        The message as it would have been sent. Nothing in it is masked, so the scope `pii:read` is needed too. The `ETag` is the SHA-256 of the file.

        Scope: `executions:read:full`.

        ``GET /executions/{id}/mail_artifacts/{artifact_id}``
        """
        return await self._caller.download("/executions/{id}/mail_artifacts/{artifact_id}", path={"id": id, "artifact_id": artifact_id}, request_id=request_id)

    async def resend_notice(
        self,
        id: int,
        artifact_id: int,
        *,
        reason: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.NoticeArtifact:
        """Send a notice again.

        E-mails a sent notice once more, with the same attachments under a new Message-ID. The review event `adverse_action_replayed` says when the mail server accepted it. Unless the letter did not arrive (states `returned` and `resend_failed` of `GET /waiting_letters`), it takes a reason, once a day (`rate_limited` with Retry-After).

        Scope: `executions:write`.

        :param reason: Why it is sent again. It is kept in the audit log.

        ``POST /executions/{id}/notice_artifacts/{artifact_id}/resend``
        """
        return cast("models.NoticeArtifact", await self._caller.call("POST", "/executions/{id}/notice_artifacts/{artifact_id}/resend", path={"id": id, "artifact_id": artifact_id}, body=given({"reason": reason}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def record_posted(
        self,
        id: int,
        artifact_id: int,
        *,
        date: str,
        carrier: str,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.NoticeArtifact:
        """Record that a notice was posted.

        For a notice that may not go by e-mail (`pending_review.delivery` is `post`). The notice is then `sent`, and the execution continues. A notice that was sent by e-mail can be recorded as posted too: the review event keeps the day, and a letter that comes back no longer waits.

        Scope: `reviews:decide`.

        :param date: Day on which it was put into the mail; not before the date that the letter carries.
        :param carrier: Who carries it, and a tracking number.

        ``POST /executions/{id}/notice_artifacts/{artifact_id}/posted``
        """
        return cast("models.NoticeArtifact", await self._caller.call("POST", "/executions/{id}/notice_artifacts/{artifact_id}/posted", path={"id": id, "artifact_id": artifact_id}, body=given({"date": date, "carrier": carrier}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def record_sent_notice(
        self,
        id: int,
        *,
        date: str,
        carrier: str,
        applicant: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        artifact_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Record a notice that was sent elsewhere.

        For a notice in `notices_due` that went out outside this service: the execution, and those that it re-evaluates, owe that person none any more. With `artifact_id`, for a letter that came back or could not be sent again: it waits no more.

        Scope: `reviews:decide`.

        :param applicant: The `applicant` of the notice in `notices_due`.
        :param artifact_id: The notice that came back (`notice_artifact_id` of `GET /waiting_letters`); `applicant` does not count then.
        :param date: Day on which it was sent.
        :param carrier: How it was sent, and a tracking number.

        ``POST /executions/{id}/sent_notices``
        """
        return cast("models.Execution", await self._caller.call("POST", "/executions/{id}/sent_notices", path={"id": id}, body=given({"applicant": applicant, "artifact_id": artifact_id, "date": date, "carrier": carrier}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def record_application_answer(
        self,
        id: int,
        *,
        answer: Literal["withdrawn", "incompleteness_notice", "decided_elsewhere", "no_application"],
        date: str,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Execution:
        """Record what became of an application.

        For a live application for credit whose run ended without a decision (`why` `no_decision` in `notices_due`): it was withdrawn by the applicant, a notice of incompleteness was sent, it was decided elsewhere, or it was no application. Executions of the same `external_reference` owe no answer then either.

        Scope: `reviews:decide`.

        :param answer: The outcome of the application.
        :param date: Day of that outcome.
        :param note: Kept with the review event.

        ``POST /executions/{id}/application_answers``
        """
        return cast("models.Execution", await self._caller.call("POST", "/executions/{id}/application_answers", path={"id": id}, body=given({"answer": answer, "date": date, "note": note}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class AsyncWaitingLettersOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        state: Union[Union[Literal["draft", "needs_reasons", "needs_variables", "needs_name", "needs_address", "needs_glyphs", "to_post", "owed", "returned", "resend_failed"], Sequence[Literal["draft", "needs_reasons", "needs_variables", "needs_name", "needs_address", "needs_glyphs", "to_post", "owed", "returned", "resend_failed"]]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        execution_mode: Union[Union[Literal["test", "live"], Sequence[Literal["test", "live"]]], NotGiven] = NOT_GIVEN,
        overdue: Union[bool, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.WaitingLetter]:
        """List letters that wait.

        Letters of the calling API client that wait for a person: drafts to be sent or discarded, letters that are parked, letters to be posted, letters that are owed, and letters that came back. The first due first; one without a due time stands at the time since when it waits. `meta.counts` counts all of them, whatever the filters. With the scope `executions:read:full` each has the name of the applicant.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param state: State of the letter. Repeat the parameter to give several values.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param execution_mode: Only records that have this value. Repeat the parameter to give several values.
        :param overdue: True for letters past their due time.

        ``GET /waiting_letters``
        """
        return AsyncListing(self._caller, "/waiting_letters", query=given({"per_page": per_page, "filter[state]": state, "filter[workflow_id]": workflow_id, "filter[execution_mode]": execution_mode, "filter[overdue]": overdue}), request_id=request_id)


class AsyncBatchesOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "running", "interrupted", "completed", "cancelled"], Sequence[Literal["pending", "running", "interrupted", "completed", "cancelled"]]], NotGiven] = NOT_GIVEN,
        workflow_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        updated_after: Union[str, NotGiven] = NOT_GIVEN,
        completed_after: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Batch]:
        """List batches.

        Batches of the calling API client, the newest first.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.
        :param workflow_id: Only records that have this value. Repeat the parameter to give several values.
        :param updated_after: Changed after this time.
        :param completed_after: Ended after this time.

        ``GET /batches``
        """
        return AsyncListing(self._caller, "/batches", query=given({"per_page": per_page, "filter[status]": status, "filter[workflow_id]": workflow_id, "filter[updated_after]": updated_after, "filter[completed_after]": completed_after}), request_id=request_id)

    async def create(
        self,
        id: int,
        *,
        rows: Sequence[Mapping[str, Any]],
        execution_mode: Union[Optional[Literal["test", "live"]], NotGiven] = NOT_GIVEN,
        external_reference: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        skip_waits: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        on_invalid_rows: Union[Optional[Literal["refuse", "skip"]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Run a cascade for up to 500 applicants.

        The batch and an execution for each row are committed when the response is sent. Repeating the same request with the same Idempotency-Key returns the original response. A row is at most 64 KiB, the body 8 MiB. Dates of persons and declared types are checked as those of a trigger. Beside `applicant` and `property` a row may hold what is declared, such as `loan` or `co_applicant`.

        Scope: `executions:write`.

        :param rows: One object for each applicant, at most 64 KiB. Each member is optional.
        :param execution_mode: `live` requires production access and an active cascade.
        :param external_reference: Comes back on the batch; each row has its own.
        :param skip_waits: Test mode only: waits and waiting periods pass at once.
        :param on_invalid_rows: `skip`: the batch runs without rows whose values are of another type than was declared, or whose dates cannot be read, and names them in `skipped_rows`. An addition of ours.

        ``POST /workflows/{id}/batches``
        """
        return cast("models.Batch", await self._caller.call("POST", "/workflows/{id}/batches", path={"id": id}, body=given({"rows": rows, "execution_mode": execution_mode, "external_reference": external_reference, "skip_waits": skip_waits, "on_invalid_rows": on_invalid_rows}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Read a batch.

        `completed_count` and `failed_count` grow while it runs.

        Scope: `executions:read`.

        ``GET /batches/{id}``
        """
        return cast("models.Batch", await self._caller.call("GET", "/batches/{id}", path={"id": id}, request_id=request_id))

    async def summary(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.BatchSummary:
        """Count the rows of a batch.

        By status, outcome, review status and error, with the durations of the rows that have ended.

        Scope: `executions:read`.

        ``GET /batches/{id}/summary``
        """
        return cast("models.BatchSummary", await self._caller.call("GET", "/batches/{id}/summary", path={"id": id}, request_id=request_id))

    def list_executions(
        self,
        id: int,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.BatchExecutionRow]:
        """List the rows of a batch.

        In the order in which they were submitted.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param status: Only records that have this value. Repeat the parameter to give several values.

        ``GET /batches/{id}/executions``
        """
        return AsyncListing(self._caller, "/batches/{id}/executions", path={"id": id}, query=given({"per_page": per_page, "filter[status]": status}), request_id=request_id)

    async def cancel(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Cancel a batch.

        Rows that were dispatched become `cancelled`, the others `skipped`; rows that have ended stay as they are. A batch that is already cancelled is returned unchanged. No event is sent.

        Scope: `executions:write`.

        ``POST /batches/{id}/cancel``
        """
        return cast("models.Batch", await self._caller.call("POST", "/batches/{id}/cancel", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def resume(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Resume an interrupted batch.

        Dispatch of its rows goes on.

        Scope: `executions:write`.

        ``POST /batches/{id}/resume``
        """
        return cast("models.Batch", await self._caller.call("POST", "/batches/{id}/resume", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def retry_failed(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Batch:
        """Retry the failed and skipped rows of a batch.

        The batch must have ended. Each row keeps its execution and goes on where it failed: steps that succeeded, mails and pulls included, are not repeated.

        Scope: `executions:write`.

        ``POST /batches/{id}/retry_failed``
        """
        return cast("models.Batch", await self._caller.call("POST", "/batches/{id}/retry_failed", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def download_csv(
        self,
        id: int,
        *,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Export the results of a batch as CSV.

        One line for each row, as it is now; UTF-8 with a byte order mark. With the scope `executions:read:full` also the applicant's name and e-mail, the error, and a column for each product field that a condition reads. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it; a negative number has none. A connection that breaks leaves an incomplete file.

        Scope: `executions:read`.

        :param status: Only rows in this status. Repeat the parameter to give several values.

        ``GET /batches/{id}/exports.csv``
        """
        return await self._caller.download("/batches/{id}/exports.csv", path={"id": id}, query=given({"filter[status]": status}), request_id=request_id)

    async def download_zip(
        self,
        id: int,
        *,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Export the results of a batch as ZIP.

        `results.csv`, `batch.json`, and `rows/<row_index>-<execution_id>.json` for each row. With the scope `executions:read:full` the rows have their input and the outputs of their steps.

        Scope: `executions:read`.

        :param status: Only rows in this status. Repeat the parameter to give several values.

        ``GET /batches/{id}/exports.zip``
        """
        return await self._caller.download("/batches/{id}/exports.zip", path={"id": id}, query=given({"filter[status]": status}), request_id=request_id)

    async def download_notices(
        self,
        id: int,
        *,
        status: Union[Union[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"], Sequence[Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]]], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Download the adverse-action notices of a batch.

        Every notice that was sent, as `<row_index>-<execution_id>-<file name>`. Without any, the ZIP is empty.

        Scope: `executions:read:full`.

        :param status: Only rows in this status. Repeat the parameter to give several values.

        ``GET /batches/{id}/adverse_action_notices.zip``
        """
        return await self._caller.download("/batches/{id}/adverse_action_notices.zip", path={"id": id}, query=given({"filter[status]": status}), request_id=request_id)


class AsyncWebhookSubscriptionsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.WebhookSubscription]:
        """List subscriptions.

        Subscriptions of the calling API client, the newest first. Secrets are never shown.

        Scope: `webhooks:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /webhook_subscriptions``
        """
        return AsyncListing(self._caller, "/webhook_subscriptions", query=given({"per_page": per_page}), request_id=request_id)

    async def create(
        self,
        *,
        url: str,
        event_filter: Union[Union[Sequence[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]], None], NotGiven] = NOT_GIVEN,
        active: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookSubscriptionWithSecret:
        """Subscribe to events.

        The response holds the signing secret, which is not shown again; store it.

        Scope: `webhooks:write`.

        :param url: http or https, publicly routable, a full host name, without user name or password. Checked when it is saved and at every delivery. Answered as it is requested: `HTTPS://Hooks.example.com/a/../b#c` is `https://hooks.example.com/b`.
        :param event_filter: Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them.
        :param active: False: it begins paused, and what is emitted until it is activated is not delivered.

        ``POST /webhook_subscriptions``
        """
        return cast("models.WebhookSubscriptionWithSecret", await self._caller.call("POST", "/webhook_subscriptions", body=given({"url": url, "event_filter": event_filter, "active": active}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WebhookSubscription:
        """Read a subscription.

        Without its secret.

        Scope: `webhooks:read`.

        ``GET /webhook_subscriptions/{id}``
        """
        return cast("models.WebhookSubscription", await self._caller.call("GET", "/webhook_subscriptions/{id}", path={"id": id}, request_id=request_id))

    async def update(
        self,
        id: int,
        *,
        url: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        event_filter: Union[Union[Sequence[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]], None], NotGiven] = NOT_GIVEN,
        active: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.WebhookSubscription:
        """Change a subscription.

        Only keys that are present change anything. Deliveries under way use the new URL from then on.

        Scope: `webhooks:write`.

        :param url: http or https, publicly routable, a full host name, without user name or password. Checked when it is saved and at every delivery. Answered as it is requested: `HTTPS://Hooks.example.com/a/../b#c` is `https://hooks.example.com/b`.
        :param event_filter: Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them.
        :param active: False pauses it: what is emitted meanwhile is not delivered.

        ``PATCH /webhook_subscriptions/{id}``
        """
        return cast("models.WebhookSubscription", await self._caller.call("PATCH", "/webhook_subscriptions/{id}", path={"id": id}, body=given({"url": url, "event_filter": event_filter, "active": active}), request_id=request_id))

    async def delete(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> None:
        """Delete a subscription.

        Deliveries stop; their records stay.

        Scope: `webhooks:write`.

        ``DELETE /webhook_subscriptions/{id}``
        """
        await self._caller.call("DELETE", "/webhook_subscriptions/{id}", path={"id": id}, request_id=request_id)

    async def rotate_secret(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookSubscriptionWithSecret:
        """Rotate the signing secret.

        For 24 hours deliveries are signed with both: `v1` with the new secret, `v0` with the previous one. A second rotation within that time drops the oldest. Takes no body.

        Scope: `webhooks:write`.

        ``POST /webhook_subscriptions/{id}/rotate_secret``
        """
        return cast("models.WebhookSubscriptionWithSecret", await self._caller.call("POST", "/webhook_subscriptions/{id}/rotate_secret", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def test(
        self,
        id: int,
        *,
        event: Union[Optional[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookDelivery:
        """Send a sample event.

        A sample of the event, with `test: true` in `data`, is delivered to this subscription alone, whatever its filter says: signed, recorded and retried like any other. Read the delivery for its result.

        Scope: `webhooks:write`.

        :param event: The event of which a sample is sent.

        ``POST /webhook_subscriptions/{id}/test``
        """
        return cast("models.WebhookDelivery", await self._caller.call("POST", "/webhook_subscriptions/{id}/test", path={"id": id}, body=given({"event": event}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def redeliver(
        self,
        id: int,
        *,
        since: str,
        statuses: Union[Union[Sequence[Literal["failed", "dead"]], None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookRedelivery:
        """Redeliver what failed.

        Retries the deliveries of this subscription that are `failed` or `dead` and whose events were emitted since a time, the oldest first, at most 5000 in one request. Each is retried as by the retry of one delivery.

        Scope: `webhooks:write`.

        :param since: Events emitted at that time or later.
        :param statuses: Which deliveries.

        ``POST /webhook_subscriptions/{id}/redeliver``
        """
        return cast("models.WebhookRedelivery", await self._caller.call("POST", "/webhook_subscriptions/{id}/redeliver", path={"id": id}, body=given({"since": since, "statuses": statuses}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class AsyncWebhookDeliveriesOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        subscription_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        event: Union[Union[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"], Sequence[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]]], NotGiven] = NOT_GIVEN,
        status: Union[Union[Literal["pending", "retrying", "succeeded", "failed", "dead"], Sequence[Literal["pending", "retrying", "succeeded", "failed", "dead"]]], NotGiven] = NOT_GIVEN,
        execution_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        created_after: Union[str, NotGiven] = NOT_GIVEN,
        created_before: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.WebhookDelivery]:
        """List deliveries.

        Deliveries to the subscriptions of the calling API client, the newest first. Payloads are not shown.

        Scope: `webhooks:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param subscription_id: Only records that have this value. Repeat the parameter to give several values.
        :param event: Only records that have this value. Repeat the parameter to give several values.
        :param status: Only records that have this value. Repeat the parameter to give several values.
        :param execution_id: Deliveries of the events of this execution. Repeat the parameter to give several values.
        :param created_after: Emitted at that time or later.
        :param created_before: Emitted before that time.

        ``GET /webhook_deliveries``
        """
        return AsyncListing(self._caller, "/webhook_deliveries", query=given({"per_page": per_page, "filter[subscription_id]": subscription_id, "filter[event]": event, "filter[status]": status, "filter[execution_id]": execution_id, "filter[created_after]": created_after, "filter[created_before]": created_before}), request_id=request_id)

    async def get(
        self,
        id: int,
        *,
        request_id: Optional[str] = None,
    ) -> models.WebhookDeliveryDetail:
        """Read a delivery.

        With its attempts. The payload is not shown; read the execution instead.

        Scope: `webhooks:read`.

        ``GET /webhook_deliveries/{id}``
        """
        return cast("models.WebhookDeliveryDetail", await self._caller.call("GET", "/webhook_deliveries/{id}", path={"id": id}, request_id=request_id))

    async def retry(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.WebhookDelivery:
        """Retry a delivery.

        A `failed` delivery returns to its schedule, a `dead` one gets one more attempt, both at once. Takes no body.

        Scope: `webhooks:write`.

        ``POST /webhook_deliveries/{id}/retry``
        """
        return cast("models.WebhookDelivery", await self._caller.call("POST", "/webhook_deliveries/{id}/retry", path={"id": id}, takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class AsyncMeOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def get(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> models.Me:
        """Read who is calling.

        Account, API client, user and scopes of the token, and the limits that apply.

        Scope: `executions:read` or `workflows:read`.

        ``GET /me``
        """
        return cast("models.Me", await self._caller.call("GET", "/me", request_id=request_id))


class AsyncCompanyOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def get(
        self,
        *,
        request_id: Optional[str] = None,
    ) -> models.Company:
        """Read whom letters are from.

        Legal name, address and telephone number of the account, and its federal agency.

        Scope: `workflows:read`.

        ``GET /company``
        """
        return cast("models.Company", await self._caller.call("GET", "/company", request_id=request_id))

    async def update(
        self,
        *,
        legal_name: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        address: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        phone: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        longest_token_days: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        examples_gate: Union[Optional[Literal["off", "shown", "required"]], NotGiven] = NOT_GIVEN,
        claims_months: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        ecoa_agency: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Company:
        """Set whom letters are from.

        For letters that are made from now on. Only what is given changes. In an account that asks for four eyes what is set already is changed by an operator (`cascade accounts update`).

        Scope: `settings:write`.

        :param legal_name: Legal name.
        :param address: Postal address; its lines are separated by line breaks.
        :param phone: Telephone number.
        :param longest_token_days: How long tokens live that administrators make, at most. Those that there are live on.
        :param examples_gate: What the examples of a cascade hold up. `shown`: each save says which fail. `required`: a version goes live only if all hold, or with `examples_override`. `off`: saves ask none. With four eyes an operator takes back what was asked for.
        :param claims_months: How many months after its decision an execution is kept for claims, though its person asked to be forgotten and the law would let it go. 0: not at all.
        :param ecoa_agency: Key of the federal agency that supervises the creditor, of `ecoa_agencies`.

        ``PATCH /company``
        """
        return cast("models.Company", await self._caller.call("PATCH", "/company", body=given({"legal_name": legal_name, "address": address, "phone": phone, "longest_token_days": longest_token_days, "examples_gate": examples_gate, "claims_months": claims_months, "ecoa_agency": ecoa_agency}), request_id=request_id))


class AsyncAgenciesOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Agency]:
        """List the agencies behind reports.

        One for each product whose agency is set.

        Scope: `workflows:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /agencies``
        """
        return AsyncListing(self._caller, "/agencies", query=given({"per_page": per_page}), request_id=request_id)

    async def set(
        self,
        code: str,
        *,
        name: str,
        address: str,
        phone: str,
        toll_free: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        nationwide: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        consumer_report: Union[Union[bool, None], NotGiven] = NOT_GIVEN,
        note: Union[Union[str, None], NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> models.Agency:
        """Set the agency behind a report.

        Says who is behind the reports of a product, for letters that are made from now on. It replaces what was set before, unless the account asks for four eyes: then an operator replaces it (`cascade agencies set`).

        Scope: `settings:write`.

        :param name: Name of the agency.
        :param address: Postal address; its lines are separated by line breaks.
        :param phone: Telephone number.
        :param toll_free: True if the telephone number is toll-free.
        :param nationwide: True if the agency is nationwide; its number must then be toll-free (15 USC 1681m(a)(3)(A)).
        :param consumer_report: False: a third party that is not a consumer reporting agency (15 USC 1681m(b)).
        :param note: Why the reports of a product of your own are no consumer reports; required there with `consumer_report` false. It is kept in the audit log.

        ``PUT /agencies/{code}``
        """
        return cast("models.Agency", await self._caller.call("PUT", "/agencies/{code}", path={"code": code}, body=given({"name": name, "address": address, "phone": phone, "toll_free": toll_free, "nationwide": nationwide, "consumer_report": consumer_report, "note": note}), request_id=request_id))


class AsyncUsersOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.User]:
        """List users.

        Names of the users of the account, newest first, for the user ids of reviews, with the role and the queues of each, and who confirmed their e-mail address.

        Scope: `executions:read`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /users``
        """
        return AsyncListing(self._caller, "/users", query=given({"per_page": per_page}), request_id=request_id)

    async def update(
        self,
        id: int,
        *,
        queues: Sequence[str],
        request_id: Optional[str] = None,
    ) -> models.UpdatedUser:
        """Set the queues of a user.

        The queues of reviews that a user of the account works, all of them: `POST /reviews/next` gives them reviews of these and of none. It holds from their next request on, and what they have claimed in other queues is released. Names, addresses and roles are changed by an operator (`cascade users update`).

        Scope: `users:write`.

        :param queues: Names of queues: small letters, digits, `-` and `_`, at most 40, neither `mine` nor `none`. None: no queue of their own, so they are given every review.

        ``PATCH /users/{id}``
        """
        return cast("models.UpdatedUser", await self._caller.call("PATCH", "/users/{id}", path={"id": id}, body=given({"queues": queues}), request_id=request_id))

    def list_people(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.Person]:
        """List people.

        People of the account, the newest first, with their addresses, roles and sessions.

        Scope: `people:write`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /people``
        """
        return AsyncListing(self._caller, "/people", query=given({"per_page": per_page}), request_id=request_id)

    async def invite(
        self,
        *,
        name: str,
        email: str,
        role: Literal["viewer", "reviewer", "author", "publisher", "admin"],
        queues: Union[Union[Sequence[str], None], NotGiven] = NOT_GIVEN,
        api_client_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Person:
        """Invite a person.

        Makes a user with a role and mails them a link with which they sign in once, within three days. Their address counts as unconfirmed until the identity provider or an operator confirms it. Only a person who signed in less than 15 minutes ago makes administrators, and no token does. In an account that asks for four eyes an operator makes publishers and administrators (`cascade users create`).

        Scope: `people:write`.

        :param name: Name.
        :param email: E-mail address. The invitation goes there.
        :param role: Their rights. Nobody gives a scope that they lack.
        :param queues: The queues of reviews that they work; none: all.
        :param api_client_id: The API client through which they act. Default: that of the caller.

        ``POST /people``
        """
        return cast("models.Person", await self._caller.call("POST", "/people", body=given({"name": name, "email": email, "role": role, "queues": queues, "api_client_id": api_client_id}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def set_role(
        self,
        id: int,
        *,
        role: Optional[Literal["viewer", "reviewer", "author", "publisher", "admin"]],
        request_id: Optional[str] = None,
    ) -> models.UpdatedPerson:
        """Set the role of a person.

        Another role ends their sessions at once and releases the reviews that they can decide no more. Nobody changes their own role, gives or takes a scope that they lack, or takes the last administrator away. Their tokens keep working: revoke them.

        Scope: `people:write`.

        :param role: Null: they may do nothing any more.

        ``PATCH /people/{id}``
        """
        return cast("models.UpdatedPerson", await self._caller.call("PATCH", "/people/{id}", path={"id": id}, body=given({"role": role}), request_id=request_id))

    async def send_link(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.Person:
        """Invite a person once more.

        Mails them a link with which they sign in once, within three days. Earlier links work until they expire.

        Scope: `people:write`.

        ``POST /people/{id}/links``
        """
        return cast("models.Person", await self._caller.call("POST", "/people/{id}/links", path={"id": id}, body=given({}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    def list_tokens(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.ApiToken]:
        """List tokens.

        Tokens of the account, the newest first, with those that ended. No token is shown again.

        Scope: `tokens:write`.

        :param per_page: Items on a page; values above 100 count as 100.

        ``GET /tokens``
        """
        return AsyncListing(self._caller, "/tokens", query=given({"per_page": per_page}), request_id=request_id)

    async def create_token(
        self,
        *,
        scopes: Sequence[Literal["workflows:read", "workflows:write", "workflow_templates:read", "executions:read", "executions:read:full", "executions:write", "reviews:decide", "workflows:activate", "webhooks:read", "webhooks:write", "pii:read", "audit:read", "statistics:read", "users:write", "settings:write", "people:write", "tokens:write", "products:write", "connections:write", "applicants:erase", "applicants:export"]],
        expires_in_days: int,
        api_client_id: Union[Union[int, None], NotGiven] = NOT_GIVEN,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.NewApiToken:
        """Make a token.

        By an administrator who signed in less than 15 minutes ago, and never with a token. It acts for them, has no scope that they lack, and lives no longer than `longest_token_days` of the account. In an account that asks for four eyes an operator makes those that put cascades live, see numbers in full, or make people and tokens.

        Scope: `tokens:write`.

        :param scopes: Its scopes. Nobody gives a scope that they lack.
        :param expires_in_days: How long it lives: at most `longest_token_days` of `GET /company`.
        :param api_client_id: The API client through which it acts. Default: that of the caller.

        ``POST /tokens``
        """
        return cast("models.NewApiToken", await self._caller.call("POST", "/tokens", body=given({"scopes": scopes, "expires_in_days": expires_in_days, "api_client_id": api_client_id}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def rotate_token(
        self,
        id: int,
        *,
        expires_in_days: int,
        overlap_hours: int,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.NewApiToken:
        """Exchange a token.

        Makes one with the same scopes and API client, and lets the earlier one of yours end after the overlap.

        Scope: `tokens:write`.

        :param expires_in_days: How long it lives: at most `longest_token_days` of `GET /company`.
        :param overlap_hours: How long the earlier token keeps working, so that programs can change over.

        ``POST /tokens/{id}/rotate``
        """
        return cast("models.NewApiToken", await self._caller.call("POST", "/tokens/{id}/rotate", path={"id": id}, body=given({"expires_in_days": expires_in_days, "overlap_hours": overlap_hours}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))

    async def revoke_token(
        self,
        id: int,
        *,
        idempotency_key: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> models.ApiToken:
        """Revoke a token.

        It opens nothing from the next request on, and cannot be brought back.

        Scope: `tokens:write`.

        ``POST /tokens/{id}/revoke``
        """
        return cast("models.ApiToken", await self._caller.call("POST", "/tokens/{id}/revoke", path={"id": id}, body=given({}), takes_key=True, idempotency_key=idempotency_key, request_id=request_id))


class AsyncAuditEventsOperations:
    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    def list(
        self,
        *,
        per_page: Union[int, NotGiven] = NOT_GIVEN,
        action: Union[Union[Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"], Sequence[Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"]]], NotGiven] = NOT_GIVEN,
        actor_kind: Union[Union[Literal["token", "session", "operator", "anonymous"], Sequence[Literal["token", "session", "operator", "anonymous"]]], NotGiven] = NOT_GIVEN,
        actor_user_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        subject_type: Union[str, NotGiven] = NOT_GIVEN,
        subject_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        occurred_after: Union[str, NotGiven] = NOT_GIVEN,
        occurred_before: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncListing[models.AuditEvent]:
        """List audit events.

        Who did what in the account, the newest first. Each event holds the hash of the one before it, so that one that was changed or removed is found (`cascade audit verify`).

        Scope: `audit:read`.

        :param per_page: Items on a page; values above 100 count as 100.
        :param action: The act. Repeat the parameter to give several values.
        :param actor_kind: Who did it. Repeat the parameter to give several values.
        :param actor_user_id: User who acted. Repeat the parameter to give several values.
        :param subject_type: The kind of record that it changed or read, such as `workflow`.
        :param subject_id: Its id. Repeat the parameter to give several values.
        :param occurred_after: Done after this time.
        :param occurred_before: Done before this time.

        ``GET /audit_events``
        """
        return AsyncListing(self._caller, "/audit_events", query=given({"per_page": per_page, "filter[action]": action, "filter[actor_kind]": actor_kind, "filter[actor_user_id]": actor_user_id, "filter[subject_type]": subject_type, "filter[subject_id]": subject_id, "filter[occurred_after]": occurred_after, "filter[occurred_before]": occurred_before}), request_id=request_id)

    async def download_csv(
        self,
        *,
        action: Union[Union[Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"], Sequence[Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"]]], NotGiven] = NOT_GIVEN,
        actor_kind: Union[Union[Literal["token", "session", "operator", "anonymous"], Sequence[Literal["token", "session", "operator", "anonymous"]]], NotGiven] = NOT_GIVEN,
        actor_user_id: Union[Union[int, Sequence[int]], NotGiven] = NOT_GIVEN,
        subject_type: Union[str, NotGiven] = NOT_GIVEN,
        subject_id: Union[Union[str, Sequence[str]], NotGiven] = NOT_GIVEN,
        occurred_after: Union[str, NotGiven] = NOT_GIVEN,
        occurred_before: Union[str, NotGiven] = NOT_GIVEN,
        request_id: Optional[str] = None,
    ) -> AsyncDownload:
        """Export audit events as CSV.

        The oldest first; UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it; a negative number has none. The export is recorded itself.

        Scope: `audit:read`.

        :param action: The act. Repeat the parameter to give several values.
        :param actor_kind: Who did it. Repeat the parameter to give several values.
        :param actor_user_id: User who acted. Repeat the parameter to give several values.
        :param subject_type: The kind of record that it changed or read, such as `workflow`.
        :param subject_id: Its id. Repeat the parameter to give several values.
        :param occurred_after: Done after this time.
        :param occurred_before: Done before this time.

        ``GET /audit_events/exports.csv``
        """
        return await self._caller.download("/audit_events/exports.csv", query=given({"filter[action]": action, "filter[actor_kind]": actor_kind, "filter[actor_user_id]": actor_user_id, "filter[subject_type]": subject_type, "filter[subject_id]": subject_id, "filter[occurred_after]": occurred_after, "filter[occurred_before]": occurred_before}), request_id=request_id)


class AsyncPlainResources:
    def __init__(self, caller: AsyncCaller) -> None:
        self.applicants = AsyncApplicantsOperations(caller)
        self.workflow_templates = AsyncWorkflowTemplatesOperations(caller)
        self.products = AsyncProductsOperations(caller)
        self.statistics = AsyncStatisticsOperations(caller)
        self.fields = AsyncFieldsOperations(caller)
        self.field_requests = AsyncFieldRequestsOperations(caller)
        self.reviews = AsyncReviewsOperations(caller)
        self.artifacts = AsyncArtifactsOperations(caller)
        self.waiting_letters = AsyncWaitingLettersOperations(caller)
        self.webhook_subscriptions = AsyncWebhookSubscriptionsOperations(caller)
        self.webhook_deliveries = AsyncWebhookDeliveriesOperations(caller)
        self.me = AsyncMeOperations(caller)
        self.company = AsyncCompanyOperations(caller)
        self.agencies = AsyncAgenciesOperations(caller)
        self.users = AsyncUsersOperations(caller)
        self.audit_events = AsyncAuditEventsOperations(caller)


@overload
def product_output(
    execution: models.ExecutionDetail, node_id: str, product_code: Literal["credit_report"]
) -> Optional[models.CreditReportOutput]: ...


@overload
def product_output(
    execution: models.ExecutionDetail, node_id: str, product_code: Literal["criminal_background"]
) -> Optional[models.CriminalBackgroundOutput]: ...


@overload
def product_output(
    execution: models.ExecutionDetail, node_id: str, product_code: Literal["eviction_history"]
) -> Optional[models.EvictionHistoryOutput]: ...


@overload
def product_output(
    execution: models.ExecutionDetail, node_id: str, product_code: Literal["identity_verification"]
) -> Optional[models.IdentityVerificationOutput]: ...


@overload
def product_output(
    execution: models.ExecutionDetail, node_id: str, product_code: Literal["income_verification"]
) -> Optional[models.IncomeVerificationOutput]: ...


def product_output(
    execution: models.ExecutionDetail, node_id: str, product_code: models.ProductCode
) -> Optional[models.ProductOutput]:
    """The report that a product node pulled, typed by the product's code.

    None if the node has no output, because it was not reached, failed or was redacted.

    :raises TypeError: the execution came without outputs: the token lacks the scope `executions:read:full`
    """
    del product_code  # Only its type matters.
    if "step_outputs" not in execution:
        raise TypeError("step_outputs need a token with the scope executions:read:full")
    return cast("Optional[models.ProductOutput]", execution["step_outputs"].get(node_id))
