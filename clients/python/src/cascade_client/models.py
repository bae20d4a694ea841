"""Types of the Cascade API: what its responses and events hold, as dicts.

Generated from its OpenAPI document: do not edit, run `npm run client:generate`.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from typing_extensions import NotRequired, TypedDict


class ActivationRequest(TypedDict):
    """A request to put a version of a cascade live."""
    object: Literal["activation_request"]
    id: int
    """Id."""
    workflow_id: int
    """Cascade."""
    version: int
    """Version of the cascade when it was asked for. A later one supersedes the request."""
    proposes_version: bool
    """True: approving saves what was asked for as the next version. False: `version` itself goes live."""
    proposes_definition: bool
    """True if `definition` differs from that of `version`."""
    name: str
    """Name with which it would go live."""
    use_case: Optional[str]
    """Use case with which it would go live."""
    definition_sha256: str
    """SHA-256 of the canonical JSON (RFC 8785) of the definition that would go live, in hex. With products of your own, of `{"definition": …, "products": [{"version": …, "product": …}]}`."""
    dictionary_version: int
    """Version of the data dictionary when it was asked for; 0: nothing was declared. It is not approved once the dictionary makes its letters say something else."""
    products: Dict[str, int]
    """The version of each product of your own that it pulls, by code."""
    status: Literal["pending", "approved", "refused", "withdrawn", "superseded"]
    """Where it stands."""
    note: Optional[str]
    """Note of the user who made the request."""
    requested_by_user_id: int
    """User who asked."""
    written_by_user_ids: List[int]
    """Users who wrote a part of what would go live, and other users who are the same person. They cannot approve it."""
    unconfirmed_user_ids: List[int]
    """Users who wrote any of it and have no confirmed address: until they have one, nobody approves it."""
    decided_by_user_id: Optional[int]
    """User who approved, refused or withdrew it."""
    decision_note: Optional[str]
    """The note of that user."""
    decided_at: Optional[str]
    """When it was approved, refused, withdrawn or superseded."""
    activated_version: Optional[int]
    """The version that went live."""
    created_at: str
    """When it was asked for."""


class ActivationRequestDetailExamplesWhenAsked(TypedDict):
    """The results of the examples for the version that was saved, or is to go live."""
    passed: int
    """Number of examples that pass."""
    failed: int
    """Number of examples that fail."""
    failing: List[ExampleResult]
    """Those that fail."""


class ActivationRequestDetailMissingForLiveItem(TypedDict):
    """One thing that is missing."""
    node_id: str
    """The node that needs it."""
    lacks: Literal["legal_name", "address", "ecoa_agency", "agency", "declaration", "product", "definition"]
    """What is missing. `legal_name`, `address`, `ecoa_agency`: `PATCH /company` sets it. `agency`: `PUT /agencies/{code}` does. `declaration`: `PUT /fields/{field}` does. `definition`: the cascade has to be changed."""
    what: Optional[str]
    """The code of the product whose agency is not set, or the path that nobody declared."""
    message: str
    """The requirements in words."""


class ActivationRequestDetail(TypedDict):
    """A request with the definition that would go live."""
    object: Literal["activation_request"]
    id: int
    """Id."""
    workflow_id: int
    """Cascade."""
    version: int
    """Version of the cascade when it was asked for. A later one supersedes the request."""
    proposes_version: bool
    """True: approving saves what was asked for as the next version. False: `version` itself goes live."""
    proposes_definition: bool
    """True if `definition` differs from that of `version`."""
    name: str
    """Name with which it would go live."""
    use_case: Optional[str]
    """Use case with which it would go live."""
    definition_sha256: str
    """SHA-256 of the canonical JSON (RFC 8785) of the definition that would go live, in hex. With products of your own, of `{"definition": …, "products": [{"version": …, "product": …}]}`."""
    dictionary_version: int
    """Version of the data dictionary when it was asked for; 0: nothing was declared. It is not approved once the dictionary makes its letters say something else."""
    products: Dict[str, int]
    """The version of each product of your own that it pulls, by code."""
    status: Literal["pending", "approved", "refused", "withdrawn", "superseded"]
    """Where it stands."""
    note: Optional[str]
    """Note of the user who made the request."""
    requested_by_user_id: int
    """User who asked."""
    written_by_user_ids: List[int]
    """Users who wrote a part of what would go live, and other users who are the same person. They cannot approve it."""
    unconfirmed_user_ids: List[int]
    """Users who wrote any of it and have no confirmed address: until they have one, nobody approves it."""
    decided_by_user_id: Optional[int]
    """User who approved, refused or withdrew it."""
    decision_note: Optional[str]
    """The note of that user."""
    decided_at: Optional[str]
    """When it was approved, refused, withdrawn or superseded."""
    activated_version: Optional[int]
    """The version that went live."""
    created_at: str
    """When it was asked for."""
    definition: CascadeDefinition
    examples_when_asked: Optional[ActivationRequestDetailExamplesWhenAsked]
    """The results of the examples for the version that was saved, or is to go live."""
    examples_changed: List[ExampleChange]
    """Changes of the cascade's examples since a version of it last went live, newest first: until now, or until the request was decided."""
    hidden_from_reviewers: List[HiddenField]
    """Fields that choices read and that are hidden from reviewers without `pii:read`, the first 100; empty if no person is asked."""
    missing_for_live: List[ActivationRequestDetailMissingForLiveItem]
    """Requirements for going live that the account or the cascade lacks at present."""
    questions: List[FieldQuestion]
    """Open questions about the fields that it reads (`PUT /fields/{field}/answers`). They keep nothing from going live."""
    examples: NotRequired[SavedExamples]


class AdverseActionCompletedEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    node_id: NotRequired[str]
    """Node of the adverse action."""
    action_taken: NotRequired[str]
    """Action taken: `denied`, `revoked`, `adverse_employment` or `other_action`."""
    stage: NotRequired[Literal["single", "pre_adverse", "final"]]
    """Which notice it is about."""
    notice_artifact_id: NotRequired[int]
    """Its PDF."""


class AdverseActionCompletedEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["adverse_action.completed"]
    created_at: str
    """When the event was emitted."""
    data: AdverseActionCompletedEventData
    """Fields without a value are omitted."""


class AdverseActionFailedEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    node_id: NotRequired[str]
    """Node of the adverse action."""
    action_taken: NotRequired[str]
    """Action taken: `denied`, `revoked`, `adverse_employment` or `other_action`."""
    stage: NotRequired[Literal["single", "pre_adverse", "final"]]
    """Which notice it is about."""
    notice_artifact_id: NotRequired[int]
    """Its PDF."""


class AdverseActionFailedEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["adverse_action.failed"]
    created_at: str
    """When the event was emitted."""
    data: AdverseActionFailedEventData
    """Fields without a value are omitted."""


class AdverseActionOverdueEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    node_id: NotRequired[str]
    """The notice that did not go out, or the choice that denied."""
    applicant: NotRequired[str]
    """Path of the person in the payload."""
    kind: NotRequired[Literal["tenant", "credit", "employment", "consumer_report"]]
    """The subject of the decision."""
    due_at: NotRequired[str]
    """When it was due."""
    why: NotRequired[Literal["no_notice_step", "draft_discarded", "step_failed", "step_stopped", "run_cancelled", "no_decision", "no_font"]]
    """Why it did not go out."""


class AdverseActionOverdueEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["adverse_action.overdue"]
    created_at: str
    """When the event was emitted."""
    data: AdverseActionOverdueEventData
    """Fields without a value are omitted."""


class AdverseActionRetryScheduledEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    node_id: NotRequired[str]
    """Node of the adverse action."""
    action_taken: NotRequired[str]
    """Action taken: `denied`, `revoked`, `adverse_employment` or `other_action`."""
    stage: NotRequired[Literal["single", "pre_adverse", "final"]]
    """Which notice it is about."""
    notice_artifact_id: NotRequired[int]
    """Its PDF."""
    next_attempt_at: NotRequired[str]
    """When it is retried."""


class AdverseActionRetryScheduledEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["adverse_action.retry_scheduled"]
    created_at: str
    """When the event was emitted."""
    data: AdverseActionRetryScheduledEventData
    """Fields without a value are omitted."""


class AdverseActionTriggeredEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    node_id: NotRequired[str]
    """Node of the adverse action."""
    action_taken: NotRequired[str]
    """Action taken: `denied`, `revoked`, `adverse_employment` or `other_action`."""
    stage: NotRequired[Literal["single", "pre_adverse", "final"]]
    """Which notice it is about."""
    notice_artifact_id: NotRequired[int]
    """Its PDF."""


class AdverseActionTriggeredEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["adverse_action.triggered"]
    created_at: str
    """When the event was emitted."""
    data: AdverseActionTriggeredEventData
    """Fields without a value are omitted."""


class Agency(TypedDict):
    """Who is behind the reports of a product: live letters name it."""
    object: Literal["agency"]
    product_code: str
    """Code of the product."""
    name: str
    """Name."""
    address: str
    """Postal address; its lines are separated by line breaks."""
    phone: str
    """Telephone number."""
    toll_free: bool
    """True if the telephone number is toll-free."""
    nationwide: bool
    """True if the agency is nationwide."""
    consumer_report: bool
    """False: a third party that is not a consumer reporting agency (15 USC 1681m(b))."""


class ApiToken(TypedDict):
    """A bearer token. It is never shown again."""
    object: Literal["api_token"]
    id: int
    """Id."""
    prefix: str
    """Its first eight characters, which tell tokens apart and open nothing."""
    api_client_id: int
    """The API client through which it acts."""
    user_id: int
    """The user for whom it acts."""
    scopes: List[Literal["workflows:read", "workflows:write", "workflow_templates:read", "executions:read", "executions:read:full", "executions:write", "reviews:decide", "workflows:activate", "webhooks:read", "webhooks:write", "pii:read", "audit:read", "statistics:read", "users:write", "settings:write", "people:write", "tokens:write", "products:write", "connections:write", "applicants:erase", "applicants:export"]]
    """Its scopes."""
    created_at: str
    """When it was made."""
    last_used_at: Optional[str]
    """When it was last used, to the minute. Null: never."""
    expires_at: Optional[str]
    """When it ends. Null: never."""
    revoked_at: Optional[str]
    """When it was revoked."""


class ApplicantExecutionsItemLettersItem(TypedDict):
    """A letter of adverse action."""
    artifact_id: int
    """Id of its file."""
    stage: str
    """`single`, `pre_adverse` or `final`."""
    status: Optional[str]
    """`draft`, `sent` or `discarded`."""
    sent_at: Optional[str]
    """When a mail server accepted it; null of one that went by post or has not gone."""


class ApplicantExecutionsItem(TypedDict):
    """An execution about the person."""
    id: int
    """Id of the execution."""
    workflow_id: int
    """Cascade that it runs."""
    workflow_name: str
    """Its name now."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Its status."""
    outcome: Optional[Literal["approved", "conditional", "denied"]]
    """The most severe outcome so far."""
    pending_review: Optional[Literal["decision", "notice"]]
    """Kind of the open review; null if none is open."""
    external_reference: Optional[str]
    """Correlation id of the caller."""
    letters: List[ApplicantExecutionsItemLettersItem]
    """Its letters, the oldest first."""
    created_at: str
    """When it was accepted."""
    completed_at: Optional[str]
    """When it reached a terminal status."""
    redacted_at: Optional[str]
    """When retention removed what it knew of the person."""


class ApplicantReportsItem(TypedDict):
    """A report."""
    execution_id: int
    """Execution that it belongs to."""
    node_id: str
    """Node that pulled it."""
    product_code: Optional[str]
    """Its product."""
    received_at: str
    """When it came."""
    age_days: int
    """Whole days since."""


class ApplicantDecisionsItem(TypedDict):
    """A decision."""
    execution_id: int
    """Execution that it belongs to."""
    kind: Literal["decision", "notice"]
    """Kind of the review."""
    decision: Optional[str]
    """`approved` or `declined`; of letters what became of them."""
    decided_at: Optional[str]
    """When."""
    decided_by_user_id: Optional[int]
    """By whom."""


class ApplicantNotesItem(TypedDict):
    """A note."""
    execution_id: int
    """Execution that it belongs to."""
    note: str
    """Its words. Identifiers are masked without `pii:read`."""
    by_user_id: Optional[int]
    """Who wrote it."""
    created_at: str
    """When."""


class ApplicantPerhapsSameItemExecutionsItemLettersItem(TypedDict):
    """A letter of adverse action."""
    artifact_id: int
    """Id of its file."""
    stage: str
    """`single`, `pre_adverse` or `final`."""
    status: Optional[str]
    """`draft`, `sent` or `discarded`."""
    sent_at: Optional[str]
    """When a mail server accepted it; null of one that went by post or has not gone."""


class ApplicantPerhapsSameItemExecutionsItem(TypedDict):
    """An execution about the person."""
    id: int
    """Id of the execution."""
    workflow_id: int
    """Cascade that it runs."""
    workflow_name: str
    """Its name now."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Its status."""
    outcome: Optional[Literal["approved", "conditional", "denied"]]
    """The most severe outcome so far."""
    pending_review: Optional[Literal["decision", "notice"]]
    """Kind of the open review; null if none is open."""
    external_reference: Optional[str]
    """Correlation id of the caller."""
    letters: List[ApplicantPerhapsSameItemExecutionsItemLettersItem]
    """Its letters, the oldest first."""
    created_at: str
    """When it was accepted."""
    completed_at: Optional[str]
    """When it reached a terminal status."""
    redacted_at: Optional[str]
    """When retention removed what it knew of the person."""


class ApplicantPerhapsSameItem(TypedDict):
    """Another applicant who may be the same person."""
    object: Literal["applicant_found"]
    id: int
    """Id of the applicant."""
    execution_mode: Literal["test", "live"]
    """Mode of all its executions."""
    name: Optional[str]
    """The newest name that was sent. Identifiers in it are masked without `pii:read`."""
    execution_count: int
    """How many executions it has."""
    executions: List[ApplicantPerhapsSameItemExecutionsItem]
    """Its executions, the newest first: 5 in a search, 100 of one applicant."""
    because: List[Literal["number", "email_and_birth", "email", "telephone", "name_and_birth"]]
    """Likenesses of the two."""


class ApplicantReadersItem(TypedDict):
    """An act of the audit log."""
    action: Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"]
    """The act."""
    actor_kind: Literal["token", "session", "operator", "anonymous"]
    """A person or a program."""
    actor_user_id: Optional[int]
    """Who."""
    subject_type: str
    """`applicant` or `execution`."""
    subject_id: int
    """Its id."""
    at: str
    """When."""


class Applicant(TypedDict):
    """A person with everything about them."""
    object: Literal["applicant"]
    id: int
    """Id of the applicant."""
    execution_mode: Literal["test", "live"]
    """Mode of all its executions."""
    name: Optional[str]
    """The newest name that was sent. Identifiers in it are masked without `pii:read`."""
    execution_count: int
    """How many executions it has."""
    executions: List[ApplicantExecutionsItem]
    """Its executions, the newest first: 5 in a search, 100 of one applicant."""
    applicant_keys: List[str]
    """Your own ids of the person, `applicant_key` of triggers."""
    created_at: str
    """When its first execution was accepted."""
    reports: List[ApplicantReportsItem]
    """Reports that came, the newest first."""
    decisions: List[ApplicantDecisionsItem]
    """Decisions of people, newest first."""
    notes: List[ApplicantNotesItem]
    """Notes, the newest first, at most 30."""
    perhaps_same: List[ApplicantPerhapsSameItem]
    """Other applicants who may be the same person. They are joined by hand."""
    readers: NotRequired[List[ApplicantReadersItem]]
    """Who looked, the newest first, at most 30. Only with the scope `audit:read`."""


class ApplicantSearchApplicantsItemExecutionsItemLettersItem(TypedDict):
    """A letter of adverse action."""
    artifact_id: int
    """Id of its file."""
    stage: str
    """`single`, `pre_adverse` or `final`."""
    status: Optional[str]
    """`draft`, `sent` or `discarded`."""
    sent_at: Optional[str]
    """When a mail server accepted it; null of one that went by post or has not gone."""


class ApplicantSearchApplicantsItemExecutionsItem(TypedDict):
    """An execution about the person."""
    id: int
    """Id of the execution."""
    workflow_id: int
    """Cascade that it runs."""
    workflow_name: str
    """Its name now."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Its status."""
    outcome: Optional[Literal["approved", "conditional", "denied"]]
    """The most severe outcome so far."""
    pending_review: Optional[Literal["decision", "notice"]]
    """Kind of the open review; null if none is open."""
    external_reference: Optional[str]
    """Correlation id of the caller."""
    letters: List[ApplicantSearchApplicantsItemExecutionsItemLettersItem]
    """Its letters, the oldest first."""
    created_at: str
    """When it was accepted."""
    completed_at: Optional[str]
    """When it reached a terminal status."""
    redacted_at: Optional[str]
    """When retention removed what it knew of the person."""


class ApplicantSearchApplicantsItem(TypedDict):
    """A person who was found."""
    object: Literal["applicant_found"]
    id: int
    """Id of the applicant."""
    execution_mode: Literal["test", "live"]
    """Mode of all its executions."""
    name: Optional[str]
    """The newest name that was sent. Identifiers in it are masked without `pii:read`."""
    execution_count: int
    """How many executions it has."""
    executions: List[ApplicantSearchApplicantsItemExecutionsItem]
    """Its executions, the newest first: 5 in a search, 100 of one applicant."""


class ApplicantSearch(TypedDict):
    """People who were found."""
    object: Literal["applicant_search"]
    total_count: int
    """How many there are, up to 1,000."""
    has_more: bool
    """There are more than `total_count` says."""
    searched_identifiers: bool
    """True if numbers, telephone numbers and e-mail addresses were searched, too, which needs `pii:read`."""
    applicants: List[ApplicantSearchApplicantsItem]
    """The newest people first, at most `limit`."""


class AuditEvent(TypedDict):
    """An act. `hash` is the SHA-256 of the canonical JSON (RFC 8785) of all members but `id`, `object` and `hash`."""
    object: Literal["audit_event"]
    id: int
    """Id."""
    account_id: int
    """Account."""
    sequence: int
    """Number in the log of the account, from 1 and without a gap."""
    occurred_at: str
    """When, by the database's clock."""
    action: Literal["account.created", "account.updated", "account.address_confirmed", "account.address_withdrawn", "agency.set", "connection.set", "connection.removed", "connection.checked", "product.changed", "fields.changed", "field.answered", "user.created", "user.invited", "user.updated", "user.address_confirmed", "user.address_withdrawn", "client.created", "token.created", "token.revoked", "sign_in_link.created", "session.opened", "session.closed", "session.revoked", "sign_in.refused", "workflow.created", "workflow.updated", "workflow.deleted", "example.created", "example.updated", "example.deleted", "backtest.created", "backtest.cancelled", "backtest.changes_read", "activation.requested", "activation.approved", "activation.refused", "activation.superseded", "activation.withdrawn", "subscription.created", "subscription.updated", "subscription.deleted", "subscription.secret_rotated", "subscription.tested", "deliveries.retried", "batch.created", "batch.cancelled", "batch.interrupted", "batch.resumed", "batch.retried", "batch.exported", "notices.exported", "execution.cancelled", "execution.re_evaluated", "executions.re_evaluated", "execution.read", "execution.revealed", "applicants.searched", "applicant.read", "applicant.joined", "applicant.separated", "applicant.erasure_requested", "applicant.exported", "applicant.held", "applicant.released", "erasures.replayed", "evidence.downloaded", "report.downloaded", "notice.downloaded", "mail.downloaded", "notice.posted", "notice.sent_elsewhere", "application.answered", "notice.resent", "review.decided", "review.approval_added", "review.assigned", "review.released", "review.moved", "review.snoozed", "review.noted", "mail.lifted", "mail.resumed", "mail.reported", "vendor_order.settled", "official_text.installed", "keys.reencrypted", "database.migrated", "executions.recovered", "retention.applied", "partition.made", "partition.detached", "partition.dropped", "billing.exported", "audit.exported", "audit.purged"]
    """The act."""
    actor_kind: Literal["token", "session", "operator", "anonymous"]
    """Who did it: a program (`token`), a person who has signed in (`session`), an operator at the command line (`operator`), or nobody who is known (`anonymous`)."""
    actor_id: Optional[int]
    """Id of the token or the session."""
    actor_user_id: Optional[int]
    """User who acted. A token belongs to a user."""
    actor_name: Optional[str]
    """Who an operator was on their machine; null for all others."""
    api_client_id: Optional[int]
    """API client through which they acted."""
    address: Optional[str]
    """IP address that the request came from."""
    request_id: Optional[str]
    """`meta.request_id` of the response."""
    subject_type: str
    """The kind of record that it changed or read, such as `workflow` or `execution`."""
    subject_id: str
    """Its id."""
    detail: Dict[str, Any]
    """More about it: `old` and `new` values of what changed. No secrets, and nothing of an applicant."""
    previous_hash: str
    """`hash` of the event before."""
    hash: str
    """Hash of this event."""


class BacktestSample(TypedDict):
    """The executions that are asked about."""
    filter: Dict[str, Any]
    """As it was sent, with what holds without it."""
    limit: int
    """How many at most."""
    matching: int
    """How many the filter finds; at most the newest 1,000,000."""
    is_drawn: bool
    """Fewer than these are asked about, drawn at random: shares have intervals."""
    seed: int
    """By which they were drawn."""


class BacktestProgress(TypedDict):
    """How far it is."""
    done: int
    """Executions that have been asked about."""
    total: int
    """Executions that are."""


class Backtest(TypedDict):
    """A version of a cascade, asked about executions that were decided."""
    object: Literal["backtest"]
    id: int
    """Id."""
    workflow_id: int
    """The cascade."""
    status: Literal["queued", "running", "completed", "cancelled", "failed"]
    """How far it is."""
    version: Optional[int]
    """The version that is asked; null: a definition that is not saved."""
    definition_sha256: str
    """SHA-256 of the definition that is asked, in its canonical form (RFC 8785)."""
    against_version: Optional[int]
    """The version that it is compared with; null: what was recorded."""
    sample: BacktestSample
    """The executions that are asked about."""
    progress: BacktestProgress
    """How far it is."""
    error_code: Optional[str]
    """Why it failed: `too_much_work` (its result is of what it compared until then) or `internal_error`."""
    created_by_user_id: Optional[int]
    """Who asked."""
    created_at: str
    """When."""
    started_at: Optional[str]
    """When the first execution was asked about."""
    ended_at: Optional[str]
    """When it was completed, cancelled, or failed."""
    result: BacktestResult


class BacktestChangeOldLettersItem(TypedDict):
    """A letter."""
    node_id: str
    """Its node."""
    action: str
    """The action that it speaks of."""
    reasons: List[str]
    """Codes of its reasons, as statistics have them."""
    texts: List[Optional[str]]
    """The reasons in words."""


class BacktestChangeOld(TypedDict):
    """The result of one version."""
    outcome: Literal["approved", "denied", "conditional", "undecided", "failed", "review"]
    """`undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person."""
    asked: bool
    """A person is asked."""
    decided_by: Optional[str]
    """The rule that decides: `id` of its row, or its node and branch."""
    letters: List[BacktestChangeOldLettersItem]
    """Letters of adverse action."""


class BacktestChangeNewLettersItem(TypedDict):
    """A letter."""
    node_id: str
    """Its node."""
    action: str
    """The action that it speaks of."""
    reasons: List[str]
    """Codes of its reasons, as statistics have them."""
    texts: List[Optional[str]]
    """The reasons in words."""


class BacktestChangeNew(TypedDict):
    """The result of one version."""
    outcome: Literal["approved", "denied", "conditional", "undecided", "failed", "review"]
    """`undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person."""
    asked: bool
    """A person is asked."""
    decided_by: Optional[str]
    """The rule that decides: `id` of its row, or its node and branch."""
    letters: List[BacktestChangeNewLettersItem]
    """Letters of adverse action."""


class BacktestChange(TypedDict):
    """An execution whose outcome, review or letter changes."""
    object: Literal["backtest_change"]
    id: int
    """Id."""
    execution_id: int
    """The execution."""
    kinds: List[Literal["outcome", "asked", "letter"]]
    """What differs."""
    rule: Optional[str]
    """The first rule at which the two sides part; null if no rule says it."""
    old: BacktestChangeOld
    """The result of one version."""
    new: BacktestChangeNew
    """The result of one version."""


class BacktestResultChanged(TypedDict):
    """Those with another outcome."""
    count: int
    """How many."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultOutcomesItem(TypedDict):
    """How many had one and would have the other."""
    old: Literal["approved", "denied", "conditional", "undecided", "failed", "review"]
    """`undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person."""
    old_asked: bool
    """On the old side a person was asked."""
    new: Literal["approved", "denied", "conditional", "undecided", "failed", "review"]
    """`undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person."""
    new_asked: bool
    """On the new side a person is asked."""
    count: int
    """How many."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultApprovalsOld(TypedDict):
    """On the old side."""
    count: int
    """How many."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultApprovalsNew(TypedDict):
    """On the new side."""
    count: int
    """How many."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultApprovalsDifference(TypedDict):
    """The new share less the old one; its interval is that of pairs."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultApprovals(TypedDict):
    """Who is approved."""
    old: BacktestResultApprovalsOld
    """On the old side."""
    new: BacktestResultApprovalsNew
    """On the new side."""
    difference: BacktestResultApprovalsDifference
    """The new share less the old one; its interval is that of pairs."""


class BacktestResultDenialsOld(TypedDict):
    """On the old side."""
    count: int
    """How many."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultDenialsNew(TypedDict):
    """On the new side."""
    count: int
    """How many."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultDenialsDifference(TypedDict):
    """The new share less the old one; its interval is that of pairs."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultDenials(TypedDict):
    """Who is denied."""
    old: BacktestResultDenialsOld
    """On the old side."""
    new: BacktestResultDenialsNew
    """On the new side."""
    difference: BacktestResultDenialsDifference
    """The new share less the old one; its interval is that of pairs."""


class BacktestResultAskedOld(TypedDict):
    """On the old side."""
    count: int
    """How many."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultAskedNew(TypedDict):
    """On the new side."""
    count: int
    """How many."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultAskedDifference(TypedDict):
    """The new share less the old one; its interval is that of pairs."""
    share: float
    """Of those that are compared."""
    low: Optional[float]
    """Lower end of the 95 % interval; null if the sample is everything."""
    high: Optional[float]
    """Upper end."""


class BacktestResultAsked(TypedDict):
    """About whom a person is asked."""
    old: BacktestResultAskedOld
    """On the old side."""
    new: BacktestResultAskedNew
    """On the new side."""
    difference: BacktestResultAskedDifference
    """The new share less the old one; its interval is that of pairs."""


class BacktestResultPartedItemChangesItem(TypedDict):
    """How many."""
    old: Literal["approved", "denied", "conditional", "undecided", "failed", "review"]
    """`undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person."""
    old_asked: bool
    """On the old side a person was asked."""
    new: Literal["approved", "denied", "conditional", "undecided", "failed", "review"]
    """`undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person."""
    new_asked: bool
    """On the new side a person is asked."""
    count: int
    """How many."""


class BacktestResultPartedItem(TypedDict):
    """A rule."""
    rule: Optional[str]
    """`id` of its row, or its node and branch; null if no rule says it."""
    sentence: Optional[str]
    """The rule in words, if it has any."""
    count: int
    """How many part at it."""
    swap_ins: int
    """How many of them are approved on the new side alone."""
    swap_outs: int
    """How many of them are approved on the old side alone."""
    changes: List[BacktestResultPartedItemChangesItem]
    """By both outcomes."""


class BacktestResultLetters(TypedDict):
    """How many get no letter on either side, the same one, one on one side alone, or one with other reasons, agencies or recipient."""
    none: int
    """How many."""
    same: int
    """How many."""
    only_new: int
    """How many."""
    only_old: int
    """How many."""
    reasons_differ: int
    """How many."""


class BacktestResultUndeterminedCausesItem(TypedDict):
    """A cause."""
    cause: Literal["report_missing", "person", "redacted", "too_long", "error"]
    """`report_missing`: it needs a report that was never pulled; `person`: it asks a person what nobody was asked; `redacted`: its data is gone; `too_long`: it has too much data or takes too much work; `error`: it cannot be computed."""
    side: Literal["old", "new"]
    """The side that is not determined."""
    old: Optional[Literal["approved", "denied", "conditional", "undecided", "failed", "review"]]
    """Outcome of the old side; null if it is not determined either."""
    count: int
    """How many."""


class BacktestResultUndetermined(TypedDict):
    """Executions that are not compared."""
    count: int
    """How many."""
    causes: List[BacktestResultUndeterminedCausesItem]
    """Why."""


class BacktestResult(TypedDict):
    """The findings; if it was cancelled or failed, those by then. Null until it has ended, and in lists."""
    compared: int
    """Executions that are determined on both sides."""
    changed: BacktestResultChanged
    """Those with another outcome."""
    outcomes: List[BacktestResultOutcomesItem]
    """By both outcomes, the most first."""
    approvals: BacktestResultApprovals
    """Who is approved."""
    denials: BacktestResultDenials
    """Who is denied."""
    asked: BacktestResultAsked
    """About whom a person is asked."""
    parted: List[BacktestResultPartedItem]
    """Those with another outcome by the first rule at which the two part, the most first; at most 100."""
    letters: BacktestResultLetters
    """How many get no letter on either side, the same one, one on one side alone, or one with other reasons, agencies or recipient."""
    undetermined: BacktestResultUndetermined
    """Executions that are not compared."""


class BatchSkippedRowsFaultsItem(TypedDict):
    """A fault of a row."""
    field: str
    """Field of the request."""
    message: str
    """The fault."""


class BatchSkippedRows(TypedDict):
    """Rows without which it runs (`on_invalid_rows`). Only of a single batch, and only if there are some."""
    count: int
    """How many rows were skipped."""
    rows: List[int]
    """Their positions in the submitted rows, from 0."""
    faults: List[BatchSkippedRowsFaultsItem]
    """The first 100 faults, without values."""


class Batch(TypedDict):
    """Up to 500 applicants that were submitted together."""
    object: Literal["batch"]
    id: int
    """Id."""
    workflow_id: int
    """Cascade that its rows run."""
    workflow_version: int
    """Version of the definition that its rows run."""
    status: Literal["pending", "running", "interrupted", "completed", "cancelled", "failed"]
    """`completed`: every row has ended, failed rows included."""
    interruption: Optional[Literal["vendor_outage", "operator"]]
    """Why dispatch stopped, while the status is `interrupted`."""
    execution_mode: Literal["test", "live"]
    """Mode of its rows."""
    external_reference: Optional[str]
    """Correlation id of the caller."""
    total_count: int
    """Rows."""
    completed_count: int
    """Rows in status `completed`."""
    failed_count: int
    """Rows in status `failed`."""
    started_at: Optional[str]
    """When dispatch of its rows began."""
    completed_at: Optional[str]
    """When it reached a terminal status."""
    created_at: str
    """When it was accepted."""
    updated_at: str
    """When it last changed."""
    skipped_rows: NotRequired[BatchSkippedRows]
    """Rows without which it runs (`on_invalid_rows`). Only of a single batch, and only if there are some."""
    warnings: NotRequired[List[PayloadWarning]]
    """Only in the response that accepts it, and only if there are some: members of what was sent that do not count as they were sent. The first 100."""


