import type { Clause, Cond } from '../grammar/kinds.ts';
import { allOf, anyOf, notOf } from '../grammar/meaning.ts';
import { clause, outcome, required } from '../grammar/outcomes.ts';
import { asksForGood } from '../grammar/polarity.ts';
import type { Decision } from '../model.ts';
import type { Piece } from './cover.ts';

/** What one decision is about. */
interface Chunk {
  conds: { readonly cond: readonly Cond[]; readonly joiner: string | null }[];
  decision: Decision | null;
  isNeed: boolean;
  isRest: boolean;
  rules: readonly (readonly Clause[])[];
}

const SPAN = { start: 0, end: 0 };
const MOST_WAYS = 12;

/** Rules that the pieces could make, the likeliest first; none where a piece is left without a decision. */
export function clausesOf(pieces: readonly Piece[]): (readonly Clause[])[] {
  const ways = chunksOf(pieces).map(waysOf);
  if (ways.length === 0) return [];
  return ways.reduce<(readonly Clause[])[]>(
    (all, own) => all.flatMap((before) => own.map((after) => [...before, ...after])).slice(0, MOST_WAYS),
    [[]],
  );
}

const emptyChunk = (): Chunk => ({ conds: [], decision: null, isNeed: false, isRest: false, rules: [] });

function chunksOf(pieces: readonly Piece[]): Chunk[] {
  const isLeading = pieces.find(({ is }) => is === 'cond' || is === 'decision')?.is === 'decision';
  const chunks: Chunk[] = [];
  let chunk = emptyChunk();
  let joiner: string | null = null;
  let isCut = false;
  const close = (): void => {
    if (chunk.conds.length > 0 || chunk.decision !== null || chunk.isRest || chunk.rules.length > 0) chunks.push(chunk);
    chunk = emptyChunk();
  };
  let isDangling = false;
  for (const piece of pieces) {
    switch (piece.is) {
      case 'joiner':
        // A condition or a negation without its end: nothing can be made of the sentence.
        isDangling ||= joiner === 'not' || (isCondition(joiner) && isCondition(piece.joiner));
        if (piece.joiner === 'cut') isCut = true;
        joiner = joiner === null || joiner === 'comma' || piece.joiner === 'not' ? piece.joiner : joiner;
        continue;
      case 'left':
        continue;
      case 'rules':
        close();
        isDangling ||= joiner === 'not' || isCondition(joiner);
        chunk.rules = piece.ways;
        close();
        break;
      case 'rest':
        isDangling ||= joiner === 'not';
        if (chunk.decision !== null || chunk.conds.length > 0) close();
        chunk.isRest = true;
        break;
      case 'decision': {
        isDangling ||= isCondition(joiner) || (joiner === 'not' && piece.decision !== 'approve');
        const isSame = chunk.decision === piece.decision;
        if (chunk.decision !== null && !isSame) close();
        chunk.decision = joiner === 'not' ? opposite(piece.decision) : piece.decision;
        break;
      }
      case 'need':
      case 'cond': {
        const isOfNext = chunk.decision !== null && !isLeading && joiner !== 'if' && joiner !== 'unless';
        if (isOfNext || (chunk.decision !== null && chunk.conds.length > 0 && isCut)) close();
        chunk.conds.push({ cond: piece.ways, joiner });
        chunk.isNeed ||= piece.is === 'need';
        break;
      }
    }
    joiner = null;
    isCut = false;
  }
  close();
  return isDangling || joiner === 'not' || isCondition(joiner) ? [] : chunks;
}

const isCondition = (joiner: string | null): boolean => joiner === 'if' || joiner === 'unless';

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
  const isGood = decision === 'approve' || decision === 'conditional';
  // A figure without a word on which side of it is the least that will do, of whoever is approved for that much of it.
  const isOpen = (one: Cond): boolean => one.isBare && one.timing === null && !(isGood && asksForGood(one));
  if (conds.some(({ cond }) => cond.some(isOpen))) return [];
  const loose = isGood ? (['all', 'any'] as const) : (['any', 'all'] as const);
  const isLoose = others.some(({ joiner }) => joiner === null || joiner === 'comma' || joiner === 'cut');
  return (isLoose ? loose : loose.slice(0, 1)).flatMap((kind) =>
    others.reduce<Cond[]>(
      (ways, { cond, joiner }) => ways.flatMap((one) => cond.map((other) => joined(one, other, joiner, kind))),
      first.joiner === 'unless' || first.joiner === 'not' ? first.cond.map(notOf) : [...first.cond],
    ),
  );
}

function joined(one: Cond, other: Cond, joiner: string | null, loose: 'all' | 'any'): Cond {
  switch (joiner) {
    case 'unless':
      return allOf([one, notOf(other)]);
    case 'or':
      return anyOf([one, other]);
    case 'and':
    case 'if':
      return allOf([one, other]);
    case 'not':
      return allOf([one, notOf(other)]);
    default:
      return loose === 'all' ? allOf([one, other]) : anyOf([one, other]);
  }
}
