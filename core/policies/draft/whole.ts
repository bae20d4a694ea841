import type { Figure } from '../grammar/kinds.ts';
import type { Quote } from '../model.ts';
import { Account, type Finding } from './account.ts';
import { isOfGroup, isOfLeaf } from './figures.ts';
import {
  isIdiom,
  isIn,
  isLabel,
  isMark,
  isOfEach,
  isOfGroupWord,
  isOfReviewer,
  isReferring,
  isTakenBack,
  isTerm,
} from './idle.ts';
import type { Leaf } from './leaves.ts';
import { isNamedBy } from './names.ts';
import { piecesOf, type Part } from './parts.ts';
import type { Draft, DraftRule } from './rules.ts';

/** What a draft and the words of its policy say of each other. */
export interface Accounts {
  /** Words that are held by nothing. */
  readonly left: readonly Finding[];
  /** Figures of rules that their words do not say, or say to be on another side. */
  readonly unsaid: readonly Finding[];
  /** Of each rule what else of it is not said in words that we know. */
  readonly unknown: (rule: DraftRule) => readonly string[];
}

/**
 * The words of the policy held against the rules, both ways: every figure, negation, decision and thing that a report
 * knows must lie in the words of a rule that holds it, and every comparison of a rule must be said in its words.
 * `isConfirmed`: rules that our own grammar reads alike, of which nothing has to be looked for.
 */
export function accountsOf(
  prompt: string,
  { rules, remarks }: Pick<Draft, 'rules' | 'remarks'>,
  isConfirmed: (rule: DraftRule) => boolean,
): Accounts {
  const pieces = piecesOf(prompt);
  const accounts = rules.map((rule) => new Account(rule, pieces.flat(), isConfirmed(rule)));
  const all = new Whole(accounts, remarks);
  const known = new Map(accounts.map((account) => [account.rule, account.unsaid(pieces.flat())]));
  return {
    left: pieces.flatMap((piece) => [
      ...all.uncovered(piece, prompt),
      ...piece.flatMap((_, index) => all.lacking(piece, index)),
      ...all.remarked(piece),
    ]),
    unsaid: accounts.flatMap(({ rule }) => known.get(rule)?.figures ?? []),
    unknown: (rule) => known.get(rule)?.others ?? [],
  };
}

/** The words of the whole policy, and the rules of a draft in whose words they stand. */
class Whole {
  readonly #accounts: readonly Account[];
  readonly #remarks: readonly Quote[];
  readonly #leaves: readonly Leaf[];

  constructor(accounts: readonly Account[], remarks: readonly Quote[]) {
    this.#accounts = accounts;
    this.#remarks = remarks;
    this.#leaves = accounts.flatMap(({ leaves }) => leaves);
  }

  /** What the part says, and no rule in whose words it stands holds. */
  lacking(piece: readonly Part[], index: number): Finding[] {
    const part = piece[index];
    const covering = part === undefined ? [] : this.#accounts.filter((account) => account.covers(part));
    const [first] = covering;
    // What lies in no quote is listed as a whole.
    if (part === undefined || first === undefined || covering.some(({ isConfirmed }) => isConfirmed)) return [];
    const kind = this.#lacks(piece, index, part, covering);
    const { quote } = first.rule.rule;
    const isDecision = kind === 'decision';
    const what = isDecision ? 'is not what the rule decides' : 'is in no condition of the rule';
    const message = `${isDecision ? '' : `The ${kind} `}"${part.text}" in "${quote.text}" ${what}.`;
    return kind === null ? [] : [{ quote: { text: part.text, offset: part.start }, rule: first.rule, message }];
  }

