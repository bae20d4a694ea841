import { fieldsRead } from '../../../core/cascade/fields-read.ts';
import { fieldsOfSource } from '../../../core/cascade/nodes/applicant-source.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { answeredIn, openQuestions } from '../../../core/fields/answers.ts';
import { dictionaryOf } from '../../../core/fields/dictionary.ts';
import { specsIn } from '../../../core/fields/spec.ts';
import type { JsonObject } from '../../../core/json.ts';
import { readAnswers } from '../../../platform/database/field-answers.ts';
import { dictionaryNow } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';

/** Open questions about the fields of the payload that a cascade reads. They do not prevent going live. */
export async function questionsAbout(
  db: Queryable,
  { accountId }: Pick<Auth, 'accountId'>,
  definition: CascadeDefinition,
): Promise<JsonObject[]> {
  const { specs } = await dictionaryNow(db, accountId);
  const dictionary = dictionaryOf(specs, ...definition.map((node) => specsIn(fieldsOfSource(node))));
  const answers = await readAnswers(db, accountId);
  return openQuestions(dictionary, fieldsRead(definition), answeredIn(answers)).map((question) => ({ ...question }));
}
