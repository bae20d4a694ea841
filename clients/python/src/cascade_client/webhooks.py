"""Signatures of webhook deliveries."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Iterable, List, Mapping, Optional, Sequence, Tuple, Union, cast

from .models import WebhookEvent

DEFAULT_TOLERANCE_SECONDS = 300
# The service sends two at most; each more would be an HMAC over the whole body that a stranger makes us compute.
_MAX_SIGNATURES = 8

_MESSAGES = {
    "missing_signature": "The request has neither X-Service-Signature nor webhook-signature.",
    "malformed_signature": "The signature header is not as the service writes it.",
    "signature_mismatch": "No signature fits the body and a secret: the body was changed on its way, "
    "or the secret is another.",
    "timestamp_out_of_tolerance": "The signature is right, but its time is too far from now: a replay, "
    "or a clock is off.",
    "malformed_body": "The signature is right, but the body is no event.",
}


class WebhookVerificationError(Exception):
    """Why a delivery was not accepted. Answer it with 400 and do nothing else."""

    def __init__(self, reason: str) -> None:
        super().__init__(_MESSAGES[reason])
        self.reason = reason
        """A key such as ``signature_mismatch``: branch on it."""


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = DEFAULT_TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Check the signature of a delivery, and return its event.

    ``X-Service-Signature`` is checked, or the headers of Standard Webhooks if that one is missing. Any signature of the
    header may fit any of the secrets: for 24 hours after a rotation the service signs with the new one and the one
    before. Comparisons take the same time wherever they fail.

    :param body: the exact bytes that came, or their text: not JSON that was parsed and written again
    :param headers: of the request; names in any case
    :param secret: the ``signing_secret`` of the subscription; several while one takes another's place
    :param tolerance_seconds: how far the signature's time may be from now, either way
    :param now: seconds since 1970; the clock by default
    :raises WebhookVerificationError: why the delivery is not to be trusted
    :raises TypeError: the secret is empty or the body is neither text nor bytes: the receiver's own mistakes
    """
    secrets = _secrets_of(secret)
    raw = _bytes_of(body)
    names = {name.lower(): value for name, value in headers.items()}
    if "x-service-signature" in names:
        timestamp, matches = _check_service(names["x-service-signature"], raw, secrets)
    elif "webhook-signature" in names:
        timestamp, matches = _check_standard(names, raw, secrets)
    else:
        raise WebhookVerificationError("missing_signature")
    if not matches:
        raise WebhookVerificationError("signature_mismatch")
    # After the signature, so that this error can only be about a time that the service wrote itself.
    if not abs((time.time() if now is None else now) - timestamp) <= tolerance_seconds:
        raise WebhookVerificationError("timestamp_out_of_tolerance")
    return _parse_event(raw)


def _check_service(header: str, body: bytes, secrets: Sequence[bytes]) -> Tuple[int, bool]:
    """``t=<seconds>,v1=<hex>[,v0=<hex>]``, keyed with the whole text of the secret."""
    parts = [part.strip().partition("=")[::2] for part in header.split(",")]
    times = [value for name, value in parts if name == "t"]
    signatures = [
        bytes.fromhex(value) for name, value in parts if name in ("v1", "v0") and re.fullmatch("[0-9a-f]{64}", value)
    ]
    if len(times) != 1:
        raise WebhookVerificationError("malformed_signature")
    timestamp = _timestamp_of(times[0])
    return timestamp, _fits(signatures, secrets, times[0].encode() + b"." + body)


def _check_standard(names: Mapping[str, str], body: bytes, secrets: Sequence[bytes]) -> Tuple[int, bool]:
    """Standard Webhooks: ``v1,<base64>`` with spaces between, keyed with the decoded bytes of the secret."""
    ident, written = names.get("webhook-id", ""), names.get("webhook-timestamp", "")
    timestamp = _timestamp_of(written)
    signatures: List[bytes] = []
    for part in names["webhook-signature"].split(" "):
        version, _, value = part.partition(",")
        if version == "v1":
            try:
                signatures.append(base64.b64decode(value, validate=True))
            except binascii.Error:
                continue
    keys = []
    for secret in secrets:
        try:
            keys.append(base64.b64decode(secret[len(b"whsec_") :] if secret.startswith(b"whsec_") else secret))
        except binascii.Error:
            raise TypeError("verify_webhook needs the signing secret as the service gave it") from None
    return timestamp, _fits(signatures, keys, f"{ident}.{written}.".encode() + body)


def _timestamp_of(text: str) -> int:
    """It stays text where it is signed: as it was written."""
    if re.fullmatch("[0-9]{1,12}", text) is None:
        raise WebhookVerificationError("malformed_signature")
    return int(text)


def _fits(signatures: Sequence[bytes], keys: Iterable[bytes], signed: bytes) -> bool:
    """Tries every pair, also after one fitted."""
    if not 0 < len(signatures) <= _MAX_SIGNATURES:
        raise WebhookVerificationError("malformed_signature")
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    return any([hmac.compare_digest(one, signature) for one in expected for signature in signatures])


def _secrets_of(secret: Union[str, Sequence[str]]) -> List[bytes]:
    secrets = [secret] if isinstance(secret, str) else list(secret)
    # Anybody can sign with an empty key: a variable that was not set must not open the door.
    if not secrets or any(not isinstance(one, str) or one in ("", "whsec_") for one in secrets):
        raise TypeError("verify_webhook needs the signing secret; it is empty or missing")
    return [one.encode() for one in secrets]


def _bytes_of(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    raise TypeError("verify_webhook needs the raw body, as text or bytes, and not what was parsed from it")


def _parse_event(body: bytes) -> WebhookEvent:
    """The signature says who wrote the body; that it has the shape of an event is looked at all the same."""
    try:
        event = json.loads(body.decode("utf-8"))
    except ValueError:
        raise WebhookVerificationError("malformed_body") from None
    if (
        not isinstance(event, dict)
        or not isinstance(event.get("id"), str)
        or not isinstance(event.get("event"), str)
        or not isinstance(event.get("data"), dict)
    ):
        raise WebhookVerificationError("malformed_body")
    return cast(WebhookEvent, event)
