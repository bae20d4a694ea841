import { kindsIn } from '../../../core/fields/dictionary.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { HIDDEN, hideValues, mapMembers, Masks, type ApplicantView } from '../../../core/masks.ts';
import { compareExecutions } from './compare.ts';
import { parsedOrNull, type StoredRun } from './stored-run.ts';

/*
 * What callers see of an applicant, by their view (semantics 16.19.1). Everything that shows a run goes through here.
 */

export interface ShownTo {
  readonly view: ApplicantView;
  /** What the account said of its fields when the execution was accepted. */
  readonly labels: FieldSpecsJson | null;
}

/** Members of `input_context` that are ours and not the applicant's. */
const RESOLVED = new Set([
  ...['execution_mode', 'submitted_by_user_id', 'user_approved', 'external_reference', 'allow_inactive'],
  'sandbox_replay',
]);

/** An ExecutionDetail as JSON. With `hidden` it has no outputs: only `executions:read:full` reads them. */
export function shownExecution(json: string, { view, labels }: ShownTo): string {
  if (view === 'whole') return json;
  // Written by PostgreSQL and the gateway.
  const detail = JSON.parse(json) as JsonObject;
  return JSON.stringify(shownDetail(detail, { view, labels }));
}

function shownDetail(detail: JsonObject, { view, labels }: ShownTo): JsonObject {
  const { input_context: input = null, step_outputs: outputs, failed_steps: failed, error, corrections } = detail;
  if (view === 'hidden') return { ...detail, input_context: hiddenInput(input) };
  const masks = new Masks([input, outputs ?? null, asReceived(corrections)], kindsIn(dictionaryIn(labels).dictionary));
  return {
    ...detail,
    input_context: masks.json(input),
    ...(outputs === undefined ? {} : { step_outputs: masks.json(outputs) }),
    ...(failed === undefined ? {} : { failed_steps: masks.json(failed) }),
    ...(error === undefined ? {} : { error: masks.json(error) }),
    ...(corrections === undefined ? {} : { corrections: masks.json(corrections) }),
  };
}

/** What was corrected, by the last two names of its path: its number may stand in the words beside it. */
function asReceived(corrections: Json | undefined): Json {
  return (Array.isArray(corrections) ? corrections.filter(isJsonObject) : []).map(({ path, previous = null }) => {
    const [last = '', parent = ''] = (typeof path === 'string' ? path : '').split('.').toReversed();
    return { [parent]: { [last]: previous } };
  });
}

function hiddenInput(input: Json): Json {
  if (!isJsonObject(input)) return hideValues(input);
  const ours = Object.fromEntries(Object.entries(input).filter(([name]) => RESOLVED.has(name)));
  const hidden = hideValues(Object.fromEntries(Object.entries(input).filter(([name]) => !RESOLVED.has(name))));
  return { ...(isJsonObject(hidden) ? hidden : {}), ...ours };
}

interface ReviewWords {
  readonly note: string | null;
  readonly metadata: JsonObject;
}

/** Of an event of a review: its note and the reasons are words about the applicant. */
export function shownWords({ note, metadata }: ReviewWords, view: ApplicantView, masks: Masks): ReviewWords {
  switch (view) {
    case 'whole':
      return { note, metadata };
    case 'masked':
      return {
        note: note === null ? null : masks.text(note),
        metadata: mapMembers(metadata, (_, value) => masks.json(value)),
      };
    case 'hidden':
      return {
        note: note === null ? null : HIDDEN,
        metadata: mapMembers(metadata, (name, value) => (PLAIN.has(name) ? value : hideValues(value))),
      };
  }
}

/** Members of metadata that say nothing of the applicant; any other is hidden with `hidden`. */
const PLAIN = new Set([
  ...['node_id', 'kind', 'stage', 'artifact_id', 'number', 'message_id', 'delivery', 'posted_on', 'letter_date'],
  ...[
    're_evaluated_as',
    'reuse_reports',
    'corrections',
    'assigned_to_user_id',
    'previously_assigned_to_user_id',
    'forced',
  ],
  ...['approvals', 'approvals_required', 'queue', 'previous_queue', 'until'],
]);

/** The answer of a calculation over a run. Whoever may ask for one sees everything but identifiers. */
export function shownCalculation(answer: JsonObject, view: ApplicantView, run: StoredRun): Json {
  if (view === 'whole') return answer;
  const sources = [parsedOrNull(run.payload), ...run.steps.map(({ output }) => parsedOrNull(output))];
  return new Masks(sources, kindsIn(dictionaryIn(run.fields).dictionary)).json(answer);
}

/** Compared before anything is masked: two numbers may end alike. */
export function shownComparison(left: JsonObject, right: JsonObject, { view, labels }: ShownTo): Json {
  const comparison = compareExecutions(left, right);
  if (view === 'whole') return comparison;
  return new Masks(
    [left, right].flatMap(({ input_context, step_outputs, corrections }) => [
      ...[input_context ?? null, step_outputs ?? null],
      asReceived(corrections),
    ]),
    kindsIn(dictionaryIn(labels).dictionary),
  ).json(comparison);
}
