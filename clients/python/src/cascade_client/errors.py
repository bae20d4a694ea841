"""Errors of calls, by family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence, Type


@dataclass(frozen=True)
class ErrorDetail:
    """One field that is wrong."""

    field: str
    """Dotted path in the request's body, name of a header, or name of a query parameter."""
    message: str


class CascadeError(Exception):
    """A call that failed, after its retries.

    It holds what the API's error says and the Idempotency-Key, never the token or the body, so it may be logged. Its
    subclasses are families, for ``except``; ``code`` is exact.
    """

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        status: int,
        code: str,
        details: Sequence[ErrorDetail] = (),
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
        doc_url: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(_line(message, operation, status, code, details, request_id))
        self.operation = operation
        """``POST /workflows/{id}/trigger``: the path as a template, so that errors can be counted by it."""
        self.status = status
        """HTTP status; 0 if there was no response."""
        self.code = code
        """Stable: branch on it, not on the message."""
        self.details = tuple(details)
        self.request_id = request_id
        """For support requests; None if there was no response."""
        self.retry_after = retry_after
        """Seconds that the service asked to wait; None if it did not."""
        self.doc_url = doc_url
        self.idempotency_key = idempotency_key
        """The key that was sent: repeating the same call with it is safe. None if the operation takes none."""


class AuthenticationError(CascadeError):
    """401: the token is missing, unknown, revoked or expired."""


class PermissionDeniedError(CascadeError):
    """403: the token or the account may not do this."""


class NotFoundError(CascadeError):
    """404: there is no such record for this caller, or its file is no longer stored."""


class ConflictError(CascadeError):
    """409 and 412: the record is in another state or version, or the Idempotency-Key was used for something else."""


class InvalidRequestError(CascadeError):
    """400, 422 and all other 4xx: the request is wrong; ``details`` name the fields."""


class RateLimitError(CascadeError):
    """429: a limit or a ban, still after the retries."""


class ServerError(CascadeError):
    """5xx: the service, or a proxy before it."""


class ConnectionFailedError(CascadeError):
    """There was no response: whether the request took effect is unknown."""

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        code: str,
        reason: str,
        address: str,
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(message, operation=operation, status=0, code=code, idempotency_key=idempotency_key)
        self.reason = reason
        """Such as ``ECONNREFUSED``, ``EAI_NONAME``, ``CERTIFICATE_VERIFY_FAILED``, ``timeout``."""
        self.address = address
        """``https://decisions.example.com``"""


class WaitTimeoutError(CascadeError):
    """A wait ended before what it waited for. The record may still change; wait again by its id."""

    def __init__(self, *, operation: str, id: int, last_status: str, timeout: float) -> None:
        message = f"{id} is still {last_status} after {timeout:g} s."
        super().__init__(message, operation=operation, status=0, code="wait_timeout")
        self.id = id
        """Of the execution or batch."""
        self.last_status = last_status


def family_of(status: int) -> Type[CascadeError]:
    """The class of the error of a response that is no success."""
    families = {
        401: AuthenticationError,
        403: PermissionDeniedError,
        404: NotFoundError,
        409: ConflictError,
        412: ConflictError,
        429: RateLimitError,
    }
    if status >= 500:
        return ServerError
    return families.get(status, InvalidRequestError if status >= 400 else CascadeError)


def _line(
    message: str, operation: str, status: int, code: str, details: Sequence[ErrorDetail], request_id: Optional[str]
) -> str:
    """What a reader of a log needs: what was asked, why not, the first field, and the id for support."""
    others = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
    detail = f" {details[0].field}: {details[0].message}{others}" if details else ""
    answer = f"{status} {code}" if status else code
    request = f", request {request_id}" if request_id else ""
    return f"{operation}: {message}{detail} [{answer}{request}]"
