import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import {
  HIDDEN,
  hideValues,
  mapMembers,
  Masks,
  shownPath,
  type ApplicantView,
  type MaskSources,
} from '../../../core/masks/index.ts';
import { productByCode } from '../../../core/products/index.ts';
import { compareExecutions } from './compare.ts';
import { maskRules, rulesOfBoth, type MaskBasis, type ShownTo } from './mask-basis.ts';
import { parsedOrNull, type StoredRun } from './stored-run.ts';

/*
 * The parts of an applicant that callers see, by their view (semantics 16.19.1). Every response that shows a run is
 * made here.
 */

/** Members of `input_context` that this service adds; the others are the applicant's. */
const RESOLVED = new Set([
  ...['execution_mode', 'submitted_by_user_id', 'user_approved', 'external_reference', 'allow_inactive'],
  'sandbox_replay',
]);

/** An ExecutionDetail as JSON. With `hidden` it has no outputs: only `executions:read:full` reads them. */
export function shownExecution(json: string, { view, basis }: ShownTo): string {
  if (view === 'whole') return json;
  // Its writers are PostgreSQL and the gateway.
  const detail = JSON.parse(json) as JsonObject;
  const { input_context: input = null } = detail;
  if (view === 'hidden') return JSON.stringify({ ...detail, input_context: hiddenInput(input) });
  return JSON.stringify(maskedDetail(detail, masksOf(basis, sourcesIn(detail))));
}

/** Throws without a basis, because masks cannot be decided then. */
function masksOf(basis: MaskBasis | null, sources: MaskSources): Masks {
  if (basis === null) throw new Error('a masked view needs what it is masked by');
  return new Masks(maskRules(basis), sources);
}

function maskedDetail(detail: JsonObject, masks: Masks): JsonObject {
  const { input_context: input = null, step_outputs: outputs, failed_steps: failed, error, corrections } = detail;
  return {
    ...detail,
    input_context: withPayload(input, (payload) => masks.payload(payload)),
    ...(outputs === undefined ? {} : { step_outputs: masks.outputs(outputs) }),
    ...(failed === undefined ? {} : { failed_steps: masks.answer(failed) }),
    ...(error === undefined || error === null ? {} : { error: masks.text(String(error)) }),
    ...(corrections === undefined ? {} : { corrections: masks.answer(corrections) }),
    ...(detail.corrected_reports === undefined
      ? {}
      : { corrected_reports: listOf(detail.corrected_reports).map((report) => maskedReport(report, masks)) }),
  };
}

const listOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

/** An account's product may leave member names to its vendor, who may name a member after a person. */
function maskedReport({ changes, ...report }: JsonObject, masks: Masks): JsonObject {
  const shown = (field: string, value: Json): Json => {
    const masked = masks.output(String(report.node_id), '', { [field]: value });
    return (isJsonObject(masked) ? Object.values(masked)[0] : undefined) ?? null;
  };
  const masked = listOf(changes).map(({ field, reported = null, corrected_to: corrected = null }) => ({
    field: shownPath(String(field)),
    reported: shown(String(field), reported),
    corrected_to: shown(String(field), corrected),
  }));
  return { ...report, changes: masked };
}

/** A corrected value is no longer in any input, but may be in a text beside it. */
function sourcesIn(detail: JsonObject): MaskSources {
  const { input_context: input, step_outputs: outputs, corrections, corrected_reports: corrected } = detail;
  const values = (Array.isArray(corrections) ? corrections.filter(isJsonObject) : []).map(
    ({ path, product_code: code, previous = null }) => ({
      field: typeof path === 'string' ? path : '',
      product: typeof code === 'string' ? productByCode(code) : undefined,
      value: previous,
    }),
  );
  const after = listOf(corrected).flatMap(({ node_id: node, changes }) =>
    listOf(changes).map(({ field, corrected_to: value = null }) => ({ [String(node)]: { [String(field)]: value } })),
  );
  return {
    payload: isJsonObject(input) ? withoutOurs(input) : input,
    outputs: outputs === undefined ? outputs : [outputs, ...after],
    values,
  };
}

function withoutOurs(input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !RESOLVED.has(name)));
}

