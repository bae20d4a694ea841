import type { LetterNeed } from '../cascade/notice-request.ts';
import type { NodeBase } from '../cascade/definition.ts';
import { isKind } from '../cascade/registry.ts';
import type { EffectFact, EffectIntent, PastVisit, RoundFact, RunContext, RunState } from '../interpreter/types.ts';
import type { Json } from '../json.ts';
import { isUndeliverable, noticeDelivery, UNDELIVERABLE } from '../notices/delivery.ts';
import { lackingOf } from '../notices/lacking.ts';
import { addresseeOf, pathsNeeded } from '../notices/parties.ts';
import { withSpecificReasons } from '../notices/decided/specific.ts';
import type { ReviewDecision } from '../states.ts';
import type { Work } from '../work.ts';
import { chargedAdvance } from './charged.ts';

/** A run that waits for a decision. */
export interface RunInReview {
  readonly definition: readonly NodeBase[];
  readonly state: RunState;
  readonly history: readonly PastVisit[];
  readonly context: RunContext;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface Foresight {
  /** Nodes that would run, in order. */
  readonly nodeIds: readonly string[];
  /** Letters that would be drafted or sent, by node. */
  readonly letters: ReadonlyMap<string, ForeseenLetter>;
  /** Nodes at which the run would stop again: for a person, or for a report that was not pulled yet. */
  readonly stopsAt: readonly string[];
}

export interface ForeseenLetter {
  /** The principal reasons, as printed in the letter. */
  readonly reasons: readonly string[];
  /** True if only the denial supports the letter; reasons that the reviewer gives would come first. */
  readonly restsOnDenial: boolean;
  /** Missing parts of the letter. With `needs`, a person is asked for them; otherwise its step fails. */
  readonly missing: readonly string[];
  /** The mail address that it would go to; null if it goes by post or has no address. */
  readonly recipient: string | null;
  /**
   * Why the run would stop: for something that a person has to give before the letter is made, or for a person to post
   * it.
   */
  readonly needs: LetterNeed | 'post' | null;
  /** Paths of the variables that it needs. */
  readonly needed: readonly string[];
}

/** A possible decision of a reviewer. */
export interface Verdict {
  readonly decision: ReviewDecision;
  readonly withReasons: boolean;
  /** Paths of the variables that the reviewer gives values for. */
  readonly variables?: readonly string[];
}

/** The account's settings that a letter depends on. */
export interface LetterSettings {
  readonly defaultPurpose: string | null;
  readonly keepsEsignConsent: boolean;
}

/** Placeholder in a foreseen letter for the reasons that the reviewer would give. */
export const REASON_TO_COME = '(the reason that you give)';
/** Placeholder for a value. It has two lines, because the value may be an address. */
const VALUE_TO_COME = '(the value\nthat you give)';

const LACKS_ADDRESS = 'a mail address';

/** More than a reader needs. A run that loops longer is shown up to here. */
const MOST_PASSES = 50;

/**
 * Foresees what a decision of the open review would lead to: the interpreter goes on from the run's state, without side
 * effects. Waits pass and letters count as sent. It stops at the next review and at a report that would have to be
 * pulled; events that other branches wait for do not happen. Nothing is stored. Throws TooMuchWork.
 */
export function foresee(
  run: RunInReview,
  roundKey: string,
  verdict: Verdict,
  settings: LetterSettings,
  work: Work,
): Foresight {
  const { definition, now } = run;
  const context: RunContext = { ...run.context, execution: { ...run.context.execution, skipWaits: true } };
  const decided = {
    decision: verdict.decision,
    decidedByUserId: null,
    decidedAt: now,
    note: null,
    reasons: verdict.withReasons ? [REASON_TO_COME] : [],
    posted: null,
    variables: Object.fromEntries((verdict.variables ?? []).map((path) => [path, VALUE_TO_COME])),
  };
  const rounds = new Map<string, RoundFact>([[roundKey, decided]]);
  const effects = new Map<string, EffectFact>();
  const history = new Map(run.history.map((past) => [`${past.nodeId}#${past.visit}`, past]));
  const outputs = new Map<string, Json>();
  for (const { nodeId, output } of run.history) if (output !== null) outputs.set(nodeId, output);
  const nodeIds: string[] = [];
  const notices = new Set(definition.filter((node) => isKind(node, 'AdverseAction')).map(({ id }) => id));
  const letters = new Map<string, ForeseenLetter>();
  const stopsAt = new Set<string>();
  let { state } = run;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const input = { definition, state, run: context, outputs, history: [...history.values()], now };
    const result = chargedAdvance({ ...input, facts: { effects, rounds } }, work);
    state = result.state;
    for (const { nodeId, visit, causes, output, startedAt, error } of result.steps) {
      if (startedAt !== null) nodeIds.push(nodeId);
      if (error !== null && notices.has(nodeId) && !letters.has(nodeId)) letters.set(nodeId, neverMade(error));
      history.set(`${nodeId}#${visit}`, { nodeId, visit, causes, output });
      if (output !== null) outputs.set(nodeId, output);
    }
    for (const { nodeId } of result.rounds) stopsAt.add(nodeId);
    for (const effect of result.effects) {
      const letter = letterOf(effect, run, settings);
      if (letter !== null) letters.set(effect.nodeId, letter);
      if (effect.request.kind === 'live_pull') stopsAt.add(effect.nodeId);
      else effects.set(effect.key, factOf(letter, now));
    }
    if (result.effects.every(({ request }) => request.kind === 'live_pull')) break;
  }
  return { nodeIds, letters, stopsAt: [...stopsAt] };
}

