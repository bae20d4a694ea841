import type { Clause, Cond } from '../grammar/kinds.ts';
import { allOf, anyOf, notOf } from '../grammar/meaning.ts';
import { clause, isGood, outcome, required } from '../grammar/outcomes.ts';
import { asksForGood } from '../grammar/polarity.ts';
import type { Decision } from '../model.ts';
import type { Piece } from './cover.ts';
import type { Joiner } from '../grammar/roles.ts';

/** What one decision is about. */
interface Chunk {
  readonly conds: { readonly cond: readonly Cond[]; readonly joiner: Joiner | null }[];
  decision: Decision | null;
  isNeed: boolean;
  isRest: boolean;
  rules: readonly (readonly Clause[])[];
}

const SPAN = { start: 0, end: 0 };
const MOST_WAYS = 12;

/** Rules that the pieces could make, the likeliest first; none where a piece is left without a decision. */
export function clausesOf(pieces: readonly Piece[]): (readonly Clause[])[] {
  const ways = new Chunks(pieces).made().map(waysOf);
  if (ways.length === 0) return [];
  return ways.reduce<(readonly Clause[])[]>(
    (all, own) => all.flatMap((before) => own.map((after) => [...before, ...after])).slice(0, MOST_WAYS),
    [[]],
  );
}

/** The pieces put together by what decides them. */
class Chunks {
  readonly #pieces: readonly Piece[];
  readonly #isLeading: boolean;
  readonly #made: Chunk[] = [];
  #chunk = emptyChunk();
  #joiner: Joiner | null = null;
  #isCut = false;
  /** A condition or a negation without its end: nothing can be made of the sentence. */
  #isDangling = false;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
    this.#isLeading = pieces.find(({ is }) => is === 'cond' || is === 'decision')?.is === 'decision';
  }

  made(): readonly Chunk[] {
    for (const piece of this.#pieces) {
      if (piece.is === 'left') continue;
      if (piece.is === 'joiner') this.#join(piece.joiner);
      else {
        this.#isDangling ||= isWithoutEnd(this.#joiner, piece);
        this.#take(piece);
        this.#joiner = null;
        this.#isCut = false;
      }
    }
    this.#close();
    const isLoose = this.#joiner === null || this.#joiner === 'comma' || this.#joiner === 'cut';
    return this.#isDangling || !isLoose ? [] : this.#made;
  }

  #join(joiner: Joiner): void {
    this.#isDangling ||= this.#joiner === 'not' || (isCondition(this.#joiner) && isCondition(joiner));
    this.#isCut ||= joiner === 'cut';
    if (this.#joiner === null || this.#joiner === 'comma' || joiner === 'not') this.#joiner = joiner;
  }

  #take(piece: Exclude<Piece, { is: 'joiner' | 'left' }>): void {
    const hasDecision = this.#chunk.decision !== null;
    switch (piece.is) {
      case 'rules':
        this.#close();
        this.#chunk.rules = piece.ways;
        this.#close();
        return;
      case 'rest':
        if (hasDecision || this.#chunk.conds.length > 0) this.#close();
        this.#chunk.isRest = true;
        return;
      case 'decision':
        if (hasDecision && this.#chunk.decision !== piece.decision) this.#close();
        this.#chunk.decision = this.#joiner === 'not' ? opposite(piece.decision) : piece.decision;
        return;
      default: {
        const isOfNext = !this.#isLeading && !isCondition(this.#joiner);
        if (hasDecision && (isOfNext || (this.#chunk.conds.length > 0 && this.#isCut))) this.#close();
        this.#chunk.conds.push({ cond: piece.ways, joiner: this.#joiner });
        this.#chunk.isNeed ||= piece.is === 'need';
      }
    }
  }

  #close(): void {
    const { conds, decision, isRest, rules } = this.#chunk;
    if (conds.length > 0 || decision !== null || isRest || rules.length > 0) this.#made.push(this.#chunk);
    this.#chunk = emptyChunk();
  }
}

const emptyChunk = (): Chunk => ({ conds: [], decision: null, isNeed: false, isRest: false, rules: [] });

const isCondition = (joiner: Joiner | null): boolean => joiner === 'if' || joiner === 'unless';

/** "If" and "not" want something behind them that can be asked, or refused. */
function isWithoutEnd(joiner: Joiner | null, piece: Piece): boolean {
  switch (piece.is) {
    case 'rules':
      return joiner === 'not' || isCondition(joiner);
    case 'rest':
      return joiner === 'not';
    case 'decision':
      return isCondition(joiner) || (joiner === 'not' && piece.decision !== 'approve');
    default:
      return false;
  }
}

/** Nobody is approved by the negation of a denial. */
const opposite = (decision: Decision): Decision | null => (decision === 'approve' ? 'deny' : null);

function waysOf({ conds, decision, isNeed, isRest, rules }: Chunk): (readonly Clause[])[] {
  if (rules.length > 0) return [...rules];
  if (decision === null) {
    return isNeed && !isRest ? conditions(conds, 'approve').map((need) => [required(need, SPAN)]) : [];
  }
  if (isRest) return conds.length > 0 ? [] : [[clause(outcome(decision), null, SPAN, { scope: 'rest' })]];
  return conditions(conds, decision).map((when) => [clause(outcome(decision), when, SPAN)]);
}

/** The conditions joined as the words between them say; where they say nothing, in both ways. */
function conditions(conds: Chunk['conds'], decision: Decision): Cond[] {
  const [first, ...others] = conds;
  if (first === undefined) return [];
  const isGiven = isGood({ decision });
  // A figure without a word on which side of it is the least that will do, of whoever is approved for that much of it.
  const isOpen = (one: Cond): boolean => one.isBare && one.timing === null && !(isGiven && asksForGood(one));
  if (conds.some(({ cond }) => cond.some(isOpen))) return [];
  const loose = isGiven ? (['all', 'any'] as const) : (['any', 'all'] as const);
  const isLoose = others.some(({ joiner }) => joiner === null || joiner === 'comma' || joiner === 'cut');
  return (isLoose ? loose : loose.slice(0, 1)).flatMap((kind) =>
    others.reduce<Cond[]>(
      (ways, { cond, joiner }) => ways.flatMap((one) => cond.map((other) => joined(one, other, joiner, kind))),
      first.joiner === 'unless' || first.joiner === 'not' ? first.cond.map(notOf) : [...first.cond],
    ),
  );
}

function joined(one: Cond, other: Cond, joiner: Joiner | null, loose: 'all' | 'any'): Cond {
  switch (joiner) {
    case 'unless':
    case 'not':
      return allOf([one, notOf(other)]);
    case 'or':
      return anyOf([one, other]);
    case 'and':
    case 'if':
      return allOf([one, other]);
    default:
      return loose === 'all' ? allOf([one, other]) : anyOf([one, other]);
  }
}