class BatchExecutionRow(TypedDict):
    """The execution of one row of a batch."""
    object: Literal["execution"]
    id: int
    """Id of the execution."""
    batch_execution_id: int
    """The batch."""
    workflow_id: int
    """Cascade that it runs."""
    row_index: int
    """Position in the submitted rows, from 0."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Status of the execution."""
    retry_count: int
    """How often the row was retried."""
    external_reference: Optional[str]
    """Correlation id of the row."""
    execution_mode: Literal["test", "live"]
    """Mode of the batch."""
    needs_human_review: bool
    """True while a review is open."""
    review_status: Literal["none", "in_review", "approved", "denied"]
    """State of the human review."""
    outcome: Optional[Literal["approved", "conditional", "denied"]]
    """The outcome; null before, and for a run that decided nothing."""
    error_code: Optional[str]
    """The code of the first failed step, for a row that failed."""
    started_at: Optional[str]
    """When the run began."""
    completed_at: Optional[str]
    """When it reached a terminal status."""
    created_at: str
    """When it was accepted."""
    applicant_name: NotRequired[Optional[str]]
    """Only with the scope `executions:read:full`."""
    applicant_email: NotRequired[Optional[str]]
    """Only with the scope `executions:read:full`."""
    error: NotRequired[Optional[str]]
    """The error of a failed row in words, with numbers of the applicant masked. Only with the scope `executions:read:full`."""


class BatchSummary(TypedDict):
    """The rows of a batch, counted."""
    object: Literal["batch_summary"]
    batch_id: int
    """The batch."""
    total_count: int
    """Rows."""
    by_status: Dict[str, int]
    """Rows by status."""
    by_outcome: Dict[str, int]
    """Rows by outcome; `none` for rows without one."""
    by_review_status: Dict[str, int]
    """Rows by review status."""
    by_error_code: Dict[str, int]
    """Failed rows by the code of their first failed step."""
    median_seconds: Optional[float]
    """Median time from start to end of the ended rows."""
    p95_seconds: Optional[float]
    """95th percentile of the same."""


class BulkReviewResultSkippedItem(TypedDict):
    id: int
    """Execution."""
    reason: Literal["not_awaiting_review", "review_not_pending", "assigned_elsewhere", "live_mode_forbidden", "already_assigned", "already_approved", "address_not_confirmed", "not_found"]
    """Why."""
    message: NotRequired[str]
    """Only if the reason alone does not tell: what stood in the way, and what helps."""


class BulkReviewResult(TypedDict):
    """The result for each id of a bulk action."""
    object: Literal["bulk_review_result"]
    applied: int
    """Reviews that were assigned, or approved where others have to approve too: complete with this response."""
    enqueued: int
    """Reviews that were decided: the decision is recorded, and the execution was woken to continue."""
    skipped: List[BulkReviewResultSkippedItem]
    """Ids on which nothing was done, and why."""


class CascadeGenerationApprovedWithoutItem(TypedDict):
    """One applicant."""
    text: str
    """Who that is, and what becomes of them."""
    outcome: Literal["approved", "conditional"]
    """Their outcome."""
    field: str
    """The value that is missing, as the rules call it."""
    rule_id: str
    """`id` of the condition groups of the rule."""
    node_ids: List[str]
    """The nodes in which these stand."""
    choices: List[Literal["goes_on", "review", "deny"]]
    """The choices for `on_missing` there; left out, it stays as it is."""
    applicant: Dict[str, Any]
    """The applicant, as `POST /workflows/{id}/simulate` takes one."""


class CascadeGenerationUnrecognizedItem(TypedDict):
    """Words of the prompt."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""


class CascadeGenerationReadingRulesItem(TypedDict):
    """One rule."""
    number: Optional[int]
    """As in `GET /workflows/{id}/rules`. A case that a person decides because a value is missing has the number of its rule. Null for what is no rule there, such as everyone else."""
    id: Optional[str]
    """By what the definition knows it."""
    text: str
    """The rule, in the words of its author where the definition has them."""
    read_as: Optional[str]
    """What these words were read as: what runs. Null if it says the same. A long condition is a list, a part on each line."""
    details: List[str]
    """Its other effects."""
    node_ids: List[str]
    """The steps that it comes from."""


class CascadeGenerationReadingNoRules(TypedDict):
    """The reason why the cascade is not a list of rules. Null if it is one, or has no steps."""
    node_id: str
    """Where that is; empty if it is no one node."""
    text: str
    """Why."""


class CascadeGenerationReadingMissingValuesItem(TypedDict):
    """One value."""
    field: str
    """The value."""
    text: str
    """The outcome of the applicant."""


class CascadeGenerationReadingStepsItem(TypedDict):
    """One node."""
    node_id: str
    """Id of the node."""
    text: str
    """Its action."""


class CascadeGenerationReading(TypedDict):
    """The cascade in English, as in `GET /workflows/{id}/reading`."""
    rules: Optional[List[CascadeGenerationReadingRulesItem]]
    """The first rule that holds decides. Null if the cascade is no list of rules, because steps run side by side or in a loop, or are too many: then the steps tell it."""
    no_rules: Optional[CascadeGenerationReadingNoRules]
    """The reason why the cascade is not a list of rules. Null if it is one, or has no steps."""
    missing_values: List[CascadeGenerationReadingMissingValuesItem]
    """Outcomes of applicants without a value. A value that is not listed is in every report."""
    steps: List[CascadeGenerationReadingStepsItem]
    """Node by node; nothing is left out."""
    always: List[str]
    """Rules that apply to every cascade."""


class CascadeGenerationExplanationSentencesItem(TypedDict):
    """One sentence."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""
    decision: str
    """Its decision."""
    node_ids: List[str]
    """The nodes that it became; none of a policy that is refused."""
    read_as: str
    """The meaning that it was given."""


class CascadeGenerationExplanationBranchesItem(TypedDict):
    """One branch."""
    node_id: str
    """Node."""
    branch: str
    """Branch."""
    outcome: Optional[str]
    """The outcome of the applicant."""
    example: Dict[str, Any]
    """The applicant: `payload`, and `reports` if test mode would give others."""


class CascadeGenerationExplanationBranchesWithoutExampleItem(TypedDict):
    """One branch."""
    node_id: str
    """Node."""
    branch: str
    """Branch."""


class CascadeGenerationExplanationReadingsDisagreementsItemWaysItemSentence(TypedDict):
    """The words of the rule that decides; null if no sentence does."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""


class CascadeGenerationExplanationReadingsDisagreementsItemWaysItem(TypedDict):
    """One reading."""
    by: Literal["first", "second", "grammar"]
    """Which reading."""
    decision: str
    """Its decision."""
    sentence: Optional[CascadeGenerationExplanationReadingsDisagreementsItemWaysItemSentence]
    """The words of the rule that decides; null if no sentence does."""


class CascadeGenerationExplanationReadingsDisagreementsItem(TypedDict):
    """One applicant."""
    message: str
    """Who that is, and what each reading decides."""
    applicant: Optional[Dict[str, Any]]
    """The applicant, as `POST /workflows/{id}/simulate` takes one; null if it is about a sentence."""
    ways: List[CascadeGenerationExplanationReadingsDisagreementsItemWaysItem]
    """The decisions of the two readings, that of the first one first."""


class CascadeGenerationExplanationReadings(TypedDict):
    """For rules that a model wrote: the readings of the policy that were compared."""
    count: int
    """Number of readings. With one, nothing was compared."""
    models: List[str]
    """Who read it: the model, the one of the second reading if it came in time, and `builtin-1` if the built-in grammar reads it."""
    disagreements: List[CascadeGenerationExplanationReadingsDisagreementsItem]
    """Applicants whom another reading decides differently from the first."""


class CascadeGenerationExplanationUnquotedItem(TypedDict):
    """Words in no rule."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""
    part: Literal["sentence", "rest"]
    """A whole sentence, or the rest of one."""
    is_remark: bool
    """True: the model says that it decides nothing."""


class CascadeGenerationExplanationNumbersItem(TypedDict):
    """A number."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""


class CascadeGenerationExplanation(TypedDict):
    """The reading of each sentence of the policy, and the assumptions. For a refused policy, the sentences that were understood."""
    sentences: List[CascadeGenerationExplanationSentencesItem]
    """The sentences that were read, in the order of the policy."""
    branches: List[CascadeGenerationExplanationBranchesItem]
    """For each branch an applicant who takes it."""
    branches_without_example: List[CascadeGenerationExplanationBranchesWithoutExampleItem]
    """Nobody was found who takes these; perhaps nobody can."""
    assumptions: List[str]
    """Assumptions where the policy says nothing."""
    readings: NotRequired[CascadeGenerationExplanationReadings]
    """For rules that a model wrote: the readings of the policy that were compared."""
    unquoted: NotRequired[List[CascadeGenerationExplanationUnquotedItem]]
    """For rules that a model wrote: sentences that no rule quotes, and the words of other sentences outside their quotes."""
    numbers: NotRequired[List[CascadeGenerationExplanationNumbersItem]]
    """For rules that a model wrote: numbers of the policy that are not in the rule that quotes their sentence."""


class CascadeGeneration(TypedDict):
    """How the cascade was made."""
    name: str
    """Name of the cascade."""
    model: str
    """The reader of the policy; `builtin-1` is the built-in grammar."""
    repaired: bool
    """True: the first answer of a model was not valid, and its second one is."""
    approved_without: NotRequired[List[CascadeGenerationApprovedWithoutItem]]
    """To be said first: who is approved because a value is missing, by the rule that would deny or review them with it. Nothing is chosen by itself. To choose, set `on_missing` of the condition groups with that `id`."""
    warnings: List[CascadeGenerationWarning]
    """Points that a person should check."""
    unrecognized: List[CascadeGenerationUnrecognizedItem]
    """Words of the prompt that were not understood and decide nothing. Of rules that a model wrote: the words of `explanation.unquoted` and `explanation.numbers`."""
    reading: NotRequired[CascadeGenerationReading]
    """The cascade in English, as in `GET /workflows/{id}/reading`."""
    examples: NotRequired[WorkflowExamples]
    explanation: NotRequired[CascadeGenerationExplanation]
    """The reading of each sentence of the policy, and the assumptions. For a refused policy, the sentences that were understood."""


class CascadeGenerationPreviewErrorsItem(TypedDict):
    field: str
    """Field of the request or of the definition."""
    message: str
    """The fault."""


class CascadeGenerationPreviewUnreadItemSuggestionsItem(TypedDict):
    """One sentence."""
    text: str
    """The replacement for `text` of the sentence. If empty, the sentence is left out."""
    read_as: str
    """The meaning that it would get."""
    left_out: List[str]
    """Words of the sentence that it does not say."""


class CascadeGenerationPreviewUnreadItem(TypedDict):
    """A sentence that is not read."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""
    message: str
    """Why."""
    suggestions: List[CascadeGenerationPreviewUnreadItemSuggestionsItem]
    """Up to four sentences that are read, and an empty one if it may decide nothing. None replaces the sentence by itself. `left_out` says what each lacks, figures included."""


class CascadeGenerationPreviewApprovedWithoutItem(TypedDict):
    """One applicant."""
    text: str
    """Who that is, and what becomes of them."""
    outcome: Literal["approved", "conditional"]
    """Their outcome."""
    field: str
    """The value that is missing, as the rules call it."""
    rule_id: str
    """`id` of the condition groups of the rule."""
    node_ids: List[str]
    """The nodes in which these stand."""
    choices: List[Literal["goes_on", "review", "deny"]]
    """The choices for `on_missing` there; left out, it stays as it is."""
    applicant: Dict[str, Any]
    """The applicant, as `POST /workflows/{id}/simulate` takes one."""


class CascadeGenerationPreviewUnrecognizedItem(TypedDict):
    """Words of the prompt."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""


class CascadeGenerationPreviewReadingRulesItem(TypedDict):
    """One rule."""
    number: Optional[int]
    """As in `GET /workflows/{id}/rules`. A case that a person decides because a value is missing has the number of its rule. Null for what is no rule there, such as everyone else."""
    id: Optional[str]
    """By what the definition knows it."""
    text: str
    """The rule, in the words of its author where the definition has them."""
    read_as: Optional[str]
    """What these words were read as: what runs. Null if it says the same. A long condition is a list, a part on each line."""
    details: List[str]
    """Its other effects."""
    node_ids: List[str]
    """The steps that it comes from."""


class CascadeGenerationPreviewReadingNoRules(TypedDict):
    """The reason why the cascade is not a list of rules. Null if it is one, or has no steps."""
    node_id: str
    """Where that is; empty if it is no one node."""
    text: str
    """Why."""


class CascadeGenerationPreviewReadingMissingValuesItem(TypedDict):
    """One value."""
    field: str
    """The value."""
    text: str
    """The outcome of the applicant."""


class CascadeGenerationPreviewReadingStepsItem(TypedDict):
    """One node."""
    node_id: str
    """Id of the node."""
    text: str
    """Its action."""


class CascadeGenerationPreviewReading(TypedDict):
    """The cascade in English, as in `GET /workflows/{id}/reading`."""
    rules: Optional[List[CascadeGenerationPreviewReadingRulesItem]]
    """The first rule that holds decides. Null if the cascade is no list of rules, because steps run side by side or in a loop, or are too many: then the steps tell it."""
    no_rules: Optional[CascadeGenerationPreviewReadingNoRules]
    """The reason why the cascade is not a list of rules. Null if it is one, or has no steps."""
    missing_values: List[CascadeGenerationPreviewReadingMissingValuesItem]
    """Outcomes of applicants without a value. A value that is not listed is in every report."""
    steps: List[CascadeGenerationPreviewReadingStepsItem]
    """Node by node; nothing is left out."""
    always: List[str]
    """Rules that apply to every cascade."""


class CascadeGenerationPreviewExplanationSentencesItem(TypedDict):
    """One sentence."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""
    decision: str
    """Its decision."""
    node_ids: List[str]
    """The nodes that it became; none of a policy that is refused."""
    read_as: str
    """The meaning that it was given."""


class CascadeGenerationPreviewExplanationBranchesItem(TypedDict):
    """One branch."""
    node_id: str
    """Node."""
    branch: str
    """Branch."""
    outcome: Optional[str]
    """The outcome of the applicant."""
    example: Dict[str, Any]
    """The applicant: `payload`, and `reports` if test mode would give others."""


class CascadeGenerationPreviewExplanationBranchesWithoutExampleItem(TypedDict):
    """One branch."""
    node_id: str
    """Node."""
    branch: str
    """Branch."""


class CascadeGenerationPreviewExplanationReadingsDisagreementsItemWaysItemSentence(TypedDict):
    """The words of the rule that decides; null if no sentence does."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""


class CascadeGenerationPreviewExplanationReadingsDisagreementsItemWaysItem(TypedDict):
    """One reading."""
    by: Literal["first", "second", "grammar"]
    """Which reading."""
    decision: str
    """Its decision."""
    sentence: Optional[CascadeGenerationPreviewExplanationReadingsDisagreementsItemWaysItemSentence]
    """The words of the rule that decides; null if no sentence does."""


class CascadeGenerationPreviewExplanationReadingsDisagreementsItem(TypedDict):
    """One applicant."""
    message: str
    """Who that is, and what each reading decides."""
    applicant: Optional[Dict[str, Any]]
    """The applicant, as `POST /workflows/{id}/simulate` takes one; null if it is about a sentence."""
    ways: List[CascadeGenerationPreviewExplanationReadingsDisagreementsItemWaysItem]
    """The decisions of the two readings, that of the first one first."""


class CascadeGenerationPreviewExplanationReadings(TypedDict):
    """For rules that a model wrote: the readings of the policy that were compared."""
    count: int
    """Number of readings. With one, nothing was compared."""
    models: List[str]
    """Who read it: the model, the one of the second reading if it came in time, and `builtin-1` if the built-in grammar reads it."""
    disagreements: List[CascadeGenerationPreviewExplanationReadingsDisagreementsItem]
    """Applicants whom another reading decides differently from the first."""


class CascadeGenerationPreviewExplanationUnquotedItem(TypedDict):
    """Words in no rule."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""
    part: Literal["sentence", "rest"]
    """A whole sentence, or the rest of one."""
    is_remark: bool
    """True: the model says that it decides nothing."""


class CascadeGenerationPreviewExplanationNumbersItem(TypedDict):
    """A number."""
    text: str
    """The words."""
    offset: int
    """Where they begin in the prompt."""


class CascadeGenerationPreviewExplanation(TypedDict):
    """The reading of each sentence of the policy, and the assumptions. For a refused policy, the sentences that were understood."""
    sentences: List[CascadeGenerationPreviewExplanationSentencesItem]
    """The sentences that were read, in the order of the policy."""
    branches: List[CascadeGenerationPreviewExplanationBranchesItem]
    """For each branch an applicant who takes it."""
    branches_without_example: List[CascadeGenerationPreviewExplanationBranchesWithoutExampleItem]
    """Nobody was found who takes these; perhaps nobody can."""
    assumptions: List[str]
    """Assumptions where the policy says nothing."""
    readings: NotRequired[CascadeGenerationPreviewExplanationReadings]
    """For rules that a model wrote: the readings of the policy that were compared."""
    unquoted: NotRequired[List[CascadeGenerationPreviewExplanationUnquotedItem]]
    """For rules that a model wrote: sentences that no rule quotes, and the words of other sentences outside their quotes."""
    numbers: NotRequired[List[CascadeGenerationPreviewExplanationNumbersItem]]
    """For rules that a model wrote: numbers of the policy that are not in the rule that quotes their sentence."""


class CascadeGenerationPreview(TypedDict):
    """The cascade that would be saved. Nothing is saved."""
    object: Literal["cascade_generation"]
    definition: CascadeDefinition
    valid: bool
    """False: no valid cascade could be generated; `errors` says why."""
    errors: NotRequired[List[CascadeGenerationPreviewErrorsItem]]
    """Only if it is not valid."""
    unread: NotRequired[List[CascadeGenerationPreviewUnreadItem]]
    """Only if it is not valid: the sentences because of which it is not, in the order of the policy, and what could stand in their place. Nothing is put there by itself: put one there, or write the sentence anew, and ask again."""
    name: str
    """Name of the cascade."""
    model: str
    """The reader of the policy; `builtin-1` is the built-in grammar."""
    repaired: bool
    """True: the first answer of a model was not valid, and its second one is."""
    approved_without: NotRequired[List[CascadeGenerationPreviewApprovedWithoutItem]]
    """To be said first: who is approved because a value is missing, by the rule that would deny or review them with it. Nothing is chosen by itself. To choose, set `on_missing` of the condition groups with that `id`."""
    warnings: List[CascadeGenerationWarning]
    """Points that a person should check."""
    unrecognized: List[CascadeGenerationPreviewUnrecognizedItem]
    """Words of the prompt that were not understood and decide nothing. Of rules that a model wrote: the words of `explanation.unquoted` and `explanation.numbers`."""
    reading: NotRequired[CascadeGenerationPreviewReading]
    """The cascade in English, as in `GET /workflows/{id}/reading`."""
    examples: NotRequired[WorkflowExamples]
    explanation: NotRequired[CascadeGenerationPreviewExplanation]
    """The reading of each sentence of the policy, and the assumptions. For a refused policy, the sentences that were understood."""
    definition_warnings: List[CascadeWarning]
    """The `warnings` of the cascade once saved; `warnings` here are those of the generation."""


class CascadeGenerationWarning(TypedDict):
    """A point that a person should check. It does not keep the cascade from running."""
    node_id: str
    """Node that it is about."""
    code: Literal["generic_adverse_action_reason", "folded_thresholds", "jurisdiction_review", "decides_everybody", "readings_disagree", "better_is_worse", "not_accounted_for", "read_once"]
    """Kind of warning. Of cascades whose rules a model wrote: `decides_everybody`, `readings_disagree` (two readings of the policy decide an applicant differently), `better_is_worse` (who has more of what is good is decided worse), `not_accounted_for` (a sentence that is in no rule), `read_once` (there was no other reading to compare with)."""
    message: str
    """The point to check."""
    applicant: NotRequired[Dict[str, Any]]
    """For `readings_disagree`: an applicant whom the two readings treat differently, as `POST /workflows/{id}/simulate` takes one."""


class CascadeWarning(TypedDict):
    """Something in a definition that a person should look at. It does not keep the cascade from running."""
    code: Literal["unknown_key", "dead_end", "no_conditions", "same_as_logic", "unreachable_node", "action_not_configured", "operator_mismatch", "compares_identifier", "unknown_variable", "unconditional_notice", "too_much_work", "missing_adverse_action", "best_case_fails", "empty_list_decides", "prohibited_basis", "proxy_of_prohibited_basis", "recipient_not_applicant", "repeated_notice", "parallel_notices", "short_waiting_period", "late_notice", "insufficient_reason", "personal_variable", "own_score_decides", "nobody_approves", "jurisdiction_review", "no_rule_of_jurisdiction", "unknown_purpose", "undeclared_field"]
    """Kind of warning."""
    node_id: str
    """Node that it is about."""
    message: str
    """The fault, with the valid choices or the nearest one."""
    acknowledge_as: NotRequired[str]
    """Only of what a person may acknowledge (`jurisdiction_review`): what `jurisdiction_review.of` of the node has to be."""


class CollectionMeta(TypedDict):
    request_id: str
    """Correlation id; also the header `X-Request-Id`."""
    page: int
    """Counted from 1."""
    per_page: int
    """Items on a page."""
    total_count: int
    """Items in the whole list."""
    total_pages: int
    """Pages of the whole list."""
    object: str
    """Type of each item."""


class CompanyEcoaAgenciesItem(TypedDict):
    """A federal agency of 12 CFR 1002, Appendix A."""
    key: str
    """The value for `ecoa_agency`."""
    name: str
    """Name."""
    creditors: str
    """Which creditors it supervises."""


class Company(TypedDict):
    """The sender of live letters. Members that are not set yet are empty."""
    object: Literal["company"]
    id: int
    """The account."""
    legal_name: str
    """Legal name."""
    address: str
    """Postal address; its lines are separated by line breaks."""
    phone: str
    """Telephone number."""
    ecoa_agency: Optional[str]
    """Key of the federal agency that letters about credit name. Null: not set."""
    longest_token_days: int
    """How long tokens live that administrators make, at most."""
    examples_gate: Literal["off", "shown", "required"]
    """What the examples of a cascade hold up. `shown`: each save says which fail. `required`: a version goes live only if all hold, or with `examples_override`. `off`: saves ask none."""
    claims_months: int
    """How many months after its decision an execution is kept for claims, though its person asked to be forgotten and the law would let it go. 0: not at all."""
    ecoa_agencies: List[CompanyEcoaAgenciesItem]
    """The agencies to choose from."""


class ConnectionSettingsCredentials(TypedDict):
    """Credentials for the vendor. Secrets are never shown again."""
    type: Literal["none", "bearer", "basic", "basic_key", "header", "oauth2_client_credentials"]
    """The kind of credentials."""
    token: NotRequired[str]
    """The token, for `bearer`, or the key that is a user name without a password, for `basic_key`. Secret."""
    username: NotRequired[str]
    """The user name, for `basic`; without a colon."""
    password: NotRequired[str]
    """The password, for `basic`. Secret."""
    header: NotRequired[str]
    """The name of the header, for `header`."""
    value: NotRequired[str]
    """The value of the header, for `header`. Secret."""
    token_url: NotRequired[str]
    """Where a token is asked for, for `oauth2_client_credentials` (RFC 6749, section 4.4)."""
    client_id: NotRequired[str]
    """The id, for `oauth2_client_credentials`."""
    client_secret: NotRequired[str]
    """The secret, for `oauth2_client_credentials`. Secret."""
    client_authentication: NotRequired[Literal["basic", "body"]]
    """Where id and secret are sent, for `oauth2_client_credentials`; `basic` by default."""
    scope: NotRequired[str]
    """The scopes that are asked for, for `oauth2_client_credentials`, with blanks between."""
    audience: NotRequired[str]
    """The API that the token is for, where the token server asks for its `audience`."""
    resource: NotRequired[str]
    """The API that the token is for, where the token server asks for its `resource` (RFC 8707)."""


class ConnectionSettingsPoll(TypedDict):
    """How often an order is asked for."""
    every_seconds: NotRequired[int]
    """The first wait, 5 by default."""
    until_hours: NotRequired[int]
    """After that it is asked for at the deadline alone."""


ConnectionSettingsCallbackOnly = TypedDict(
    "ConnectionSettingsCallbackOnly",
    {
        "path": "str",
        "is": "List[str]",
    },
)


class ConnectionSettingsCallbackSignature(TypedDict):
    """HMAC over the bytes."""
    form: Literal["body", "timestamped", "standard"]
    """`body`: over the body. `timestamped`: `t=…,v1=…`. `standard`: as Standard Webhooks says."""
    secret: NotRequired[str]
    """The key. Secret."""
    header: NotRequired[str]
    """The header with the signature, for `body` and `timestamped`."""
    encoding: NotRequired[Literal["hex", "base64"]]
    """How the signature is written, for `body` and `timestamped`; hex by default."""
    hash: NotRequired[Literal["sha256", "sha512"]]
    """The hash, for `body` and `timestamped`; sha256 by default."""
    tolerance_seconds: NotRequired[int]
    """How old a signature may be that has a time; 300 by default."""


class ConnectionSettingsCallbackSecret(TypedDict):
    """A header with a fixed value, of vendors that sign nothing."""
    header: str
    """Its name."""
    value: NotRequired[str]
    """Its value. Secret."""


class ConnectionSettingsCallback(TypedDict):
    """The one URL that is entered at the vendor; it has `signature` or `secret`."""
    match: str
    """Where in the body the reference of the order stands: `data.order.id`."""
    report: NotRequired[str]
    """Where the report stands; the whole body by default."""
    only: NotRequired[ConnectionSettingsCallbackOnly]
    """Calls that count, at a vendor which calls about other things too. Others are dropped."""
    signature: NotRequired[ConnectionSettingsCallbackSignature]
    """HMAC over the bytes."""
    secret: NotRequired[ConnectionSettingsCallbackSecret]
    """A header with a fixed value, of vendors that sign nothing."""


class ConnectionSettingsSandboxPeopleItem(TypedDict):
    """A made-up person."""
    first_name: NotRequired[str]
    """As triggers have it."""
    last_name: NotRequired[str]
    """As triggers have it."""
    date_of_birth: NotRequired[str]
    """As triggers have it."""
    ssn: NotRequired[str]
    """As triggers have it."""


class ConnectionSettingsSandbox(TypedDict):
    """Marks the address as the vendor's sandbox: it is asked for made-up people alone, and no other address is asked for those."""
    people: NotRequired[List[ConnectionSettingsSandboxPeopleItem]]
    """The vendor's test people, beside the test subjects of the products: each by all the fields that are given."""


class ConnectionSettingsReply(TypedDict):
    """How a call of the vendor is answered."""
    status: NotRequired[Literal[200, 202]]
    """200 for a vendor that takes nothing else; 202 by default."""
    challenge: NotRequired[str]
    """The member of the query that a GET of `callback_url` gets back, at a vendor which proves the address so."""


class ConnectionSettings(TypedDict):
    """As it was set, without its secrets."""
    url: str
    """Where reports are pulled. https; what it holds is no secret."""
    credentials: NotRequired[ConnectionSettingsCredentials]
    """Credentials for the vendor. Secrets are never shown again."""
    idempotency: NotRequired[Literal["header", "lookup", "none"]]
    """`header`, the default: one order of each Idempotency-Key. `lookup`: an order is looked up before it is repeated. `none`: the vendor makes an order of each request."""
    lookup_url: NotRequired[str]
    """Where orders are looked up (GET), with `{reference}` for ours; of the origin of the address."""
    order_url: NotRequired[str]
    """Where an order is asked for (GET), with `{reference}` for the vendor's, if it names no `Location`."""
    fetch: NotRequired[bool]
    """False: the vendor cannot be asked, and sends the report itself."""
    poll: NotRequired[ConnectionSettingsPoll]
    """How often an order is asked for."""
    callback: NotRequired[ConnectionSettingsCallback]
    """The one URL that is entered at the vendor; it has `signature` or `secret`."""
    sandbox: NotRequired[ConnectionSettingsSandbox]
    """Marks the address as the vendor's sandbox: it is asked for made-up people alone, and no other address is asked for those."""
    reply: NotRequired[ConnectionSettingsReply]
    """How a call of the vendor is answered."""
    deadline_hours: NotRequired[int]
    """How long a report may take, in place of `PULL_DEADLINE_HOURS`."""
    slots: NotRequired[int]
    """Most requests at once, 20 by default."""


class Connection(TypedDict):
    """How the account asks the vendor of a product. Without a connection of its own, the installation's vendor is asked."""
    object: Literal["connection"]
    product_code: str
    """Code of the product."""
    settings: ConnectionSettings
    """As it was set, without its secrets."""
    callback_url: Optional[str]
    """The one URL that is entered at the vendor, for callbacks about all orders: a secret. Null: the settings have no `callback`."""
    updated_at: str
    """When it was set."""


class ConnectionCheck(TypedDict):
    """The result of a check. Nothing was ordered."""
    object: Literal["connection_check"]
    result: Literal["accepted", "refused", "reached", "unreachable", "forbidden"]
    """`accepted`: the vendor accepts the credentials. `refused`: it does not. `reached`: it answers, but that does not show whether it accepts them. `unreachable`: it does not answer. `forbidden`: no requests are sent to the address."""
    message: str
    """The result in words, with the status that the vendor answered."""


class Correction(TypedDict):
    """A value that a person corrected. Redaction empties it."""
    path: str
    """Dotted path in the payload, or in the report."""
    product_code: Optional[str]
    """Product of the report; null if the value is of the payload."""
    value: Any
    """The value with which it ran."""
    previous: Any
    """The value as the caller or the agency gave it."""
    note: Optional[str]
    """Where the value comes from."""
    reason: str
    """Why it was corrected."""
    corrected_by_user_id: Optional[int]
    """Who corrected it."""
    corrected_at: str
    """When."""


class CreditReportOutputKeyFactorsItem(TypedDict):
    """One key factor."""
    code: str
    """The bureau's code."""
    text: str
    """The bureau's words."""


