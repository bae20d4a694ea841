import type { JsonObject } from '../core/json.ts';
import { SetupError } from '../platform/setup-error.ts';
import { databaseUrlOf } from '../dev/stack/data-folder.ts';
import type { Database, Queryable } from '../platform/database/index.ts';
import type { Answer, CliAct, OnDatabase, Row } from './action.ts';
import { NOUNS, type NounName } from './nouns.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Loading the database's packages takes longer than the rest of a command. */
const operations = () => import('./operations.ts');

export async function withDatabase<T>(
  env: Env,
  work: (db: Database) => Promise<T>,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<T> {
  const url = env.DATABASE_URL?.trim() || (await databaseUrlOf(env.CASCADE_DATA_DIR?.trim() || '.cascade'));
  const db = (await operations()).open(url, { readOnly });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

export function onDatabase(env: Env, print: (answer: Answer) => void): OnDatabase {
  const recording = async (): Promise<{ operator: string; audit: (trx: Queryable, act: CliAct) => Promise<void> }> => {
    const { operatorName, record } = await operations();
    const operator = operatorName(env);
    return { operator, audit: (trx, act) => record(trx, operator, act) };
  };
  const changes: OnDatabase['changes'] =
    (work) =>
    async (...parsed) => {
      const { audit } = await recording();
      const answer = await withDatabase(env, (db) =>
        db.transaction(async (trx) => {
          let acts = 0;
          const done = await work({ trx, audit: (act) => ((acts += 1), audit(trx, act)) }, ...parsed);
          if (acts === 0) throw new Error('the command recorded nothing in the audit log, so nothing was changed');
          return done;
        }),
      );
      print(answer);
    };
  return {
    reads:
      (work) =>
      async (...parsed) =>
        print(await withDatabase(env, (db) => work(db, ...parsed), { readOnly: true })),
    changes,
    changesRecord: ({ noun, action, existing }, work) =>
      changes(async ({ trx, audit }, ...parsed) => {
        const before = existing === true ? await recordOf(trx, noun, Number(parsed[0])) : {};
        const answer = await work(trx, ...parsed);
        const id = Number(answer.id);
        const after = await recordOf(trx, noun, id);
        const { changesOf } = await operations();
        await audit({
          action,
          accountId: Number(noun === 'accounts' ? id : after.account_id),
          subject: { type: NOUNS[noun].object, id },
          detail: changesOf(before, after),
        });
        return answer;
      }),
    works:
      (work) =>
      async (...parsed) => {
        const by = await recording();
        print(await withDatabase(env, (db) => work({ db, ...by }, ...parsed)));
      },
  };
}

/** Written by every change, so it says nothing. */
const UNSAID = ['object', 'updated_at', 'last_used_at'];

/** The record as `show` prints it, which leaves secrets out; empty if there is none. */
async function recordOf(trx: Queryable, noun: NounName, id: number): Promise<JsonObject> {
  const { showRecord } = await import('./records.ts');
  const record = await showRecord(trx, noun, id).catch((error: unknown): Row => {
    if (error instanceof SetupError) return {};
    throw error;
  });
  const said = Object.entries(record).filter(([name]) => !UNSAID.includes(name));
  // Times become texts.
  return JSON.parse(JSON.stringify(Object.fromEntries(said))) as JsonObject;
}
