import { sql } from 'kysely';
import { asJson, type Queryable } from '../../platform/database/index.ts';
import { recipientHash } from '../../platform/mail/address.ts';
import type { RunState } from '../../core/interpreter/types.ts';
import type { JsonObject } from '../../core/json.ts';
import { notice, source } from '../core/interpreter/cascades.ts';
import { World } from '../core/interpreter/world.ts';
import { APPLICANT } from '../executor/support/definitions.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';
import { recordedRun } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** The recipient of a letter, as the case shows it before somebody sends it: semantics 9.14.5. */
let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const LINES = ['5 Elm Road', 'Portland, ME 04101'];
const SENT = {
  ...{ delivery: 'email', name: 'Maribel Quisenberry', email: 'maribel@example.com', address_lines: LINES },
  ...{ kept_as_file: false, suppressed: false, address_lacks: [], not_read: [] },
};

/** A case whose letter was drafted; `made` is the result of its preparation. */
async function drafted(of: Caller, made: JsonObject = { delivery: 'email' }): Promise<number> {
  const world = new World([source('decline'), notice('decline', 'draft_first')], { payload: APPLICANT });
  world.advance();
  world.finish('decline', { artifact_id: 1, ...made });
  const id = await recordedRun(gateway, of, world);
  const { kysely } = gateway.db;
  const artifact = await kysely
    .insertInto('artifact')
    .values({
      ...{
        execution_id: id,
        api_client_id: of.clientId,
        node_id: 'decline',
        visit: 1,
        kind: 'notice',
        stage: 'single',
      },
      ...{ status: 'ready', notice_status: 'draft', filename: 'n.pdf', byte_size: 4, sha256: 'a'.repeat(64) },
      document: asJson({ addressee: { name: 'Maribel Quisenberry', address_lines: LINES } }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely.updateTable('review_round').set({ artifact_id: artifact.id }).where('execution_id', '=', id).execute();
  return id;
}

/** A case whose letter needs input before it exists. */
async function waiting(of: Caller, needs: 'reasons' | 'variables', made: JsonObject): Promise<number> {
  const world = new World([source('decline'), notice('decline', 'draft_first')], { payload: APPLICANT });
  world.advance();
  world.finish('decline', { needs, variables: ['terms.rent'], purpose: 'credit', ...made });
  const id = await recordedRun(gateway, of, world);
  await gateway.db.kysely.updateTable('review_round').set({ needs }).where('execution_id', '=', id).execute();
  return id;
}

const caseOf = async (id: number, of = caller) => (await of.api.get(`/executions/${id}/review`)).data;

// Rules: 9.14.5
test('a letter goes to the address that its step resolved, and without production access reaches nobody', async () => {
  const data = await caseOf(await drafted(caller));
  expect(data.notice.goes_to).toEqual({ ...SENT, kept_as_file: true });
  expect(data.on_approved.sends_draft).toBe(true);
});

test('with production access, or to an address of the account, it arrives', async () => {
  const trusted = await gateway.caller({ productionAccess: true });
  const own = await gateway.caller({ email: 'Maribel@example.com' });
  for (const each of [trusted, own]) {
    expect((await caseOf(await drafted(each), each)).notice.goes_to).toEqual(SENT);
  }
});

// Rules: 9.14.5
test('a letter by post goes to the lines on it, and approving it sends nothing', async () => {
  const data = await caseOf(await drafted(caller, { delivery: 'post' }));
  expect(data.notice.goes_to).toEqual({ ...SENT, delivery: 'post', email: null });
  expect(data.on_approved).toMatchObject({ sends_draft: false, stops_at: ['decline'] });
});

// Rules: 9.14.5
test('an address from which an earlier letter came back is said to be suppressed', async () => {
  const of = await gateway.caller({ productionAccess: true });
  const id = await drafted(of);
  await gateway.db.kysely
    .insertInto('mail_report')
    .values({
      ...{ api_client_id: of.clientId, execution_id: id, message_id: '<one@example.com>', kind: 'bounce' },
      ...{ status: '5.1.1', recipient_hash: recipientHash('maribel@example.com') },
    })
    .execute();
  expect((await caseOf(id, of)).notice.goes_to).toEqual({ ...SENT, suppressed: true });
});

describe.each(['reasons', 'variables'] as const)('a letter that waits for %s', (needs) => {
  // Rules: 9.14.5
  test('goes where it will go once it is drafted', async () => {
    const of = await gateway.caller({ productionAccess: true });
    const drawn = await caseOf(await drafted(of), of);
    const { notice: told } = await caseOf(await waiting(of, needs, { delivery: 'email' }), of);
    expect(told.goes_to).toEqual(drawn.notice.goes_to);
    expect(told).toMatchObject({ stage: 'single', purpose: 'credit', reasons: [] });
  });

  test('says that nobody would get it, as a drafted one does', async () => {
    const { notice: told } = await caseOf(await waiting(caller, needs, { delivery: 'email' }));
    expect(told.goes_to).toEqual({ ...SENT, kept_as_file: true });
  });

  test('goes by post to the address in the application', async () => {
    const { notice: told } = await caseOf(await waiting(caller, needs, { delivery: 'post' }));
    expect(told.goes_to).toEqual({ ...SENT, delivery: 'post', email: null });
  });
});

// Rules: 11.3.9
test('a letter by post says what its address lacks, and what of it and of the name is not read', async () => {
  const address = { street: '14 Alder Court', city: 'Dayton', gate: '7' };
  const payload = { applicant: { ...APPLICANT.applicant, name: 'Felix', address } };
  const world = new World([source('decline'), notice('decline', 'auto_send')], { payload });
  world.advance();
  world.finish('decline', { needs: 'address', variables: ['applicant.address'], delivery: 'post' });
  const id = await recordedRun(gateway, caller, world);
  const lacks = { needs: 'address' as const, missing_variables: asJson(['applicant.address']) };
  await gateway.db.kysely.updateTable('review_round').set(lacks).where('execution_id', '=', id).execute();
  const found = await caseOf(id);
  expect(found.review).toMatchObject({ needs: 'address', variables: ['applicant.address'] });
  expect(found.notice.goes_to).toMatchObject({
    ...{ delivery: 'post', name: 'Felix', address_lines: ['14 Alder Court', 'Dayton'] },
    address_lacks: ['a postal code of 5 or 9 digits (ZIP code)'],
  });
  expect(found.notice.goes_to.not_read.toSorted()).toEqual([
    ...['applicant.address.gate', 'applicant.first_name', 'applicant.last_name'],
  ]);
});

test('a letter to somebody else of the application is addressed to that person', async () => {
  const guarantor = { name: 'Jonas Brandt', email: 'jonas@example.com', address: 'Hafenweg 3\n48155 Münster' };
  const settings = { recipient: '{{applicant.guarantor.email}}', applicant: 'applicant.guarantor' };
  const payload = { applicant: { ...APPLICANT.applicant, guarantor } };
  const node = { ...notice('decline', 'draft_first'), adverse_action: settings };
  const world = new World([source('decline'), node], { payload });
  world.advance();
  world.finish('decline', { needs: 'reasons', delivery: 'email' });
  const id = await recordedRun(gateway, caller, world);
  await gateway.db.kysely
    .updateTable('review_round')
    .set({ needs: 'reasons' })
    .where('execution_id', '=', id)
    .execute();
  expect((await caseOf(id)).notice.goes_to).toMatchObject({
    ...{ name: 'Jonas Brandt', email: 'jonas@example.com' },
    address_lines: ['Hafenweg 3', '48155 Münster'],
  });
});

test('a case is read as of one moment, whatever a step saves meanwhile', async () => {
  const { kysely } = gateway.db;
  const id = await waiting(caller, 'variables', { delivery: 'post' });
  const waits = await kysely.selectFrom('execution').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  const underWay = new World([source('decline'), notice('decline', 'draft_first')], { payload: APPLICANT });
  underWay.advance();
  const save = async (db: Queryable, state: RunState, status: 'open' | 'closed') => {
    await db
      .updateTable('execution')
      .set({ state: asJson(state) })
      .where('id', '=', id)
      .execute();
    await db.updateTable('review_round').set({ status }).where('execution_id', '=', id).execute();
  };
  await save(kysely, underWay.state, 'closed');
  const reading = await kysely.transaction().execute(async (trx) => {
    await save(trx, waits.state as RunState, 'open');
    // The reader has then read the state, and not yet the review.
    await sql`lock table artifact in access exclusive mode`.execute(trx);
    const read = caller.api.get(`/executions/${id}/review`);
    await until(async () => {
      const { rows } = await sql`
        select 1 from pg_locks where relation = 'artifact'::regclass and not granted`.execute(kysely);
      return rows.length > 0;
    });
    return { read };
  });
  const { data } = await reading.read;
  expect(data.notice?.goes_to.delivery ?? 'post').toBe('post');
});