class CreditReportOutputTradelinesItem(TypedDict):
    """One account reported to the bureau."""
    creditor: str
    """Name of the creditor."""
    account_type: Literal["revolving", "installment", "auto", "student", "mortgage"]
    """Kind of account."""
    status: Literal["open", "closed", "charged_off"]
    """Current state of the account."""
    opened_on: NotRequired[str]
    """Date of opening."""
    balance_usd: float
    """Balance last reported. Unit: USD."""
    credit_limit_usd: NotRequired[Optional[float]]
    """Credit limit; null for accounts that have none. Unit: USD."""
    monthly_payment_usd: NotRequired[float]
    """Scheduled monthly payment. Unit: USD."""
    days_past_due: NotRequired[int]
    """How late the account is now. Unit: days."""
    late_payments_last_24_months: NotRequired[int]
    """Payments 30 or more days late in the last 24 months."""


class CreditReportOutputCollectionsItem(TypedDict):
    """One collection."""
    agency: str
    """Collection agency."""
    original_creditor: NotRequired[str]
    """To whom the debt was owed."""
    reported_on: NotRequired[str]
    """Date on which it was first reported."""
    balance_usd: float
    """Balance still owed; 0 when it was paid. Unit: USD."""


class CreditReportOutputPublicRecordsItem(TypedDict):
    """One public record."""
    kind: Literal["civil_judgment", "tax_lien", "garnishment"]
    """Type of the record."""
    filed_on: str
    """Date of filing."""
    amount_usd: NotRequired[float]
    """Amount. Unit: USD."""
    satisfied: NotRequired[bool]
    """True if it was paid or released."""


class CreditReportOutputBankruptciesItem(TypedDict):
    """One bankruptcy."""
    chapter: Literal["7", "11", "13"]
    """Chapter of the Bankruptcy Code."""
    filed_on: str
    """Date of filing."""
    discharged_on: NotRequired[Optional[str]]
    """Date of discharge; null while it is open."""


class CreditReportOutput(TypedDict):
    """A consumer credit report on one person."""
    score: Optional[int]
    """Credit score; null if the file was not scored: its status says why. Unit: points."""
    score_model: NotRequired[Optional[str]]
    """Name of the scoring model."""
    score_minimum: NotRequired[Optional[int]]
    """Lowest score of the model. Unit: points."""
    score_maximum: NotRequired[Optional[int]]
    """Highest score of the model. Unit: points."""
    scored_on: NotRequired[Optional[str]]
    """Date on which the score was created."""
    key_factors: NotRequired[List[CreditReportOutputKeyFactorsItem]]
    """Factors that affected the score most adversely, as given by the bureau, most important first."""
    file_status: NotRequired[Literal["scored", "thin", "no_record", "frozen", "withheld"]]
    """How much the bureau knows; `frozen` by the person, or `withheld` by the bureau: then it released nothing else."""
    reported_on: NotRequired[str]
    """Date of the report."""
    tradelines: NotRequired[List[CreditReportOutputTradelinesItem]]
    """The accounts of the file."""
    tradelines_count: NotRequired[int]
    """Accounts in the file."""
    open_tradelines_count: NotRequired[int]
    """Accounts that are open."""
    oldest_tradeline_months: NotRequired[Optional[int]]
    """Age of the oldest account; null without accounts. Unit: months."""
    utilization_percent: NotRequired[Optional[float]]
    """Balances of open revolving accounts in percent of their limits; null without such accounts. Unit: percent."""
    total_balance_usd: NotRequired[float]
    """Sum of all balances. Unit: USD."""
    monthly_payments_usd: NotRequired[float]
    """Sum of the scheduled monthly payments. Unit: USD."""
    late_payments_last_24_months: NotRequired[int]
    """Payments 30 or more days late in the last 24 months."""
    past_due_accounts_count: NotRequired[int]
    """Accounts past due now."""
    charge_offs_count: NotRequired[int]
    """Accounts charged off."""
    inquiries_last_6_months: NotRequired[int]
    """Hard inquiries in the last six months."""
    inquiries_last_24_months: NotRequired[int]
    """Hard inquiries in the last 24 months."""
    collections: NotRequired[List[CreditReportOutputCollectionsItem]]
    """Debts handed to a collection agency."""
    collections_count: NotRequired[int]
    """Collections in the file."""
    collections_balance_usd: NotRequired[float]
    """Sum still owed in collections. Unit: USD."""
    public_records: NotRequired[List[CreditReportOutputPublicRecordsItem]]
    """Judgments, liens and garnishments of public record."""
    public_records_count: NotRequired[int]
    """Public records in the file."""
    bankruptcies: NotRequired[List[CreditReportOutputBankruptciesItem]]
    """Bankruptcies."""
    bankruptcies_count: NotRequired[int]
    """Bankruptcies in the file."""
    months_since_bankruptcy: NotRequired[Optional[int]]
    """Months since the most recent bankruptcy was filed; null without one. Unit: months."""


class CriminalBackgroundOutputRecordsItem(TypedDict):
    """One record."""
    offense: str
    """The offense in words."""
    severity: Literal["infraction", "misdemeanor", "felony"]
    """Its class."""
    is_violent: NotRequired[bool]
    """True if it was an offense against a person."""
    disposition: Literal["convicted", "deferred", "pending", "dismissed"]
    """How the case ended."""
    offense_on: NotRequired[str]
    """Date of the offense."""
    disposed_on: NotRequired[Optional[str]]
    """Date of the disposition; null while the case is pending."""
    jurisdiction: NotRequired[str]
    """ISO 3166-2 code."""
    court: NotRequired[str]
    """Name of the court."""
    case_number: NotRequired[str]
    """The court's number of the case."""


class CriminalBackgroundOutput(TypedDict):
    """Criminal records found for one person."""
    status: NotRequired[Literal["clear", "records_found"]]
    """Says if records were found."""
    searched_on: NotRequired[str]
    """Date of the search."""
    jurisdictions_searched: NotRequired[List[str]]
    """Where records were searched, as ISO 3166-2 codes."""
    records_count: int
    """Records found."""
    convictions_count: NotRequired[int]
    """Records that ended in a conviction."""
    felony_count: int
    """Felonies among the records."""
    misdemeanor_count: NotRequired[int]
    """Misdemeanors among the records."""
    pending_count: NotRequired[int]
    """Charges without a disposition yet."""
    violent_count: int
    """Records of offenses against persons."""
    highest_severity: Literal["none", "infraction", "misdemeanor", "felony"]
    """The gravest record."""
    most_recent_offense_on: NotRequired[Optional[str]]
    """Date of the most recent offense; null without records."""
    years_since_most_recent_offense: NotRequired[Optional[int]]
    """Whole years since the most recent offense; null without records. Unit: years."""
    sex_offender_registry_match: bool
    """True if the person is in a sex-offender registry."""
    records: NotRequired[List[CriminalBackgroundOutputRecordsItem]]
    """The records, most recent offense first."""


class DecidingRuleConditionsItem(TypedDict):
    """A condition."""
    text: str
    """In words."""
    found: Optional[str]
    """The value that was found, in words. Null if there is none that can be said."""


class DecidingRuleNearestConditionsItem(TypedDict):
    """A condition."""
    text: str
    """In words."""
    found: Optional[str]
    """The value that was found, in words. Null if there is none that can be said."""


class DecidingRuleNearest(TypedDict):
    """For everyone else, the rule that came nearest to approving: the one with the fewest unmet conditions. Null if there is none."""
    number: Optional[int]
    """Its place; null of what becomes of everyone else."""
    id: Optional[str]
    """As in `GET /workflows/{id}/rules`."""
    text: str
    """Its sentence, or the reading of its conditions."""
    is_requirement: bool
    """It says what is asked for."""
    decision: Literal["approve", "deny", "review", "conditional", "revoke", "offer", "nothing"]
    """Its decision."""
    conditions: List[DecidingRuleNearestConditionsItem]
    """The unmet conditions, with the values that were found."""


class DecidingRule(TypedDict):
    """A rule, as the version that ran has it."""
    number: Optional[int]
    """Its place; null of what becomes of everyone else."""
    id: Optional[str]
    """As in `GET /workflows/{id}/rules`."""
    text: str
    """Its sentence, or the reading of its conditions."""
    is_requirement: bool
    """It says what is asked for."""
    decision: Literal["approve", "deny", "review", "conditional", "revoke", "offer", "nothing"]
    """Its decision."""
    conditions: List[DecidingRuleConditionsItem]
    """By which it decided, with the value that was found: what held, or what a requirement asks for and was not met."""
    nearest: Optional[DecidingRuleNearest]
    """For everyone else, the rule that came nearest to approving: the one with the fewest unmet conditions. Null if there is none."""


class DecisionStatisticsTotal(TypedDict):
    """All periods."""
    ended: Union[int, str]
    """Runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    completed: Union[int, str]
    """Those of them that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    failed: Union[int, str]
    """Those that failed. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    cancelled: Union[int, str]
    """Those that were cancelled. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    skipped: Union[int, str]
    """Rows of cancelled batches that never ran. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    approved: Union[int, str]
    """Those with the outcome `approved`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    conditional: Union[int, str]
    """Those with the outcome `conditional`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    denied: Union[int, str]
    """Those with the outcome `denied`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    re_evaluations: Union[int, str]
    """Of those that ended the re-evaluations: their applications were decided before. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    median_seconds: Optional[float]
    """Half took no longer; exact to 5 %. Null if there are none."""
    p90_seconds: Optional[float]
    """Nine of ten took no longer; exact to 5 %."""


class DecisionStatisticsPeriodsItem(TypedDict):
    """A period."""
    begins_on: str
    """First day."""
    is_partial: bool
    """It is not over yet, or days of the week were not asked for."""
    ended: Union[int, str]
    """Runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    completed: Union[int, str]
    """Those of them that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    failed: Union[int, str]
    """Those that failed. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    cancelled: Union[int, str]
    """Those that were cancelled. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    skipped: Union[int, str]
    """Rows of cancelled batches that never ran. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    approved: Union[int, str]
    """Those with the outcome `approved`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    conditional: Union[int, str]
    """Those with the outcome `conditional`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    denied: Union[int, str]
    """Those with the outcome `denied`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    re_evaluations: Union[int, str]
    """Of those that ended the re-evaluations: their applications were decided before. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    median_seconds: Optional[float]
    """Half took no longer; exact to 5 %. Null if there are none."""
    p90_seconds: Optional[float]
    """Nine of ten took no longer; exact to 5 %."""


DecisionStatistics = TypedDict(
    "DecisionStatistics",
    {
        "object": "Literal["decision_statistics"]",
        "from": "str",
        "to": "str",
        "time_zone": "str",
        "execution_mode": "str",
        "total": "DecisionStatisticsTotal",
        "periods": "List[DecisionStatisticsPeriodsItem]",
    },
)


class DecisionsDriftedEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_id: int
    """Cascade."""
    workflow_version: NotRequired[int]
    """Version that is live."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    kind: NotRequired[Literal["approvals", "rule", "vendor", "field", "constant_field"]]
    """The kind of drift. It is in the share of approvals, in the share that a rule decided, in the share of failed pulls of a product, or in the values of a field, which may now be one value or none."""
    key: NotRequired[str]
    """The rule, product or field. Omitted for approvals."""
    days: NotRequired[int]
    """Length of the window. Omitted for `constant_field`, which is of 30 decisions in a row or more."""
    decisions: NotRequired[int]
    """Decisions, or pulls, in the window."""
    share_before: NotRequired[float]
    """Share on the same days of the four weeks before. Shares have three digits; to callers that cannot read executions they are multiples of 0.05."""
    share_now: NotRequired[float]
    """Share in the window."""
    psi: NotRequired[float]
    """For a field, the population stability index: above 0.2 its values differ."""
    is_empty: NotRequired[bool]
    """For a `constant_field`: true if it has no value any more."""


class DecisionsDriftedEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["decisions.drifted"]
    created_at: str
    """When the event was emitted."""
    data: DecisionsDriftedEventData
    """Fields without a value are omitted."""


class DriftStatisticsDriftsItem(TypedDict):
    """A drift."""
    id: int
    """Drift."""
    workflow_id: int
    """Workflow."""
    workflow_version: int
    """Version that was live."""
    key: Optional[str]
    """The rule, product or field; null for approvals."""
    text: Optional[str]
    """Sentence of the rule; null if there is none, or without the scope `workflows:read`."""
    begun_at: str
    """When it was found."""
    ended_at: Optional[str]
    """When it was so no longer."""
    kind: Literal["approvals", "rule", "vendor", "field", "constant_field"]
    """The kind of drift. It is in the share of approvals, in the share that a rule decided, in the share of failed pulls of a product, or in the values of a field, which may now be one value or none."""
    days: NotRequired[int]
    """Length of the window. Omitted for `constant_field`, which is of 30 decisions in a row or more."""
    decisions: NotRequired[int]
    """Decisions, or pulls, in the window."""
    share_before: NotRequired[float]
    """Share on the same days of the four weeks before. Shares have three digits; to callers that cannot read executions they are multiples of 0.05."""
    share_now: NotRequired[float]
    """Share in the window."""
    psi: NotRequired[float]
    """For a field, the population stability index: above 0.2 its values differ."""
    is_empty: NotRequired[bool]
    """For a `constant_field`: true if it has no value any more."""


class DriftStatistics(TypedDict):
    """Drifts of live decisions."""
    object: Literal["drift_statistics"]
    drifts: List[DriftStatisticsDriftsItem]
    """Those that go on first, then those that ended in the last 30 days; the newest first, 100 at most."""


class Erasure(TypedDict):
    """A request to forget a person."""
    object: Literal["erasure"]
    id: int
    """Id."""
    applicant_id: int
    """The person."""
    reason: Literal["no_longer_needed", "consent_withdrawn", "objection", "unlawful", "asked_by_person", "court_order"]
    """Why."""
    cancel: bool
    """True if executions that had not ended were cancelled."""
    status: Literal["accepted", "waiting", "kept", "on_hold", "completed"]
    """`accepted`: nothing is done yet. `waiting`: a letter is owed, or a run has not ended; the rest is gone. `kept`: all that could go is gone, and each execution that is left has a day. `on_hold`: a legal hold keeps what is left. `completed`: nothing is left."""
    created_at: str
    """When it was asked."""
    completed_at: Optional[str]
    """When nothing was left."""


class ErasureDetailExecutionsItemKeptForItem(TypedDict):
    """A reason to keep an execution."""
    rule: str
    """A duty of `data/notices/record-keeping.json`, or `claims`."""
    kind: Literal["must", "may"]
    """`must`: the law. `may`: the choice of the account (`claims_months`)."""
    until: str
    """The first moment at which it may go."""
    why: str
    """In words."""
    citation: str
    """Its source."""


class ErasureDetailExecutionsItemEmptied(TypedDict):
    """How many of each were emptied or removed."""
    steps: int
    """Steps of its run, with their reports and values."""
    reports: int
    """PDFs of reports."""
    letters: int
    """Letters and what was enclosed."""
    mails: int
    """E-mails."""
    events: int
    """Bodies of webhook events."""
    notes: int
    """Reviewers' notes."""


class ErasureDetailExecutionsItem(TypedDict):
    """An execution of the person."""
    execution_id: int
    """The execution."""
    waits_for: Optional[Literal["letter", "run", "count", "hold"]]
    """`letter`: one is owed, or waits to be sent. `run`: it has not ended. `count`: statistics have not counted it yet. `hold`: a legal hold."""
    kept_until: Optional[str]
    """When it goes, because something keeps it until then."""
    kept_for: List[ErasureDetailExecutionsItemKeptForItem]
    """Reasons to keep it, the longest first."""
    erased_at: Optional[str]
    """When it was emptied."""
    emptied: Optional[ErasureDetailExecutionsItemEmptied]
    """How many of each were emptied or removed."""


class ErasureDetailReceipt(TypedDict):
    """The signed receipt. Anybody can verify it with the keys of `/.well-known/cascade-evidence.json`."""
    document: str
    """The receipt, as JSON text: these bytes are signed."""
    algorithm: Literal["Ed25519"]
    """Algorithm of the signature."""
    key_id: str
    """The key that signed."""
    signature: str
    """Base64 of the signature of `cascade-erasure/1 <key_id> <SHA-256 of the document in hex>`."""


class ErasureDetail(TypedDict):
    """A request to forget a person, with what became of each execution."""
    object: Literal["erasure"]
    id: int
    """Id."""
    applicant_id: int
    """The person."""
    reason: Literal["no_longer_needed", "consent_withdrawn", "objection", "unlawful", "asked_by_person", "court_order"]
    """Why."""
    cancel: bool
    """True if executions that had not ended were cancelled."""
    status: Literal["accepted", "waiting", "kept", "on_hold", "completed"]
    """`accepted`: nothing is done yet. `waiting`: a letter is owed, or a run has not ended; the rest is gone. `kept`: all that could go is gone, and each execution that is left has a day. `on_hold`: a legal hold keeps what is left. `completed`: nothing is left."""
    created_at: str
    """When it was asked."""
    completed_at: Optional[str]
    """When nothing was left."""
    executions: List[ErasureDetailExecutionsItem]
    """Each execution of the person, the oldest first."""
    receipt: Optional[ErasureDetailReceipt]
    """The signed receipt. Anybody can verify it with the keys of `/.well-known/cascade-evidence.json`."""


class ErrorEnvelopeErrorDetailsItem(TypedDict):
    field: str
    """Dotted path with indexes in the body, name of a header, or name of a query parameter."""
    message: str
    """The fault of the member."""


class ErrorEnvelopeError(TypedDict):
    """The error."""
    code: Literal["malformed_request", "unauthorized", "token_expired", "insufficient_scope", "activation_forbidden", "activation_needs_approval", "examples_fail", "activation_already_requested", "activation_not_pending", "approver_wrote_it", "address_not_confirmed", "sign_in_again", "not_your_request", "production_access_required", "live_mode_forbidden", "not_found", "request_timeout", "method_not_allowed", "idempotency_conflict", "workflow_not_active", "execution_not_cancellable", "executions_in_flight", "execution_erased", "execution_not_reevaluable", "count_changed", "not_awaiting_review", "review_not_pending", "review_unspecified", "assigned_elsewhere", "already_approved", "approvals_missing", "delivery_not_retryable", "batch_not_cancellable", "batch_not_resumable", "batch_not_retryable", "subscription_limit_reached", "field_in_use", "product_in_use", "precondition_required", "precondition_failed", "payload_too_large", "unsupported_media_type", "validation_failed", "missing_idempotency_key", "too_much_work", "workflow_not_runnable", "rules_not_editable", "generation_failed", "rate_limited", "headers_too_large", "internal_error", "service_unavailable"]
    """Stable; branch on it."""
    message: str
    """The error as a sentence; its words may change."""
    details: List[ErrorEnvelopeErrorDetailsItem]
    """Every field that is wrong, at most 100; empty if the error concerns no field."""
    request_id: str
    """Correlation id; also the header `X-Request-Id`."""
    doc_url: str
    """Page about the code."""


class ErrorEnvelope(TypedDict):
    error: ErrorEnvelopeError
    """The error."""


class EvictionHistoryOutputRecordsItem(TypedDict):
    """One case."""
    filed_on: str
    """Date of filing."""
    jurisdiction: NotRequired[str]
    """ISO 3166-2 code."""
    court: NotRequired[str]
    """Name of the court."""
    case_number: NotRequired[str]
    """The court's number of the case."""
    plaintiff: NotRequired[str]
    """Who filed it."""
    cause: NotRequired[Literal["nonpayment", "holdover", "lease_violation"]]
    """Ground of the claim."""
    disposition: Literal["judgment_for_landlord", "judgment_for_tenant", "settled", "dismissed", "pending"]
    """How the case ended."""
    judgment_usd: NotRequired[Optional[float]]
    """Amount of the judgment; null without one. Unit: USD."""
    satisfied: NotRequired[bool]
    """True if the judgment was paid."""


class EvictionHistoryOutput(TypedDict):
    """Eviction cases found for one person."""
    status: NotRequired[Literal["clear", "records_found"]]
    """Says if records were found."""
    searched_on: NotRequired[str]
    """Date of the search."""
    jurisdictions_searched: NotRequired[List[str]]
    """Where cases were searched, as ISO 3166-2 codes."""
    filings_count: int
    """Eviction cases filed, however they ended."""
    filings_last_24_months: NotRequired[int]
    """Cases filed in the last 24 months."""
    judgments_count: int
    """Cases that ended in a judgment for the landlord."""
    most_recent_filing_on: NotRequired[Optional[str]]
    """Date of the most recent filing; null without one."""
    months_since_most_recent_filing: NotRequired[Optional[int]]
    """Whole months since the most recent filing; null without one. Unit: months."""
    judgment_balance_usd: NotRequired[float]
    """Sum of the judgments that are not satisfied. Unit: USD."""
    records: NotRequired[List[EvictionHistoryOutputRecordsItem]]
    """The cases, most recent first."""


class ExampleChangeBeforeExpected(TypedDict):
    """The expected result."""
    outcome: Literal["approved", "denied", "conditional", "review", "undecided", "failed"]
    """`review`: it stops at a person whose decision is not given."""
    rule: NotRequired[str]
    """The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do."""
    reasons: NotRequired[List[str]]
    """The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do."""


class ExampleChangeBefore(TypedDict):
    """An example without its applicant; null: it was not there, or is there no more."""
    name: str
    """Its name."""
    as_of: str
    """The day on which the person applies."""
    expected: ExampleChangeBeforeExpected
    """The expected result."""


class ExampleChangeAfterExpected(TypedDict):
    """The expected result."""
    outcome: Literal["approved", "denied", "conditional", "review", "undecided", "failed"]
    """`review`: it stops at a person whose decision is not given."""
    rule: NotRequired[str]
    """The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do."""
    reasons: NotRequired[List[str]]
    """The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do."""


class ExampleChangeAfter(TypedDict):
    """An example without its applicant; null: it was not there, or is there no more."""
    name: str
    """Its name."""
    as_of: str
    """The day on which the person applies."""
    expected: ExampleChangeAfterExpected
    """The expected result."""


class ExampleChange(TypedDict):
    """An example that was added, changed or removed."""
    example_id: int
    """The example."""
    change: Literal["added", "changed", "removed"]
    """The change."""
    before: Optional[ExampleChangeBefore]
    """An example without its applicant; null: it was not there, or is there no more."""
    after: Optional[ExampleChangeAfter]
    """An example without its applicant; null: it was not there, or is there no more."""
    applicant_changed: bool
    """Its payload, reports or decisions are others."""
    changed_by_user_ids: List[int]
    """All users who changed it since."""
    changed_at: str
    """When it was last changed."""


class ExampleResultExpected(TypedDict):
    """The expected result."""
    outcome: Literal["approved", "denied", "conditional", "review", "undecided", "failed"]
    """`review`: it stops at a person whose decision is not given."""
    rule: NotRequired[str]
    """The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do."""
    reasons: NotRequired[List[str]]
    """The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do."""


class ExampleResultGot(TypedDict):
    """The result in the form of `expected`; null if it cannot be tried, which `differences` explain."""
    outcome: Literal["approved", "denied", "conditional", "review", "undecided", "failed"]
    """`review`: it stops at a person whose decision is not given."""
    rule: NotRequired[str]
    """The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do."""
    reasons: NotRequired[List[str]]
    """The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do."""


class ExampleResult(TypedDict):
    """The result of the cascade for one example."""
    example_id: int
    """The example."""
    name: str
    """Its name."""
    passes: bool
    """It does as expected."""
    expected: ExampleResultExpected
    """The expected result."""
    got: Optional[ExampleResultGot]
    """The result in the form of `expected`; null if it cannot be tried, which `differences` explain."""
    differences: List[str]
    """How it differs from what is expected; empty if it passes."""


class ExampleResults(TypedDict):
    """Results of the examples with one version of the cascade."""
    object: Literal["example_results"]
    passed: int
    """Number of examples that pass."""
    failed: int
    """Number of examples that fail."""
    results: List[ExampleResult]
    """One for each, those that fail first."""


class Execution(TypedDict):
    """One run of a cascade for one applicant."""
    object: Literal["execution"]
    id: int
    """Id."""
    workflow_id: int
    """Cascade that it runs."""
    workflow_version: int
    """Version of the definition that it runs."""
    dictionary_version: Optional[int]
    """Version of the data dictionary when it was accepted: its letters say what that declares. Null: nothing was declared."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Poll until it leaves `queued`, `pending`, `running` and `waiting`."""
    execution_key: Optional[str]
    """`api_client:<client id>:<Idempotency-Key>`; batch rows have none."""
    external_reference: Optional[str]
    """Correlation id of the caller."""
    execution_mode: Literal["test", "live"]
    """`test`: synthetic reports, never billed."""
    needs_human_review: bool
    """True while a review is open."""
    review_status: Literal["none", "in_review", "approved", "denied"]
    """State of the human review."""
    pending_review: PendingReview
    outcome: Optional[Literal["approved", "conditional", "denied"]]
    """The most severe outcome so far."""
    batch_execution_id: Optional[int]
    """Batch whose row it is."""
    re_evaluated_from: Optional[int]
    """Execution that it re-evaluates."""
    notice_due_at: Optional[str]
    """Credit: when the applicant has to be told what was decided (12 CFR 1002.9(a)(1)); null for anything else, and until the run begins."""
    notices_due: List[NoticeDue]
    """Adverse-action notices that are due and have not gone out, once the execution has ended."""
    pending_reports: List[PendingReport]
    """Reports that vendors make in their own time, while the status stays `running`."""
    started_at: Optional[str]
    """When the run began."""
    completed_at: Optional[str]
    """When it reached a terminal status."""
    created_at: str
    """When it was accepted."""
    updated_at: Optional[str]
    """When it last changed."""
    assigned_to_user_id: Optional[int]
    """Reviewer who claimed it."""
    error_code: Optional[str]
    """For a failed execution, the code of its first failed step, or `internal_error` if no step failed; else null."""
    applicant_id: NotRequired[Optional[int]]
    """Person whom it is about (`GET /applicants/{id}`); null if its input names nobody. Only with `executions:read:full`."""
    applicant_name: NotRequired[Optional[str]]
    """Name of the applicant; only in lists, with the scope `executions:read:full`. Identifiers in it are masked without `pii:read`."""
    error: NotRequired[Optional[str]]
    """What that step says, in words. Only in lists and in an execution that is read, with the scope `executions:read:full`. Numbers of the applicant are always masked in lists, and it is null there if the input is too large for that."""


class ExecutionComparisonLeft(TypedDict):
    """The execution in the path."""
    id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    workflow_version: int
    """Version of the cascade."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Status."""
    review_status: Literal["none", "in_review", "approved", "denied"]
    """State of the human review."""
    outcome: Optional[Literal["approved", "conditional", "denied"]]
    """Outcome."""
    completed_at: Optional[str]
    """When it ended."""
    reasons: List[Any]
    """Reasons of its notices."""
    corrections: List[Correction]
    """Values that a person corrected before it ran."""


class ExecutionComparisonRight(TypedDict):
    """The execution in the query."""
    id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    workflow_version: int
    """Version of the cascade."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Status."""
    review_status: Literal["none", "in_review", "approved", "denied"]
    """State of the human review."""
    outcome: Optional[Literal["approved", "conditional", "denied"]]
    """Outcome."""
    completed_at: Optional[str]
    """When it ended."""
    reasons: List[Any]
    """Reasons of its notices."""
    corrections: List[Correction]
    """Values that a person corrected before it ran."""


class ExecutionComparisonNodesItemRan(TypedDict):
    """True if it ran."""
    left: bool
    """True if it ran there."""
    right: bool
    """True if it ran there."""


class ExecutionComparisonNodesItemBranch(TypedDict):
    """Branch taken; null if the node is not an IfElse."""
    left: Optional[str]
    """Branch."""
    right: Optional[str]
    """Branch."""


class ExecutionComparisonNodesItemConditionsItemRequired(TypedDict):
    """Required value."""
    left: Any
    """A JSON value, or null if there is none."""
    right: Any
    """A JSON value, or null if there is none."""


class ExecutionComparisonNodesItemConditionsItemActual(TypedDict):
    """Actual value."""
    left: Any
    """A JSON value, or null if there is none."""
    right: Any
    """A JSON value, or null if there is none."""


class ExecutionComparisonNodesItemConditionsItemResult(TypedDict):
    """True if it matched."""
    left: Any
    """A JSON value, or null if there is none."""
    right: Any
    """A JSON value, or null if there is none."""


class ExecutionComparisonNodesItemConditionsItem(TypedDict):
    """A condition."""
    branch: Any
    """A JSON value, or null if there is none."""
    group: Any
    """A JSON value, or null if there is none."""
    source_node_id: Any
    """A JSON value, or null if there is none."""
    field: Any
    """A JSON value, or null if there is none."""
    operator: Any
    """A JSON value, or null if there is none."""
    required: ExecutionComparisonNodesItemConditionsItemRequired
    """Required value."""
    actual: ExecutionComparisonNodesItemConditionsItemActual
    """Actual value."""
    result: ExecutionComparisonNodesItemConditionsItemResult
    """True if it matched."""


class ExecutionComparisonNodesItemValuesItem(TypedDict):
    """A value."""
    path: str
    """Dotted path in the output."""
    left: Any
    """A JSON value, or null if there is none."""
    right: Any
    """A JSON value, or null if there is none."""


class ExecutionComparisonNodesItem(TypedDict):
    """A node."""
    node_id: str
    """Node."""
    ran: ExecutionComparisonNodesItemRan
    """True if it ran."""
    branch: ExecutionComparisonNodesItemBranch
    """Branch taken; null if the node is not an IfElse."""
    conditions: List[ExecutionComparisonNodesItemConditionsItem]
    """Conditions that differ."""
    values: List[ExecutionComparisonNodesItemValuesItem]
    """Values that differ, by path; the first 200."""
    differences: int
    """How many values differ."""


class ExecutionComparison(TypedDict):
    """Two executions beside each other."""
    object: Literal["execution_comparison"]
    left: ExecutionComparisonLeft
    """The execution in the path."""
    right: ExecutionComparisonRight
    """The execution in the query."""
    is_same_workflow: bool
    """True if both run one cascade."""
    is_same_version: bool
    """True if both run one version of it."""
    is_same_outcome: bool
    """True if their outcomes are equal."""
    nodes: List[ExecutionComparisonNodesItem]
    """Nodes whose output differs, or that ran in one of them only."""
    unchanged_nodes: List[str]
    """Nodes whose output is the same."""


class ExecutionCompletedEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    execution_mode: NotRequired[Literal["test", "live"]]
    """Mode."""
    status: NotRequired[str]
    """Status."""
    review_status: NotRequired[Literal["none", "in_review", "approved", "denied"]]
    """State of the human review."""
    outcome: NotRequired[Literal["approved", "conditional", "denied"]]
    """The most severe outcome."""
    completed_at: NotRequired[str]
    """When it ended."""
    retry_count: NotRequired[int]
    """Retries of a batch row; omitted if there were none."""


class ExecutionCompletedEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["execution.completed"]
    created_at: str
    """When the event was emitted."""
    data: ExecutionCompletedEventData
    """Fields without a value are omitted."""


class ExecutionDetailCorrectedReportsItemChangesItem(TypedDict):
    """A member."""
    field: str
    """Its name."""
    reported: Any
    """The value as it was reported; null if there was none."""
    corrected_to: Any
    """The value as it is now; null if there is none."""


class ExecutionDetailCorrectedReportsItem(TypedDict):
    """A corrected report."""
    node_id: str
    """The node that pulled it."""
    visit: int
    """The visit of the node."""
    corrected_at: str
    """When the vendor last corrected it."""
    changes: List[ExecutionDetailCorrectedReportsItemChangesItem]
    """Members of the report that differ."""


class ExecutionDetail(TypedDict):
    """An execution in full. `step_outputs`, `failed_steps`, `corrections`, `corrected_reports` and `error` come with the scope `executions:read:full` only."""
    object: Literal["execution"]
    id: int
    """Id."""
    workflow_id: int
    """Cascade that it runs."""
    workflow_version: int
    """Version of the definition that it runs."""
    dictionary_version: Optional[int]
    """Version of the data dictionary when it was accepted: its letters say what that declares. Null: nothing was declared."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Poll until it leaves `queued`, `pending`, `running` and `waiting`."""
    execution_key: Optional[str]
    """`api_client:<client id>:<Idempotency-Key>`; batch rows have none."""
    external_reference: Optional[str]
    """Correlation id of the caller."""
    execution_mode: Literal["test", "live"]
    """`test`: synthetic reports, never billed."""
    needs_human_review: bool
    """True while a review is open."""
    review_status: Literal["none", "in_review", "approved", "denied"]
    """State of the human review."""
    pending_review: PendingReview
    outcome: Optional[Literal["approved", "conditional", "denied"]]
    """The most severe outcome so far."""
    batch_execution_id: Optional[int]
    """Batch whose row it is."""
    re_evaluated_from: Optional[int]
    """Execution that it re-evaluates."""
    notice_due_at: Optional[str]
    """Credit: when the applicant has to be told what was decided (12 CFR 1002.9(a)(1)); null for anything else, and until the run begins."""
    notices_due: List[NoticeDue]
    """Adverse-action notices that are due and have not gone out, once the execution has ended."""
    pending_reports: List[PendingReport]
    """Reports that vendors make in their own time, while the status stays `running`."""
    started_at: Optional[str]
    """When the run began."""
    completed_at: Optional[str]
    """When it reached a terminal status."""
    created_at: str
    """When it was accepted."""
    updated_at: Optional[str]
    """When it last changed."""
    assigned_to_user_id: Optional[int]
    """Reviewer who claimed it."""
    error_code: Optional[str]
    """For a failed execution, the code of its first failed step, or `internal_error` if no step failed; else null."""
    applicant_id: NotRequired[Optional[int]]
    """Person whom it is about (`GET /applicants/{id}`); null if its input names nobody. Only with `executions:read:full`."""
    applicant_name: NotRequired[Optional[str]]
    """Name of the applicant; only in lists, with the scope `executions:read:full`. Identifiers in it are masked without `pii:read`."""
    error: NotRequired[Optional[str]]
    """What that step says, in words. Only in lists and in an execution that is read, with the scope `executions:read:full`. Numbers of the applicant are always masked in lists, and it is null there if the input is too large for that."""
    input_context: Dict[str, Any]
    """The payload, flat, and what was resolved: `execution_mode`, `submitted_by_user_id`, `user_approved` (null until a review decides), `external_reference`, `allow_inactive`, `sandbox_replay`. A value that the caller may not see is a text that begins with `***`, whatever its type was."""
    held_nodes: List[str]
    """Joins that were reached and still wait for other branches."""
    erased_at: Optional[str]
    """When the person was forgotten (`POST /applicants/{id}/erasures`): nothing here leads to them any more."""
    redacted_at: Optional[str]
    """When the applicant was redacted under the retention rules: input, reports, values, notes and the texts of errors are gone since then; decisions and times stay."""
    re_evaluated_as: List[int]
    """Executions that re-evaluate this one, the first 100."""
    step_outputs: NotRequired[Dict[str, Dict[str, Any]]]
    """Output of the last visit of each node, by node id."""
    failed_steps: NotRequired[List[FailedStep]]
    """Steps that failed for good, the first to fail first."""
    corrections: NotRequired[List[Correction]]
    """Values that a person corrected before it ran, those of the executions that it evaluates again too."""
    corrected_reports: NotRequired[List[ExecutionDetailCorrectedReportsItem]]
    """Reports that their vendors have corrected since, which changed nothing here. A re-evaluation uses them."""


class ExecutionExplanationNoticesItemWayItem(TypedDict):
    """One step."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    name: str
    """Label of the node, or its id."""
    kind: str
    """Kind of the node."""


class ExecutionExplanationNoticesItemChoicesItemConditionsItemNotComparable(TypedDict):
    """The value that cannot be compared. Null if there is none."""
    source_node_id: str
    """Node whose output it is in, or `context`."""
    path: str
    """Where it is there, list indexes included: `jobs.1.pay`."""
    expected: Literal["number", "date", "number_or_date", "yes_or_no", "text", "text_or_list", "list"]
    """The value that it would need."""


class ExecutionExplanationNoticesItemChoicesItemConditionsItem(TypedDict):
    """One condition."""
    branch: Literal["pass", "human_review"]
    """Branch that it belongs to."""
    group: int
    """Index of its group."""
    source_node_id: str
    """Node whose output was read, or `context`."""
    field: str
    """Field that was read; of a list the figure that was compared (`tradelines.max.days_past_due`)."""
    where: Any
    """For a figure of some items of a list, the comparisons that these meet. Null if it is of all items, or of no list."""
    items: Optional[int]
    """How many items a figure is made of; null for any other value."""
    operator: str
    """How it was compared."""
    required: Any
    """The value that it was compared with."""
    value_from: Any
    """Where that value came from, if it is another one (`source_node_id`, `field`, `times`, `plus`, `actual`); null if the definition has it."""
    actual: Any
    """The value that was read."""
    missing: bool
    """True if there was no value."""
    result: Optional[bool]
    """Whether it held; null if that depends on a value that cannot be compared, or that is missing where a person was asked then."""
    on_missing: Optional[Literal["goes_on", "review", "deny"]]
    """The result of its group without the value, if it depends on one that is missing."""
    not_comparable: Optional[ExecutionExplanationNoticesItemChoicesItemConditionsItemNotComparable]
    """The value that cannot be compared. Null if there is none."""
    decided: bool
    """True if it is one of those that decided."""
    text: str
    """The comparison in words."""


class ExecutionExplanationNoticesItemChoicesItemReviewsItem(TypedDict):
    """One denial."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    decision: Literal["denied"]
    """Always `denied`."""
    decided_by_user_id: Optional[int]
    """Who denied."""
    decided_at: Optional[str]
    """When."""
    note: Optional[str]
    """The reviewer's note. It never stands on a notice."""
    reasons: List[str]
    """The reviewer's reasons."""


class ExecutionExplanationNoticesItemChoicesItem(TypedDict):
    """One choice."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    name: str
    """Label of the node, or its id."""
    taken: Literal["pass", "human_review", "fail"]
    """The outcome whose steps ran; `fail` after a denial."""
    better: List[Literal["pass", "human_review", "fail"]]
    """The outcomes that would have been better."""
    conditions: List[ExecutionExplanationNoticesItemChoicesItemConditionsItem]
    """Every condition of the node, as it was compared."""
    reviews: List[ExecutionExplanationNoticesItemChoicesItemReviewsItem]
    """The denials that decided."""


class ExecutionExplanationNoticesItemReportsUsedItem(TypedDict):
    """One report."""
    product_code: str
    """Product."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""


class ExecutionExplanationNoticesItemWouldHaveChangedValuesItem(TypedDict):
    """One value."""
    source_node_id: str
    """Node whose output it is, or `context`."""
    visit: Optional[int]
    """The run of that node; null for what the caller sent."""
    field: str
    """Field."""
    where: Any
    """As of a condition."""
    actual: Any
    """The value that it had."""
    value: Any
    """A value with which the outcome would have been another."""
    value_from: Any
    """As of a condition."""
    text: str
    """The requirement in words."""


class ExecutionExplanationNoticesItemWouldHaveChangedDecisionsItem(TypedDict):
    """One review."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    decision: Literal["approved"]
    """The other decision."""


class ExecutionExplanationNoticesItemWouldHaveChanged(TypedDict):
    """Changes that would have avoided the notice."""
    values: List[ExecutionExplanationNoticesItemWouldHaveChangedValuesItem]
    """The smallest set of values that would have had to be others, all decisions standing; empty if none would do."""
    exact: bool
    """False if the set may not be the smallest one; still, none of its values could be left out."""
    leads_to: Optional[Literal["review", "conditional", "approved", "report", "no_notice"]]
    """Where these values lead: to a reviewer, to an offer on other terms, to an approval, to a report that was never pulled, or only not to this notice; null without values."""
    decisions: List[ExecutionExplanationNoticesItemWouldHaveChangedDecisionsItem]
    """Reviews that would have avoided the notice if they alone had been decided otherwise."""


class ExecutionExplanationNoticesItem(TypedDict):
    """One notice, and why it was issued."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    action_taken: str
    """The action taken."""
    reasons: List[str]
    """The principal reasons as the notice gives them."""
    unconditional: bool
    """True if the notice goes to everybody who reaches it, so no condition decided."""
    way: List[ExecutionExplanationNoticesItemWayItem]
    """The steps that led to the notice, in the order in which they began."""
    choices: List[ExecutionExplanationNoticesItemChoicesItem]
    """The choices that decided: those for which another outcome would have been better. Nearest to the notice first."""
    reports_used: List[ExecutionExplanationNoticesItemReportsUsedItem]
    """The reports on which the notice rests."""
    would_have_changed: ExecutionExplanationNoticesItemWouldHaveChanged
    """Changes that would have avoided the notice."""
    summary: List[str]
    """The explanation in sentences."""


class ExecutionExplanation(TypedDict):
    """Why the notices of an execution were issued."""
    object: Literal["execution_explanation"]
    execution_id: int
    """Execution."""
    dictionary_version: Optional[int]
    """Version of the data dictionary with which it speaks. Null: nothing was declared."""
    rules: List[DecidingRule]
    """The rules that decided, or that ask a person: more than one where rules stand together. Empty where what was taken is no list of rules."""
    notices: List[ExecutionExplanationNoticesItem]
    """The notices, oldest first; empty if there is none."""


class ExecutionFailedEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    execution_mode: NotRequired[Literal["test", "live"]]
    """Mode."""
    status: NotRequired[str]
    """Status."""
    review_status: NotRequired[Literal["none", "in_review", "approved", "denied"]]
    """State of the human review."""
    outcome: NotRequired[Literal["approved", "conditional", "denied"]]
    """The most severe outcome."""
    completed_at: NotRequired[str]
    """When it ended."""
    retry_count: NotRequired[int]
    """Retries of a batch row; omitted if there were none."""
    first_error_message: NotRequired[str]
    """Message of the first error."""


class ExecutionFailedEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["execution.failed"]
    created_at: str
    """When the event was emitted."""
    data: ExecutionFailedEventData
    """Fields without a value are omitted."""


class ExecutionSummary(TypedDict):
    """An execution as a trigger returns it."""
    object: Literal["execution"]
    id: int
    """Id."""
    workflow_id: int
    """Cascade that it runs."""
    workflow_version: int
    """Version of the definition that it runs."""
    dictionary_version: Optional[int]
    """Version of the data dictionary when it was accepted: its letters say what that declares. Null: nothing was declared."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Poll until it leaves `queued`, `pending`, `running` and `waiting`."""
    execution_key: Optional[str]
    """`api_client:<client id>:<Idempotency-Key>`; batch rows have none."""
    external_reference: Optional[str]
    """Correlation id of the caller."""
    execution_mode: Literal["test", "live"]
    """`test`: synthetic reports, never billed."""
    needs_human_review: bool
    """True while a review is open."""
    review_status: Literal["none", "in_review", "approved", "denied"]
    """State of the human review."""
    pending_review: PendingReview
    outcome: Optional[Literal["approved", "conditional", "denied"]]
    """The most severe outcome so far."""
    batch_execution_id: Optional[int]
    """Batch whose row it is."""
    re_evaluated_from: Optional[int]
    """Execution that it re-evaluates."""
    notice_due_at: Optional[str]
    """Credit: when the applicant has to be told what was decided (12 CFR 1002.9(a)(1)); null for anything else, and until the run begins."""
    notices_due: List[NoticeDue]
    """Adverse-action notices that are due and have not gone out, once the execution has ended."""
    pending_reports: List[PendingReport]
    """Reports that vendors make in their own time, while the status stays `running`."""
    started_at: Optional[str]
    """When the run began."""
    completed_at: Optional[str]
    """When it reached a terminal status."""
    created_at: str
    """When it was accepted."""
    updated_at: Optional[str]
    """When it last changed."""
    warnings: NotRequired[List[PayloadWarning]]
    """Only in the response that accepts it, and only if there are some: members of what was sent that do not count as they were sent. The first 100."""


class ExecutionTimelineNodesItemWaysItem(TypedDict):
    """A way."""
    key: Literal["next_step", "pass_steps", "human_review_steps", "fail_steps", "jump"]
    """`jump`: of a GoTo."""
    to: str
    """Node to which it leads."""


class ExecutionTimelineNodesItem(TypedDict):
    """A node."""
    id: str
    """Node."""
    name: str
    """Its name; its id if it has none."""
    kind: str
    """Kind of the node."""
    is_entry: bool
    """True if the run begins there."""
    ways: List[ExecutionTimelineNodesItemWaysItem]
    """Ways out, in the order in which they are run."""


class ExecutionTimelineStepsItemCausedByItem(TypedDict):
    """A visit."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""


class ExecutionTimelineStepsItem(TypedDict):
    """A visit."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    status: Literal["running", "succeeded", "failed", "cancelled"]
    """How it went."""
    branch: Optional[str]
    """The branch of an IfElse: `pass`, `human_review` or `fail`; null for other nodes."""
    caused_by: List[ExecutionTimelineStepsItemCausedByItem]
    """The visits from which it was reached; empty of the first one."""
    attempts: int
    """Attempts; 0 of what needs none."""
    error_code: Optional[str]
    """Why it failed."""
    began_at: Optional[str]
    """When it began."""
    ended_at: Optional[str]
    """When it ended."""


class ExecutionTimelineEffectsItem(TypedDict):
    """An effect."""
    id: int
    """Id."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    kind: Literal["live_pull", "mail", "notification", "notice"]
    """Kind of effect."""
    status: Literal["intended", "begun", "delegated", "done", "failed", "cancelled"]
    """`delegated`: begun, and another service is at it or a vendor."""
    attempts: int
    """Attempts."""
    error_code: Optional[str]
    """Why it failed."""
    intended_at: str
    """When the run asked for it."""
    begun_at: Optional[str]
    """When it was begun."""
    finished_at: Optional[str]
    """When it was done, failed or was called off."""
    report_came_at: Optional[str]
    """When the report of a pull came though nobody waited for it any more: it was billed and kept, and changed nothing."""
    report_corrected_at: Optional[str]
    """When its vendor last corrected the report: that is kept, and changed nothing. A re-evaluation uses it."""
    report_corrected_fields: Optional[List[str]]
    """Members of the report that the last correction changed. Null without a correction, or without the scope `executions:read:full`."""


class ExecutionTimelineReviewsItemActor(TypedDict):
    """Who acted; null if the service did."""
    id: int
    """User."""
    name: Optional[str]
    """Name."""


class ExecutionTimelineReviewsItem(TypedDict):
    """An event of a review."""
    id: int
    """Id."""
    event_type: Literal["flagged", "assigned", "unassigned", "approved", "denied", "note_added", "re_evaluated", "adverse_action_drafted", "adverse_action_sent", "adverse_action_skipped", "adverse_action_replayed", "application_answered", "reminded", "approval_added", "moved", "snoozed"]
    """Type."""
    node_id: Optional[str]
    """Node that asked, where there is one."""
    kind: Optional[Literal["decision", "notice"]]
    """The subject of the review; null if it is about none."""
    actor: Optional[ExecutionTimelineReviewsItemActor]
    """Who acted; null if the service did."""
    created_at: str
    """When."""


class ExecutionTimelineEventsItemDeliveriesItem(TypedDict):
    """A delivery."""
    id: int
    """Id."""
    subscription_id: int
    """Subscription."""
    status: Literal["pending", "retrying", "succeeded", "failed", "dead"]
    """Status."""
    attempts: int
    """Attempts so far."""
    last_response_status: Optional[int]
    """HTTP status of the last attempt."""
    created_at: str
    """When it was made."""
    last_attempt_at: Optional[str]
    """When it was last attempted."""
    delivered_at: Optional[str]
    """When it succeeded."""


class ExecutionTimelineEventsItem(TypedDict):
    """An event."""
    id: str
    """Id (UUID), as in the delivery."""
    name: Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]
    """Event."""
    created_at: str
    """When it was written."""
    deliveries: List[ExecutionTimelineEventsItemDeliveriesItem]
    """One for each subscription."""


class ExecutionTimelineMailsItem(TypedDict):
    """A mail."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    kind: Literal["mail", "notification", "notice"]
    """Kind of mail."""
    written_at: str
    """When its bytes were fixed."""
    accepted_at: Optional[str]
    """When the mail server took it."""
    kept_at: Optional[str]
    """When it was made a file in place of being sent: the account has no production access."""
    mail_artifact_id: Optional[int]
    """That file."""
    report: Optional[Literal["bounce", "undelivered", "complaint"]]
    """The report that came back."""
    report_status: Optional[str]
    """Enhanced status code (RFC 3463), such as 5.1.1."""
    reported_at: Optional[str]
    """When it came back."""


class ExecutionTimeline(TypedDict):
    """The events of an execution, with their times."""
    object: Literal["execution_timeline"]
    execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade that it ran."""
    workflow_version: int
    """Version of it."""
    workflow_name: Optional[str]
    """Name of that version."""
    status: Literal["queued", "pending", "running", "waiting", "awaiting_review", "completed", "failed", "cancelled", "skipped"]
    """Status."""
    accepted_at: str
    """When it was accepted."""
    started_at: Optional[str]
    """When the run began."""
    completed_at: Optional[str]
    """When it ended."""
    pending_reports: List[PendingReport]
    """Reports that vendors make in their own time, while the status stays `running`."""
    nodes: List[ExecutionTimelineNodesItem]
    """The cascade as it was run, also if it was changed or deleted since: its nodes and the ways between them."""
    steps: List[ExecutionTimelineStepsItem]
    """Visits of nodes, in the order in which they began."""
    effects: List[ExecutionTimelineEffectsItem]
    """Requests of the run to the outside world: pulls, letters, mail, notifications."""
    reviews: List[ExecutionTimelineReviewsItem]
    """Acts of people and of the service on its reviews. `GET /executions/{id}/review_events` has the notes."""
    events: List[ExecutionTimelineEventsItem]
    """Events that subscriptions were told, with each delivery."""
    mails: List[ExecutionTimelineMailsItem]
    """Letters and mail as they left, and what came back of them. No addresses."""
    truncated: bool
    """True if a list has 1,000 entries, the most it can, and may lack the rest."""


class FailedStep(TypedDict):
    """A step that failed for good."""
    node_id: str
    """Node."""
    type: str
    """Type of the node."""
    code: str
    """Stable error code of the step."""
    message: str
    """The error as a sentence."""
    attempts: int
    """Number of attempts."""
    failed_at: Optional[str]
    """When it failed for good."""


FieldReason = TypedDict(
    "FieldReason",
    {
        "above": "NotRequired[str]",
        "below": "NotRequired[str]",
        "is": "NotRequired[str]",
        "missing": "NotRequired[str]",
    },
)


class FieldItem(TypedDict):
    """Names of one item of a list and of several."""
    one: str
    """One: `job`."""
    many: str
    """Several: `jobs`."""


class Field(TypedDict):
    """The declaration of a field of the payload. A member that is left out says nothing."""
    object: Literal["field"]
    id: int
    """Number of the declaration. It changes with every change of the declaration."""
    path: str
    """Path of the field in the payload, such as `applicant.ltv_percent`."""
    type: Literal["number", "integer", "text", "date", "date_time", "yes_no", "object", "person", "list"]
    """Type of its values. The type of an object that describes a person is `person`."""
    label: NotRequired[str]
    """One line, as a letter prints it: `Loan to value`."""
    unit: NotRequired[str]
    """Unit of its numbers: `USD`, `cents`, `percent`, `fraction`, `ratio`, `points`, `count`, `days`, `weeks`, `months`, `years`, `hours`, `calendar_year`, `code`, or a noun of one word. Cents are printed as dollars."""
    of_person: NotRequired[str]
    """The person whose value it is, for a value outside a `person`: the path of a person, `nobody`, or `each` if every item of the list is a person."""
    kind: NotRequired[Literal["fact", "name", "contact", "birth", "age", "identifier", "score"]]
    """Kind of its values. It decides who sees them; a value without a declared kind is hidden."""
    basis: NotRequired[Literal["race", "color", "religion", "national_origin", "sex", "marital_status", "age", "familial_status", "disability", "public_assistance", "rights_exercised", "proxy"]]
    """Prohibited basis that the value reveals, or `proxy` if it often stands for one."""
    values: NotRequired[List[str]]
    """Known values of a text. A payload with another value is accepted."""
    required: NotRequired[bool]
    """True: files and forms require it. A trigger accepts a payload without it."""
    reason: NotRequired[FieldReason]
    """Principal reasons that a notice gives for it (12 CFR 1002.9(b)(2)). Without the one that is true, the notice prints a neutral statement."""
    item_type: NotRequired[Literal["number", "integer", "text", "date", "date_time", "yes_no"]]
    """Type of the items of a list of values. For a list of objects, declare their members instead."""
    item: NotRequired[FieldItem]
    """Names of one item of a list and of several."""
    empty: NotRequired[Literal["best", "worst"]]
    """An empty list counts as the best or the worst result."""
    absent: NotRequired[Literal["none_on_record"]]
    """A missing value counts as the best result: there is none on record."""
    also: NotRequired[List[str]]
    """Nouns by which policies name it, beside its label."""
    version: int
    """Version of the data dictionary that declared it so."""
    created_at: str
    """When it was declared so."""


class FieldAnswer(TypedDict):
    """Why a field is not what its name looks like."""
    path: str
    """Path of the field in the payload."""
    code: Literal["identifier", "birth", "contact", "score", "person", "proxy", "race", "color", "religion", "national_origin", "sex", "marital_status", "age", "public_assistance", "familial_status", "disability", "rights_exercised"]
    """The question."""
    reason: str
    """Why not."""
    created_by_user_id: Optional[int]
    """User who answered. Null: a token of no user, or an operator."""
    created_at: str
    """When it was answered."""


class FieldAnswered(TypedDict):
    """A question about a field, and its answer."""
    object: Literal["field_answer"]
    path: str
    """Path of the field in the payload."""
    code: Literal["identifier", "birth", "contact", "score", "person", "proxy", "race", "color", "religion", "national_origin", "sex", "marital_status", "age", "public_assistance", "familial_status", "disability", "rights_exercised"]
    """The question."""
    reason: Optional[str]
    """Why not. Null: the question is open."""
    created_by_user_id: Optional[int]
    """User who answered."""
    created_at: Optional[str]
    """When it was answered."""


class FieldChangesRewrittenItem(TypedDict):
    """An active cascade."""
    id: int
    """Id."""
    name: str
    """Name."""


class FieldChangesUnsaidLabelsItem(TypedDict):
    """A label."""
    path: str
    """Path of the field."""
    label: str
    """The label."""
    message: str
    """Why."""
    means: Optional[str]
    """The value of a report that a policy with this label reads instead. Null if it reads none."""


class FieldChangesInUseItemCascadesItem(TypedDict):
    """An active cascade."""
    id: int
    """Id."""
    name: str
    """Name."""


class FieldChangesInUseItem(TypedDict):
    """A field."""
    path: str
    """Path."""
    cascades: List[FieldChangesInUseItemCascadesItem]
    """Cascades that read it."""


class FieldChanges(TypedDict):
    """Differences between a dictionary and the present one."""
    object: Literal["field_changes"]
    version: int
    """Version with which it was compared."""
    changes: Dict[str, Any]
    """By path: the declaration as it is (`old`) and as it would be (`new`); null where there is none."""
    rewritten: List[FieldChangesRewrittenItem]
    """Active cascades whose letters would say something else."""
    shown: List[str]
    """Fields whose values would be shown to more people."""
    unsaid_labels: List[FieldChangesUnsaidLabelsItem]
    """Labels by which policies in plain words cannot name their fields, at most 100. `also` can name them."""
    in_use: List[FieldChangesInUseItem]
    """Fields that would be declared no longer and that active cascades read: these are refused."""
    needs_pii_read: bool
    """True: it is refused, because showing more takes the scope `pii:read`."""
    needs_approval: bool
    """True: it takes the approval of another person (`POST /field_requests`), because the account asks for four eyes."""


class FieldDictionaryUnsaidLabelsItem(TypedDict):
    """A label."""
    path: str
    """Path of the field."""
    label: str
    """The label."""
    message: str
    """Why."""
    means: Optional[str]
    """The value of a report that a policy with this label reads instead. Null if it reads none."""


class FieldDictionary(TypedDict):
    """The data dictionary of the account."""
    object: Literal["field_dictionary"]
    version: int
    """Its version; 0: nothing was ever declared."""
    fields: int
    """How many fields are declared."""
    unsaid_labels: List[FieldDictionaryUnsaidLabelsItem]
    """Labels by which policies in plain words cannot name their fields, at most 100. `also` can name them."""


class FieldProposalsProposalsItemQuestionsItem(TypedDict):
    """A question."""
    code: Literal["identifier", "birth", "contact", "score", "person", "proxy", "race", "color", "religion", "national_origin", "sex", "marital_status", "age", "public_assistance", "familial_status", "disability", "rights_exercised"]
    """The question."""
    message: str
    """The question in words."""


class FieldProposalsProposalsItem(TypedDict):
    """A field to declare."""
    path: str
    """Path of the field in the payload."""
    label: str
    """The words of its name, to be corrected."""
    is_read: bool
    """True if a cascade reads it."""
    types: List[Literal["number", "text", "yes_no", "null", "object", "list"]]
    """The JSON types that were seen, and never a value; empty if none came."""
    questions: List[FieldProposalsProposalsItemQuestionsItem]
    """What the words of the name may mean. A `kind`, a `basis` or a `type` that is declared answers them, and so does `PUT /fields/{field}/answers`. An answered question is not asked again."""


class FieldProposals(TypedDict):
    """Fields that are read or arrive and are not declared."""
    object: Literal["field_proposals"]
    version: int
    """Version of the dictionary."""
    cascades: int
    """How many cascades were looked at."""
    executions: int
    """How many executions were looked at."""
    proposals: List[FieldProposalsProposalsItem]
    """By path. They decide nothing."""
    questions: List[FieldQuestion]
    """Open questions about fields that the account declares."""
    answers: List[FieldAnswer]
    """Answers that stand."""


class FieldQuestion(TypedDict):
    """An open question that the name of a field raises."""
    path: str
    """Path of the field in the payload."""
    code: Literal["identifier", "birth", "contact", "score", "person", "proxy", "race", "color", "religion", "national_origin", "sex", "marital_status", "age", "public_assistance", "familial_status", "disability", "rights_exercised"]
    """The question."""
    message: str
    """The question in words."""


class FieldRequest(TypedDict):
    """A request to declare fields otherwise."""
    object: Literal["field_request"]
    id: int
    """Id."""
    version: int
    """Version of the dictionary when it was asked for. A later one supersedes the request."""
    fields: List[str]
    """Fields that it would change."""
    status: Literal["pending", "approved", "refused", "withdrawn", "superseded"]
    """Where it stands."""
    note: Optional[str]
    """Note of the user who made the request. It is kept with the version."""
    requested_by_user_id: Optional[int]
    """User who asked. Null: an operator at the command line."""
    decided_by_user_id: Optional[int]
    """User who approved, refused or withdrew it."""
    decision_note: Optional[str]
    """The note of that user."""
    decided_at: Optional[str]
    """When it was approved, refused, withdrawn or superseded."""
    activated_version: Optional[int]
    """The version of the dictionary that the approval made."""
    created_at: str
    """When it was asked for."""


class FieldRequestDetailRewrittenItem(TypedDict):
    """An active cascade."""
    id: int
    """Id."""
    name: str
    """Name."""


class FieldRequestDetail(TypedDict):
    """A request with what it changes of the version that it was made of."""
    object: Literal["field_request"]
    id: int
    """Id."""
    version: int
    """Version of the dictionary when it was asked for. A later one supersedes the request."""
    fields: List[str]
    """Fields that it would change."""
    status: Literal["pending", "approved", "refused", "withdrawn", "superseded"]
    """Where it stands."""
    note: Optional[str]
    """Note of the user who made the request. It is kept with the version."""
    requested_by_user_id: Optional[int]
    """User who asked. Null: an operator at the command line."""
    decided_by_user_id: Optional[int]
    """User who approved, refused or withdrew it."""
    decision_note: Optional[str]
    """The note of that user."""
    decided_at: Optional[str]
    """When it was approved, refused, withdrawn or superseded."""
    activated_version: Optional[int]
    """The version of the dictionary that the approval made."""
    created_at: str
    """When it was asked for."""
    changes: Dict[str, Any]
    """By path: the declaration as it is (`old`) and as it would be (`new`); null where there is none."""
    rewritten: List[FieldRequestDetailRewrittenItem]
    """Active cascades whose letters would say something else."""
    shown: List[str]
    """Fields whose values would be shown to more people."""


class GeneratedWorkflowMissingForLiveItem(TypedDict):
    """One thing that is missing."""
    node_id: str
    """The node that needs it."""
    lacks: Literal["legal_name", "address", "ecoa_agency", "agency", "declaration", "product", "definition"]
    """What is missing. `legal_name`, `address`, `ecoa_agency`: `PATCH /company` sets it. `agency`: `PUT /agencies/{code}` does. `declaration`: `PUT /fields/{field}` does. `definition`: the cascade has to be changed."""
    what: Optional[str]
    """The code of the product whose agency is not set, or the path that nobody declared."""
    message: str
    """The requirements in words."""


class GeneratedWorkflow(TypedDict):
    """The cascade as it was saved."""
    object: Literal["workflow"]
    id: int
    """Id."""
    code: Optional[str]
    """`CAS-` and six characters, unique in the account."""
    name: str
    """Name."""
    active: bool
    """True: can be triggered in live mode. False: a draft, which runs in test mode only."""
    trigger_type: Literal["manual", "event", "scheduled"]
    """A label. `event` and `scheduled` start nothing by themselves."""
    use_case: Optional[str]
    """A label."""
    version: int
    """Number of the current definition; each one saved is kept."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""
    definition: CascadeDefinition
    warnings: List[CascadeWarning]
    """Definitions that can be saved but hardly do what was meant."""
    hidden_from_reviewers: List[HiddenField]
    """Fields that choices read and that are hidden from reviewers without `pii:read`, the first 100; empty if no person is asked."""
    missing_for_live: List[GeneratedWorkflowMissingForLiveItem]
    """Requirements for going live that the account or the cascade lacks at present."""
    questions: List[FieldQuestion]
    """Open questions about the fields that it reads (`PUT /fields/{field}/answers`). They keep nothing from going live."""
    note: NotRequired[str]
    """Only if `active` was not granted: why."""
    examples: NotRequired[SavedExamples]
    generation: CascadeGeneration