  #lacks(piece: readonly Part[], index: number, part: Part, covering: readonly Account[]): string | null {
    const { figure, isNegation, decisions } = part;
    const isHeld = (holds: (account: Account) => boolean): boolean => covering.some(holds);
    const isOfTerms = covering.some(({ rule: { rule } }) => isTerm(piece, index, rule.decision));
    if (figure !== null) {
      const isHeldOrIdle =
        isOfTerms || this.#isIdle(piece, index, figure) || isHeld((account) => account.holdsFigure(part, figure));
      return isHeldOrIdle ? null : 'figure';
    }
    const isNot = isNegation && !isIdiom(piece, index);
    if (isNot && !isHeld((account) => account.holdsNegation())) return 'negation';
    const isDecision = decisions.length > 0 && !isReferring(piece, index);
    if (isDecision && !isHeld((account) => account.decides(part))) return 'decision';
    const isIdle = isOfTerms || isUnmeant(piece, index, part) || covering.every(({ rule }) => rule.rule.when === null);
    return isIdle || isHeld((account) => account.compares(part)) ? null : 'word';
  }

  /** Stretches of words that nothing quotes. */
  uncovered(piece: readonly Part[], prompt: string): Finding[] {
    const runs: Part[][] = [[]];
    for (const part of piece) {
      const isCovered =
        this.#accounts.some((account) => account.covers(part)) || this.#remarks.some((span) => isIn(part, span));
      if (isCovered) runs.push([]);
      else runs.at(-1)?.push(part);
    }
    return runs
      .filter((run) => run.some((part) => !part.isConnective && !part.isHarmless && !isMark(part)))
      .map((run) => {
        const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
        const quote = { text: prompt.slice(start, end), offset: start };
        return { quote, rule: null, message: `No rule was made of "${quote.text}".` };
      });
  }

  /** What a model says decides nothing, and names something that no rule compares. */
  remarked(piece: readonly Part[]): Finding[] {
    const own = this.#remarks.map((span) => ({ span, parts: piece.filter((part) => isIn(part, span)) }));
    return own.flatMap(({ span, parts }) => {
      const said = parts.filter((part) => !this.#accounts.some((account) => account.covers(part)));
      const isSaying = said.some((part) => this.#isSaying(said, part));
      return isSaying
        ? [{ quote: span, rule: null, message: `"${span.text}" may decide something, and no rule was made of it.` }]
        : [];
    });
  }

  #isSaying(said: readonly Part[], part: Part): boolean {
    const { figure, things } = part;
    const decides = said.some(({ decisions }) => decisions.length > 0);
    if (figure !== null) {
      const isLimit = part.orders.length > 0 || figure.unit !== 'plain';
      const isHeld = this.#leaves.some(
        (leaf) => isOfLeaf({ ...part, orders: [] }, figure, leaf) || isOfLeaf(part, figure, leaf),
      );
      return isLimit && (decides || said.some((each) => each.things.length > 0)) && !isHeld;
    }
    const isKnown = things.some((concept) => this.#leaves.some((leaf) => isNamedBy(leaf, concept)));
    const isIdle = said.some(({ isAside, isNegation }) => isAside || (isNegation && !decides));
    return things.length > 0 && !isKnown && !isIdle;
  }

  /** A name, or of how many rules or conditions it speaks. */
  #isIdle(piece: readonly Part[], index: number, figure: Figure): boolean {
    const rules = this.#accounts.map(({ rule }) => rule);
    const counts = [rules.length - 1, rules.length, ...rules.map(partsIn)];
    const isOfAll =
      figure.unit === 'plain' && isOfGroupWord(piece, index) && counts.some((count) => count >= figure.value);
    return (
      isLabel(piece, index) ||
      isOfAll ||
      this.#leaves.some((leaf) => leaf.operator === 'at_least' && isOfGroup(figure, leaf))
    );
  }
}

/** It names nothing, or what does not matter here. */
function isUnmeant(piece: readonly Part[], index: number, part: Part): boolean {
  const isNaming = part.things.length + part.qualities.length + part.persons.length > 0;
  return !isNaming || isTakenBack(piece, index) || isOfReviewer(piece, index) || isOfEach(piece, part);
}

const partsIn = ({ written: { when } }: DraftRule): number => (when?.all ?? when?.any ?? when?.of ?? []).length;
