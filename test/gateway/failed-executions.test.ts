import type { Scope } from '../../core/access.ts';
import { asJson } from '../../platform/database/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { unguarded } from '../support/transitions.ts';
import { executionOf } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** The list shows why executions failed: the message of the first failed step of each. */
let gateway: TestGateway;
let owner: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  owner = await gateway.caller();
});
afterAll(() => gateway.stop());

const SSN = '900-10-1002';
const PAYLOAD = { applicant: { first_name: 'Maribel', ssn: SSN } };

interface Failed {
  readonly code: string | null;
  readonly message: string | null;
  readonly payload?: object;
}

/** An execution that failed at its first step. */
async function failed({ code, message, payload = PAYLOAD }: Failed): Promise<number> {
  const id = await executionOf(owner, { payload });
  if (code !== null) {
    await gateway.db.kysely
      .insertInto('step')
      .values({
        ...{ execution_id: id, node_id: 'credit', node_type: 'BillingProduct', visit: 1, status: 'failed' as const },
        ...{ causes: asJson([]), error_code: code, error_message: message, attempts: 3, ended_at: new Date() },
      })
      .execute();
  }
  const ended = { status: 'failed', completed_at: new Date() } as const;
  await unguarded(gateway.db, (trx) =>
    trx
      .updateTable('execution')
      .set({ ...ended, first_error_code: code, first_error_message: message })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}

const readBy = async (scopes: readonly Scope[]) =>
  (await gateway.caller({ of: owner, sameClient: true, scopes: ['executions:read', ...scopes] })).api;

interface Row {
  readonly id: number;
  readonly error_code: string | null;
  readonly error?: string | null;
}

async function listed(id: number, scopes: readonly Scope[]): Promise<Row> {
  const { data } = await (await readBy(scopes)).get('/executions?filter[status]=failed&per_page=100');
  return data.find((row: Row) => row.id === id);
}

describe('each row of the list of failed executions', () => {
  // Rules: 16.5.3, 16.5.4
  test('gives the code and the words that the execution gives itself, with numbers of the applicant masked', async () => {
    const full = await readBy(['executions:read:full']);
    for (const message of ['The vendor refused the pull with 422.', 'No answer.', `It does not know ${SSN}.`]) {
      const id = await failed({ code: 'vendor_rejected', message });
      const { data } = await full.get(`/executions/${id}`);
      const [step] = data.failed_steps;
      expect([data.error_code, data.error]).toEqual([step.code, step.message]);
      for (const scopes of [['executions:read:full'], ['executions:read:full', 'pii:read']] as const) {
        const row = await listed(id, scopes);
        expect([row.error_code, row.error]).toEqual([step.code, step.message]);
        expect(row.error).not.toContain(SSN);
      }
    }
  });

  test('tells of the step that failed first, whichever began first', async () => {
    const id = await failed({ code: 'vendor_error', message: 'No answer.' });
    const began = { execution_id: id, node_type: 'BillingProduct', visit: 1, status: 'failed' as const };
    await gateway.db.kysely.deleteFrom('step').where('execution_id', '=', id).execute();
    for (const [node_id, error_code, at] of [
      ['slow', 'vendor_rejected', 2_000],
      ['quick', 'vendor_error', 1_000],
    ] as const) {
      await gateway.db.kysely
        .insertInto('step')
        .values({
          ...began,
          node_id,
          causes: asJson([]),
          error_code,
          error_message: 'No answer.',
          ended_at: new Date(at),
        })
        .execute();
    }
    const { data } = await (await readBy(['executions:read:full'])).get(`/executions/${id}`);
    expect(data.failed_steps.map(({ code }: { code: string }) => code)).toEqual(['vendor_error', 'vendor_rejected']);
    expect((await listed(id, [])).error_code).toBe('vendor_error');
  });

  // Rules: 16.5.3
  test('gives the code alone to whoever may not read the applicant', async () => {
    const id = await failed({ code: 'vendor_rejected', message: 'It does not know Maribel.' });
    const row = await listed(id, []);
    expect(row.error_code).toBe('vendor_rejected');
    expect(row).not.toHaveProperty('error');
  });

  test('has a code if no step failed, and no words', async () => {
    const id = await failed({ code: null, message: null });
    expect(await listed(id, ['executions:read:full'])).toMatchObject({ error_code: 'internal_error', error: null });
  });

  // Rules: 16.5.4
  test('leaves words with numbers out where the input is too large for a list to mask them', async () => {
    const payload = { ...PAYLOAD, more: 'x'.repeat(100_000) };
    const id = await failed({ code: 'vendor_rejected', message: `It does not know ${SSN}.`, payload });
    expect(await listed(id, ['executions:read:full'])).toMatchObject({ error_code: 'vendor_rejected', error: null });
    const plain = await failed({ code: 'vendor_rejected', message: 'No answer.', payload });
    expect((await listed(plain, ['executions:read:full'])).error).toBe('No answer.');
  });

  test('costs no statement of its own', async () => {
    const api = await readBy(['executions:read:full']);
    const { pool } = await gateway.asGateway();
    // Each statement of a list is on a connection of its own for as long as it takes.
    let acquired = 0;
    const count = (): void => void acquired++;
    const statementsOf = async (perPage: number): Promise<number> => {
      const before = acquired;
      const { body } = await api.get(`/executions?filter[status]=failed&per_page=${perPage}`);
      expect(body.data).toHaveLength(perPage);
      return acquired - before;
    };
    for (let made = 0; made < 4; made++) await failed({ code: 'vendor_rejected', message: 'Refused with 422.' });
    pool.on('acquire', count);
    try {
      // The first request of a token costs more than later ones.
      await statementsOf(1);
      const ofOne = await statementsOf(1);
      expect(ofOne).toBeGreaterThan(0);
      expect(await statementsOf(5)).toBe(ofOne);
    } finally {
      pool.off('acquire', count);
    }
  });
});

test('a step that failed on the way says nothing of an execution that goes on', async () => {
  const id = await failed({ code: 'vendor_rejected', message: 'No answer.' });
  await unguarded(gateway.db, (trx) =>
    trx.updateTable('execution').set({ status: 'running' }).where('id', '=', id).execute(),
  );
  const { data } = await owner.api.get('/executions?filter[status]=running');
  expect(data.find((row: Row) => row.id === id)).toMatchObject({ error_code: null, error: null });
});