class HiddenField(TypedDict):
    """A field that a choice reads and whose value a reviewer does not see."""
    node_id: str
    """The first choice that reads it."""
    field: str
    """Path in the payload, or id of the node that pulls the report, and path in it."""
    why: Literal["not_declared", "identifier", "birth", "age"]
    """Its kind, or that nobody declared one."""


class IdentityVerificationOutputDocument(TypedDict):
    """The identity document."""
    status: Literal["verified", "expired", "unreadable", "not_provided"]
    """Result of the check of the document."""
    type: NotRequired[Optional[Literal["drivers_license", "passport", "state_id"]]]
    """Kind of document; null where none was provided."""
    country: NotRequired[Optional[str]]
    """ISO 3166-1 code of the issuing country; null where none was provided."""
    expires_on: NotRequired[Optional[str]]
    """Date of expiry; null where none was provided."""


class IdentityVerificationOutput(TypedDict):
    """How far the identity that a person gave could be confirmed."""
    overall_result: Literal["verified", "partial", "not_verified"]
    """The result as a whole."""
    checked_on: NotRequired[str]
    """Date of the check."""
    name_match: NotRequired[Literal["full", "partial", "none", "not_provided"]]
    """Name."""
    date_of_birth_match: NotRequired[Literal["full", "partial", "none", "not_provided"]]
    """Date of birth."""
    ssn_match: NotRequired[Literal["full", "partial", "none", "not_provided"]]
    """Social security number."""
    address_match: NotRequired[Literal["full", "partial", "none", "not_provided"]]
    """Address."""
    phone_match: NotRequired[Literal["full", "partial", "none", "not_provided"]]
    """Telephone number."""
    document: NotRequired[IdentityVerificationOutputDocument]
    """The identity document."""
    watchlist_match: bool
    """True if the person is on a watchlist."""
    watchlists: NotRequired[List[str]]
    """The watchlists that hold the person."""
    deceased_indicator: bool
    """True if the number is reported as that of a deceased person."""
    risk_score: int
    """Risk of identity fraud; 0 is none, 100 the highest. Unit: points."""
    risk_signals: NotRequired[List[str]]
    """Factors that raised the risk score."""


class InboxEvent(TypedDict):
    """The inbox has changed."""
    object: Literal["inbox"]
    total: int
    """Open reviews."""


class IncomeVerificationOutputEmployer(TypedDict):
    """The present employer."""
    status: Literal["employed", "self_employed", "unemployed", "unknown"]
    """Employment."""
    name: NotRequired[Optional[str]]
    """Name of the employer; null without one."""
    title: NotRequired[Optional[str]]
    """Position; null without one."""
    started_on: NotRequired[Optional[str]]
    """First day; null without one."""
    months_employed: NotRequired[Optional[int]]
    """Whole months since then; null without one. Unit: months."""


class IncomeVerificationOutputSourcesItem(TypedDict):
    """One source."""
    kind: Literal["wages", "self_employment", "benefits", "retirement"]
    """Kind of income."""
    monthly_usd: float
    """Gross amount a month. Unit: USD."""


class IncomeVerificationOutput(TypedDict):
    """Income and employment of one person."""
    status: NotRequired[Literal["verified", "partially_verified", "not_verified"]]
    """How far the income could be confirmed."""
    checked_on: NotRequired[str]
    """Date of the check."""
    monthly_income_usd: Optional[float]
    """Gross income a month that could be confirmed; null where none could. Unit: USD."""
    annual_income_usd: NotRequired[Optional[float]]
    """Gross income a year that could be confirmed; null where none could. Unit: USD."""
    stated_monthly_income_usd: NotRequired[Optional[float]]
    """Income that the applicant stated; null without a statement. Unit: USD."""
    rent_usd: NotRequired[Optional[float]]
    """Monthly rent asked for; null where the payload names none. Unit: USD."""
    income_to_rent_ratio: NotRequired[Optional[float]]
    """Monthly income divided by monthly rent; null where either is unknown. Unit: ratio."""
    confidence_percent: NotRequired[int]
    """Confidence in the figures. Unit: percent."""
    pay_frequency: NotRequired[Optional[Literal["weekly", "biweekly", "semimonthly", "monthly", "irregular"]]]
    """How often pay arrives; null without employment."""
    employer: NotRequired[IncomeVerificationOutputEmployer]
    """The present employer."""
    sources: NotRequired[List[IncomeVerificationOutputSourcesItem]]
    """Sources of the income."""


class MailArtifact(TypedDict):
    """An e-mail that was kept as a file in place of being sent."""
    object: Literal["mail_artifact"]
    id: int
    """Id; the `artifact_id` of the download."""
    execution_id: int
    """Execution."""
    filename: str
    """File name of the download."""
    content_type: str
    """Media type."""
    byte_size: int
    """Size of the file in bytes; 0 until `generated_at`. The PDF of a report is made at its first download, so it is 0 beside `downloadable` true until then."""
    generated_at: Optional[str]
    """When the file was made; null until then."""
    downloadable: bool
    """False: the file is not stored, and a download returns `not_found`."""


class MeAccount(TypedDict):
    """The account."""
    id: int
    """Id."""
    name: str
    """Name."""


class MeApiClient(TypedDict):
    """The API client of the token."""
    id: int
    """Id."""
    name: str
    """Name."""


class MeUser(TypedDict):
    """The user of the token, who signs review acts."""
    id: int
    """Id."""
    name: str
    """Name."""
    email: str
    """E-mail address; empty if none is confirmed."""
    address_confirmed_by: Optional[Literal["operator", "identity_provider"]]
    """Who confirmed their e-mail address. Null: nobody did, so they approve nothing where two people are asked, and nobody approves what they write."""
    queues: List[str]
    """The queues of reviews that they work; none: all."""


class MeLimits(TypedDict):
    """Limits of this installation."""
    requests_per_ip_per_minute: int
    """Requests per source IP on /api/v1 in a minute."""
    requests_per_token_prefix_per_hour: int
    """Requests per token prefix in an hour."""
    requests_per_ip_per_5_minutes: int
    """Requests per source IP on all paths in five minutes."""
    requests_per_person_per_minute: int
    """Requests in a minute of a user who has signed in. They count against no address."""
    webhook_subscriptions: int
    """Webhook subscriptions per API client."""


class Me(TypedDict):
    """The caller."""
    object: Literal["me"]
    account: MeAccount
    """The account."""
    api_client: MeApiClient
    """The API client of the token."""
    user: MeUser
    """The user of the token, who signs review acts."""
    scopes: List[Literal["workflows:read", "workflows:write", "workflow_templates:read", "executions:read", "executions:read:full", "executions:write", "reviews:decide", "workflows:activate", "webhooks:read", "webhooks:write", "pii:read", "audit:read", "statistics:read", "users:write", "settings:write", "people:write", "tokens:write", "products:write", "connections:write", "applicants:erase", "applicants:export"]]
    """Scopes of the caller, with those that they imply."""
    production_access: bool
    """True if the account may run live executions."""
    four_eyes: bool
    """True if nobody may put a cascade live that they wrote themselves."""
    limits: MeLimits
    """Limits of this installation."""


class Meta(TypedDict):
    request_id: str
    """Correlation id; also the header `X-Request-Id`."""


class NewApiToken(TypedDict):
    """A bearer token, this once."""
    object: Literal["api_token"]
    id: int
    """Id."""
    prefix: str
    """Its first eight characters, which tell tokens apart and open nothing."""
    api_client_id: int
    """The API client through which it acts."""
    user_id: int
    """The user for whom it acts."""
    scopes: List[Literal["workflows:read", "workflows:write", "workflow_templates:read", "executions:read", "executions:read:full", "executions:write", "reviews:decide", "workflows:activate", "webhooks:read", "webhooks:write", "pii:read", "audit:read", "statistics:read", "users:write", "settings:write", "people:write", "tokens:write", "products:write", "connections:write", "applicants:erase", "applicants:export"]]
    """Its scopes."""
    created_at: str
    """When it was made."""
    last_used_at: Optional[str]
    """When it was last used, to the minute. Null: never."""
    expires_at: Optional[str]
    """When it ends. Null: never."""
    revoked_at: Optional[str]
    """When it was revoked."""
    token: str
    """The token. A replay of the request shows it for a day."""
    in_place_of: Optional[int]
    """The token that ends when the overlap is over."""


class NoticeArtifact(TypedDict):
    """An adverse-action notice as a PDF."""
    object: Literal["notice_artifact"]
    id: int
    """Id; the `artifact_id` of the download."""
    execution_id: int
    """Execution."""
    filename: str
    """File name of the download."""
    content_type: str
    """Media type."""
    byte_size: int
    """Size of the file in bytes; 0 until `generated_at`. The PDF of a report is made at its first download, so it is 0 beside `downloadable` true until then."""
    generated_at: Optional[str]
    """When the file was made; null until then."""
    downloadable: bool
    """False: the file is not stored, and a download returns `not_found`."""
    status: Literal["draft", "sent", "discarded"]
    """Status of the notice."""
    needs: Optional[Literal["glyphs"]]
    """What it waits for before it can be printed and go out: `glyphs`, a font of the renderer that has its characters. Your operator sees to it."""
    due_at: Optional[str]
    """When the notice is due."""


class NoticeDue(TypedDict):
    """A notice that is owed to a person who was denied."""
    applicant: str
    """Path of the person in the payload."""
    kind: Literal["tenant", "credit", "employment", "consumer_report"]
    """The subject of the decision; `consumer_report` if none was stated and a report was there (15 USC 1681m(a))."""
    due_at: str
    """When it is due."""
    why: Literal["no_notice_step", "draft_discarded", "step_failed", "step_stopped", "run_cancelled", "no_decision"]
    """`no_notice_step`: no AdverseAction follows the denial. `draft_discarded`: a person did not send it. `step_failed`: its step failed. `step_stopped`: a step before it failed. `run_cancelled`: the execution was cancelled first. `no_decision`: a live application for credit, whose run failed or was cancelled before anything was decided."""
    node_id: str
    """The notice that did not go out, the choice that denied, or where a run ended that decided nothing."""


class OwedNotice(TypedDict):
    """A notice that is owed, and what its step failed on."""
    applicant: str
    """Path of the person in the payload."""
    kind: Literal["tenant", "credit", "employment", "consumer_report"]
    """The subject of the decision; `consumer_report` if none was stated and a report was there (15 USC 1681m(a))."""
    due_at: str
    """When it is due."""
    why: Literal["no_notice_step", "draft_discarded", "step_failed", "step_stopped", "run_cancelled", "no_decision"]
    """`no_notice_step`: no AdverseAction follows the denial. `draft_discarded`: a person did not send it. `step_failed`: its step failed. `step_stopped`: a step before it failed. `run_cancelled`: the execution was cancelled first. `no_decision`: a live application for credit, whose run failed or was cancelled before anything was decided."""
    node_id: str
    """The notice that did not go out, the choice that denied, or where a run ended that decided nothing."""
    error_code: Optional[str]
    """Why its step failed; null if none did."""
    lacks: NotRequired[Optional[str]]
    """The missing part of a notice that failed with `notice_incomplete`, else null; only with `executions:read:full`."""


class PageMeta(TypedDict):
    request_id: str
    """Correlation id; also the header `X-Request-Id`."""
    page: int
    """Counted from 1."""
    per_page: int
    """Items on a page."""
    total_count: int
    """Items in the whole list."""
    total_pages: int
    """Pages of the whole list."""
    object: str
    """Type of each item."""
    next_cursor: Optional[str]
    """`cursor` of the next page; null if this is the last."""


class PayloadWarning(TypedDict):
    """Something in a payload that a person should look at. It does not keep the cascade from running."""
    code: Literal["unreadable_date", "future_date", "not_read", "invalid_row"]
    """Kind of warning."""
    field: str
    """Path in the body of the request that sent it."""
    message: str
    """The fault, and the value that counts instead."""


class PendingApprovals(TypedDict):
    """Only if several people have to approve: who has."""
    required: int
    """How many it takes."""
    given: int
    """How many there are."""
    by_user_ids: List[int]
    """Users who have approved, in their order, those who have left too."""
    given_at: List[str]
    """When each of them approved."""


class PendingReport(TypedDict):
    """A report that was ordered and has not come."""
    product_code: str
    """Product."""
    node_id: str
    """Node that waits for it."""
    since: str
    """When it was ordered."""
    until: str
    """When its step fails with `vendor_timeout`, if it has not come by then."""
    ends_by: List[Literal["poll", "callback"]]
    """How it comes: `poll`, the vendor is asked for it; `callback`, the vendor says when it is ready."""


class PendingReview(TypedDict):
    """The open review, or null."""
    node_id: str
    """Node that waits for the decision."""
    kind: Literal["decision", "notice"]
    """`decision`: about the applicant. `notice`: whether a drafted notice is sent."""
    due_at: Optional[str]
    """When the decision is due; null if it has no time limit."""
    needs: NotRequired[Literal["reasons", "variables", "name", "address"]]
    """Only if approving it needs `reasons`, values of `variables`, or the `name` or the `address` of the person."""
    variables: NotRequired[List[str]]
    """Only with `needs` other than `reasons`: the paths that have no value, such as `applicant.address`."""
    why: NotRequired[Literal["free_text_only", "other_person", "report_corrected"]]
    """Only of a letter that wants a second look, whatever its `send_strategy`: `free_text_only`, its only reasons are a reviewer's own words; `other_person`, it would go to the address of another person; `report_corrected`, a report was corrected since the first of two letters."""
    delivery: NotRequired[Literal["post"]]
    """Only if the notice goes by post, because it may not go by e-mail."""
    approvals: NotRequired[PendingApprovals]


class Person(TypedDict):
    """A person of the account, with their role and access."""
    object: Literal["person"]
    id: int
    """The user."""
    name: str
    """Name."""
    email: str
    """E-mail address; empty if they have none."""
    role: Optional[Literal["viewer", "reviewer", "author", "publisher", "admin"]]
    """Their rights. Null if they have none, or have a role of the identity provider."""
    queues: List[str]
    """The queues of reviews that they work; none: all."""
    address_confirmed_by: Optional[Literal["operator", "identity_provider"]]
    """Who confirmed their address. Null: nobody did."""
    is_of_provider: bool
    """True if they sign in at the identity provider, which gives their role."""
    api_client_id: Optional[int]
    """The API client through which they act by a mailed link. Null: the only one of the account."""
    last_signed_in_at: Optional[str]
    """When they last signed in. Null: not in the last month."""
    sessions: int
    """Sessions that have not ended."""
    tokens: int
    """Tokens that act in their name. They keep working when the role is taken away."""


class Product(TypedDict):
    """A report that a cascade can pull."""
    object: Literal["product"]
    code: str
    """Code, as in `billing_product_code` of a node."""
    name: str
    """Name."""
    description: str
    """The content of its reports."""
    live: bool
    """True if a vendor is configured, so that it can be pulled in live mode. Test mode needs none."""
    version: Optional[int]
    """Version of a product that the account describes itself; null for a built-in one."""
    withdrawn: bool
    """True if it was withdrawn: no cascade that is saved from now on can pull it."""
    workflows: Optional[List[PullingWorkflow]]
    """Cascades whose current version pulls it, the active ones first, at most 20. Null in a list that did not ask for them."""


class ProductDetail(TypedDict):
    """A report with all that a cascade can read of it."""
    object: Literal["product"]
    code: str
    """Code, as in `billing_product_code` of a node."""
    name: str
    """Name."""
    description: str
    """The content of its reports."""
    live: bool
    """True if a vendor is configured, so that it can be pulled in live mode. Test mode needs none."""
    version: Optional[int]
    """Version of a product that the account describes itself; null for a built-in one."""
    withdrawn: bool
    """True if it was withdrawn: no cascade that is saved from now on can pull it."""
    workflows: Optional[List[PullingWorkflow]]
    """Cascades whose current version pulls it, the active ones first, at most 20. Null in a list that did not ask for them."""
    output_schema: Dict[str, Any]
    """JSON Schema 2020-12 of the report."""
    fields: List[ProductField]
    """Its fields, those in lists and objects included."""
    reasons: List[ProductReason]
    """The reason catalogue: every reason of the product once."""
    test_cases: List[TestCase]
    """Its sandbox subjects, to trigger in test mode with."""
    described_as: Optional[Dict[str, Any]]
    """As the account described it, in the members of `PATCH`; null for a built-in one."""


class ProductField(TypedDict):
    """A field that conditions and `{{…}}` can read."""
    path: str
    """Dotted path in the report, as in `field` of a condition; `records.severity` is that of all records."""
    type: str
    """Type of its values: `number`, `integer`, `boolean`, `string`, `date`, `array` or `object`."""
    nullable: bool
    """True if it may have no value."""
    description: str
    """Meaning of the field."""
    unit: Optional[str]
    """Unit of a number."""
    minimum: Optional[float]
    """Least value, if there is one."""
    maximum: Optional[float]
    """Greatest value, if there is one."""
    allowed_values: Optional[List[Any]]
    """The values that it can have; null if they are not fixed."""
    reason: Optional[ProductReason]
    """Reason if its value decided."""
    missing_reason: Optional[ProductReason]
    """Reason if it decided because it had no value."""


class ProductReason(TypedDict):
    """A reason of the catalogue, as an adverse-action notice gives it."""
    code: str
    """Code, which a review decision may name."""
    text: str
    """The words of the notice."""


class ProductVersion(TypedDict):
    """A version of a product that the account describes itself."""
    object: Literal["product_version"]
    code: str
    """Code of the product."""
    version: int
    """From 1, without a gap."""
    withdrawn: bool
    """True if the product was withdrawn with it."""
    created_by_user_id: Optional[int]
    """User who saved it; null: an operator."""
    created_at: str
    """When it was saved."""


class PullingWorkflow(TypedDict):
    """A cascade whose current version pulls the product."""
    id: int
    """The cascade."""
    name: str
    """Its name."""
    active: bool
    """True if it is active."""


class ReEvaluationsExecutionsItem(TypedDict):
    """A new execution."""
    id: int
    """Execution."""
    re_evaluated_from: int
    """The one that failed."""


class ReEvaluations(TypedDict):
    """Executions that were evaluated again together."""
    object: Literal["re_evaluations"]
    matched_count: int
    """How many matched the filter."""
    accepted_count: int
    """How many are evaluated again."""
    remaining_count: int
    """How many the next request would take."""
    skipped_count: int
    """How many cannot be evaluated again, or were meanwhile."""
    executions: List[ReEvaluationsExecutionsItem]
    """The new executions, the oldest old one first."""


class ReasonStatisticsReasonsItem(TypedDict):
    """A reason."""
    reason: str
    """Its code; the field of a neutral statement; `reviewer` for what a person wrote."""
    text: Optional[str]
    """Its sentence or subject; null if none is declared."""
    executions: Union[int, str]
    """Runs whose letters gave it. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""


ReasonStatistics = TypedDict(
    "ReasonStatistics",
    {
        "object": "Literal["reason_statistics"]",
        "from": "str",
        "to": "str",
        "time_zone": "str",
        "execution_mode": "str",
        "reasons": "List[ReasonStatisticsReasonsItem]",
    },
)


class ReleasedReviews(TypedDict):
    """Claims of a user that were taken back."""
    object: Literal["released_reviews"]
    user_id: int
    """User who held them."""
    released: int
    """Reviews that nobody holds any more."""


class ReportArtifact(TypedDict):
    """A credit report as a PDF."""
    object: Literal["report_artifact"]
    id: int
    """Id; the `artifact_id` of the download."""
    execution_id: int
    """Execution."""
    filename: str
    """File name of the download."""
    content_type: str
    """Media type."""
    byte_size: int
    """Size of the file in bytes; 0 until `generated_at`. The PDF of a report is made at its first download, so it is 0 beside `downloadable` true until then."""
    generated_at: Optional[str]
    """When the file was made; null until then."""
    downloadable: bool
    """False: the file is not stored, and a download returns `not_found`."""


class RevealedValues(TypedDict):
    """Values of an execution in full."""
    object: Literal["revealed_values"]
    execution_id: int
    """Execution."""
    values: Dict[str, Any]
    """The value of each field, by its path as it was sent."""


class ReviewApprovals(TypedDict):
    """Who has approved a review that several different people have to approve; null if one is enough."""
    required: int
    """How many it takes."""
    given: int
    """How many there are."""
    by_user_ids: List[int]
    """Users who have approved, in their order, those who have left too."""
    given_at: List[str]
    """When each of them approved."""


class Review(TypedDict):
    """An open review."""
    object: Literal["review"]
    id: int
    """Id."""
    node_id: str
    """Node that waits for the decision."""
    kind: Literal["decision", "notice"]
    """`decision`: about the applicant. `notice`: whether a drafted notice is sent."""
    due_at: Optional[str]
    """When the decision is due; null if it has no time limit."""
    needs: Optional[Literal["reasons", "variables", "name", "address"]]
    """The need that blocks approving it: `reasons`, values of `variables`, or the `name` or the `address` of the person."""
    variables: Optional[List[str]]
    """Paths for which approving it needs a value."""
    why: Optional[Literal["free_text_only", "other_person", "report_corrected"]]
    """Why a letter wants a second look: its only reasons are a reviewer's own words, or it would go to another person."""
    delivery: Optional[Literal["post"]]
    """`post`: the notice goes by post."""
    approvals: Optional[ReviewApprovals]
    """Who has approved a review that several different people have to approve; null if one is enough."""
    opened_at: Optional[str]
    """When it was opened."""
    queue: Optional[str]
    """Queue in which it is; null: in none, so that everybody is given it."""
    snoozed_until: Optional[str]
    """When it was put off: until when. `POST /reviews/next` gives it to nobody before."""
    execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    workflow_name: Optional[str]
    """Name of the cascade."""
    overdue: bool
    """True if it is past its due time."""
    assigned_to_user_id: Optional[int]
    """Reviewer who claimed it; null too once that reviewer can no longer decide."""
    assigned_at: Optional[str]
    """When they claimed it."""
    external_reference: Optional[str]
    """Correlation id of the caller."""
    execution_mode: Literal["test", "live"]
    """Mode of the execution."""
    applicant_name: NotRequired[Optional[str]]
    """Only with the scope `executions:read:full`: who it is about, as the caller wrote it."""
    rules: NotRequired[List[DecidingRule]]
    """Only with the scope `executions:read:full`: the first five rules by which a person is asked, as they were when the review began. Empty if no list of rules led here. Conditions with masked values are left out."""


class ReviewCaseReviewApprovals(TypedDict):
    """Who has approved a review that several different people have to approve; null if one is enough."""
    required: int
    """How many it takes."""
    given: int
    """How many there are."""
    by_user_ids: List[int]
    """Users who have approved, in their order, those who have left too."""
    given_at: List[str]
    """When each of them approved."""


class ReviewCaseReviewChoicesItemNotPassedItem(TypedDict):
    """A condition."""
    text: str
    """In words: what was asked for, and what was found."""


class ReviewCaseReviewChoicesItemNotFailedItem(TypedDict):
    """A condition."""
    text: str
    """In words: what was asked for, and what was found."""


class ReviewCaseReviewChoicesItem(TypedDict):
    """A choice."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    name: Optional[str]
    """Name of the node."""
    taken: Literal["pass", "human_review", "fail"]
    """The branch that matched; `fail` if none did, or a reviewer denied."""
    led: bool
    """True if another outcome of it would have avoided the review."""
    not_passed: List[ReviewCaseReviewChoicesItemNotPassedItem]
    """Why it did not pass: what was not met of `pass`."""
    not_failed: List[ReviewCaseReviewChoicesItemNotFailedItem]
    """Why it did not fail: what made its branch match."""


class ReviewCaseReviewTrueReasonsItem(TypedDict):
    """A reason."""
    code: str
    """The code to give."""
    text: str
    """In words."""
    codes: List[str]
    """All codes that are true and have this text, the one to give first."""


class ReviewCaseReview(TypedDict):
    """The open review; null if none is open."""
    id: int
    """Id."""
    node_id: str
    """Node that waits for the decision."""
    kind: Literal["decision", "notice"]
    """`decision`: about the applicant. `notice`: whether a drafted notice is sent."""
    due_at: Optional[str]
    """When the decision is due; null if it has no time limit."""
    needs: Optional[Literal["reasons", "variables", "name", "address"]]
    """The need that blocks approving it: `reasons`, values of `variables`, or the `name` or the `address` of the person."""
    variables: Optional[List[str]]
    """Paths for which approving it needs a value."""
    why: Optional[Literal["free_text_only", "other_person", "report_corrected"]]
    """Why a letter wants a second look: its only reasons are a reviewer's own words, or it would go to another person."""
    delivery: Optional[Literal["post"]]
    """`post`: the notice goes by post."""
    approvals: Optional[ReviewCaseReviewApprovals]
    """Who has approved a review that several different people have to approve; null if one is enough."""
    opened_at: Optional[str]
    """When it was opened."""
    queue: Optional[str]
    """Queue in which it is; null: in none, so that everybody is given it."""
    snoozed_until: Optional[str]
    """When it was put off: until when. `POST /reviews/next` gives it to nobody before."""
    artifact_id: Optional[int]
    """Notice artifact of a drafted letter."""
    flagged_by: List[Dict[str, Any]]
    """Why a person is asked, with required and actual values: of the choices that led here what was not met to pass, then what kept the application from being declined."""
    choices: List[ReviewCaseReviewChoicesItem]
    """Every choice on the way, in the order in which they were made; the one that asks the person is the last."""
    true_reasons: List[ReviewCaseReviewTrueReasonsItem]
    """The reasons of the catalogue that are true of what the reviewer sees, each text once: their codes can be given as `reasons`."""


class ReviewCaseNoticeGoesTo(TypedDict):
    """To whom it goes if it is approved, or once it is drafted."""
    delivery: Literal["email", "post"]
    """`post`: a person prints and posts it; approving it sends nothing."""
    name: Optional[str]
    """Whom it is addressed to."""
    email: Optional[str]
    """Address of the e-mail; null if it goes by post."""
    address_lines: List[str]
    """The postal address on it, line by line."""
    address_lacks: List[str]
    """Parts of the address that a letter by post lacks; empty if it goes by e-mail."""
    not_read: List[str]
    """Members of the name and the address, by their path in the payload, whose value the letter does not have."""
    kept_as_file: bool
    """Without production access an e-mail to an address that is not of the account is kept as a file and reaches nobody."""
    suppressed: bool
    """An earlier e-mail to this address came back, so this one would not be sent."""


class ReviewCaseNotice(TypedDict):
    """The text of the drafted letter, or of the one that waits for missing parts; null if the review is about no letter."""
    stage: Optional[str]
    """Stage."""
    purpose: Optional[str]
    """Purpose."""
    reasons: List[str]
    """Reasons, as they stand on the letter. None before it is drafted: `on_approved.letters` has those that it would give."""
    statement: Optional[str]
    """The statement of the action taken."""
    extra_reason: Optional[str]
    """The cascade's own sentence."""
    goes_to: ReviewCaseNoticeGoesTo
    """To whom it goes if it is approved, or once it is drafted."""


class ReviewCaseReportsItemFieldsItem(TypedDict):
    """A field."""
    field: str
    """Its path in `values`, dotted."""
    label: Optional[str]
    """Its name in letters."""
    type: Literal["number", "integer", "text", "date", "date_time", "yes_no", "object", "person", "list"]
    """Type."""
    unit: Optional[str]
    """Unit of a number: `USD`, `percent`, `months`, `points` or another one."""


class ReviewCaseReportsItem(TypedDict):
    """A report."""
    node_id: str
    """Node."""
    product_code: Optional[str]
    """Product."""
    name: Optional[str]
    """Name of the product; null if nothing offers it any more."""
    fields: List[ReviewCaseReportsItemFieldsItem]
    """The product's declarations of these values, in its order: their names and units."""
    values: Dict[str, Any]
    """Values."""
    artifact_id: Optional[int]
    """Its PDF, if it has one."""
    pdf: Optional[str]
    """Path of the PDF."""


class ReviewCaseHistoryItemActor(TypedDict):
    """Who acted; null if the service did."""
    id: int
    """User."""
    name: Optional[str]
    """Name."""


class ReviewCaseHistoryItem(TypedDict):
    """An event."""
    event_type: Literal["flagged", "assigned", "unassigned", "approved", "denied", "note_added", "re_evaluated", "adverse_action_drafted", "adverse_action_sent", "adverse_action_skipped", "adverse_action_replayed", "application_answered", "reminded", "approval_added", "moved", "snoozed"]
    """Type."""
    actor: Optional[ReviewCaseHistoryItemActor]
    """Who acted; null if the service did."""
    note: Optional[str]
    """Note."""
    metadata: Dict[str, Any]
    """Further details."""
    created_at: str
    """When."""


class ReviewCaseOnApprovedReachableNodesItem(TypedDict):
    """A node."""
    id: str
    """Id."""
    type: str
    """Type."""
    name: Optional[str]
    """Name."""


class ReviewCaseOnApprovedLettersItem(TypedDict):
    """A notice."""
    node_id: str
    """Node."""
    action_taken: str
    """The action taken."""
    send_strategy: str
    """`auto_send`, or `draft_first`: a person sees the draft first."""
    would_be_issued: Optional[bool]
    """True if it is among the nodes that would run."""
    reasons: Optional[List[str]]
    """The reasons that it would give, most important first; null if it would not be issued."""
    rests_on_denial: Optional[bool]
    """True if it would rest on a denial without the reviewer's reasons; `reasons` given with the denial come first."""
    recipient: Optional[str]
    """Mail address to which it would go; null by post, or if it would not be issued."""
    missing: Optional[List[str]]
    """The missing parts. Without `needs` its step would fail."""
    needs: Optional[Literal["reasons", "variables", "name", "address", "post"]]
    """What holds it up: a person has to give `reasons`, values of `variables`, or the `name` or the `address` of the person, before there is a letter, or puts it into the mail (`post`)."""


