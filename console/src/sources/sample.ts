import type { ErrorDetail } from '../../../core/errors.ts';
import type { Json, JsonObject, JsonSchema } from '../../../core/json.ts';
import { isJsonObject } from '../../../core/json.ts';
import { checkSchema } from '../../../core/schema/check.ts';
import { FindingsList } from '../../../core/schema/findings.ts';
import { PLAIN_FORMATS } from '../../../core/schema/formats.ts';
import { readAnswer } from '../../../core/sources/answer.ts';
import { readReportSchema } from '../../../core/sources/report-schema.ts';
import { TooMuchWork, Work } from '../../../core/work.ts';
import type { Meaning } from '../../../core/sources/mapping.ts';
import type { Draft } from './draft.ts';

/** The report that a pasted answer becomes. The answer never leaves the page. */
export type Tried =
  | { readonly is: 'report'; readonly report: JsonObject; readonly faults: readonly ErrorDetail[] }
  | { readonly is: Meaning }
  | { readonly is: 'wrong'; readonly faults: readonly ErrorDetail[] }
  /** The text is no JSON, or the report is not described yet. */
  | { readonly is: 'unread'; readonly message: string };

export function tried(draft: Draft, status: number, text: string): Tried {
  let body: Json;
  try {
    body = JSON.parse(text) as Json;
  } catch (error) {
    return { is: 'unread', message: `It is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const { schema } = readReportSchema(draft.schema);
  if (schema === undefined) return { is: 'unread', message: 'The fields of the report have faults: mend those first.' };
  if (draft.mapping === undefined) return asReport(body, schema);
  try {
    const read = readAnswer(draft.mapping, schema, { status, body }, new Work());
    return read.is === 'report' ? asReport(read.report, schema) : read;
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return { is: 'unread', message: 'The answer is too large to be read with this mapping.' };
  }
}

function asReport(report: Json, schema: JsonSchema): Tried {
  if (!isJsonObject(report)) return { is: 'wrong', faults: [{ field: 'answer', message: 'must be an object' }] };
  const findings = new FindingsList();
  checkSchema(report, withoutPatterns(schema), { root: schema, formats: PLAIN_FORMATS, report: findings.report });
  return { is: 'report', report, faults: findings.details };
}

/** The schema without its patterns, which are of RE2: the service checks them. */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const { pattern: _pattern, properties, items, ...others } = schema;
  const members = isJsonObject(properties)
    ? Object.entries(properties).map(([name, member]) => [name, withoutPatterns(member as JsonSchema)])
    : undefined;
  return {
    ...others,
    ...(members === undefined ? {} : { properties: Object.fromEntries(members) }),
    ...(isJsonObject(items) ? { items: withoutPatterns(items) } : {}),
  };
}
