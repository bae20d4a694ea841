import type { CascadeDefinition } from '../cascade/registry.ts';
import { issuedNotices, type IssuedNotice, type RecordedRun } from './index.ts';
import type { EffectRequest } from '../cascade/contract.ts';
import type { OnNotComparable } from '../cascade/on-not-comparable.ts';
import { isUndeliverable, noticeDelivery, UNDELIVERABLE } from '../notices/delivery.ts';
import { lackingOf } from '../notices/lacking.ts';
import { addresseeOf, pathsNeeded } from '../notices/parties.ts';
import { initialState } from '../interpreter/advance.ts';
import type {
  AdvanceResult,
  EffectFact,
  EffectIntent,
  PastVisit,
  RoundFact,
  RunContext,
  StepRecord,
} from '../interpreter/types.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import type { Json, JsonObject } from '../json.ts';
import { productNamed, productsOf } from '../cascade/own-products.ts';
import type { SandboxRegistry } from '../products/sandbox.ts';
import { filledReport, testAnswer } from '../products/test-report.ts';
import { isoTime } from '../time.ts';
import type { Work } from '../work.ts';
import { chargedAdvance } from './charged.ts';

export interface SimulationInput {
  readonly payload: JsonObject;
  /**
   * By product code, a whole report or a part. Missing products and missing parts are taken from the answer of test
   * mode.
   */
  readonly reports: Readonly<Record<string, JsonObject>>;
  /** By node id, a reviewer's decision. Without one, the run stops at the review. */
  readonly decisions: Readonly<Record<string, 'approved' | 'denied'>>;
  /**
   * Completes letters with what they lack: reasons, values, factors of a score. Otherwise they stop the run or fail.
   */
  readonly completesLetters?: boolean;
  readonly workflow: { readonly name: string; readonly useCase: string | null };
  readonly sandbox: SandboxRegistry;
  /** The account's declarations of payload fields. */
  readonly dictionary?: Dictionary;
  /** The account's default for values that cannot be compared. */
  readonly onNotComparable?: OnNotComparable;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface Simulation {
  readonly status: AdvanceResult['status'];
  readonly outcome: AdvanceResult['outcome'];
  /** Ids of the nodes in the order in which they ran. */
  readonly path: readonly string[];
  /** The last state of each visit, in the order in which they began. */
  readonly steps: readonly StepRecord[];
  readonly outputs: ReadonlyMap<string, Json>;
  /** The node of the undecided review at which the run stopped. */
  readonly stoppedAt: string | null;
  readonly firstErrorMessage: string | null;
  /** The input of `explainNotice`: the run as it would be recorded, and the notices that it issued. */
  readonly recorded: RecordedRun;
  readonly notices: readonly IssuedNotice[];
  /** Units of work in addition to those charged (`AdvanceResult.workAside`). */
  readonly workAside: number;
}

/** More than any cascade without a jump back takes. Cascades with one end at the interpreter's limit. */
const MOST_TURNS = 5_000;

/**
 * Runs a definition to its end without side effects: waits pass at once, and mail, notifications and notices count as
 * sent. Pure. Throws TooMuchWork.
 */
export function simulate(definition: CascadeDefinition, input: SimulationInput, work: Work): Simulation {
  const effects = new Map<string, EffectFact>();
  const rounds = new Map<string, RoundFact>();
  const outputs = new Map<string, Json>();
  const path: string[] = [];
  const history = new Map<string, PastVisit>();
  const steps = new Map<string, StepRecord>();
  let state = initialState(definition);
  let { now } = input;
  let workAside = 0;
  const asOf = isoTime(input.now).slice(0, 10);
  const products = productsOf(definition);
  const sandbox: SandboxRegistry = {
    find: (code, applicant) => {
      const given = Object.hasOwn(input.reports, code) ? input.reports[code] : undefined;
      const product = productNamed(code, products);
      if (given === undefined || product === undefined) return input.sandbox.find(code, applicant);
      const rest = testAnswer(product, input.payload, { sandbox: input.sandbox, asOf });
      const output = rest.kind === 'report' ? filledReport(given, rest.output) : given;
      return { kind: 'report', output, isGiven: true };
    },
  };
  const run: RunContext = {
    execution: { id: 0, mode: 'test', externalReference: null, skipWaits: true },
    workflow: input.workflow,
    payload: input.payload,
    sandbox,
    reusedReports: new Map(),
    noticeClock: null,
    ...(input.dictionary === undefined ? {} : { dictionary: input.dictionary }),
    ...(input.onNotComparable === undefined ? {} : { onNotComparable: input.onNotComparable }),
  };
  const asked: EffectIntent[] = [];
  const open = new Map<string, { node: string; kind: string }>();
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const past = [...history.values()];
    const result = chargedAdvance(
      { definition, state, run, outputs, history: past, facts: { effects, rounds }, now },
      work,
    );
    state = result.state;
    workAside += result.workAside;
    for (const step of result.steps) {
      if (step.startedAt !== null) path.push(step.nodeId);
      const { nodeId, visit, causes, output } = step;
      history.set(`${nodeId}#${visit}`, { nodeId, visit, causes, output });
      steps.set(`${nodeId}#${visit}`, step);
      if (step.output !== null) outputs.set(step.nodeId, step.output);
    }
    asked.push(...result.effects);
    for (const { key, request } of result.effects)
      effects.set(key, simulatedEffect(request, now, { ...input, mode: 'test' }));
    for (const key of result.cancelledEffects) effects.set(key, { status: 'cancelled' });
    for (const { key, nodeId, review } of result.rounds)
      open.set(key, { node: nodeId, kind: review.needs ?? review.kind });
    for (const key of result.closedRounds) open.delete(key);
    const end = (stoppedAt: string | null): Simulation => ({
      status: result.status,
      outcome: result.outcome,
      path,
      steps: [...steps.values()],
      outputs,
      stoppedAt,
      firstErrorMessage: result.firstErrorMessage,
      recorded: { definition, history: [...history.values()], context: run },
      notices: issuedNotices(asked),
      workAside,
    });
    if (result.status === 'completed' || result.status === 'failed') return end(null);
    if (result.effects.length > 0) continue;
    const decided = [...open].find(
      ([, { node, kind }]) => kind === 'notice' || (kind === 'decision' && Object.hasOwn(input.decisions, node)),
    );
    if (decided !== undefined) {
      const [key, { node, kind }] = decided;
      open.delete(key);
      const decision = kind === 'notice' ? 'approved' : (input.decisions[node] ?? 'approved');
      rounds.set(key, {
        decision,
        decidedByUserId: null,
        decidedAt: now,
        note: null,
        reasons: [],
        posted: null,
        variables: null,
      });
    } else if (result.wakeAt !== null) now = Math.max(now, result.wakeAt);
    else return end([...open.values()][0]?.node ?? null);
  }
  throw new Error('a simulation did not end');
}