class ReviewCaseOnApproved(TypedDict):
    """The effects of the decision; null if no review is open."""
    next_nodes: List[str]
    """Nodes at which the execution continues."""
    runs: Optional[List[str]]
    """Nodes that would run, in their order, on the reports at hand: waits pass, and it stops at the next review and at a report that would have to be pulled. Null if the execution has not begun."""
    stops_at: Optional[List[str]]
    """Nodes at which it would stop again. Null if the execution has not begun."""
    sends_draft: bool
    """True if the decision sends the drafted letter; false if a person posts it afterwards."""
    reachable_nodes: List[ReviewCaseOnApprovedReachableNodesItem]
    """Nodes that can be reached at all, in order."""
    letters: List[ReviewCaseOnApprovedLettersItem]
    """Adverse-action notices among them, and the one that the review is about if the decision has it made."""


class ReviewCaseOnDeniedReachableNodesItem(TypedDict):
    """A node."""
    id: str
    """Id."""
    type: str
    """Type."""
    name: Optional[str]
    """Name."""


class ReviewCaseOnDeniedLettersItem(TypedDict):
    """A notice."""
    node_id: str
    """Node."""
    action_taken: str
    """The action taken."""
    send_strategy: str
    """`auto_send`, or `draft_first`: a person sees the draft first."""
    would_be_issued: Optional[bool]
    """True if it is among the nodes that would run."""
    reasons: Optional[List[str]]
    """The reasons that it would give, most important first; null if it would not be issued."""
    rests_on_denial: Optional[bool]
    """True if it would rest on a denial without the reviewer's reasons; `reasons` given with the denial come first."""
    recipient: Optional[str]
    """Mail address to which it would go; null by post, or if it would not be issued."""
    missing: Optional[List[str]]
    """The missing parts. Without `needs` its step would fail."""
    needs: Optional[Literal["reasons", "variables", "name", "address", "post"]]
    """What holds it up: a person has to give `reasons`, values of `variables`, or the `name` or the `address` of the person, before there is a letter, or puts it into the mail (`post`)."""


class ReviewCaseOnDenied(TypedDict):
    """The effects of a denial without `reasons`."""
    next_nodes: List[str]
    """Nodes at which the execution continues."""
    runs: Optional[List[str]]
    """Nodes that would run, in their order, on the reports at hand: waits pass, and it stops at the next review and at a report that would have to be pulled. Null if the execution has not begun."""
    stops_at: Optional[List[str]]
    """Nodes at which it would stop again. Null if the execution has not begun."""
    sends_draft: bool
    """True if the decision sends the drafted letter; false if a person posts it afterwards."""
    reachable_nodes: List[ReviewCaseOnDeniedReachableNodesItem]
    """Nodes that can be reached at all, in order."""
    letters: List[ReviewCaseOnDeniedLettersItem]
    """Adverse-action notices among them, and the one that the review is about if the decision has it made."""


class ReviewCaseOnDeniedWithReasonsReachableNodesItem(TypedDict):
    """A node."""
    id: str
    """Id."""
    type: str
    """Type."""
    name: Optional[str]
    """Name."""


class ReviewCaseOnDeniedWithReasonsLettersItem(TypedDict):
    """A notice."""
    node_id: str
    """Node."""
    action_taken: str
    """The action taken."""
    send_strategy: str
    """`auto_send`, or `draft_first`: a person sees the draft first."""
    would_be_issued: Optional[bool]
    """True if it is among the nodes that would run."""
    reasons: Optional[List[str]]
    """The reasons that it would give, most important first; null if it would not be issued."""
    rests_on_denial: Optional[bool]
    """True if it would rest on a denial without the reviewer's reasons; `reasons` given with the denial come first."""
    recipient: Optional[str]
    """Mail address to which it would go; null by post, or if it would not be issued."""
    missing: Optional[List[str]]
    """The missing parts. Without `needs` its step would fail."""
    needs: Optional[Literal["reasons", "variables", "name", "address", "post"]]
    """What holds it up: a person has to give `reasons`, values of `variables`, or the `name` or the `address` of the person, before there is a letter, or puts it into the mail (`post`)."""


class ReviewCaseOnDeniedWithReasons(TypedDict):
    """What a denial with `reasons` leads to; null if the review is not about the applicant. In its letters `(the reason that you give)` stands for them."""
    next_nodes: List[str]
    """Nodes at which the execution continues."""
    runs: Optional[List[str]]
    """Nodes that would run, in their order, on the reports at hand: waits pass, and it stops at the next review and at a report that would have to be pulled. Null if the execution has not begun."""
    stops_at: Optional[List[str]]
    """Nodes at which it would stop again. Null if the execution has not begun."""
    sends_draft: bool
    """True if the decision sends the drafted letter; false if a person posts it afterwards."""
    reachable_nodes: List[ReviewCaseOnDeniedWithReasonsReachableNodesItem]
    """Nodes that can be reached at all, in order."""
    letters: List[ReviewCaseOnDeniedWithReasonsLettersItem]
    """Adverse-action notices among them, and the one that the review is about if the decision has it made."""


class ReviewCase(TypedDict):
    """The case of a review."""
    object: Literal["review_case"]
    execution: Execution
    applicant: Any
    """The applicant, as it was sent."""
    property: Any
    """The property, as it was sent."""
    review: Optional[ReviewCaseReview]
    """The open review; null if none is open."""
    rules: List[DecidingRule]
    """The rules that decided, or that ask a person: more than one where rules stand together. Empty where what was taken is no list of rules."""
    notice: Optional[ReviewCaseNotice]
    """The text of the drafted letter, or of the one that waits for missing parts; null if the review is about no letter."""
    reports: List[ReviewCaseReportsItem]
    """Reports in brief: values, without lists."""
    history: List[ReviewCaseHistoryItem]
    """Review events, oldest first, the last 100."""
    on_approved: Optional[ReviewCaseOnApproved]
    """The effects of the decision; null if no review is open."""
    on_denied: Optional[ReviewCaseOnDenied]
    """The effects of a denial without `reasons`."""
    on_denied_with_reasons: Optional[ReviewCaseOnDeniedWithReasons]
    """What a denial with `reasons` leads to; null if the review is not about the applicant. In its letters `(the reason that you give)` stands for them."""


class ReviewDecidedEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    node_id: NotRequired[str]
    """Node that asks for the review."""
    kind: NotRequired[Literal["decision", "notice"]]
    """The subject of the review."""
    decision: NotRequired[Literal["approved", "denied"]]
    """The decision."""
    decided_at: NotRequired[str]
    """When."""


class ReviewDecidedEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["review.decided"]
    created_at: str
    """When the event was emitted."""
    data: ReviewDecidedEventData
    """Fields without a value are omitted."""


class ReviewEvent(TypedDict):
    """An event in the review of an execution."""
    object: Literal["review_event"]
    id: int
    """Id."""
    execution_id: int
    """Execution."""
    event_type: Literal["flagged", "assigned", "unassigned", "approved", "denied", "note_added", "re_evaluated", "adverse_action_drafted", "adverse_action_sent", "adverse_action_skipped", "adverse_action_replayed", "application_answered", "reminded", "approval_added", "moved", "snoozed"]
    """The adverse-action types mean: draft parked for review, draft sent, draft discarded without sending, sent notice resent. `approval_added`: one person approved, and others have to approve too."""
    actor_user_id: Optional[int]
    """User who acted; null if the service did."""
    note: Optional[str]
    """The reviewer's note."""
    metadata: Dict[str, Any]
    """Further details, such as the node."""
    created_at: str
    """When it happened."""


class ReviewOpenedEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    node_id: NotRequired[str]
    """Node that asks for the review."""
    kind: NotRequired[Literal["decision", "notice"]]
    """The subject of the review."""
    due_at: NotRequired[str]
    """When it is overdue; omitted if it has no time limit."""


class ReviewOpenedEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["review.opened"]
    created_at: str
    """When the event was emitted."""
    data: ReviewOpenedEventData
    """Fields without a value are omitted."""


class ReviewOverdueEventData(TypedDict):
    """Fields without a value are omitted."""
    workflow_execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    batch_execution_id: NotRequired[int]
    """Batch, for its rows."""
    external_reference: NotRequired[str]
    """Correlation id of the caller."""
    test: NotRequired[Literal[True]]
    """Only in samples sent by `/test`."""
    node_id: NotRequired[str]
    """Node that asks for the review."""
    kind: NotRequired[Literal["decision", "notice"]]
    """The subject of the review."""
    due_at: NotRequired[str]
    """When it became overdue."""


class ReviewOverdueEvent(TypedDict):
    id: str
    """Equal for all subscribers and all attempts."""
    event: Literal["review.overdue"]
    created_at: str
    """When the event was emitted."""
    data: ReviewOverdueEventData
    """Fields without a value are omitted."""


class ReviewStatisticsTotal(TypedDict):
    """All periods."""
    done: Union[int, str]
    """Decisions of people on runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    approved: Union[int, str]
    """The approvals among them. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    denied: Union[int, str]
    """The denials. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    median_seconds: Optional[float]
    """Half took no longer; exact to 5 %. Null if there are none."""
    p90_seconds: Optional[float]
    """Nine of ten took no longer; exact to 5 %."""


class ReviewStatisticsPeriodsItem(TypedDict):
    """A period."""
    begins_on: str
    """First day."""
    is_partial: bool
    """It is not over yet, or days of the week were not asked for."""
    done: Union[int, str]
    """Decisions of people on runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    approved: Union[int, str]
    """The approvals among them. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    denied: Union[int, str]
    """The denials. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    median_seconds: Optional[float]
    """Half took no longer; exact to 5 %. Null if there are none."""
    p90_seconds: Optional[float]
    """Nine of ten took no longer; exact to 5 %."""


ReviewStatistics = TypedDict(
    "ReviewStatistics",
    {
        "object": "Literal["review_statistics"]",
        "from": "str",
        "to": "str",
        "time_zone": "str",
        "execution_mode": "str",
        "open": "Union[int, str]",
        "overdue": "Union[int, str]",
        "total": "ReviewStatisticsTotal",
        "periods": "List[ReviewStatisticsPeriodsItem]",
    },
)


class Rule(TypedDict):
    """A rule. The first one that holds decides."""
    id: str
    """Stays as long as the rule does, whatever is changed of it."""
    text: str
    """The sentence of its author, or the reading of its conditions."""
    when: RuleWhen
    is_requirement: bool
    """The conditions say what is asked for: `then` becomes of those who lack it."""
    then: RuleThen
    reason: Optional[str]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""
    review: RuleReview
    on_missing: Optional[Literal["goes_on", "review", "deny"]]
    """What becomes of an applicant for whom a value is missing on which the rule depends: the next rule is tried, a person is asked, or the applicant is denied. Null: the comparison with the value does not hold."""
    block: Optional[str]
    """Rules of one block stand together: no order is said between them, and each that holds is a reason."""
    node_ids: List[str]
    """The nodes that carry it out."""


class RuleEffect(TypedDict):
    """Applicants who are treated differently."""
    text: str
    """The applicants and what changes for them: "credit score 660–679: review → denied"."""
    field: str
    """The value that tells them."""
    range: str
    """Its values, in words."""
    before: Literal["approved", "denied", "conditional", "review", "undecided", "failed"]
    """The outcome of the applicant; `review` means that a person decides, `undecided` that the run ends without an outcome."""
    after: Literal["approved", "denied", "conditional", "review", "undecided", "failed"]
    """The outcome of the applicant; `review` means that a person decides, `undecided` that the run ends without an outcome."""
    is_worse: bool
    """Worse for the applicant than before."""
    others: List[str]
    """The other values of the applicant with whom it was tried."""
    applicant: Dict[str, Any]
    """Members `payload` and `reports` of `POST /workflows/{id}/simulate`."""


class RuleEnd(TypedDict):
    """The outcome of a decision by a person."""
    then: RuleThen
    reason: Optional[str]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""


class RuleOfEveryoneElse(TypedDict):
    """The outcome of everybody whom no rule decides. Null if it is no list of rules."""
    text: str
    """The sentence of its author, or the reading."""
    read_as: str
    """The reading."""
    then: RuleThen
    reason: Optional[str]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""
    review: RuleReview
    node_ids: List[str]
    """The nodes that carry it out."""


class RuleReviewDueIn(TypedDict):
    """From when the review comes up until it is overdue."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class RuleReviewRemindersItemAfter(TypedDict):
    """From when the review comes up."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class RuleReviewRemindersItem(TypedDict):
    after: RuleReviewRemindersItemAfter
    """From when the review comes up."""
    to: str
    """An address of the account, that of a user or one that the operator confirmed. It is not interpolated."""
    subject: str
    """One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""
    body: str
    """Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""


class RuleReview(TypedDict):
    """How a person is asked. Null if the decision is not `review`."""
    due_in: Optional[RuleReviewDueIn]
    """From when the review comes up until it is overdue."""
    on_overdue: Literal["none", "notify"]
    """`notify` emits an event."""
    approvals: int
    """How many different people have to approve."""
    queue: Optional[str]
    """Queue to which it comes."""
    reminders: List[RuleReviewRemindersItem]
    """Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file."""
    approved: RuleEnd
    denied: RuleEnd


class RuleStatisticsRulesItem(TypedDict):
    """A rule."""
    workflow_id: int
    """Workflow."""
    rule: str
    """`id` of its sentence, or the node and the branch that was taken."""
    text: Optional[str]
    """The sentence, in the newest version that was counted; null if that has no such rule, or takes too much work to read, or without the scope `workflows:read`."""
    row_id: Optional[str]
    """`id` of the row in `GET /workflows/{id}/rules`; null if it is none, or without `workflows:read`."""
    held: Union[int, str]
    """Runs in which its condition held. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    decided: Union[int, str]
    """Runs that it decided. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    approved: Union[int, str]
    """Those of them that were approved, also by a person whom the rule asked. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    conditional: Union[int, str]
    """Those approved on conditions. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    denied: Union[int, str]
    """Those denied. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""


class RuleStatisticsBranchesItem(TypedDict):
    """A branch."""
    workflow_id: int
    """Workflow."""
    node_id: str
    """Node."""
    branch: str
    """`pass`, `human_review` or `fail`."""
    executions: Union[int, str]
    """Runs that took it, each once. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""


RuleStatistics = TypedDict(
    "RuleStatistics",
    {
        "object": "Literal["rule_statistics"]",
        "from": "str",
        "to": "str",
        "time_zone": "str",
        "execution_mode": "str",
        "rules": "List[RuleStatisticsRulesItem]",
        "branches": "List[RuleStatisticsBranchesItem]",
    },
)


class RuleStep(TypedDict):
    """A step beside the decision. One with `node_id` is a node of the cascade, and nothing else of it is read when rules are saved. One without becomes a node: `kind` is `wait` with `duration` and `unit`, `mail` to the applicant, or `notify` with the address `to`."""
    node_id: NotRequired[str]
    """The node."""
    kind: NotRequired[Literal["wait", "mail", "notify", "pull", "other"]]
    """The kind of step."""
    duration: NotRequired[float]
    """How long a wait is, in the unit."""
    unit: NotRequired[Literal["seconds", "minutes", "hours", "days", "weeks"]]
    """Unit of a wait."""
    to: NotRequired[str]
    """Address of a mail or a notification."""
    text: NotRequired[str]
    """The step in words."""


class RuleThenTermsWaitingPeriod(TypedDict):
    """Between the two letters, if it is not that of the place."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class RuleThenTerms(TypedDict):
    """How a letter carries the decision out. Null if there is no letter."""
    is_automatic: bool
    """Sent without a person who looks at it first."""
    is_employment: bool
    """Two letters, with a waiting period between them."""
    waiting_period: Optional[RuleThenTermsWaitingPeriod]
    """Between the two letters, if it is not that of the place."""
    statement: Optional[str]
    """The terms that are offered."""


class RuleThen(TypedDict):
    """The outcome of an applicant."""
    decision: Literal["approve", "deny", "review", "conditional", "revoke", "offer", "nothing"]
    """The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them."""
    before: List[RuleStep]
    """Steps before the decision, in order."""
    after: List[RuleStep]
    """Steps after the decision, in order."""
    terms: Optional[RuleThenTerms]
    """How a letter carries the decision out. Null if there is no letter."""


class RuleWhenConditionGroupsItem(TypedDict):
    """A group of conditions: they are joined by `logic`, or so many of them have to hold."""
    logic: NotRequired[Literal["and", "or"]]
    """How the conditions are joined."""
    at_least: NotRequired[int]
    """How many have to hold, in place of `logic`."""
    conditions: List[CascadeCondition]
    """The comparisons."""


class RuleWhen(TypedDict):
    """Whom the rule is about; of a requirement, what is asked for."""
    group_logic: Literal["and", "or"]
    """How the groups are joined."""
    condition_groups: List[RuleWhenConditionGroupsItem]
    """Groups of conditions."""
    read_as: str
    """The rule as its conditions are read."""


class SavedExamples(TypedDict):
    """The results of the examples for the version that was saved, or is to go live."""
    passed: int
    """Number of examples that pass."""
    failed: int
    """Number of examples that fail."""
    failing: List[ExampleResult]
    """Those that fail."""


class SettledPull(TypedDict):
    """The result of a pull."""
    object: Literal["settled_pull"]
    execution_id: int
    """The execution."""
    node_id: str
    """The node that pulls."""
    product_code: str
    """Code of the product."""
    result: Literal["asked_for", "not_ordered"]
    """`asked_for`: the vendor is asked for the order. `not_ordered`: the next pull orders again."""


class SimulationStepsItemCausedByItem(TypedDict):
    """A visit."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""


class SimulationStepsItem(TypedDict):
    """A visit."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    status: Literal["running", "succeeded", "failed", "cancelled"]
    """How it went."""
    branch: Optional[str]
    """The branch of an IfElse: `pass`, `human_review` or `fail`; null for other nodes."""
    caused_by: List[SimulationStepsItemCausedByItem]
    """The visits from which it was reached; empty of the first one."""
    error_code: Optional[str]
    """Why it failed."""


class SimulationDecidedBy(TypedDict):
    """The rule that decided, as the statistics of rules have it; null if none did."""
    rule: str
    """`id` of its sentence, or the node and the branch that was taken."""
    row_id: Optional[str]
    """`id` of the row in `GET /workflows/{id}/rules`; null if it is none."""
    text: Optional[str]
    """Its sentence; null if it has none, or takes too much work to read."""


class SimulationExplanationNoticesItemWayItem(TypedDict):
    """One step."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    name: str
    """Label of the node, or its id."""
    kind: str
    """Kind of the node."""


class SimulationExplanationNoticesItemChoicesItemConditionsItemNotComparable(TypedDict):
    """The value that cannot be compared. Null if there is none."""
    source_node_id: str
    """Node whose output it is in, or `context`."""
    path: str
    """Where it is there, list indexes included: `jobs.1.pay`."""
    expected: Literal["number", "date", "number_or_date", "yes_or_no", "text", "text_or_list", "list"]
    """The value that it would need."""


class SimulationExplanationNoticesItemChoicesItemConditionsItem(TypedDict):
    """One condition."""
    branch: Literal["pass", "human_review"]
    """Branch that it belongs to."""
    group: int
    """Index of its group."""
    source_node_id: str
    """Node whose output was read, or `context`."""
    field: str
    """Field that was read; of a list the figure that was compared (`tradelines.max.days_past_due`)."""
    where: Any
    """For a figure of some items of a list, the comparisons that these meet. Null if it is of all items, or of no list."""
    items: Optional[int]
    """How many items a figure is made of; null for any other value."""
    operator: str
    """How it was compared."""
    required: Any
    """The value that it was compared with."""
    value_from: Any
    """Where that value came from, if it is another one (`source_node_id`, `field`, `times`, `plus`, `actual`); null if the definition has it."""
    actual: Any
    """The value that was read."""
    missing: bool
    """True if there was no value."""
    result: Optional[bool]
    """Whether it held; null if that depends on a value that cannot be compared, or that is missing where a person was asked then."""
    on_missing: Optional[Literal["goes_on", "review", "deny"]]
    """The result of its group without the value, if it depends on one that is missing."""
    not_comparable: Optional[SimulationExplanationNoticesItemChoicesItemConditionsItemNotComparable]
    """The value that cannot be compared. Null if there is none."""
    decided: bool
    """True if it is one of those that decided."""
    text: str
    """The comparison in words."""


class SimulationExplanationNoticesItemChoicesItemReviewsItem(TypedDict):
    """One denial."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    decision: Literal["denied"]
    """Always `denied`."""
    decided_by_user_id: Optional[int]
    """Who denied."""
    decided_at: Optional[str]
    """When."""
    note: Optional[str]
    """The reviewer's note. It never stands on a notice."""
    reasons: List[str]
    """The reviewer's reasons."""


class SimulationExplanationNoticesItemChoicesItem(TypedDict):
    """One choice."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    name: str
    """Label of the node, or its id."""
    taken: Literal["pass", "human_review", "fail"]
    """The outcome whose steps ran; `fail` after a denial."""
    better: List[Literal["pass", "human_review", "fail"]]
    """The outcomes that would have been better."""
    conditions: List[SimulationExplanationNoticesItemChoicesItemConditionsItem]
    """Every condition of the node, as it was compared."""
    reviews: List[SimulationExplanationNoticesItemChoicesItemReviewsItem]
    """The denials that decided."""


class SimulationExplanationNoticesItemReportsUsedItem(TypedDict):
    """One report."""
    product_code: str
    """Product."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""


class SimulationExplanationNoticesItemWouldHaveChangedValuesItem(TypedDict):
    """One value."""
    source_node_id: str
    """Node whose output it is, or `context`."""
    visit: Optional[int]
    """The run of that node; null for what the caller sent."""
    field: str
    """Field."""
    where: Any
    """As of a condition."""
    actual: Any
    """The value that it had."""
    value: Any
    """A value with which the outcome would have been another."""
    value_from: Any
    """As of a condition."""
    text: str
    """The requirement in words."""


class SimulationExplanationNoticesItemWouldHaveChangedDecisionsItem(TypedDict):
    """One review."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    decision: Literal["approved"]
    """The other decision."""


class SimulationExplanationNoticesItemWouldHaveChanged(TypedDict):
    """Changes that would have avoided the notice."""
    values: List[SimulationExplanationNoticesItemWouldHaveChangedValuesItem]
    """The smallest set of values that would have had to be others, all decisions standing; empty if none would do."""
    exact: bool
    """False if the set may not be the smallest one; still, none of its values could be left out."""
    leads_to: Optional[Literal["review", "conditional", "approved", "report", "no_notice"]]
    """Where these values lead: to a reviewer, to an offer on other terms, to an approval, to a report that was never pulled, or only not to this notice; null without values."""
    decisions: List[SimulationExplanationNoticesItemWouldHaveChangedDecisionsItem]
    """Reviews that would have avoided the notice if they alone had been decided otherwise."""


class SimulationExplanationNoticesItem(TypedDict):
    """One notice, and why it was issued."""
    node_id: str
    """Node."""
    visit: int
    """1 for the first run of the node."""
    action_taken: str
    """The action taken."""
    reasons: List[str]
    """The principal reasons as the notice gives them."""
    unconditional: bool
    """True if the notice goes to everybody who reaches it, so no condition decided."""
    way: List[SimulationExplanationNoticesItemWayItem]
    """The steps that led to the notice, in the order in which they began."""
    choices: List[SimulationExplanationNoticesItemChoicesItem]
    """The choices that decided: those for which another outcome would have been better. Nearest to the notice first."""
    reports_used: List[SimulationExplanationNoticesItemReportsUsedItem]
    """The reports on which the notice rests."""
    would_have_changed: SimulationExplanationNoticesItemWouldHaveChanged
    """Changes that would have avoided the notice."""
    summary: List[str]
    """The explanation in sentences."""


class SimulationExplanation(TypedDict):
    """Why notices would be issued, as `GET /executions/{id}/explanation` says it of a real run."""
    notices: List[SimulationExplanationNoticesItem]
    """The notices, oldest first; empty if there is none."""


class Simulation(TypedDict):
    """The course of a simulated run. Nothing was sent, pulled, billed or stored."""
    object: Literal["simulation"]
    status: Literal["running", "waiting", "awaiting_review", "completed", "failed"]
    """How it ended."""
    outcome: Optional[str]
    """The most severe outcome: `denied`, `conditional`, `approved`, or null."""
    path: List[str]
    """Ids of the nodes in the order in which they ran."""
    steps: List[SimulationStepsItem]
    """Visits of nodes, as in `GET /executions/{id}/timeline`."""
    decided_by: Optional[SimulationDecidedBy]
    """The rule that decided, as the statistics of rules have it; null if none did."""
    stopped_at: Optional[str]
    """Node of the review that has no entry in `decisions`."""
    step_outputs: Dict[str, Any]
    """Output of each node that ran, by node id."""
    first_error_message: Optional[str]
    """Message of the first step that failed."""
    explanation: SimulationExplanation
    """Why notices would be issued, as `GET /executions/{id}/explanation` says it of a real run."""


class TestCasePayload(TypedDict):
    """A drop-in body of the trigger."""
    applicant: Dict[str, Any]
    """The applicant."""
    property: NotRequired[Dict[str, Any]]
    """The property."""


class TestCase(TypedDict):
    """A made-up applicant whose reports are registered."""
    id: int
    """Id of the subject in the sandbox registry."""
    case_name: str
    """Name of the case."""
    product_code: Literal["credit_report", "criminal_background", "eviction_history", "identity_verification", "income_verification"]
    """Product whose case it is."""
    payload: TestCasePayload
    """A drop-in body of the trigger."""


class TestCaseList(TypedDict):
    """Registered sandbox subjects of the products that the cascade uses."""
    object: Literal["test_case_list"]
    workflow_id: int
    """Cascade."""
    test_cases: List[TestCase]
    """Each with a payload that can be triggered with."""


class UnknownPull(TypedDict):
    """A pull that was cut short: nobody knows whether the vendor has the order."""
    object: Literal["unknown_pull"]
    id: int
    """The pull."""
    execution_id: int
    """The execution."""
    node_id: str
    """The node that pulls."""
    product_code: str
    """Code of the product."""
    our_reference: str
    """Our reference, by which the vendor may find the order."""
    asked_at: str
    """When the vendor was asked."""


class UpdatedPerson(TypedDict):
    """A person of the account, whose role was set."""
    object: Literal["person"]
    id: int
    """The user."""
    name: str
    """Name."""
    email: str
    """E-mail address; empty if they have none."""
    role: Optional[Literal["viewer", "reviewer", "author", "publisher", "admin"]]
    """Their rights. Null if they have none, or have a role of the identity provider."""
    queues: List[str]
    """The queues of reviews that they work; none: all."""
    address_confirmed_by: Optional[Literal["operator", "identity_provider"]]
    """Who confirmed their address. Null: nobody did."""
    is_of_provider: bool
    """True if they sign in at the identity provider, which gives their role."""
    api_client_id: Optional[int]
    """The API client through which they act by a mailed link. Null: the only one of the account."""
    last_signed_in_at: Optional[str]
    """When they last signed in. Null: not in the last month."""
    sessions: int
    """Sessions that have not ended."""
    tokens: int
    """Tokens that act in their name. They keep working when the role is taken away."""
    reviews_released: int
    """Reviews that they had claimed and can decide no more."""


class UpdatedUser(TypedDict):
    """A user of the account, whose queues were set."""
    object: Literal["user"]
    id: int
    """Id."""
    name: str
    """Name."""
    role: Optional[Literal["viewer", "reviewer", "author", "publisher", "admin"]]
    """What an operator lets them do when they have signed in. Null: nothing, or their role is that of the identity provider, which its sessions have."""
    address_confirmed_by: Optional[Literal["operator", "identity_provider"]]
    """Who confirmed their e-mail address. Null: nobody did, so they approve nothing where two people are asked, and nobody approves what they write."""
    queues: List[str]
    """The queues of reviews that they work; none: all."""
    reviews_released: int
    """Reviews that they had claimed in queues that they work no more."""


class User(TypedDict):
    """A user of the account."""
    object: Literal["user"]
    id: int
    """Id."""
    name: str
    """Name."""
    role: Optional[Literal["viewer", "reviewer", "author", "publisher", "admin"]]
    """What an operator lets them do when they have signed in. Null: nothing, or their role is that of the identity provider, which its sessions have."""
    address_confirmed_by: Optional[Literal["operator", "identity_provider"]]
    """Who confirmed their e-mail address. Null: nobody did, so they approve nothing where two people are asked, and nobody approves what they write."""
    queues: List[str]
    """The queues of reviews that they work; none: all."""


class VendorStatisticsProductsItem(TypedDict):
    """A product."""
    product_code: str
    """Product."""
    pulls: Union[int, str]
    """Pulls of runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    failures: Union[int, str]
    """Those of them that failed. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many."""
    median_seconds: Optional[float]
    """Half took no longer; exact to 5 %. Null if there are none."""
    p90_seconds: Optional[float]
    """Nine of ten took no longer; exact to 5 %."""


VendorStatistics = TypedDict(
    "VendorStatistics",
    {
        "object": "Literal["vendor_statistics"]",
        "from": "str",
        "to": "str",
        "time_zone": "str",
        "execution_mode": "str",
        "products": "List[VendorStatisticsProductsItem]",
    },
)


class WaitingLetterReport(TypedDict):
    """The report that came back."""
    kind: Literal["bounce", "undelivered"]
    """`bounce`: refused for good. `undelivered`: given up."""
    status: Optional[str]
    """Enhanced status code (RFC 3463), such as 5.1.1."""


class WaitingLetter(TypedDict):
    """A letter that waits for a person."""
    object: Literal["waiting_letter"]
    id: int
    """Number in this list, the same as long as the letter waits."""
    state: Literal["draft", "needs_reasons", "needs_variables", "needs_name", "needs_address", "needs_glyphs", "to_post", "owed", "returned", "resend_failed"]
    """`draft`: a person sends or discards it. `needs_reasons`, `needs_variables`, `needs_name`, `needs_address`: it is parked until a person gives them. `needs_glyphs`: it waits until your operator adds a font that has its characters. `to_post`: it goes by post, and a person records that it was posted. `owed`: a person was denied, and no letter went out (`notices_due`). `returned`: it came back (`report`), and was not sent again since. `resend_failed`: sending it again failed (`error_code`)."""
    execution_id: int
    """Execution."""
    workflow_id: int
    """Cascade."""
    workflow_name: str
    """Name of the cascade."""
    external_reference: Optional[str]
    """Correlation id of the caller."""
    execution_mode: Literal["test", "live"]
    """Mode."""
    node_id: Optional[str]
    """Node of the letter; of those that are owed, each of `notices_due` has its own."""
    notice_artifact_id: Optional[int]
    """Its PDF; null if there is none."""
    due_at: Optional[str]
    """When it is due; null if nothing says so."""
    overdue: bool
    """True if it is past that time."""
    since: str
    """Since when it waits."""
    assigned_to_user_id: Optional[int]
    """Reviewer who claimed it."""
    snoozed_until: Optional[str]
    """Until when its review is put off."""
    variables: Optional[List[str]]
    """Paths of the variables without a value."""
    why: Optional[Literal["free_text_only", "other_person", "report_corrected"]]
    """`free_text_only`: its only reasons are the words of a reviewer. `other_person`: it goes to another person. `report_corrected`: a report was corrected since the first of two letters."""
    notices_due: List[OwedNotice]
    """Who is owed a letter."""
    report: Optional[WaitingLetterReport]
    """The report that came back."""
    error_code: Optional[str]
    """Why it could not be sent again."""
    applicant_name: NotRequired[Optional[str]]
    """Name of the applicant; only with `executions:read:full`."""