/** `input_context` with the caller's members changed, and those of this service as they are. */
function withPayload(input: Json, change: (payload: JsonObject) => Json): Json {
  if (!isJsonObject(input)) return change({ input });
  const ours = Object.fromEntries(Object.entries(input).filter(([name]) => RESOLVED.has(name)));
  const changed = change(withoutOurs(input));
  return { ...(isJsonObject(changed) ? changed : {}), ...ours };
}

const hiddenInput = (input: Json): Json => withPayload(input, hideValues);

interface ReviewWords {
  readonly note: string | null;
  readonly metadata: JsonObject;
}

/** Words of a review's event: its note and reasons are about the applicant. */
export function shownWords({ note, metadata }: ReviewWords, view: ApplicantView, masks: Masks): ReviewWords {
  switch (view) {
    case 'whole':
      return { note, metadata };
    case 'masked':
      return {
        note: note === null ? null : masks.text(note),
        metadata: masks.answer(metadata) as JsonObject,
      };
    case 'hidden':
      return {
        note: note === null ? null : HIDDEN,
        metadata: mapMembers(metadata, (name, value) => (PLAIN.has(name) ? value : hideValues(value))),
      };
  }
}

/** Members of metadata that say nothing of the applicant; `hidden` hides all others. */
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
  ...['approvals', 'approvals_required', 'queue', 'previous_queue', 'until', 'why', 'answer', 'answered_on'],
]);

/** The masks of a run for the result of a calculation; null for a view that masks nothing. */
export function masksOfRun({ view, basis }: ShownTo, { payload, steps }: StoredRun): Masks | null {
  if (view === 'whole') return null;
  const outputs = steps.map(({ nodeId, output }) => ({ [nodeId]: parsedOrNull(output) }));
  return masksOf(basis, { payload: parsedOrNull(payload), outputs });
}

/** A case: applicant and property come from the payload, reports from agencies. */
export function shownCase(reviewed: JsonObject, masks: Masks | null): JsonObject {
  if (masks === null) return reviewed;
  const { applicant = null, property = null, reports = [], ...rest } = reviewed;
  const answer = masks.answer(rest);
  return {
    ...(isJsonObject(answer) ? answer : {}),
    applicant: masks.member('applicant', applicant),
    property: masks.member('property', property),
    reports: (Array.isArray(reports) ? reports : []).map((report) =>
      isJsonObject(report)
        ? { ...report, values: masks.output(String(report.node_id), '', report.values ?? null) }
        : report,
    ),
  };
}

/** Compares before it masks, because two masked numbers may look equal. */
export function shownComparison(
  left: JsonObject,
  right: JsonObject,
  { view, left: basis, right: other }: Pick<ShownTo, 'view'> & Record<'left' | 'right', MaskBasis | null>,
): JsonObject {
  const comparison = compareExecutions(left, right);
  if (view === 'whole') return comparison;
  if (basis === null || other === null) throw new Error('a masked view needs what it is masked by');
  const [one, two] = [sourcesIn(left), sourcesIn(right)];
  const masks = new Masks(rulesOfBoth(maskRules(basis), maskRules(other)), {
    payload: [one.payload ?? null, two.payload ?? null],
    outputs: [one.outputs ?? null, two.outputs ?? null],
    values: [...(one.values ?? []), ...(two.values ?? [])],
  });
  const nodes = Array.isArray(comparison.nodes) ? comparison.nodes.filter(isJsonObject) : [];
  const { nodes: _nodes, ...rest } = comparison;
  const answer = masks.answer(rest);
  return { ...(isJsonObject(answer) ? answer : {}), nodes: nodes.map((node) => shownDifferences(node, masks)) };
}

function shownDifferences({ values = [], ...node }: JsonObject, masks: Masks): Json {
  const answer = masks.answer(node);
  const sides = (Array.isArray(values) ? values.filter(isJsonObject) : []).map(
    ({ path = '', left = null, right = null }) => {
      const shown = (value: Json) => masks.output(String(node.node_id), String(path), value);
      return { path: masks.filled(String(path)), left: shown(left), right: shown(right) };
    },
  );
  return { ...(isJsonObject(answer) ? answer : {}), values: sides };
}
