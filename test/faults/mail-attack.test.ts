import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { CascadeClient } from '../../clients/typescript/src/index.ts';
import { deliveryReport } from '../support/mail-reports.ts';
import { startSmtp, type SmtpReceiver } from '../support/smtp.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** One test-mode trigger of an account without production access, through all services, counted at the mail server. */
const TOKEN = 'operator-token-of-32-characters-or-more';
const STRANGER = 'stranger@example.net';

let smtp: SmtpReceiver;
let stack: Stack;
beforeAll(async () => {
  smtp = await startSmtp();
  stack = await startStack({
    services: ['gateway', 'executor'],
    env: { SMTP_URL: smtp.url, MAIL_REPORT_TOKEN: TOKEN, MAIL_RETURN_PATH: 'bounces@example.com' },
  });
});
afterAll(async () => {
  await stack?.stop();
  await smtp?.stop();
});

const looping = (steps: readonly object[]) =>
  [
    { id: 'start', type: 'ApplicantSource', next_step: ['step0'] },
    ...steps.map((step, n) => ({
      id: `step${n}`,
      type: 'Action',
      ...step,
      next_step: [n === steps.length - 1 ? 'again' : `step${n + 1}`],
    })),
    { id: 'again', type: 'GoTo', target_step: 'step0' },
  ] as never;
const payload = { applicant: { first_name: 'Sam', email: STRANGER } };

test('nine notifications in a loop to an address of the payload deliver nothing to the stranger', async () => {
  const { token } = await stack.createCaller();
  const api = new CascadeClient({ baseUrl: stack.baseUrl, token });
  const notify = {
    action_type: 'InternalNotification',
    internal_notification: { channel: 'email', to: '{{applicant.email}}', message: 'Buy now' },
  };
  const workflow = await api.workflows.create({
    name: 'Relay',
    definition: looping(Array.from({ length: 9 }, () => notify)),
  });
  expect(workflow.warnings.filter(({ code }) => code === 'action_not_configured')).toHaveLength(9);
  const ended = await api.workflows.triggerAndWait(workflow.id, { payload });
  expect(ended).toMatchObject({ status: 'failed', failed_steps: [{ code: 'step_limit_exceeded' }] });
  expect(smtp.letters).toEqual([]);
});

test('e-mails in a loop are 20 files, which the account can read, and nothing to the stranger', async () => {
  const { token } = await stack.createCaller();
  const api = new CascadeClient({ baseUrl: stack.baseUrl, token });
  const mail = { action_type: 'SendEmail', email: { to: '{{applicant.email}}', subject: 'Hi', body: 'Buy now' } };
  const workflow = await api.workflows.create({ name: 'Relay', definition: looping([mail]) });
  const ended = await api.workflows.triggerAndWait(workflow.id, { payload });
  expect(ended).toMatchObject({ status: 'failed', failed_steps: [{ code: 'letters_per_execution_exceeded' }] });
  expect(smtp.letters).toEqual([]);
  const files: { readonly id: number }[] = [];
  for await (const file of api.artifacts.listMails(ended.id)) files.push(file);
  expect(files).toHaveLength(20);
  const file = await fetch(`${stack.baseUrl}/api/v1/executions/${ended.id}/mail_artifacts/${files[0]?.id}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await file.text()).toMatch(/^To: stranger@example\.net\r$/m);
});

test('with production access a letter is sent, and once it has come back no other one is', async () => {
  const { token } = await stack.createCaller({ productionAccess: true });
  const api = new CascadeClient({ baseUrl: stack.baseUrl, token });
  const definition = [
    { id: 'start', type: 'ApplicantSource', next_step: ['mail'] },
    {
      id: 'mail',
      type: 'Action',
      action_type: 'SendEmail',
      email: { to: '{{applicant.email}}', subject: 'Hi', body: 'Hello {{applicant.first_name}}' },
    },
  ] as never;
  const { id } = await api.workflows.create({ name: 'Hello', definition });
  const send = () => api.workflows.triggerAndWait(id, { payload });
  expect((await send()).status).toBe('completed');
  expect(smtp.letters).toMatchObject([{ to: [STRANGER], from: 'bounces@example.com' }]);
  const reported = await fetch(`${stack.baseUrl}/hooks/mail_reports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'message/rfc822' },
    // This mail server returns only the id of the envelope.
    body: new Uint8Array(deliveryReport({ envelopeId: smtp.letters[0]?.report.id ?? '' })),
  });
  expect([reported.status, await reported.json()]).toEqual([
    200,
    { data: { object: 'mail_report', result: 'recorded' } },
  ]);
  expect(await send()).toMatchObject({ status: 'failed', failed_steps: [{ code: 'recipient_suppressed' }] });
  expect(smtp.letters).toHaveLength(1);
});