class WebhookDelivery(TypedDict):
    """The delivery of one event to one subscription."""
    object: Literal["webhook_delivery"]
    id: int
    """Id; `X-Service-Delivery` of every attempt."""
    subscription_id: int
    """Subscription."""
    subscription_deleted_at: Optional[str]
    """When the subscription was deleted; null if it is still there."""
    event: Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]
    """Event."""
    event_id: str
    """`id` of the envelope; the same for all subscribers."""
    status: Literal["pending", "retrying", "succeeded", "failed", "dead"]
    """`dead`: the last attempt failed. `failed`: no longer attempted, because the URL is not allowed or the subscription was paused or deleted."""
    attempts: int
    """Attempts made."""
    last_response_status: Optional[int]
    """HTTP status of the last attempt; null if there was no response."""
    last_error: Optional[str]
    """Why the last attempt failed."""
    next_retry_at: Optional[str]
    """When the next attempt is due."""
    last_attempt_at: Optional[str]
    """When the last attempt was made."""
    delivered_at: Optional[str]
    """When it succeeded."""
    created_at: str
    """When the event was emitted."""


class WebhookDeliveryDetailAttemptsLogItem(TypedDict):
    attempt: int
    """Counted from 1."""
    attempted_at: str
    """When the request was sent."""
    duration_ms: int
    """Until the response or the failure, in milliseconds."""
    response_status: Optional[int]
    """HTTP status; null if there was no response."""
    error: Optional[str]
    """Why it failed; null if it succeeded."""


class WebhookDeliveryDetail(TypedDict):
    """A delivery with its attempts."""
    object: Literal["webhook_delivery"]
    id: int
    """Id; `X-Service-Delivery` of every attempt."""
    subscription_id: int
    """Subscription."""
    subscription_deleted_at: Optional[str]
    """When the subscription was deleted; null if it is still there."""
    event: Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]
    """Event."""
    event_id: str
    """`id` of the envelope; the same for all subscribers."""
    status: Literal["pending", "retrying", "succeeded", "failed", "dead"]
    """`dead`: the last attempt failed. `failed`: no longer attempted, because the URL is not allowed or the subscription was paused or deleted."""
    attempts: int
    """Attempts made."""
    last_response_status: Optional[int]
    """HTTP status of the last attempt; null if there was no response."""
    last_error: Optional[str]
    """Why the last attempt failed."""
    next_retry_at: Optional[str]
    """When the next attempt is due."""
    last_attempt_at: Optional[str]
    """When the last attempt was made."""
    delivered_at: Optional[str]
    """When it succeeded."""
    created_at: str
    """When the event was emitted."""
    execution_id: Optional[int]
    """Execution of which the event tells; null for a sample."""
    attempts_log: List[WebhookDeliveryDetailAttemptsLogItem]
    """The attempts, the first one first."""


class WebhookRedelivery(TypedDict):
    """The deliveries that a request for redelivery queued again."""
    object: Literal["webhook_redelivery"]
    subscription_id: int
    """Subscription."""
    requeued: int
    """Deliveries that are due again."""
    has_more: bool
    """More match than one request requeues: send it again under another key."""


class WebhookSubscriptionHealth(TypedDict):
    """State of its deliveries. A failing subscription is never switched off."""
    status: Literal["ok", "failing"]
    """`failing`: every attempt has failed for days."""
    since: NotRequired[str]
    """Only if failing: since when."""


class WebhookSubscriptionDeliveriesLast(TypedDict):
    """The latest one; null if there is none."""
    id: int
    """Delivery."""
    status: Literal["pending", "retrying", "succeeded", "failed", "dead"]
    """Its status."""
    response_status: Optional[int]
    """HTTP status of its last attempt; null if there was no response."""
    created_at: str
    """When its event was emitted."""


class WebhookSubscriptionDeliveries(TypedDict):
    """Counts of its deliveries by state."""
    waiting: int
    """Not delivered yet, and tried by themselves: `pending` and `retrying`."""
    unsuccessful: int
    """Tried no more: `failed` and `dead`."""
    last: Optional[WebhookSubscriptionDeliveriesLast]
    """The latest one; null if there is none."""


class WebhookSubscription(TypedDict):
    """A receiver of events."""
    object: Literal["webhook_subscription"]
    id: int
    """Id."""
    url: str
    """URL of the receiver."""
    event_filter: List[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]]
    """Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them."""
    active: bool
    """Only active subscriptions receive events."""
    health: WebhookSubscriptionHealth
    """State of its deliveries. A failing subscription is never switched off."""
    deliveries: WebhookSubscriptionDeliveries
    """Counts of its deliveries by state."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""
    secret_rotated_at: Optional[str]
    """When the signing secret was last rotated."""


class WebhookSubscriptionWithSecretHealth(TypedDict):
    """State of its deliveries. A failing subscription is never switched off."""
    status: Literal["ok", "failing"]
    """`failing`: every attempt has failed for days."""
    since: NotRequired[str]
    """Only if failing: since when."""


class WebhookSubscriptionWithSecretDeliveriesLast(TypedDict):
    """The latest one; null if there is none."""
    id: int
    """Delivery."""
    status: Literal["pending", "retrying", "succeeded", "failed", "dead"]
    """Its status."""
    response_status: Optional[int]
    """HTTP status of its last attempt; null if there was no response."""
    created_at: str
    """When its event was emitted."""


class WebhookSubscriptionWithSecretDeliveries(TypedDict):
    """Counts of its deliveries by state."""
    waiting: int
    """Not delivered yet, and tried by themselves: `pending` and `retrying`."""
    unsuccessful: int
    """Tried no more: `failed` and `dead`."""
    last: Optional[WebhookSubscriptionWithSecretDeliveriesLast]
    """The latest one; null if there is none."""


class WebhookSubscriptionWithSecret(TypedDict):
    """A subscription with its signing secret, which is shown only once."""
    object: Literal["webhook_subscription"]
    id: int
    """Id."""
    url: str
    """URL of the receiver."""
    event_filter: List[Literal["execution.completed", "execution.failed", "adverse_action.triggered", "adverse_action.completed", "adverse_action.failed", "adverse_action.retry_scheduled", "review.opened", "review.decided", "review.overdue", "adverse_action.overdue", "decisions.drifted"]]
    """Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them."""
    active: bool
    """Only active subscriptions receive events."""
    health: WebhookSubscriptionWithSecretHealth
    """State of its deliveries. A failing subscription is never switched off."""
    deliveries: WebhookSubscriptionWithSecretDeliveries
    """Counts of its deliveries by state."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""
    secret_rotated_at: Optional[str]
    """When the signing secret was last rotated."""
    signing_secret: str
    """`whsec_` and 32 random bytes in base64; the key of `X-Service-Signature` is the whole text. Missing if the response is replayed more than a day later."""


class Workflow(TypedDict):
    """A cascade."""
    object: Literal["workflow"]
    id: int
    """Id."""
    code: Optional[str]
    """`CAS-` and six characters, unique in the account."""
    name: str
    """Name."""
    active: bool
    """True: can be triggered in live mode. False: a draft, which runs in test mode only."""
    trigger_type: Literal["manual", "event", "scheduled"]
    """A label. `event` and `scheduled` start nothing by themselves."""
    use_case: Optional[str]
    """A label."""
    version: int
    """Number of the current definition; each one saved is kept."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""


class WorkflowDetailMissingForLiveItem(TypedDict):
    """One thing that is missing."""
    node_id: str
    """The node that needs it."""
    lacks: Literal["legal_name", "address", "ecoa_agency", "agency", "declaration", "product", "definition"]
    """What is missing. `legal_name`, `address`, `ecoa_agency`: `PATCH /company` sets it. `agency`: `PUT /agencies/{code}` does. `declaration`: `PUT /fields/{field}` does. `definition`: the cascade has to be changed."""
    what: Optional[str]
    """The code of the product whose agency is not set, or the path that nobody declared."""
    message: str
    """The requirements in words."""


class WorkflowDetail(TypedDict):
    """A cascade with its definition."""
    object: Literal["workflow"]
    id: int
    """Id."""
    code: Optional[str]
    """`CAS-` and six characters, unique in the account."""
    name: str
    """Name."""
    active: bool
    """True: can be triggered in live mode. False: a draft, which runs in test mode only."""
    trigger_type: Literal["manual", "event", "scheduled"]
    """A label. `event` and `scheduled` start nothing by themselves."""
    use_case: Optional[str]
    """A label."""
    version: int
    """Number of the current definition; each one saved is kept."""
    created_at: str
    """When it was created."""
    updated_at: str
    """When it last changed."""
    definition: CascadeDefinition
    warnings: List[CascadeWarning]
    """Definitions that can be saved but hardly do what was meant."""
    hidden_from_reviewers: List[HiddenField]
    """Fields that choices read and that are hidden from reviewers without `pii:read`, the first 100; empty if no person is asked."""
    missing_for_live: List[WorkflowDetailMissingForLiveItem]
    """Requirements for going live that the account or the cascade lacks at present."""
    questions: List[FieldQuestion]
    """Open questions about the fields that it reads (`PUT /fields/{field}/answers`). They keep nothing from going live."""
    note: NotRequired[str]
    """Only if `active` was not granted: why."""
    examples: NotRequired[SavedExamples]


class WorkflowExampleExpected(TypedDict):
    """The expected result."""
    outcome: Literal["approved", "denied", "conditional", "review", "undecided", "failed"]
    """`review`: it stops at a person whose decision is not given."""
    rule: NotRequired[str]
    """The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do."""
    reasons: NotRequired[List[str]]
    """The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do."""


class WorkflowExample(TypedDict):
    """A made-up applicant with what is expected of the cascade."""
    object: Literal["workflow_example"]
    id: int
    """Id."""
    workflow_id: int
    """The cascade."""
    name: str
    """Name."""
    payload: Dict[str, Any]
    """As in a trigger."""
    reports: Dict[str, Any]
    """Reports by product code, or parts of them."""
    decisions: Dict[str, Any]
    """Decisions of reviewers, by node id."""
    as_of: str
    """The day on which the person applies."""
    expected: WorkflowExampleExpected
    """The expected result."""
    expected_by_user_id: int
    """User who said what is expected."""
    expected_at: str
    """When."""
    created_at: str
    """When it was kept."""
    updated_at: str
    """When it last changed."""


class WorkflowExamplesTablesItemRowsItem(TypedDict):
    """One applicant."""
    value: str
    """The value in words."""
    is_threshold: bool
    """True if a condition names the value."""
    result: Literal["approved", "denied", "conditional", "review", "undecided", "failed"]
    """The outcome of the applicant; `review` means that a person decides, `undecided` that the run ends without an outcome."""
    applicant: Dict[str, Any]
    """Members `payload` and `reports` of `POST /workflows/{id}/simulate`."""


class WorkflowExamplesTablesItem(TypedDict):
    """Applicants who differ in one value."""
    field: str
    """The value, as the rules call it."""
    rules: List[int]
    """Numbers of the rules that compare it, whose edges these are, as in `GET /workflows/{id}/rules`."""
    others: List[str]
    """Values that all applicants of the table have."""
    rows: List[WorkflowExamplesTablesItemRowsItem]
    """In the order of the values; last the applicant without one."""


class WorkflowExamples(TypedDict):
    """For each value that conditions compare the applicants at and beside each threshold, and what becomes of them: the interpreter was run for each of them."""
    tables: List[WorkflowExamplesTablesItem]
    """One for each value."""
    left_out: List[str]
    """Values without a table: parts of lists, what the run itself sets, and those beyond 80 rows in all, or beyond the budget of work."""


class WorkflowReadingRulesItem(TypedDict):
    """One rule."""
    number: Optional[int]
    """As in `GET /workflows/{id}/rules`. A case that a person decides because a value is missing has the number of its rule. Null for what is no rule there, such as everyone else."""
    id: Optional[str]
    """By what the definition knows it."""
    text: str
    """The rule, in the words of its author where the definition has them."""
    read_as: Optional[str]
    """What these words were read as: what runs. Null if it says the same. A long condition is a list, a part on each line."""
    details: List[str]
    """Its other effects."""
    node_ids: List[str]
    """The steps that it comes from."""


class WorkflowReadingNoRules(TypedDict):
    """The reason why the cascade is not a list of rules. Null if it is one, or has no steps."""
    node_id: str
    """Where that is; empty if it is no one node."""
    text: str
    """Why."""


class WorkflowReadingMissingValuesItem(TypedDict):
    """One value."""
    field: str
    """The value."""
    text: str
    """The outcome of the applicant."""


class WorkflowReadingStepsItem(TypedDict):
    """One node."""
    node_id: str
    """Id of the node."""
    text: str
    """Its action."""


class WorkflowReadingChangesPartsItem(TypedDict):
    """One part of the reading."""
    part: Literal["rules", "missing_values", "steps"]
    """Which one."""
    removed: List[str]
    """Sentences of the other version alone."""
    added: List[str]
    """Sentences of this version alone."""


class WorkflowReadingChanges(TypedDict):
    """How the version that is read differs from the one that `compare_to` names. Only with `compare_to`, or of a definition that is not saved."""
    version: int
    """The version that it is compared with."""
    parts: List[WorkflowReadingChangesPartsItem]
    """Empty if both read alike. A sentence that moved is in both lists."""
    effects: List[RuleEffect]
    """Who is treated differently, worst first, at most 50. Found by runs of both at and beside each threshold; where a person is asked, by each decision."""
    more_effects: int
    """How many more were found."""
    untried: int
    """How many comparisons of both were not tried, because that would be too much work, or because no applicant can be given the value, as that of an item of a list. Above 0 there may be more effects, even if none was found."""


class WorkflowReading(TypedDict):
    """A cascade in plain English: exactly what runs."""
    object: Literal["workflow_reading"]
    workflow_id: int
    """The cascade."""
    version: int
    """The version that is read; of a definition that is not saved, the one that it is compared with."""
    rules: Optional[List[WorkflowReadingRulesItem]]
    """The first rule that holds decides. Null if the cascade is no list of rules, because steps run side by side or in a loop, or are too many: then the steps tell it."""
    no_rules: Optional[WorkflowReadingNoRules]
    """The reason why the cascade is not a list of rules. Null if it is one, or has no steps."""
    missing_values: List[WorkflowReadingMissingValuesItem]
    """Outcomes of applicants without a value. A value that is not listed is in every report."""
    steps: List[WorkflowReadingStepsItem]
    """Node by node; nothing is left out."""
    always: List[str]
    """Rules that apply to every cascade."""
    examples: WorkflowExamples
    changes: NotRequired[WorkflowReadingChanges]
    """How the version that is read differs from the one that `compare_to` names. Only with `compare_to`, or of a definition that is not saved."""


class WorkflowRulesNoRules(TypedDict):
    """The reason why the cascade is not rules from there on. The part before is rules all the same."""
    node_id: str
    """Where that is; empty if it is no one node."""
    text: str
    """Why."""


class WorkflowRules(TypedDict):
    """The rules of a cascade, one row a rule."""
    object: Literal["workflow_rules"]
    workflow_id: int
    """The cascade."""
    version: int
    """The version that has them."""
    activation_request: Optional[int]
    """The activation request that proposes them, if it was asked for."""
    rules: List[Rule]
    """In the order in which they are tried."""
    everyone_else: RuleOfEveryoneElse
    no_rules: Optional[WorkflowRulesNoRules]
    """The reason why the cascade is not rules from there on. The part before is rules all the same."""


class WorkflowRulesBodyRulesItemWhen2ConditionGroupsItem(TypedDict):
    """A group of conditions: they are joined by `logic`, or so many of them have to hold."""
    logic: NotRequired[Literal["and", "or"]]
    """How the conditions are joined."""
    at_least: NotRequired[int]
    """How many have to hold, in place of `logic`."""
    conditions: List[CascadeCondition]
    """The comparisons."""


class WorkflowRulesBodyRulesItemWhen2(TypedDict):
    """The conditions."""
    group_logic: NotRequired[Literal["and", "or"]]
    """How the groups are joined."""
    condition_groups: List[WorkflowRulesBodyRulesItemWhen2ConditionGroupsItem]
    """Groups of conditions."""
    read_as: NotRequired[str]
    """Not read."""


class WorkflowRulesBodyRulesItemThenTermsWaitingPeriod(TypedDict):
    """Between the two letters, if it is not that of the place."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class WorkflowRulesBodyRulesItemThenTerms(TypedDict):
    """How a letter carries the decision out. Null if there is no letter."""
    is_automatic: bool
    """Sent without a person who looks at it first."""
    is_employment: bool
    """Two letters, with a waiting period between them."""
    waiting_period: Optional[WorkflowRulesBodyRulesItemThenTermsWaitingPeriod]
    """Between the two letters, if it is not that of the place."""
    statement: Optional[str]
    """The terms that are offered."""


class WorkflowRulesBodyRulesItemThen(TypedDict):
    """The outcome of an applicant."""
    decision: Literal["approve", "deny", "review", "conditional", "revoke", "offer", "nothing"]
    """The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them."""
    before: NotRequired[List[RuleStep]]
    """Steps before the decision, in order."""
    after: NotRequired[List[RuleStep]]
    """Steps after the decision, in order."""
    terms: NotRequired[Optional[WorkflowRulesBodyRulesItemThenTerms]]
    """How a letter carries the decision out. Null if there is no letter."""


class WorkflowRulesBodyRulesItemReviewDueIn(TypedDict):
    """From when the review comes up until it is overdue."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class WorkflowRulesBodyRulesItemReviewRemindersItemAfter(TypedDict):
    """From when the review comes up."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class WorkflowRulesBodyRulesItemReviewRemindersItem(TypedDict):
    after: WorkflowRulesBodyRulesItemReviewRemindersItemAfter
    """From when the review comes up."""
    to: str
    """An address of the account, that of a user or one that the operator confirmed. It is not interpolated."""
    subject: str
    """One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""
    body: str
    """Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""


class WorkflowRulesBodyRulesItemReviewApproved(TypedDict):
    """The outcome of a decision by a person."""
    then: NotRequired[RuleThen]
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""


class WorkflowRulesBodyRulesItemReviewDenied(TypedDict):
    """The outcome of a decision by a person."""
    then: NotRequired[RuleThen]
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""


class WorkflowRulesBodyRulesItemReview(TypedDict):
    """How a person is asked. Null if the decision is not `review`."""
    due_in: NotRequired[Optional[WorkflowRulesBodyRulesItemReviewDueIn]]
    """From when the review comes up until it is overdue."""
    on_overdue: NotRequired[Literal["none", "notify"]]
    """`notify` emits an event."""
    approvals: NotRequired[int]
    """How many different people have to approve."""
    queue: NotRequired[Optional[str]]
    """Queue to which it comes."""
    reminders: NotRequired[List[WorkflowRulesBodyRulesItemReviewRemindersItem]]
    """Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file."""
    approved: NotRequired[WorkflowRulesBodyRulesItemReviewApproved]
    """The outcome of a decision by a person."""
    denied: NotRequired[WorkflowRulesBodyRulesItemReviewDenied]
    """The outcome of a decision by a person."""


class WorkflowRulesBodyRulesItem(TypedDict):
    id: NotRequired[str]
    """The rule that is changed. A rule without one is new."""
    text: NotRequired[Optional[str]]
    """The sentence. Null: the reading of the conditions."""
    when: NotRequired[Union[str, WorkflowRulesBodyRulesItemWhen2]]
    """The conditions, or a sentence of a policy ("the credit score is below 600"). A new rule whose sentence says what it decides ("Deny if …") needs no `then`."""
    is_requirement: NotRequired[bool]
    """As of a rule."""
    then: NotRequired[WorkflowRulesBodyRulesItemThen]
    """The outcome of an applicant."""
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""
    review: NotRequired[Optional[WorkflowRulesBodyRulesItemReview]]
    """How a person is asked. Null if the decision is not `review`."""
    on_missing: NotRequired[Optional[Literal["goes_on", "review", "deny"]]]
    """What becomes of an applicant for whom a value is missing on which the rule depends: the next rule is tried, a person is asked, or the applicant is denied. Null: the comparison with the value does not hold."""
    block: NotRequired[Optional[str]]
    """As of a rule."""
    node_ids: NotRequired[List[str]]
    """The nodes that carry it out."""


class WorkflowRulesBodyEveryoneElseThenTermsWaitingPeriod(TypedDict):
    """Between the two letters, if it is not that of the place."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class WorkflowRulesBodyEveryoneElseThenTerms(TypedDict):
    """How a letter carries the decision out. Null if there is no letter."""
    is_automatic: bool
    """Sent without a person who looks at it first."""
    is_employment: bool
    """Two letters, with a waiting period between them."""
    waiting_period: Optional[WorkflowRulesBodyEveryoneElseThenTermsWaitingPeriod]
    """Between the two letters, if it is not that of the place."""
    statement: Optional[str]
    """The terms that are offered."""


class WorkflowRulesBodyEveryoneElseThen(TypedDict):
    """The outcome of an applicant."""
    decision: Literal["approve", "deny", "review", "conditional", "revoke", "offer", "nothing"]
    """The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them."""
    before: NotRequired[List[RuleStep]]
    """Steps before the decision, in order."""
    after: NotRequired[List[RuleStep]]
    """Steps after the decision, in order."""
    terms: NotRequired[Optional[WorkflowRulesBodyEveryoneElseThenTerms]]
    """How a letter carries the decision out. Null if there is no letter."""


class WorkflowRulesBodyEveryoneElseReviewDueIn(TypedDict):
    """From when the review comes up until it is overdue."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class WorkflowRulesBodyEveryoneElseReviewRemindersItemAfter(TypedDict):
    """From when the review comes up."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class WorkflowRulesBodyEveryoneElseReviewRemindersItem(TypedDict):
    after: WorkflowRulesBodyEveryoneElseReviewRemindersItemAfter
    """From when the review comes up."""
    to: str
    """An address of the account, that of a user or one that the operator confirmed. It is not interpolated."""
    subject: str
    """One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""
    body: str
    """Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""


class WorkflowRulesBodyEveryoneElseReviewApproved(TypedDict):
    """The outcome of a decision by a person."""
    then: NotRequired[RuleThen]
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""


class WorkflowRulesBodyEveryoneElseReviewDenied(TypedDict):
    """The outcome of a decision by a person."""
    then: NotRequired[RuleThen]
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""


class WorkflowRulesBodyEveryoneElseReview(TypedDict):
    """How a person is asked. Null if the decision is not `review`."""
    due_in: NotRequired[Optional[WorkflowRulesBodyEveryoneElseReviewDueIn]]
    """From when the review comes up until it is overdue."""
    on_overdue: NotRequired[Literal["none", "notify"]]
    """`notify` emits an event."""
    approvals: NotRequired[int]
    """How many different people have to approve."""
    queue: NotRequired[Optional[str]]
    """Queue to which it comes."""
    reminders: NotRequired[List[WorkflowRulesBodyEveryoneElseReviewRemindersItem]]
    """Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file."""
    approved: NotRequired[WorkflowRulesBodyEveryoneElseReviewApproved]
    """The outcome of a decision by a person."""
    denied: NotRequired[WorkflowRulesBodyEveryoneElseReviewDenied]
    """The outcome of a decision by a person."""


class WorkflowRulesBodyEveryoneElse(TypedDict):
    """The outcome of everybody else. If left out, it stays as it is."""
    text: NotRequired[Optional[str]]
    """The sentence."""
    read_as: NotRequired[str]
    """Not read."""
    then: NotRequired[WorkflowRulesBodyEveryoneElseThen]
    """The outcome of an applicant."""
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""
    review: NotRequired[Optional[WorkflowRulesBodyEveryoneElseReview]]
    """How a person is asked. Null if the decision is not `review`."""
    node_ids: NotRequired[List[str]]
    """The nodes that carry it out."""


class WorkflowRulesBody(TypedDict):
    rules: List[WorkflowRulesBodyRulesItem]
    """All rules, in the order in which they are tried: at most 60. One that is left out is removed."""
    everyone_else: NotRequired[Optional[WorkflowRulesBodyEveryoneElse]]
    """The outcome of everybody else. If left out, it stays as it is."""
    activate: NotRequired[bool]
    """True: they are live at once, which needs the scope `workflows:activate`."""
    note: NotRequired[Optional[str]]
    """Kept with what is saved."""
    examples_override: NotRequired[str]
    """Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names."""


class WorkflowRulesChangeNoRules(TypedDict):
    """The reason why the cascade is not rules from there on. The part before is rules all the same."""
    node_id: str
    """Where that is; empty if it is no one node."""
    text: str
    """Why."""


class WorkflowRulesChange(TypedDict):
    """The rules as they would be, or are, and whom they treat differently."""
    object: Literal["workflow_rules_change"]
    workflow_id: int
    """The cascade."""
    version: int
    """The current version."""
    saved: Literal["nothing", "version", "proposal"]
    """`nothing` changed or was to be saved; a new `version`; or a `proposal`, which another request activates."""
    activation_request: Optional[int]
    """The activation request of a proposal."""
    is_changed: bool
    """The rules differ from the current version."""
    definition: Any
    """The definition with these rules."""
    rules: List[Rule]
    """In the order in which they are tried."""
    everyone_else: RuleOfEveryoneElse
    no_rules: Optional[WorkflowRulesChangeNoRules]
    """The reason why the cascade is not rules from there on. The part before is rules all the same."""
    effects: List[RuleEffect]
    """Who is treated differently, worst first, at most 50. Found by runs of both at and beside each threshold; where a person is asked, by each decision."""
    more_effects: int
    """How many more were found."""
    untried: int
    """How many comparisons of both were not tried, because that would be too much work, or because no applicant can be given the value, as that of an item of a list. Above 0 there may be more effects, even if none was found."""
    warnings: List[CascadeWarning]
    """Definitions that can be saved but hardly do what was meant."""
    removed: List[str]
    """Sentences of the reading that only the current version has."""
    added: List[str]
    """Sentences that are new."""
    examples: NotRequired[SavedExamples]


class WorkflowRulesPreviewBodyRulesItemWhen2ConditionGroupsItem(TypedDict):
    """A group of conditions: they are joined by `logic`, or so many of them have to hold."""
    logic: NotRequired[Literal["and", "or"]]
    """How the conditions are joined."""
    at_least: NotRequired[int]
    """How many have to hold, in place of `logic`."""
    conditions: List[CascadeCondition]
    """The comparisons."""


class WorkflowRulesPreviewBodyRulesItemWhen2(TypedDict):
    """The conditions."""
    group_logic: NotRequired[Literal["and", "or"]]
    """How the groups are joined."""
    condition_groups: List[WorkflowRulesPreviewBodyRulesItemWhen2ConditionGroupsItem]
    """Groups of conditions."""
    read_as: NotRequired[str]
    """Not read."""


class WorkflowRulesPreviewBodyRulesItemThenTermsWaitingPeriod(TypedDict):
    """Between the two letters, if it is not that of the place."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class WorkflowRulesPreviewBodyRulesItemThenTerms(TypedDict):
    """How a letter carries the decision out. Null if there is no letter."""
    is_automatic: bool
    """Sent without a person who looks at it first."""
    is_employment: bool
    """Two letters, with a waiting period between them."""
    waiting_period: Optional[WorkflowRulesPreviewBodyRulesItemThenTermsWaitingPeriod]
    """Between the two letters, if it is not that of the place."""
    statement: Optional[str]
    """The terms that are offered."""


class WorkflowRulesPreviewBodyRulesItemThen(TypedDict):
    """The outcome of an applicant."""
    decision: Literal["approve", "deny", "review", "conditional", "revoke", "offer", "nothing"]
    """The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them."""
    before: NotRequired[List[RuleStep]]
    """Steps before the decision, in order."""
    after: NotRequired[List[RuleStep]]
    """Steps after the decision, in order."""
    terms: NotRequired[Optional[WorkflowRulesPreviewBodyRulesItemThenTerms]]
    """How a letter carries the decision out. Null if there is no letter."""


class WorkflowRulesPreviewBodyRulesItemReviewDueIn(TypedDict):
    """From when the review comes up until it is overdue."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class WorkflowRulesPreviewBodyRulesItemReviewRemindersItemAfter(TypedDict):
    """From when the review comes up."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class WorkflowRulesPreviewBodyRulesItemReviewRemindersItem(TypedDict):
    after: WorkflowRulesPreviewBodyRulesItemReviewRemindersItemAfter
    """From when the review comes up."""
    to: str
    """An address of the account, that of a user or one that the operator confirmed. It is not interpolated."""
    subject: str
    """One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""
    body: str
    """Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""


class WorkflowRulesPreviewBodyRulesItemReviewApproved(TypedDict):
    """The outcome of a decision by a person."""
    then: NotRequired[RuleThen]
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""


class WorkflowRulesPreviewBodyRulesItemReviewDenied(TypedDict):
    """The outcome of a decision by a person."""
    then: NotRequired[RuleThen]
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""


class WorkflowRulesPreviewBodyRulesItemReview(TypedDict):
    """How a person is asked. Null if the decision is not `review`."""
    due_in: NotRequired[Optional[WorkflowRulesPreviewBodyRulesItemReviewDueIn]]
    """From when the review comes up until it is overdue."""
    on_overdue: NotRequired[Literal["none", "notify"]]
    """`notify` emits an event."""
    approvals: NotRequired[int]
    """How many different people have to approve."""
    queue: NotRequired[Optional[str]]
    """Queue to which it comes."""
    reminders: NotRequired[List[WorkflowRulesPreviewBodyRulesItemReviewRemindersItem]]
    """Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file."""
    approved: NotRequired[WorkflowRulesPreviewBodyRulesItemReviewApproved]
    """The outcome of a decision by a person."""
    denied: NotRequired[WorkflowRulesPreviewBodyRulesItemReviewDenied]
    """The outcome of a decision by a person."""


