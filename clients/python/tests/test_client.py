"""The client without a service: `python3 -m unittest` in this folder, with the package installed."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
import unittest
from typing import Any, Callable, Dict, List, Union

import httpx

import cascade_client as cascade
from cascade_client._base import parse_retry_after

TOKEN = "0b7a4c1e-7d55-4f10-9a54-6f2f2f8f5a11"
Turn = Union[httpx.Response, Exception]


def answer(status: int = 200, data: Any = None, meta: Any = None, **headers: str) -> httpx.Response:
    return httpx.Response(status, json={"data": data, "meta": meta or {}}, headers=headers)


def refusal(status: int, code: str = "some_code", headers: Dict[str, str] = {}, details: Any = ()) -> httpx.Response:
    error = {"code": code, "message": "No.", "details": list(details), "request_id": "request-1"}
    return httpx.Response(status, json={"error": error}, headers=headers)


class Script:
    """Answers request n with turn n, and every one after the last with the last."""

    def __init__(self, *turns: Turn) -> None:
        self.turns = turns
        self.seen: List[httpx.Request] = []
        self.waits: List[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        turn = self.turns[min(len(self.seen), len(self.turns) - 1)]
        self.seen.append(request)
        if isinstance(turn, Exception):
            raise turn
        return httpx.Response(turn.status_code, headers=turn.headers, content=turn.content)

    def client(self, **options: Any) -> cascade.Client:
        http = httpx.Client(transport=httpx.MockTransport(self))
        client = cascade.Client("http://api.test", TOKEN, http_client=http, **options)
        clock = [0.0]

        def sleep(seconds: float) -> None:
            self.waits.append(seconds)
            clock[0] += seconds

        client.sleep = sleep  # type: ignore[method-assign]
        client.now = lambda: clock[0]  # type: ignore[method-assign]
        return client

    def keys(self) -> List[Union[str, None]]:
        return [request.headers.get("idempotency-key") for request in self.seen]

    def urls(self) -> List[str]:
        return [f"{request.method} {request.url.raw_path.decode()}" for request in self.seen]


class Retries(unittest.TestCase):
    def test_a_limit_is_waited_out_for_as_long_as_retry_after_says(self) -> None:
        script = Script(refusal(429, headers={"retry-after": "7"}), answer(data={"id": 1}))
        self.assertEqual(script.client().workflows.update(1, name="New")["id"], 1)
        self.assertTrue(7 <= script.waits[0] <= 7.5, script.waits)

    def test_without_retry_after_each_wait_is_longer_and_a_second_at_least(self) -> None:
        script = Script(refusal(429))
        with self.assertRaises(cascade.RateLimitError):
            script.client().me.get()
        self.assertEqual(script.waits, [1, 2, 4])

    def test_a_wait_beyond_the_limit_is_raised_at_once(self) -> None:
        script = Script(refusal(429, headers={"retry-after": "500"}))
        with self.assertRaises(cascade.RateLimitError) as raised:
            script.client().me.get()
        self.assertEqual((raised.exception.retry_after, script.waits), (500, []))

    def test_a_post_is_repeated_under_the_same_key(self) -> None:
        script = Script(httpx.ConnectError("broken"), refusal(503), answer(202, data={"id": 3}))
        script.client().workflows.trigger(7, external_reference="a")
        self.assertEqual(len(script.seen), 3)
        self.assertEqual(len(set(script.keys())), 1)
        self.assertEqual({request.content for request in script.seen}, {b'{"external_reference": "a"}'})
        self.assertTrue(0.25 <= script.waits[0] <= 0.5 and 0.5 <= script.waits[1] <= 1, script.waits)

    def test_each_call_has_a_key_of_its_own_or_that_of_the_caller(self) -> None:
        script = Script(answer(202, data={"id": 3}))
        client = script.client()
        client.workflows.trigger(7)
        client.workflows.trigger(7)
        client.workflows.trigger(7, idempotency_key="mine")
        self.assertEqual(len(set(script.keys())), 3)
        self.assertEqual(script.keys()[2], "mine")

    def test_what_may_have_taken_effect_is_not_repeated(self) -> None:
        for failure in (httpx.ReadError("broken"), refusal(503)):
            script = Script(failure)
            with self.assertRaises(cascade.CascadeError):
                script.client().workflows.delete(1)
            self.assertEqual(len(script.seen), 1)

    def test_an_error_of_the_service_is_not_repeated(self) -> None:
        script = Script(refusal(500))
        with self.assertRaises(cascade.ServerError):
            script.client().me.get()
        self.assertEqual(len(script.seen), 1)

    def test_retry_after(self) -> None:
        cases = {"12": 12, " 0 ": 0, "Mon, 02 Mar 2026 16:20:30 GMT": 30, "soon": None, "-1": None, "1.5": None, "": None}
        for value, seconds in cases.items():
            self.assertEqual(parse_retry_after(value, 1772468400.0), seconds, value)


class Requests(unittest.TestCase):
    def test_null_is_sent_and_what_is_left_out_is_not(self) -> None:
        script = Script(answer(data={"id": 1}))
        client = script.client()
        client.workflows.update(1, use_case=None, if_match='"1"')
        client.executions.cancel(1)
        self.assertEqual(json.loads(script.seen[0].content), {"use_case": None})
        self.assertEqual(script.seen[0].headers["if-match"], '"1"')
        self.assertEqual(script.seen[1].content, b"")

    def test_path_and_query_are_encoded(self) -> None:
        script = Script(answer(data=[], meta={"total_pages": 0}))
        client = script.client()
        client.products.get("../7?")  # type: ignore[arg-type]
        list(client.executions.list(external_reference="a&b=c", overdue=True))
        self.assertEqual(script.urls()[0], "GET /api/v1/products/..%2F7%3F")
        params = dict(script.seen[1].url.params)
        self.assertEqual(params["filter[external_reference]"], "a&b=c")
        self.assertEqual(params["filter[overdue]"], "true")

    def test_several_values_repeat_the_parameter(self) -> None:
        script = Script(answer(data=[], meta={"total_pages": 0}))
        list(script.client().executions.list(external_reference=["a", "b,c"], status="failed"))
        params = script.seen[0].url.params
        self.assertEqual(params.get_list("filter[external_reference]"), ["a", "b,c"])
        self.assertEqual(params.get_list("filter[status]"), ["failed"])

    def test_nothing_is_none(self) -> None:
        self.assertIsNone(Script(httpx.Response(204)).client().workflows.delete(1))  # type: ignore[func-returns-value]

    def test_no_redirect_is_followed(self) -> None:
        script = Script(httpx.Response(307, headers={"location": "http://elsewhere.test"}))
        with self.assertRaises(cascade.CascadeError) as raised:
            script.client().me.get()
        self.assertEqual((raised.exception.code, len(script.seen)), ("unexpected_response", 1))

    def test_a_file_is_read_as_it_comes(self) -> None:
        headers = {"content-disposition": 'attachment; filename="a.csv"', "content-type": "text/csv"}
        download = Script(httpx.Response(200, headers=headers, content=b"a,b")).client().batches.download_csv(1)
        self.assertEqual((download.filename, download.content_type, download.read()), ("a.csv", "text/csv", b"a,b"))


class Lists(unittest.TestCase):
    def test_go_on_by_the_cursor(self) -> None:
        script = Script(
            answer(data=[{"id": 5}, {"id": 4}], meta={"next_cursor": "c/1", "total_pages": 9}),
            answer(data=[{"id": 3}], meta={"next_cursor": None, "total_pages": 9}),
        )
        self.assertEqual([each["id"] for each in script.client().executions.list(per_page=2)], [5, 4, 3])
        self.assertEqual(dict(script.seen[1].url.params), {"per_page": "2", "cursor": "c/1"})

    def test_without_a_cursor_go_on_by_page_and_give_what_was_pushed_there_once(self) -> None:
        script = Script(
            answer(data=[{"id": 5}, {"id": 4}], meta={"total_pages": 2}),
            answer(data=[{"id": 4}, {"id": 3}], meta={"total_pages": 2}),
        )
        self.assertEqual([each["id"] for each in script.client().workflows.list(per_page=2)], [5, 4, 3])

    def test_async(self) -> None:
        script = Script(answer(data=[{"id": 5}], meta={"next_cursor": "c"}), answer(data=[{"id": 4}], meta={"next_cursor": None}))

        async def read() -> List[int]:
            http = httpx.AsyncClient(transport=httpx.MockTransport(script))
            async with cascade.AsyncClient("http://api.test", TOKEN, http_client=http) as client:
                return [each["id"] async for each in client.executions.list()]

        self.assertEqual(asyncio.run(read()), [5, 4])


class Errors(unittest.TestCase):
    def test_have_families(self) -> None:
        families = {
            400: cascade.InvalidRequestError,
            401: cascade.AuthenticationError,
            403: cascade.PermissionDeniedError,
            404: cascade.NotFoundError,
            409: cascade.ConflictError,
            412: cascade.ConflictError,
            422: cascade.InvalidRequestError,
            429: cascade.RateLimitError,
            500: cascade.ServerError,
            503: cascade.ServerError,
        }
        for status, family in families.items():
            with self.assertRaises(family) as raised:
                Script(refusal(status)).client(max_retries=0).me.get()
            self.assertIs(type(raised.exception), family)

    def test_are_one_line(self) -> None:
        details = [{"field": "name", "message": "is required"}, {"field": "url", "message": "is required"}]
        with self.assertRaises(cascade.InvalidRequestError) as raised:
            Script(refusal(422, "validation_failed", details=details)).client().workflows.create(name="")
        self.assertEqual(
            str(raised.exception),
            "POST /workflows: No. name: is required (and 1 more) [422 validation_failed, request request-1]",
        )
        self.assertEqual(raised.exception.details[1].field, "url")

    def test_of_a_connection_name_cause_and_address(self) -> None:
        for client in (cascade.Client("http://127.0.0.1:9", TOKEN, max_retries=0),):
            with self.assertRaises(cascade.ConnectionFailedError) as raised:
                client.me.get()
            self.assertEqual(
                str(raised.exception),
                "GET /me: No response from http://127.0.0.1:9: ECONNREFUSED (nothing listens there). [connection_failed]",
            )

        async def call() -> None:
            async with cascade.AsyncClient("http://127.0.0.1:9", TOKEN, max_retries=0) as client:
                await client.me.get()

        with self.assertRaises(cascade.ConnectionFailedError) as raised:
            asyncio.run(call())
        self.assertEqual(raised.exception.reason, "ECONNREFUSED")

    def test_and_clients_show_no_token(self) -> None:
        script = Script(httpx.ConnectError(f"failed with {TOKEN}"))
        client = script.client(max_retries=0)
        with self.assertRaises(cascade.ConnectionFailedError) as raised:
            client.me.get()
        shown = repr(client) + repr(vars(client)["_settings"]) + repr(raised.exception) + repr(vars(raised.exception))
        self.assertNotIn(TOKEN, shown)
        for token in (TOKEN + "\n", "", "ä"):
            with self.assertRaisesRegex(ValueError, "^token must be"):
                cascade.Client("http://api.test", token)
        for address in ("api.test", "ftp://api.test", "https://user:word@api.test", ""):
            with self.assertRaisesRegex(ValueError, "^base_url must be"):
                cascade.Client(address, TOKEN)


class Waits(unittest.TestCase):
    def test_end_with_the_decision_or_with_a_question(self) -> None:
        for status in ("completed", "failed", "cancelled", "skipped", "awaiting_review"):
            turns = [answer(data={"id": 3, "status": each}) for each in ("pending", "running", "waiting", status)]
            script = Script(answer(202, data={"id": 3, "status": "pending"}), *turns)
            self.assertEqual(script.client().workflows.trigger_and_wait(7)["status"], status)
            self.assertEqual(script.waits, [1, 1.5, 2.25])
            self.assertEqual(script.urls()[1], "GET /api/v1/executions/3?wait=30")

    def test_that_take_too_long_say_what_they_waited_for(self) -> None:
        script = Script(answer(data={"id": 3, "status": "running"}))
        with self.assertRaises(cascade.WaitTimeoutError) as raised:
            script.client().batches.wait_for(3, timeout=10)
        self.assertEqual((raised.exception.id, raised.exception.last_status, sum(script.waits)), (3, "running", 10))

    def test_outputs_that_the_token_may_not_see_are_an_error(self) -> None:
        with self.assertRaisesRegex(TypeError, "executions:read:full"):
            cascade.product_output({}, "credit", "credit_report")  # type: ignore[typeddict-item]


SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()
OTHER = "whsec_" + base64.b64encode(bytes(range(1, 33))).decode()
BODY = b'{"id":"e-1","event":"execution.completed","created_at":"2026-03-02T16:20:00.000Z","data":{"a":1}}'


def service_headers(at: int, body: bytes = BODY, secret: str = SECRET, name: str = "v1") -> Dict[str, str]:
    signature = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return {"X-Service-Signature": f"t={at},{name}={signature}"}


def standard_headers(at: int, body: bytes = BODY, secret: str = SECRET) -> Dict[str, str]:
    key = base64.b64decode(secret[6:])
    signature = base64.b64encode(hmac.new(key, f"e-1.{at}.".encode() + body, hashlib.sha256).digest()).decode()
    return {"webhook-id": "e-1", "webhook-timestamp": str(at), "webhook-signature": f"v1,{signature}"}


class Webhooks(unittest.TestCase):
    NOW = int(time.time())

    def refused(self, reason: str, call: Callable[[], object]) -> None:
        with self.assertRaises(cascade.WebhookVerificationError) as raised:
            call()
        self.assertEqual(raised.exception.reason, reason)

    def test_both_kinds_of_signature(self) -> None:
        for headers in (service_headers, standard_headers):
            self.assertEqual(cascade.verify_webhook(BODY, headers(self.NOW), SECRET)["id"], "e-1")
            self.assertEqual(cascade.verify_webhook(BODY.decode(), headers(self.NOW), [OTHER, SECRET])["id"], "e-1")
            self.refused("signature_mismatch", lambda: cascade.verify_webhook(BODY + b" ", headers(self.NOW), SECRET))
            self.refused("signature_mismatch", lambda: cascade.verify_webhook(BODY, headers(self.NOW), OTHER))
            for late in (-301, 301):
                old = headers(self.NOW + late)
                self.refused(
                    "timestamp_out_of_tolerance",
                    lambda: cascade.verify_webhook(BODY, old, SECRET, now=self.NOW),
                )
                cascade.verify_webhook(BODY, old, SECRET, now=self.NOW, tolerance_seconds=301)

    def test_a_signature_cannot_be_moved_to_another_time_or_id(self) -> None:
        headers = {**standard_headers(self.NOW), "webhook-timestamp": str(self.NOW + 1)}
        self.refused("signature_mismatch", lambda: cascade.verify_webhook(BODY, headers, SECRET))
        other = {**standard_headers(self.NOW), "webhook-id": "e-2"}
        self.refused("signature_mismatch", lambda: cascade.verify_webhook(BODY, other, SECRET))

    def test_the_signature_of_the_secret_before(self) -> None:
        headers = service_headers(self.NOW, secret=OTHER)
        old = service_headers(self.NOW, name="v0")["X-Service-Signature"].split(",")[1]
        headers["X-Service-Signature"] += f",{old}"
        self.assertEqual(cascade.verify_webhook(BODY, headers, SECRET)["id"], "e-1")

    def test_what_is_no_signature(self) -> None:
        cases = ["", "t=1", "v1=00", f"t=x,v1={'0' * 64}", f"t=1,t=2,v1={'0' * 64}", "t=1" + f",v1={'0' * 64}" * 9]
        for text in cases:
            self.refused(
                "malformed_signature", lambda: cascade.verify_webhook(BODY, {"x-service-signature": text}, SECRET)
            )
        self.refused("missing_signature", lambda: cascade.verify_webhook(BODY, {}, SECRET))

    def test_what_is_no_event(self) -> None:
        for body in (b"[]", b"{}", b"\xff", b'{"id":"e-1"}'):
            headers = service_headers(self.NOW, body)
            self.refused("malformed_body", lambda: cascade.verify_webhook(body, headers, SECRET))

    def test_an_empty_secret_is_the_mistake_of_the_receiver(self) -> None:
        for secret in ("", "whsec_", [], [SECRET, ""]):
            with self.assertRaisesRegex(TypeError, "signing secret"):
                cascade.verify_webhook(BODY, service_headers(self.NOW), secret)
        with self.assertRaisesRegex(TypeError, "raw body"):
            cascade.verify_webhook(json.loads(BODY), service_headers(self.NOW), SECRET)


if __name__ == "__main__":
    unittest.main()
