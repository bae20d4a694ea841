"""What a call is, when it is sent again, and what its response means. No I/O: both clients share it."""

from __future__ import annotations

import enum
import errno
import json
import math
import random
import re
import socket
import ssl
import uuid
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Iterator, List, Mapping, Optional, Protocol, Union
from urllib.parse import quote, urlsplit

import httpx
from typing_extensions import TypedDict, Unpack

from ._downloads import AsyncDownload, Download
from .errors import CascadeError, ConnectionFailedError, ErrorDetail, family_of

API_PREFIX = "/api/v1"
_FIRST_BACKOFF = 0.5
_MAX_BACKOFF = 8.0
_RETRY_AFTER_JITTER = 0.5


class NotGiven(enum.Enum):
    """An argument that was left out; None is sent as null."""

    TOKEN = "NOT_GIVEN"

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven.TOKEN


def given(values: Mapping[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in values.items() if value is not NOT_GIVEN}


class GetOptions(TypedDict, total=False):
    """What a GET takes beside its path: values of the path, of the query, and the X-Request-Id."""

    path: Optional[Mapping[str, object]]
    query: Optional[Mapping[str, object]]
    request_id: Optional[str]


class CallOptions(GetOptions, total=False):
    """What any call takes; with ``takes_key`` it carries an Idempotency-Key, a new one if none is given."""

    body: Optional[Mapping[str, object]]
    takes_key: bool
    idempotency_key: Optional[str]
    if_match: Optional[str]


class Caller(Protocol):
    """What the resources need of a client."""

    def call(self, method: str, template: str, **options: Unpack[CallOptions]) -> Any:
        """What the response has under ``data``; None if it has no body."""

    def envelope(self, template: str, **options: Unpack[GetOptions]) -> Any:
        """The whole response of a GET: ``data`` and ``meta``."""

    def download(self, template: str, **options: Unpack[GetOptions]) -> Download: ...

    @property
    def timeout(self) -> float:
        """Seconds until a request without a response is given up."""

    def now(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


class AsyncCaller(Protocol):
    """What the resources need of an asynchronous client."""

    async def call(self, method: str, template: str, **options: Unpack[CallOptions]) -> Any: ...

    async def envelope(self, template: str, **options: Unpack[GetOptions]) -> Any: ...

    async def download(self, template: str, **options: Unpack[GetOptions]) -> AsyncDownload: ...

    @property
    def timeout(self) -> float: ...

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


@dataclass(frozen=True)
class Settings:
    """What a client was made with, checked. Its repr shows no token."""

    base_url: str
    address: str
    headers: Mapping[str, str]
    max_retries: int
    max_wait: float

    def __repr__(self) -> str:
        return f"Settings({self.base_url!r})"


def settings_of(base_url: str, token: str, max_retries: int, max_wait: float) -> Settings:
    """:raises ValueError: the address or the token cannot be one; the message never holds either"""
    url = urlsplit(base_url)
    if url.scheme not in ("http", "https") or not url.hostname or url.username is not None or url.password is not None:
        raise ValueError("base_url must be an absolute http or https URL without a user in it")
    # Checked here, because the platform puts a token that is no valid header value into its error message.
    if re.fullmatch(r"[\x21-\x7e]+", token) is None:
        raise ValueError("token must be text without spaces, line ends or characters beyond ASCII")
    path = url.path.rstrip("/")
    address = f"{url.scheme}://{url.netloc}"
    base = f"{address}{path if path.endswith(API_PREFIX) else path + API_PREFIX}"
    headers = {"Accept": "application/json", "Authorization": f"Bearer {token}"}
    return Settings(base, address, headers, max_retries, max_wait)


@dataclass(frozen=True)
class Request:
    """One call: what is sent, and sent again, unchanged."""

    operation: str
    method: str
    url: str
    #: Of several values each repeats the parameter.
    params: Mapping[str, Union[str, List[str]]]
    headers: Mapping[str, str]
    content: Optional[bytes]
    idempotency_key: Optional[str]
    is_repeatable: bool
    """Sending it twice does its work once."""
    address: str


def request_of(settings: Settings, method: str, template: str, **options: Unpack[CallOptions]) -> Request:
    key = (options.get("idempotency_key") or str(uuid.uuid4())) if options.get("takes_key") else None
    body = options.get("body")
    content = json.dumps(body).encode() if body is not None else None
    extra = {
        "Content-Type": "application/json" if content is not None else None,
        "Idempotency-Key": key,
        "If-Match": options.get("if_match"),
        "X-Request-Id": options.get("request_id"),
    }
    values = options.get("path") or {}

    def value_of(match: "re.Match[str]") -> str:
        value = values.get(match[1])
        if value is None or value == "":
            raise ValueError(f"{template} needs a value for {match[1]}")
        return quote(str(value), safe="")

    return Request(
        operation=f"{method} {template}",
        method=method,
        url=settings.base_url + re.sub(r"\{(\w+)\}", value_of, template),
        params={name: _values_of(value) for name, value in (options.get("query") or {}).items() if value is not None},
        headers={**settings.headers, **{name: value for name, value in extra.items() if value is not None}},
        content=content,
        idempotency_key=key,
        is_repeatable=method in ("GET", "PUT") or key is not None,
        address=settings.address,
    )


def _values_of(value: object) -> Union[str, List[str]]:
    return [_text_of(each) for each in value] if isinstance(value, (list, tuple)) else _text_of(value)


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def retry_delay(
    error: CascadeError, request: Request, attempt: int, waited: float, settings: Settings
) -> Optional[float]:
    """Seconds until the next request, or None if the request is not sent again.

    Chance spreads clients that got the same Retry-After; never below what the service asked for.
    """
    # 429 was refused before anything was done, whatever the method. Of all others the outcome may be unknown.
    may_repeat = error.status == 429 or (request.is_repeatable and error.status in (0, 502, 503, 504))
    if attempt >= settings.max_retries or not may_repeat:
        return None
    if error.retry_after is not None:
        delay = error.retry_after + random.random() * _RETRY_AFTER_JITTER
    else:
        backoff = min(_FIRST_BACKOFF * 2**attempt, _MAX_BACKOFF)
        # A 429 without Retry-After waits at least a second.
        delay = max(backoff / 2 + random.random() * backoff / 2, 2.0**attempt if error.status == 429 else 0.0)
    return None if waited + delay > settings.max_wait else delay


def success_of(request: Request, response: httpx.Response) -> Any:
    """The body of a success; None if it has none. The response must be read."""
    if not response.content:
        return None
    try:
        return response.json()
    except ValueError:
        raise CascadeError(
            "The response is not JSON; perhaps it is from a proxy before the API.",
            operation=request.operation,
            status=response.status_code,
            code="unexpected_response",
            request_id=response.headers.get("x-request-id"),
            idempotency_key=request.idempotency_key,
        ) from None


def refusal_of(request: Request, response: httpx.Response, now: float) -> CascadeError:
    """The error of a response that is no success. The response must be read."""
    envelope = _envelope_of(response)
    code, message = envelope.get("code"), envelope.get("message")
    is_ours = isinstance(code, str) and isinstance(message, str)
    details = envelope.get("details") if is_ours else None
    return family_of(response.status_code)(
        str(message) if is_ours else "The response is not from the API; perhaps from a proxy before it.",
        operation=request.operation,
        status=response.status_code,
        code=str(code) if is_ours else "unexpected_response",
        details=[
            ErrorDetail(str(each.get("field", "")), str(each.get("message", "")))
            for each in (details if isinstance(details, list) else [])
            if isinstance(each, dict)
        ],
        request_id=envelope.get("request_id") if is_ours else response.headers.get("x-request-id"),
        retry_after=parse_retry_after(response.headers.get("retry-after"), now),
        doc_url=envelope.get("doc_url") if is_ours else None,
        idempotency_key=request.idempotency_key,
    )


def _envelope_of(response: httpx.Response) -> Dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    error = body.get("error") if isinstance(body, dict) else None
    return error if isinstance(error, dict) else {}


def parse_retry_after(value: Optional[str], now: float) -> Optional[int]:
    """Seconds of a Retry-After, which is a number of them or a date (RFC 9110, section 10.2.3)."""
    if value is None:
        return None
    if re.fullmatch("[0-9]{1,9}", value.strip()):
        return int(value)
    try:
        at = parsedate_to_datetime(value.strip())
        return max(0, math.ceil(at.timestamp() - now))
    except (TypeError, ValueError, IndexError):
        return None


def silence_of(request: Request, failure: Exception, timeout: float) -> ConnectionFailedError:
    """No response. The failure itself is not passed on: it holds the request, and so the token."""
    if isinstance(failure, httpx.TimeoutException):
        return ConnectionFailedError(
            f"{request.address} did not respond within {timeout:g} s.",
            operation=request.operation,
            code="timeout",
            reason="timeout",
            address=request.address,
            idempotency_key=request.idempotency_key,
        )
    reason = _reason_of(failure)
    explained = f" ({_REASONS[reason]})" if reason in _REASONS else ""
    return ConnectionFailedError(
        f"No response from {request.address}: {reason}{explained}.",
        operation=request.operation,
        code="connection_failed",
        reason=reason,
        address=request.address,
        idempotency_key=request.idempotency_key,
    )


_REASONS = {
    "ECONNREFUSED": "nothing listens there",
    "ECONNRESET": "the connection was cut",
    "EAI_NONAME": "there is no such host",
    "EAI_AGAIN": "the name of the host could not be resolved",
    "ETIMEDOUT": "the host cannot be reached",
    "RemoteProtocolError": "the connection was cut",
    "CERTIFICATE_VERIFY_FAILED": "its certificate is not trusted",
}


def _reason_of(failure: BaseException) -> str:
    """``ECONNREFUSED`` if the platform says so; else the failure's name."""
    for each in _chain_of(failure):
        if isinstance(each, socket.gaierror):
            names = [name for name in dir(socket) if name.startswith("EAI_") and getattr(socket, name) == each.errno]
            return names[0] if names else "EAI_NONAME"
        if isinstance(each, ssl.SSLError) and each.reason:
            return each.reason
        if isinstance(each, OSError) and each.errno is not None and each.errno in errno.errorcode:
            return errno.errorcode[each.errno]
    return type(failure).__name__


def _chain_of(failure: Optional[BaseException]) -> Iterator[BaseException]:
    seen = set()
    waiting = [failure]
    while waiting:
        each = waiting.pop(0)
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        waiting += [each.__cause__, each.__context__, *getattr(each, "exceptions", ())]