class WorkflowRulesPreviewBodyRulesItem(TypedDict):
    id: NotRequired[str]
    """The rule that is changed. A rule without one is new."""
    text: NotRequired[Optional[str]]
    """The sentence. Null: the reading of the conditions."""
    when: NotRequired[Union[str, WorkflowRulesPreviewBodyRulesItemWhen2]]
    """The conditions, or a sentence of a policy ("the credit score is below 600"). A new rule whose sentence says what it decides ("Deny if …") needs no `then`."""
    is_requirement: NotRequired[bool]
    """As of a rule."""
    then: NotRequired[WorkflowRulesPreviewBodyRulesItemThen]
    """The outcome of an applicant."""
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""
    review: NotRequired[Optional[WorkflowRulesPreviewBodyRulesItemReview]]
    """How a person is asked. Null if the decision is not `review`."""
    on_missing: NotRequired[Optional[Literal["goes_on", "review", "deny"]]]
    """What becomes of an applicant for whom a value is missing on which the rule depends: the next rule is tried, a person is asked, or the applicant is denied. Null: the comparison with the value does not hold."""
    block: NotRequired[Optional[str]]
    """As of a rule."""
    node_ids: NotRequired[List[str]]
    """The nodes that carry it out."""


class WorkflowRulesPreviewBodyEveryoneElseThenTermsWaitingPeriod(TypedDict):
    """Between the two letters, if it is not that of the place."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class WorkflowRulesPreviewBodyEveryoneElseThenTerms(TypedDict):
    """How a letter carries the decision out. Null if there is no letter."""
    is_automatic: bool
    """Sent without a person who looks at it first."""
    is_employment: bool
    """Two letters, with a waiting period between them."""
    waiting_period: Optional[WorkflowRulesPreviewBodyEveryoneElseThenTermsWaitingPeriod]
    """Between the two letters, if it is not that of the place."""
    statement: Optional[str]
    """The terms that are offered."""


class WorkflowRulesPreviewBodyEveryoneElseThen(TypedDict):
    """The outcome of an applicant."""
    decision: Literal["approve", "deny", "review", "conditional", "revoke", "offer", "nothing"]
    """The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them."""
    before: NotRequired[List[RuleStep]]
    """Steps before the decision, in order."""
    after: NotRequired[List[RuleStep]]
    """Steps after the decision, in order."""
    terms: NotRequired[Optional[WorkflowRulesPreviewBodyEveryoneElseThenTerms]]
    """How a letter carries the decision out. Null if there is no letter."""


class WorkflowRulesPreviewBodyEveryoneElseReviewDueIn(TypedDict):
    """From when the review comes up until it is overdue."""
    duration: float
    """In the unit."""
    unit: str
    """`business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`."""


class WorkflowRulesPreviewBodyEveryoneElseReviewRemindersItemAfter(TypedDict):
    """From when the review comes up."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class WorkflowRulesPreviewBodyEveryoneElseReviewRemindersItem(TypedDict):
    after: WorkflowRulesPreviewBodyEveryoneElseReviewRemindersItemAfter
    """From when the review comes up."""
    to: str
    """An address of the account, that of a user or one that the operator confirmed. It is not interpolated."""
    subject: str
    """One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""
    body: str
    """Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""


class WorkflowRulesPreviewBodyEveryoneElseReviewApproved(TypedDict):
    """The outcome of a decision by a person."""
    then: NotRequired[RuleThen]
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""


class WorkflowRulesPreviewBodyEveryoneElseReviewDenied(TypedDict):
    """The outcome of a decision by a person."""
    then: NotRequired[RuleThen]
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""


class WorkflowRulesPreviewBodyEveryoneElseReview(TypedDict):
    """How a person is asked. Null if the decision is not `review`."""
    due_in: NotRequired[Optional[WorkflowRulesPreviewBodyEveryoneElseReviewDueIn]]
    """From when the review comes up until it is overdue."""
    on_overdue: NotRequired[Literal["none", "notify"]]
    """`notify` emits an event."""
    approvals: NotRequired[int]
    """How many different people have to approve."""
    queue: NotRequired[Optional[str]]
    """Queue to which it comes."""
    reminders: NotRequired[List[WorkflowRulesPreviewBodyEveryoneElseReviewRemindersItem]]
    """Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file."""
    approved: NotRequired[WorkflowRulesPreviewBodyEveryoneElseReviewApproved]
    """The outcome of a decision by a person."""
    denied: NotRequired[WorkflowRulesPreviewBodyEveryoneElseReviewDenied]
    """The outcome of a decision by a person."""


class WorkflowRulesPreviewBodyEveryoneElse(TypedDict):
    """The outcome of everybody else. If left out, it stays as it is."""
    text: NotRequired[Optional[str]]
    """The sentence."""
    read_as: NotRequired[str]
    """Not read."""
    then: NotRequired[WorkflowRulesPreviewBodyEveryoneElseThen]
    """The outcome of an applicant."""
    reason: NotRequired[Optional[str]]
    """One sentence that the letter adds to the reasons. A rule with another one gets its own letter."""
    review: NotRequired[Optional[WorkflowRulesPreviewBodyEveryoneElseReview]]
    """How a person is asked. Null if the decision is not `review`."""
    node_ids: NotRequired[List[str]]
    """The nodes that carry it out."""


class WorkflowRulesPreviewBody(TypedDict):
    rules: List[WorkflowRulesPreviewBodyRulesItem]
    """All rules, in the order in which they are tried: at most 60. One that is left out is removed."""
    everyone_else: NotRequired[Optional[WorkflowRulesPreviewBodyEveryoneElse]]
    """The outcome of everybody else. If left out, it stays as it is."""


class WorkflowTemplate(TypedDict):
    """A published cascade to start from."""
    object: Literal["workflow_template"]
    id: int
    """Id."""
    name: str
    """Name."""
    description: Optional[str]
    """Its purpose."""
    icon: Optional[str]
    """Name of an icon."""
    color: Optional[str]
    """Colour as `#rrggbb`."""
    category: Optional[str]
    """Category."""
    active: bool
    """True if it is offered."""
    featured: bool
    """True if it is recommended."""
    published_at: Optional[str]
    """When it was published."""


class WorkflowTemplateDetailExamplesItemExpected(TypedDict):
    """The expected result."""
    outcome: Literal["approved", "denied", "conditional", "review", "undecided", "failed"]
    """`review`: it stops at a person whose decision is not given."""
    rule: NotRequired[str]
    """The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do."""
    reasons: NotRequired[List[str]]
    """The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do."""


class WorkflowTemplateDetailExamplesItem(TypedDict):
    """A made-up applicant with what is expected of the cascade."""
    name: str
    """Name, unique in the cascade."""
    payload: NotRequired[Dict[str, Any]]
    """As in a trigger."""
    reports: NotRequired[Dict[str, Dict[str, Any]]]
    """Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are."""
    decisions: NotRequired[Dict[str, Literal["approved", "denied"]]]
    """Decisions of reviewers, by node id. The run stops at a review that is not named."""
    as_of: NotRequired[str]
    """The day on which the person applies: ages and times since an event are counted up to it. Without it, today."""
    expected: WorkflowTemplateDetailExamplesItemExpected
    """The expected result."""


class WorkflowTemplateDetail(TypedDict):
    """A published cascade with its definition."""
    object: Literal["workflow_template"]
    id: int
    """Id."""
    name: str
    """Name."""
    description: Optional[str]
    """Its purpose."""
    icon: Optional[str]
    """Name of an icon."""
    color: Optional[str]
    """Colour as `#rrggbb`."""
    category: Optional[str]
    """Category."""
    active: bool
    """True if it is offered."""
    featured: bool
    """True if it is recommended."""
    published_at: Optional[str]
    """When it was published."""
    definition: CascadeDefinition
    examples: List[WorkflowTemplateDetailExamplesItem]
    """Made-up applicants with what it does about them, for `POST /workflows`."""
    source_workflow_id: Optional[int]
    """Cascade that it was made from."""


class WorkflowValidationErrorsItem(TypedDict):
    field: str
    """Field of the definition."""
    message: str
    """The fault."""


class WorkflowValidation(TypedDict):
    """The faults of a definition. Nothing was saved."""
    object: Literal["workflow_validation"]
    valid: bool
    """True if the definition can be saved."""
    errors: List[WorkflowValidationErrorsItem]
    """Why it cannot be saved: the first 100 errors."""
    error_count: int
    """How many errors there are."""
    warnings: List[CascadeWarning]
    """Definitions that can be saved but hardly do what was meant."""
    hidden_from_reviewers: List[HiddenField]
    """Fields that choices read and that are hidden from reviewers without `pii:read`, the first 100; empty if no person is asked."""
    questions: List[FieldQuestion]
    """Open questions about the fields that it reads (`PUT /fields/{field}/answers`). They keep nothing from going live."""


class WorkflowVersion(TypedDict):
    """A saved version of a cascade. Versions never change."""
    object: Literal["workflow_version"]
    workflow_id: int
    """Cascade."""
    version: int
    """Number, from 1."""
    is_current: bool
    """True if new executions run it."""
    name: Optional[str]
    """Name of the cascade at that time."""
    use_case: Optional[str]
    """Its use case at that time."""
    note: Optional[str]
    """Why it was saved, as its author wrote."""
    created_by_user_id: Optional[int]
    """User who saved it."""
    created_at: str
    """When it was saved."""
    products: Dict[str, int]
    """The version of each product of your own that it pulls, by code."""


class WorkflowVersionDetail(TypedDict):
    """A saved version of a cascade with its definition."""
    object: Literal["workflow_version"]
    workflow_id: int
    """Cascade."""
    version: int
    """Number, from 1."""
    is_current: bool
    """True if new executions run it."""
    name: Optional[str]
    """Name of the cascade at that time."""
    use_case: Optional[str]
    """Its use case at that time."""
    note: Optional[str]
    """Why it was saved, as its author wrote."""
    created_by_user_id: Optional[int]
    """User who saved it."""
    created_at: str
    """When it was saved."""
    products: Dict[str, int]
    """The version of each product of your own that it pulls, by code."""
    definition: CascadeDefinition
    warnings: List[CascadeWarning]
    """Definitions that can be saved but hardly do what was meant."""


class ApplicantSourceNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    fields: NotRequired[Dict[str, FieldSpec]]
    """What this cascade declares of fields of the payload, by path, in place of what the account does (`PUT /fields/{field}`). It is part of the version."""


class ApplicantSourceNode(TypedDict):
    """Entry point; exposes the payload of the trigger as `context.applicant`. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["ApplicantSource"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[ApplicantSourceNodeConfig]
    """Settings of the node; other keys are kept."""
    next_step: NotRequired[List[str]]
    """Ids of the nodes that follow; all of them are run."""


class BillingProductNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    store_result_as: NotRequired[str]
    """Name of the output in `{{…}}` paths."""
    billing_product_code: NotRequired[str]
    """Product to pull, if the node itself names none."""


class BillingProductNode(TypedDict):
    """Pulls a report; its output can be compared by conditions. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["BillingProduct", "Product"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[BillingProductNodeConfig]
    """Settings of the node; other keys are kept."""
    next_step: NotRequired[List[str]]
    """Ids of the nodes that follow; all of them are run."""
    billing_product_code: NotRequired[str]
    """Product to pull: credit_report, criminal_background, eviction_history, identity_verification, income_verification, or one that the account describes. Required; may be nested as `config.billing_product_code` instead."""


class IfElseNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    store_result_as: NotRequired[str]
    """Name of the output in `{{…}}` paths."""


IfElseNodeBranches = TypedDict(
    "IfElseNodeBranches",
    {
        "pass": "NotRequired[CascadeBranch]",
        "human_review": "NotRequired[CascadeBranch]",
    },
)


class IfElseNodeReviewDueIn(TypedDict):
    """From the opening of the review until it is overdue. Optional with `reminders`, `approvals` and `queue`."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class IfElseNodeReviewRemindersItemAfter(TypedDict):
    """From when the review comes up."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class IfElseNodeReviewRemindersItem(TypedDict):
    after: IfElseNodeReviewRemindersItemAfter
    """From when the review comes up."""
    to: str
    """An address of the account, that of a user or one that the operator confirmed. It is not interpolated."""
    subject: str
    """One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""
    body: str
    """Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""


class IfElseNodeReview(TypedDict):
    """Time limit of the review that the node may open, mail to staff while it waits, how many people approve it, and whose queue it comes to."""
    due_in: NotRequired[IfElseNodeReviewDueIn]
    """From the opening of the review until it is overdue. Optional with `reminders`, `approvals` and `queue`."""
    on_overdue: NotRequired[Literal["none", "notify"]]
    """`notify` emits the event `review.overdue` once. An overdue review can still be decided."""
    reminders: NotRequired[List[IfElseNodeReviewRemindersItem]]
    """Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file."""
    approvals: NotRequired[int]
    """How many different people have to approve. One denial denies, whatever approvals came before."""
    queue: NotRequired[str]
    """Queue to which the review comes: small letters, digits, `-` and `_`, at most 40. Whoever works queues is given reviews of these and of none."""


class IfElseNodeEveryoneElse(TypedDict):
    """The sentence about everybody whom no rule decides. It belongs on the last choice."""
    id: NotRequired[str]
    """Identifies the rule, even if its words change. Groups with the same `id` belong to one rule."""
    text: NotRequired[str]
    """The rule in the words of its author. Shown to people of the account, never to an applicant."""


class IfElseNodeJurisdictionReview(TypedDict):
    """A person has looked at what the law of the place says: ends the warning `jurisdiction_review`."""
    of: str
    """The `acknowledge_as` of the warning. It changes when the choice is changed."""
    note: str
    """Who reviewed it, and why it may be."""


class IfElseNode(TypedDict):
    """Compares outputs and takes a branch. `next_step` is not used. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["IfElse", "Condition"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[IfElseNodeConfig]
    """Settings of the node; other keys are kept."""
    pass_steps: NotRequired[List[str]]
    """Ids of the nodes that are run when `pass` matches."""
    human_review_steps: NotRequired[List[str]]
    """Ids of the nodes that are run when `human_review` matched and the review approved; `pass_steps` if this is empty."""
    fail_steps: NotRequired[List[str]]
    """Ids of the nodes that are run when no branch matches, or the review denied."""
    branches: IfElseNodeBranches
    """`pass` is tried first, then `human_review`; a match of neither takes `fail_steps`."""
    review: NotRequired[IfElseNodeReview]
    """Time limit of the review that the node may open, mail to staff while it waits, how many people approve it, and whose queue it comes to."""
    on_not_comparable: NotRequired[Literal["fail", "review"]]
    """What happens if the branch depends on a value that is there and cannot be compared, such as "$4,200" with 3000: the step fails with `value_not_comparable`, or a person decides (`review`), where a denial cannot come to an approval. Default: the setting of the account, which is `fail` at first."""
    everyone_else: NotRequired[IfElseNodeEveryoneElse]
    """The sentence about everybody whom no rule decides. It belongs on the last choice."""
    block: NotRequired[str]
    """The author gave the rules of these choices no order. Choices of one `block` follow each other. An applicant whom one of them decides is also told of each later one that would have decided the same."""
    prohibited_basis_note: NotRequired[str]
    """Why the law allows a condition on age, sex, disability or the like here. Without it a choice that reads one does not go live (15 USC 1691(a); 42 USC 3604)."""
    jurisdiction_review: NotRequired[IfElseNodeJurisdictionReview]
    """A person has looked at what the law of the place says: ends the warning `jurisdiction_review`."""


class WaitNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    store_result_as: NotRequired[str]
    """Name of the output in `{{…}}` paths."""


class WaitNodeWait(TypedDict):
    """How long."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class WaitNode(TypedDict):
    """Pauses this branch for a time, from nothing to one year. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["Wait"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[WaitNodeConfig]
    """Settings of the node; other keys are kept."""
    next_step: NotRequired[List[str]]
    """Ids of the nodes that follow; all of them are run."""
    wait: WaitNodeWait
    """How long."""


class GoToNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    store_result_as: NotRequired[str]
    """Name of the output in `{{…}}` paths."""


class GoToNode(TypedDict):
    """Jumps to another node at runtime: the way to make a loop. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["GoTo"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[GoToNodeConfig]
    """Settings of the node; other keys are kept."""
    target_step: str
    """Id of the node to jump to. Not an edge of the graph."""


class ShowResultsNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    store_result_as: NotRequired[str]
    """Name of the output in `{{…}}` paths."""


class ShowResultsNode(TypedDict):
    """Ends its branch and shows the outputs collected so far. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["ShowResults"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[ShowResultsNodeConfig]
    """Settings of the node; other keys are kept."""


class ApproveNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    store_result_as: NotRequired[str]
    """Name of the output in `{{…}}` paths."""


class ApproveNode(TypedDict):
    """Approves the applicant. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["Action"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[ApproveNodeConfig]
    """Settings of the node; other keys are kept."""
    action_type: Literal["Approve"]
    """Kind of the action."""
    next_step: NotRequired[List[str]]
    """Ids of the nodes that follow; all of them are run."""


class SendEmailNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    store_result_as: NotRequired[str]
    """Name of the output in `{{…}}` paths."""


class SendEmailNodeEmail(TypedDict):
    """The e-mail; `{{variable}}` is interpolated in each text. Without `to` the step fails."""
    to: NotRequired[str]
    """The address of the recipient."""
    subject: NotRequired[str]
    """The subject line."""
    body: NotRequired[str]
    """Plain text, or HTML if it holds tags; values are escaped in HTML."""


class SendEmailNode(TypedDict):
    """Sends an e-mail. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["Action"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[SendEmailNodeConfig]
    """Settings of the node; other keys are kept."""
    action_type: Literal["SendEmail"]
    """Kind of the action."""
    next_step: NotRequired[List[str]]
    """Ids of the nodes that follow; all of them are run."""
    email: NotRequired[SendEmailNodeEmail]
    """The e-mail; `{{variable}}` is interpolated in each text. Without `to` the step fails."""
    on_unresolved: NotRequired[Literal["empty", "fail"]]
    """Effect of a `{{path}}` without a value: `empty` gives empty text, `fail` fails the step."""


class AdverseActionNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    store_result_as: NotRequired[str]
    """Name of the output in `{{…}}` paths."""


class AdverseActionNodeAdverseActionWaitingPeriod(TypedDict):
    """Between the two notices of `adverse_employment`; by default, and at the least, as the jurisdiction has it."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["business_days", "seconds", "minutes", "hours", "days", "weeks"]
    """Weekends and federal holidays are not business days."""


class AdverseActionNodeAdverseAction(TypedDict):
    """The notice. Without it the step fails."""
    recipient: NotRequired[str]
    """Address of the person; `{{variable}}` is interpolated."""
    action_taken: NotRequired[Literal["denied", "revoked", "adverse_employment", "other_action"]]
    """The action that was taken. `adverse_employment` takes two notices, with a waiting period in between."""
    send_strategy: NotRequired[Literal["draft_first", "auto_send"]]
    """`draft_first` parks the notice for human review before it is sent."""
    reason: NotRequired[str]
    """One sentence that the notice adds to the reasons; `{{variable}}` is interpolated."""
    purpose: NotRequired[Literal["tenant", "credit", "employment"]]
    """Purpose of the reports; decides which legal texts the notice carries."""
    statement: NotRequired[str]
    """What was done, or the terms that are offered; `{{variable}}` is interpolated. Required if the purpose is `credit` and the action `revoked` or `other_action`."""
    jurisdiction: NotRequired[str]
    """ISO 3166-2 code, such as `US-CA`, of a county with its FIPS code, such as `US-MD-033`."""
    applicant: NotRequired[str]
    """Path of the person in the payload about whom the notice is, such as `applicant.co_applicant`: name, address, consent and reports are that person's."""
    waiting_period: NotRequired[AdverseActionNodeAdverseActionWaitingPeriod]
    """Between the two notices of `adverse_employment`; by default, and at the least, as the jurisdiction has it."""


class AdverseActionNodeReviewDueIn(TypedDict):
    """From the opening of the review until it is overdue. Optional with `reminders`, `approvals` and `queue`."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class AdverseActionNodeReviewRemindersItemAfter(TypedDict):
    """From when the review comes up."""
    duration: float
    """In the unit; at most one year."""
    unit: Literal["seconds", "minutes", "hours", "days", "weeks"]
    """Unit of the duration."""


class AdverseActionNodeReviewRemindersItem(TypedDict):
    after: AdverseActionNodeReviewRemindersItemAfter
    """From when the review comes up."""
    to: str
    """An address of the account, that of a user or one that the operator confirmed. It is not interpolated."""
    subject: str
    """One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""
    body: str
    """Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`."""


class AdverseActionNodeReview(TypedDict):
    """Time limit of the review that the node may open, mail to staff while it waits, how many people approve it, and whose queue it comes to."""
    due_in: NotRequired[AdverseActionNodeReviewDueIn]
    """From the opening of the review until it is overdue. Optional with `reminders`, `approvals` and `queue`."""
    on_overdue: NotRequired[Literal["none", "notify"]]
    """`notify` emits the event `review.overdue` once. An overdue review can still be decided."""
    reminders: NotRequired[List[AdverseActionNodeReviewRemindersItem]]
    """Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file."""
    approvals: NotRequired[int]
    """How many different people have to approve. One denial denies, whatever approvals came before."""
    queue: NotRequired[str]
    """Queue to which the review comes: small letters, digits, `-` and `_`, at most 40. Whoever works queues is given reviews of these and of none."""


class AdverseActionNode(TypedDict):
    """Issues an adverse-action notice. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["Action"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[AdverseActionNodeConfig]
    """Settings of the node; other keys are kept."""
    action_type: Literal["AdverseAction"]
    """Kind of the action."""
    next_step: NotRequired[List[str]]
    """Ids of the nodes that follow; all of them are run."""
    adverse_action: NotRequired[AdverseActionNodeAdverseAction]
    """The notice. Without it the step fails."""
    on_unresolved: NotRequired[Literal["empty", "fail"]]
    """Effect of a `{{path}}` without a value: `empty` gives empty text, `fail` fails the step."""
    review: NotRequired[AdverseActionNodeReview]
    """Time limit of the review that the node may open, mail to staff while it waits, how many people approve it, and whose queue it comes to."""


class InternalNotificationNodeConfig(TypedDict):
    """Settings of the node; other keys are kept."""
    store_result_as: NotRequired[str]
    """Name of the output in `{{…}}` paths."""


class InternalNotificationNodeInternalNotification(TypedDict):
    """Where to, and what; free-form. Without a channel of these and its address the notification is kept in the step's output and delivered nowhere."""
    channel: NotRequired[Any]
    """How it is delivered: slack, webhook, email."""
    url: NotRequired[Any]
    """For `slack` and `webhook`; the rules of subscription URLs apply. The value of a `{{variable}}` is percent-encoded, and scheme and host are text; or the whole is one variable, whose value is the URL. No variable may name a number that identifies a person."""
    to: NotRequired[Any]
    """For `email`: an address of the account, that of a user or one that the operator confirmed. It is not interpolated. To any other address nothing is sent: the mail is kept as a file, and the step succeeds."""
    message: NotRequired[Any]
    """The text; `{{variable}}` is interpolated, with numbers that identify a person masked. Without it the other settings are the text."""


class InternalNotificationNode(TypedDict):
    """Notifies an operator. Other keys are kept and ignored."""
    id: str
    """Unique in the definition."""
    type: Literal["Action"]
    """Kind of the node."""
    name: NotRequired[str]
    """Label."""
    config: NotRequired[InternalNotificationNodeConfig]
    """Settings of the node; other keys are kept."""
    action_type: Literal["InternalNotification"]
    """Kind of the action."""
    next_step: NotRequired[List[str]]
    """Ids of the nodes that follow; all of them are run."""
    internal_notification: NotRequired[InternalNotificationNodeInternalNotification]
    """Where to, and what; free-form. Without a channel of these and its address the notification is kept in the step's output and delivered nowhere."""
    on_unresolved: NotRequired[Literal["empty", "fail"]]
    """Effect of a `{{path}}` without a value: `empty` gives empty text, `fail` fails the step."""


FieldSpecReason = TypedDict(
    "FieldSpecReason",
    {
        "above": "NotRequired[str]",
        "below": "NotRequired[str]",
        "is": "NotRequired[str]",
        "missing": "NotRequired[str]",
    },
)


class FieldSpecItem(TypedDict):
    """Names of one item of a list and of several."""
    one: str
    """One: `job`."""
    many: str
    """Several: `jobs`."""


class FieldSpec(TypedDict):
    type: Literal["number", "integer", "text", "date", "date_time", "yes_no", "object", "person", "list"]
    """Type of its values. The type of an object that describes a person is `person`."""
    label: NotRequired[str]
    """One line, as a letter prints it: `Loan to value`."""
    unit: NotRequired[str]
    """Unit of its numbers: `USD`, `cents`, `percent`, `fraction`, `ratio`, `points`, `count`, `days`, `weeks`, `months`, `years`, `hours`, `calendar_year`, `code`, or a noun of one word. Cents are printed as dollars."""
    of_person: NotRequired[str]
    """The person whose value it is, for a value outside a `person`: the path of a person, `nobody`, or `each` if every item of the list is a person."""
    kind: NotRequired[Literal["fact", "name", "contact", "birth", "age", "identifier", "score"]]
    """Kind of its values. It decides who sees them; a value without a declared kind is hidden."""
    basis: NotRequired[Literal["race", "color", "religion", "national_origin", "sex", "marital_status", "age", "familial_status", "disability", "public_assistance", "rights_exercised", "proxy"]]
    """Prohibited basis that the value reveals, or `proxy` if it often stands for one."""
    values: NotRequired[List[str]]
    """Known values of a text. A payload with another value is accepted."""
    required: NotRequired[bool]
    """True: files and forms require it. A trigger accepts a payload without it."""
    reason: NotRequired[FieldSpecReason]
    """Principal reasons that a notice gives for it (12 CFR 1002.9(b)(2)). Without the one that is true, the notice prints a neutral statement."""
    item_type: NotRequired[Literal["number", "integer", "text", "date", "date_time", "yes_no"]]
    """Type of the items of a list of values. For a list of objects, declare their members instead."""
    item: NotRequired[FieldSpecItem]
    """Names of one item of a list and of several."""
    empty: NotRequired[Literal["best", "worst"]]
    """An empty list counts as the best or the worst result."""
    absent: NotRequired[Literal["none_on_record"]]
    """A missing value counts as the best result: there is none on record."""
    also: NotRequired[List[str]]
    """Nouns by which policies name it, beside its label."""


class CascadeBranchConditionGroupsItem(TypedDict):
    id: NotRequired[str]
    """Identifies the rule, even if its words change. Groups with the same `id` belong to one rule."""
    text: NotRequired[str]
    """The rule in the words of its author. Shown to people of the account, never to an applicant."""
    logic: NotRequired[Literal["and", "or"]]
    """How the conditions of the group are combined."""
    at_least: NotRequired[int]
    """How many conditions of the group have to hold, in place of `logic`: at most as many as there are."""
    on_missing: NotRequired[Literal["goes_on", "review", "deny"]]
    """What happens if the group depends on a value that is missing, where none on record does not count as missing. `goes_on`: it has no say, so the other groups decide. `review`: a person decides. `deny`: it counts as the choice would deny. Left out, a condition on such a value does not hold."""
    conditions: List[CascadeCondition]
    """The comparisons of the group."""


class CascadeBranch(TypedDict):
    """Matches when its groups do. A branch or group without conditions matches nothing."""
    group_logic: NotRequired[Literal["and", "or"]]
    """How the groups are combined."""
    is_requirement: NotRequired[bool]
    """Of `pass`: the groups are one rule that says what is asked for, and `fail_steps` are for those who lack it. It decides nothing; rules are read by it where both ways of a choice end."""
    condition_groups: NotRequired[List[CascadeBranchConditionGroupsItem]]
    """Groups of conditions."""


class CascadeConditionValueFrom(TypedDict):
    """Another value to compare with, in place of `value`: `times` and `plus` make it 3 times the payment, or the limit less 500. If it is missing, the condition does not hold."""
    source_node_id: str
    """As of the condition."""
    field: str
    """As of the condition."""
    times: NotRequired[float]
    """The value is multiplied by it; not 0. Without it, by 1."""
    plus: NotRequired[float]
    """Added to the product; below 0 it is subtracted."""


class CascadeCondition(TypedDict):
    """One comparison. Numbers compare as numbers (numeric strings too) and ISO dates as dates; a value that is missing makes every operator false except `is_empty`."""
    source_node_id: str
    """Id of a product node, of the ApplicantSource, or `context` for variables such as `applicant.email`."""
    field: str
    """Dotted path in the product's output. An array's items are reached by index (`records.0.severity`) or all at once (`records.severity`, to be used with `contains`). Behind an array `any` and `all` ask of which items the comparison holds (`tradelines.any.days_past_due`), and `count`, `sum`, `max` and `min` are figures of it (`tradelines.count`, `tradelines.sum.balance_usd`)."""
    where: NotRequired[List[CascadeItemCondition]]
    """Beside a field with `any`, `all`, `count`, `sum`, `max` or `min`: only the items of which all of these hold, such as the felonies of the records."""
    operator: Literal["equals", "not_equals", "greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal", "contains", "not_contains", "starts_with", "ends_with", "is_empty", "is_not_empty", "is_true", "is_false"]
    """How the field and the value are compared."""
    value: NotRequired[Optional[Union[str, float, bool]]]
    """Required, and not null, except for `is_empty`, `is_not_empty`, `is_true` and `is_false`, and with `value_from`."""
    value_from: NotRequired[CascadeConditionValueFrom]
    """Another value to compare with, in place of `value`: `times` and `plus` make it 3 times the payment, or the limit less 500. If it is missing, the condition does not hold."""


class CascadeItemCondition(TypedDict):
    """One comparison of a member of the items of a list. If the member is missing, only `is_empty` holds."""
    field: str
    """The member, as a dotted path in the item: `severity`."""
    operator: Literal["equals", "not_equals", "greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal", "contains", "not_contains", "starts_with", "ends_with", "is_empty", "is_not_empty", "is_true", "is_false"]
    """How the member and the value are compared."""
    value: NotRequired[Optional[Union[str, float, bool]]]
    """As of a condition."""


CascadeNode = Union["ApplicantSourceNode", "BillingProductNode", "IfElseNode", "WaitNode", "GoToNode", "ShowResultsNode", "ActionNode"]


ActionNode = Union["ApproveNode", "SendEmailNode", "AdverseActionNode", "InternalNotificationNode"]


CascadeDefinition = List["CascadeNode"]


WebhookEvent = Union[
    ExecutionCompletedEvent,
    ExecutionFailedEvent,
    AdverseActionTriggeredEvent,
    AdverseActionCompletedEvent,
    AdverseActionFailedEvent,
    AdverseActionRetryScheduledEvent,
    ReviewOpenedEvent,
    ReviewDecidedEvent,
    ReviewOverdueEvent,
    AdverseActionOverdueEvent,
    DecisionsDriftedEvent,
]
"""What a webhook delivery carries: `event` says which."""


ProductCode = Literal["credit_report", "criminal_background", "eviction_history", "identity_verification", "income_verification"]
ProductOutput = Union[CreditReportOutput, CriminalBackgroundOutput, EvictionHistoryOutput, IdentityVerificationOutput, IncomeVerificationOutput]