/** The result of an effect. A notice that lacks something is not issued, as in a real run. */
export function simulatedEffect(
  request: EffectRequest,
  at: number,
  {
    payload,
    mode,
    completesLetters,
  }: Pick<SimulationInput, 'payload' | 'completesLetters'> & Pick<RunContext['execution'], 'mode'>,
): EffectFact {
  const result = { artifact_id: 0, message_id: null, status: 'simulated' };
  if (request.kind !== 'notice' || request.operation !== 'prepare') return { status: 'done', result, at };
  const { notice } = request;
  if (isUndeliverable(notice.recipient, notice.purpose)) return { status: 'failed', ...UNDELIVERABLE, attempts: 1 };
  const { recipient, purpose, applicant } = notice;
  const delivery = noticeDelivery({
    recipient,
    purpose,
    payload,
    applicant,
    mode,
    keepsEsignConsent: false,
    now: at,
  });
  const addressee = addresseeOf(payload, applicant, notice.addressee);
  const { missing, needs } = lackingOf(notice, purpose, notice.reasons, { addressee, delivery });
  if (missing.length === 0 || completesLetters === true) return { status: 'done', result, at };
  if (needs !== null) return { status: 'done', result: { needs, variables: pathsNeeded(needs, notice) }, at };
  return {
    status: 'failed',
    code: 'notice_incomplete',
    message: `The notice lacks: ${missing.join('; ')}.`,
    attempts: 1,
  };
}