function letterOf({ request }: EffectIntent, run: RunInReview, settings: LetterSettings): ForeseenLetter | null {
  if (request.kind !== 'notice' || request.operation !== 'prepare') return null;
  const purpose = request.notice.purpose ?? settings.defaultPurpose;
  const notice = withSpecificReasons({ ...request.notice, purpose });
  const { reasons, decided, recipient, applicant } = notice;
  const { execution, payload } = run.context;
  const { keepsEsignConsent } = settings;
  const facts = { recipient, mode: execution.mode, purpose, keepsEsignConsent, payload, applicant, now: run.now };
  const delivery = noticeDelivery(facts);
  const addressee = addresseeOf(payload, applicant, notice.addressee);
  const lacking = lackingOf(notice, purpose, reasons, { addressee, delivery });
  const missing = [...lacking.missing, ...(isUndeliverable(recipient, purpose) ? [LACKS_ADDRESS] : [])];
  return {
    reasons,
    restsOnDenial: decided.denialWithoutReasons,
    missing,
    recipient: delivery === 'post' || recipient === '' ? null : recipient,
    needs: lacking.needs ?? (delivery === 'post' ? 'post' : null),
    needed: lacking.needs === null ? [] : pathsNeeded(lacking.needs, notice),
  };
}

/** A letter whose step fails before it asks for one. */
function neverMade({ code, message }: { readonly code: string; readonly message: string }): ForeseenLetter {
  const missing = [code === UNDELIVERABLE.code ? LACKS_ADDRESS : message];
  return { reasons: [], restsOnDenial: false, missing, recipient: null, needs: null, needed: [] };
}

/** The result of an effect; for a letter, as its preparation would report it. */
function factOf(letter: ForeseenLetter | null, at: number): EffectFact {
  if (letter !== null && letter.missing.length > 0 && (letter.needs === null || letter.needs === 'post')) {
    const message = `The notice lacks: ${letter.missing.join('; ')}.`;
    return { status: 'failed', code: 'notice_incomplete', message, attempts: 1 };
  }
  const result = { artifact_id: 0, message_id: null };
  if (letter === null || letter.needs === null) return { status: 'done', result, at };
  return {
    status: 'done',
    result:
      letter.needs === 'post'
        ? { ...result, delivery: 'post' }
        : { needs: letter.needs, variables: [...letter.needed] },
    at,
  };
}
