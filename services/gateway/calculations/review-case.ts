import type { GivenAddressee } from '../../../core/cascade/notice-request.ts';
import type { ConditionTrace } from '../../../core/cascade/conditions.ts';
import { isKind, NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { consequenceOf, nextOf } from '../../../core/explanation/consequence.ts';
import { choicesOnTheWay, flaggedBy, type ChoiceOnTheWay } from '../../../core/explanation/flagged.ts';
import { foresee, type Verdict } from '../../../core/explanation/foresight.ts';
import { trueReasons } from '../../../core/explanation/seen.ts';
import { asJsonList, isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { readPath } from '../../../core/path.ts';
import type { Product } from '../../../core/products/index.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { specsOfReport } from '../../../core/products/specs.ts';
import type { ReviewDecision } from '../../../core/states.ts';
import { conditionInWords } from '../../../core/readback/condition.ts';
import { isDraftByPost } from '../../../core/notices/flow.ts';
import { addresseeOf } from '../../../core/notices/index.ts';
import type { RunState } from '../../../core/interpreter/types.ts';
import { Subjects } from '../../../core/readback/subject.ts';
import { decidingRules } from '../../../core/rows/decided.ts';
import { within, type Work } from '../../../core/work.ts';
import { openRun, type StoredRun } from './stored-run.ts';

/** The members of the open review on which its results depend. */
export interface OpenRound {
  readonly key: string;
  readonly node_id: string;
  readonly kind: string;
  readonly needs: string | null;
  /** Paths whose values are needed to approve it. */
  readonly variables: readonly string[] | null;
  /** For a letter, the visits whose choices decided. */
  readonly deciding: readonly string[];
  /** `post` once a person is asked to post the letter. */
  readonly delivery: string | null;
}

/** The letter that a review is about. */
export interface ReviewedLetter {
  /** The letter's variable parts and `goes_to`. The PDF is a notice artifact. */
  readonly notice: JsonObject & { readonly goes_to: JsonObject };
  /** The person to whom it is addressed, or will be once it is drafted. */
  readonly person: {
    readonly path?: string | undefined;
    readonly given?: GivenAddressee | undefined;
    readonly isDrafted: boolean;
  };
}

export interface CaseInput {
  readonly run: StoredRun;
  readonly round: OpenRound | null;
  /** The data on which the account's letters depend. */
  readonly notices: Parameters<typeof foresee>[3];
  /** Ids of the PDFs of reports, by node. */
  readonly reportArtifacts: ReadonlyMap<string, number>;
  /** Members of the case that need no calculation. */
  readonly given: {
    readonly execution: JsonObject;
    readonly review: JsonObject | null;
    readonly letter: ReviewedLetter | null;
    readonly history: JsonObject[];
  };
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Units of work to foresee the effects of one decision; if they do not suffice, the case leaves these out. */
const WORK_OF_DECISION = 400_000;

/** The case as a reviewer needs it: the way to the review, and the effects of each decision. Throws TooMuchWork. */
export function reviewCase({ run: stored, round, ...input }: CaseInput, sandbox: SandboxRegistry, work: Work) {
  const { notices, reportArtifacts, given, now } = input;
  const { run, definition, state } = openRun(stored, sandbox);
  const steps = new Map<string, Json>(
    run.history.flatMap(({ nodeId, output }) => (output === null ? [] : [[nodeId, output]])),
  );
  const { applicant, property } = run.context.payload;
  const isByPost = round !== null && goesByPost(round, state);
  const leadsTo = (verdict: Verdict) => {
    const node = definition.find(({ id }) => id === round?.node_id);
    if (round === null || node === undefined) return null;
    const { decision } = verdict;
    const foreseen =
      state === null
        ? null
        : within(work, WORK_OF_DECISION, (part) => foresee({ ...run, state, now }, round.key, verdict, notices, part));
    const ahead = {
      next: nextOf(node, decision, steps.get(node.id)),
      foreseen: foreseen ?? null,
      sendsDraft: !isByPost && sendsDraft(round, decision),
    };
    return consequenceOf(definition, ahead);
  };
  const last = run.history.findLast(({ nodeId }) => nodeId === round?.node_id);
  const choices = last === undefined ? [] : choicesOnTheWay(run, { node_id: last.nodeId, visit: last.visit });
  const isDecision = round?.kind === 'decision';
  const subjects = new Subjects(definition, run.context.dictionary);
  return {
    object: 'review_case',
    execution: given.execution,
    applicant: applicant ?? null,
    property: property ?? null,
    review:
      round === null
        ? null
        : {
            ...given.review,
            flagged_by: isDecision ? flaggedBy(choices).map(copyOf) : [],
            choices: choices.map((choice) => presentChoice(choice, subjects, work)),
            true_reasons: trueReasons(
              { definition, steps: run.history.map(({ nodeId, ...step }) => ({ ...step, node_id: nodeId })) },
              { ...round, nodeId: round.node_id },
              work,
            ).map((reason) => ({ ...reason })),
          },
    rules: asJsonList(decidingRules(definition, run.history, subjects, work)),
    notice:
      given.letter === null
        ? null
        : presentLetter(given.letter, {
            isByPost,
            payload: run.context.payload,
            output: steps.get(round?.node_id ?? ''),
          }),
    reports: reportsOf(stored.execution.id, { definition, outputs: steps, artifactOf: reportArtifacts }, work),
    history: given.history,
    // A letter that lacks reasons or values cannot be approved without them.
    on_approved: leadsTo({
      decision: 'approved',
      withReasons: round?.needs === 'reasons',
      variables: round?.variables ?? [],
    }),
    on_denied: leadsTo({ decision: 'denied', withReasons: false }),
    on_denied_with_reasons: isDecision ? leadsTo({ decision: 'denied', withReasons: true }) : null,
  } satisfies JsonObject;
}

/** Cost of putting a condition into words. */
const UNITS_OF_WORDS = 4;

function presentChoice(choice: ChoiceOnTheWay, subjects: Subjects, work: Work): JsonObject {
  const { ref, name, taken, notPassed, notFailed, led } = choice;
  work.spend((notPassed.length + notFailed.length) * UNITS_OF_WORDS);
  const inWords = (trace: ConditionTrace) => ({ ...copyOf(trace), text: conditionInWords(trace, subjects) });
  return { ...ref, name, taken, led, not_passed: notPassed.map(inWords), not_failed: notFailed.map(inWords) };
}

const copyOf = (trace: ConditionTrace): JsonObject => ({ ...trace });

interface Reported {
  readonly definition: CascadeDefinition;
  /** By node. */
  readonly outputs: ReadonlyMap<string, Json>;
  /** Ids of the PDFs, by node. */
  readonly artifactOf: ReadonlyMap<string, number>;
}

function reportsOf(executionId: number, { definition, outputs, artifactOf }: Reported, work: Work): JsonObject[] {
  return definition.flatMap((node) => {
    const report = outputs.get(node.id);
    if (!isKind(node, 'BillingProduct') || !isJsonObject(report)) return [];
    const artifactId = artifactOf.get(node.id);
    const source = NODES.sourceOf(node);
    const product = source?.kind === 'report' ? source.product : undefined;
    return [
      {
        node_id: node.id,
        product_code: node.billing_product_code ?? node.config?.billing_product_code ?? null,
        name: product?.name ?? null,
        fields: product === undefined ? [] : fieldsOf(product, report, work),
        // Lists would make a report long; the execution has them in full.
        values: Object.fromEntries(Object.entries(report).filter(([, value]) => !Array.isArray(value))),
        artifact_id: artifactId ?? null,
        pdf: artifactId === undefined ? null : `/executions/${executionId}/report_artifacts/${artifactId}`,
      },
    ];
  });
}

/**
 * The product's declarations of the values that the report has. They say nothing of the values, which masks may hide.
 */
function fieldsOf(product: Product, report: JsonObject, work: Work): JsonObject[] {
  const specs = [...specsOfReport(product)].filter(([path, { type }]) => {
    const value = type === 'list' || type === 'object' ? undefined : readPath(report, path, work);
    return value !== undefined && (value === null || typeof value !== 'object');
  });
  return specs.map(([path, { label = null, type, unit = null }]) => ({ field: path, label, type, unit }));
}

/** A review that waits for reasons has no letter yet. */
const sendsDraft = ({ kind, needs }: OpenRound, decision: ReviewDecision) =>
  kind === 'notice' && needs === null && decision === 'approved';

/**
 * The way of delivery was decided when the letter was drafted, and is in the run's state until a person is asked to
 * post it.
 */
function goesByPost({ node_id: nodeId, delivery }: OpenRound, state: RunState | null): boolean {
  if (delivery === 'post') return true;
  const token = state?.tokens.find(({ at, phase }) => at === nodeId && phase === 'parked');
  return token?.phase === 'parked' && isDraftByPost(token.memo);
}

interface LetterFacts {
  readonly isByPost: boolean;
  readonly payload: JsonObject;
  /** Output of its step. */
  readonly output: Json | undefined;
}

function presentLetter({ notice, person }: ReviewedLetter, { isByPost, payload, output }: LetterFacts): JsonObject {
  const delivery: JsonObject = isByPost
    ? { delivery: 'post', email: null, kept_as_file: false, suppressed: false }
    : { delivery: 'email' };
  const {
    name,
    address_lines: lines,
    address_lacks: lacks,
    not_read,
  } = addresseeOf(payload, person.path, person.given);
  const unread = { address_lacks: isByPost ? [...lacks] : [], not_read: [...not_read] };
  if (person.isDrafted) return { ...notice, goes_to: { ...notice.goes_to, ...delivery, ...unread, address_lacks: [] } };
  // Only the step knows the account's own purpose.
  const purpose = isJsonObject(output) ? (output.purpose ?? null) : null;
  const addressee = { name: name === '' ? null : name, address_lines: [...lines] };
  return { ...notice, purpose, goes_to: { ...notice.goes_to, ...addressee, ...delivery, ...unread } };
}
