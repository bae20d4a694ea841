import { sql } from 'kysely';
import { fieldsRead } from '../../core/cascade/fields-read.ts';
import { fieldsOfSource } from '../../core/cascade/nodes/applicant-source.ts';
import { isKind } from '../../core/cascade/registry.ts';
import { answeredIn, openQuestions, type FieldQuestionAt } from '../../core/fields/answers.ts';
import { dictionaryOf } from '../../core/fields/dictionary.ts';
import { proposalsOf, seeTypes, type Proposal, type SeenType } from '../../core/fields/proposals.ts';
import { specsIn } from '../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../core/fields/standard.ts';
import type { JsonObject } from '../../core/json.ts';
import { MAX_WORK_OF_LINT, TooMuchWork, Work } from '../../core/work.ts';
import { readAnswers, type FieldAnswer } from './field-answers.ts';
import { readDictionary } from './fields.ts';
import type { Queryable } from './index.ts';

/** Limits: cascades and executions that are examined, newest first, and the characters of a payload. */
export const MOST_CASCADES = 100;
export const MOST_EXECUTIONS = 50;
const MOST_CHARACTERS = 64 * 1024;

export interface FieldProposals {
  readonly version: number;
  /** Number of cascades and executions examined. */
  readonly cascades: number;
  readonly executions: number;
  readonly proposals: readonly Proposal[];
  /** About fields that the account declares. */
  readonly questions: readonly FieldQuestionAt[];
  readonly answers: readonly FieldAnswer[];
}

/**
 * Undeclared fields that the account's cascades read or that its newest executions, or those of one client, were sent.
 */
export async function readProposals(
  db: Queryable,
  { accountId, apiClientId }: { readonly accountId: number; readonly apiClientId?: number },
): Promise<FieldProposals> {
  const { version, fields } = await readDictionary(db, accountId);
  const cascades = await db
    .selectFrom('workflow as w')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'w.id').onRef('v.version', '=', 'w.version'),
    )
    .select('v.definition')
    .where('w.account_id', '=', accountId)
    .where('w.deleted_at', 'is', null)
    .orderBy('w.id', 'desc')
    .limit(MOST_CASCADES)
    .execute();
  const executions = await db
    .selectFrom('execution as e')
    .select('e.payload')
    .where('e.account_id', '=', accountId)
    .$if(apiClientId !== undefined, (query) => query.where('e.api_client_id', '=', apiClientId ?? 0))
    .where('e.redacted_at', 'is', null)
    .where(sql<boolean>`length(e.payload::text) <= ${MOST_CHARACTERS}`)
    .orderBy('e.id', 'desc')
    .limit(MOST_EXECUTIONS)
    .execute();
  const seen = new Map<string, Set<SeenType>>();
  const looked = lookAt(
    executions.map(({ payload }) => payload),
    seen,
  );
  const own = specsIn(fields);
  // Fields that a cascade declares for itself count as declared where it reads them.
  const read = cascades.flatMap(({ definition }) => {
    const source = definition.find((node) => isKind(node, 'ApplicantSource'));
    const dictionary = dictionaryOf(STANDARD_SPECS, own, specsIn(source === undefined ? {} : fieldsOfSource(source)));
    return proposalsOf(dictionary, fieldsRead(definition), new Map()).map(({ path }) => path);
  });
  const answers = await readAnswers(db, accountId);
  const [dictionary, isAnswered] = [dictionaryOf(STANDARD_SPECS, own), answeredIn(answers)];
  return {
    ...{ version, cascades: cascades.length, executions: looked, answers },
    proposals: proposalsOf(dictionary, read, seen, isAnswered),
    questions: openQuestions(dictionary, own.keys(), isAnswered),
  };
}

/** Returns the number of payloads that the budget allowed to examine. */
function lookAt(payloads: readonly JsonObject[], seen: Map<string, Set<SeenType>>): number {
  const work = new Work(MAX_WORK_OF_LINT);
  for (const [index, payload] of payloads.entries()) {
    try {
      seeTypes(payload, seen, work);
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      return index;
    }
  }
  return payloads.length;
}
