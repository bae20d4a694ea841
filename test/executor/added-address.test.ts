import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { pagesOf } from '../artifacts/support.ts';
import { denyingBelow850 } from './support/definitions.ts';

/* A person without an address is denied: a re-evaluation adds the address, and the letter goes there. */

let stack: SharedStack;
let token: string;
let workflowId: number;

beforeAll(async () => {
  stack = await sharedStack();
  token = (await stack.createCaller()).token;
  workflowId = Number(
    (await call('/workflows', { name: 'Denied', definition: denyingBelow850('{{applicant.email}}') })).data.id,
  );
});
afterAll(() => stack?.stop());

const authorization = () => ({ authorization: `Bearer ${token}` });

async function call(path: string, body?: object) {
  const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
    headers: { ...authorization(), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as {
    readonly data: Record<string, unknown>;
    readonly error?: { readonly details: readonly { readonly field: string; readonly message: string }[] };
  };
  return { status: response.status, ...answer };
}

async function ended(id: unknown) {
  await until(async () =>
    ['completed', 'failed'].includes(String((await call(`/executions/${String(id)}`)).data.status)),
  );
  return (await call(`/executions/${String(id)}`)).data;
}

async function fileAt(path: string): Promise<Uint8Array> {
  const response = await fetch(`${stack.baseUrl}/api/v1${path}`, { headers: authorization() });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

// Rules: 13.4.3
test('an address that was missing altogether is added, and the letter goes there', async () => {
  const applicant = { first_name: 'Felix', last_name: 'Ashdown', date_of_birth: '1984-12-21', ssn: '900-10-1003' };
  const denied = await ended((await call(`/workflows/${workflowId}/trigger`, { payload: { applicant } })).data.id);
  expect([denied.status, denied.notices_due, denied.failed_steps]).toEqual([
    'failed',
    [expect.objectContaining({ why: 'step_failed', node_id: 'deny' })],
    [expect.objectContaining({ node_id: 'deny', code: 'recipient_unresolved' })],
  ]);

  const correct = (corrections: object) =>
    call(`/executions/${String(denied.id)}/re_evaluations`, { corrections, reason: 'The applicant gave it by phone.' });
  const elsewhere = await correct({ 'applicant.mail': 'felix@example.com' });
  expect([elsewhere.status, elsewhere.error?.details[0]?.message]).toEqual([
    422,
    expect.stringContaining('applicant.email'),
  ]);
  const run = await ended((await correct({ 'applicant.email': 'felix.ashdown@example.com' })).data.id);
  expect([run.status, run.outcome, run.notices_due]).toEqual(['completed', 'denied', []]);

  const letters = (await call(`/executions/${String(run.id)}/notice_artifacts`)).data as unknown as { id: number }[];
  expect(letters).toHaveLength(1);
  const pages = await pagesOf(await fileAt(`/executions/${String(run.id)}/notice_artifacts/${letters[0]?.id}`));
  expect(pages.join(' ')).toContain('Felix Ashdown');
  const mails = (await call(`/executions/${String(run.id)}/mail_artifacts`)).data as unknown as { id: number }[];
  expect(mails).toHaveLength(1);
  const mail = Buffer.from(await fileAt(`/executions/${String(run.id)}/mail_artifacts/${mails[0]?.id}`)).toString();
  expect(mail).toMatch(/^To: .*felix\.ashdown@example\.com/m);
});
