import type { Concept, Figure } from '../policies/language/kinds.ts';
import type { Quote, Rule } from '../rules/model.ts';
import { Account, type Finding } from './account.ts';
import { isOfGroup, isOfLeaf } from './figures.ts';
import {
  isIdiom,
  isIn,
  clauseAt,
  isDefining,
  isDescribed,
  isLabel,
  isOfDecided,
  isOfEach,
  isOfGroupWord,
  isOfReviewer,
  isReferring,
  isRepeated,
  isTakenBack,
  isTerm,
  isVerdictNo,
} from './idle.ts';
import type { Leaf } from './leaves.ts';
import { isNamedBy } from './names.ts';
import { piecesOf, type Part } from './parts.ts';
import { phrasesOf, takesRecords, type Phrase } from './phrases.ts';
import type { Draft, DraftRule } from './rules.ts';
import { isContent, isHeading, isLimit, saidIn } from './speaking.ts';

/** What a draft and the words of its policy say of each other. */
export interface Accounts {
  /** Words that are held by nothing. */
  readonly left: readonly Finding[];
  /** Words that decide nothing, as far as can be told. */
  readonly aside: readonly Quote[];
  /** Figures of rules that their words do not say, or say to be on another side. */
  readonly unsaid: readonly Finding[];
  /** Of each rule what else of it is not said in words that we know. */
  readonly unknown: (rule: DraftRule) => readonly string[];
  /** Whether the words of a rule say what it decides. */
  readonly isDecidedInWords: (rule: Rule) => boolean;
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
  const phrases = phrasesOf(prompt);
  const defined = pieces.filter((piece) => piece.some(isDefining)).flat();
  const accounts = rules.map((rule) => new Account(rule, pieces.flat(), defined, isConfirmed(rule)));
  const all = new Whole(accounts, remarks);
  const known = new Map(accounts.map((account) => [account.rule, account.unsaid(pieces.flat(), phrases)]));
  const uncovered = pieces.flatMap((piece) => all.uncovered(piece, prompt));
  const lacking = pieces.flatMap((piece) => piece.flatMap((_, index) => all.lacking(piece, index)));
  // Of a word that is told what stands about it is not told again.
  const phrased = accounts.flatMap((account) => [
    ...account.leftOut(phrases),
    ...account.otherRecords(phrases, (phrase) => all.isIdlePhrase(pieces, phrase) || all.isTaken(phrase, account)),
  ]);
  return {
    left: [
      ...uncovered.flatMap(({ finding, isSaying }) => (isSaying ? [finding] : [])),
      ...lacking,
      ...pieces.flatMap((piece) => all.remarked(piece, prompt)),
      ...phrased.filter(({ quote }) => !lacking.some((each) => isIn(placed(each.quote), quote))),
    ],
    aside: [...remarks, ...uncovered.flatMap(({ finding, isSaying }) => (isSaying ? [] : [finding.quote]))],
    unsaid: accounts.flatMap(({ rule }) => known.get(rule)?.figures ?? []),
    unknown: (rule) => known.get(rule)?.others ?? [],
    isDecidedInWords: (rule) => accounts.some((account) => account.rule.rule === rule && account.isDecidedInWords()),
  };
}

/** "None: OK." */
const MOST_OF_HEADER = 4;

const placed = ({ text, offset }: Quote) => ({ start: offset, end: offset + text.length });

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
    const what = kind === 'decision' ? `"${part.text}", which it does not decide` : `the ${kind ?? ''} "${part.text}"`;
    return kind === null ? [] : [{ quote: { text: part.text, offset: part.start }, rule: first.rule, what }];
  }

  #lacks(piece: readonly Part[], index: number, part: Part, covering: readonly Account[]): string | null {
    const isQuoted = covering.some((account) => account.quotes(part));
    const holding = this.#holding(piece, index, covering, isQuoted);
    if (part.figure !== null) return this.#lacksFigure(piece, index, covering, holding) ? 'figure' : null;
    const isNot = part.isNegation && isQuoted && !isIdiom(piece, index);
    if (isNot && !holding.some((account) => account.holdsNegation())) return 'negation';
    if (isDeciding(piece, index) && !this.#isDecided(piece, index, covering, holding)) return 'decision';
    const isElsewhere = isOfRest(covering) || isOfTerms(piece, index, covering) || (!isQuoted && isMeasure(part));
    return isElsewhere || isNamedIdly(piece, index, part, holding) ? null : 'word';
  }

  #lacksFigure(
    piece: readonly Part[],
    index: number,
    covering: readonly Account[],
    holding: readonly Account[],
  ): boolean {
    const part = piece[index];
    const { figure = null } = part ?? {};
    if (part === undefined || figure === null) return false;
    // "One no is enough" is about rules: of nothing that a report knows.
    const isBareFigure = figure.unit === 'plain' && part.orders.length === 0;
    const isOfNothing = isBareFigure || !piece.some(({ things }) => things.length > 0);
    if (isOfNothing && (isOfRest(covering) || !covering.some((account) => account.quotes(part)))) return false;
    const isIdle = isOfTerms(piece, index, covering) || this.#isIdle(piece, index, figure);
    const isHeld = holding.some((account) => account.holdsFigure(part, figure));
    return !isIdle && !isHeld && !this.#isBeside(piece, index, covering);
  }

  /** The rules of which any may hold it: what a rule takes from elsewhere may say more than it takes. */
  #holding(piece: readonly Part[], index: number, covering: readonly Account[], isQuoted: boolean): readonly Account[] {
    const others = this.#decidingBeside(piece, index, covering);
    if (isQuoted) return others.length === 0 ? covering : others;
    return this.#accounts;
  }

  #isDecided(
    piece: readonly Part[],
    index: number,
    covering: readonly Account[],
    holding: readonly Account[],
  ): boolean {
    const part = piece[index];
    if (part === undefined || holding.some((account) => account.decides(part))) return true;
    return this.#isOfAnother(part, covering, clauseAt(piece, index));
  }

  /** Another rule in whose words it stands takes just those. */
  isTaken(phrase: Phrase<Concept>, but: Account): boolean {
    return this.#accounts.some(
      (account) =>
        account !== but &&
        account.covers(phrase) &&
        phrase.meanings.some((concept) => account.leaves.some((leaf) => takesRecords(leaf, concept))),
    );
  }

  /** Words of records that decide nothing where they stand. */
  isIdlePhrase(pieces: readonly (readonly Part[])[], phrase: Quote): boolean {
    const last = phrase.offset + phrase.text.length;
    return pieces.some((piece) => {
      const own = piece.flatMap(({ start, end }, index) => (start < last && end > phrase.offset ? [index] : []));
      return own.some((index) => {
        const part = piece[index];
        return part !== undefined && part.things.length + part.qualities.length > 0 && isUnmeant(piece, index, part);
      });
    });
  }

  /** "…, but when the income is too small we refuse": rules that decide so, of words that stand in the quote of another. */
  #decidingBeside(piece: readonly Part[], index: number, covering: readonly Account[]): readonly Account[] {
    const own = clauseAt(piece, index);
    const decided = own.filter((part) => part.decisions.length > 0 && !isReferring(piece, piece.indexOf(part)));
    if (decided.length === 0 || decided.some((part) => covering.some((account) => account.decides(part)))) return [];
    const isBeside = covering.some((account) => account.isDecidedInWords());
    return isBeside ? this.#accounts.filter((account) => decided.every((part) => account.decides(part))) : [];
  }

  /** "Accepted if it is 80 or more, reviewed otherwise": another rule, for everybody else or of the same value, decides so. */
  #isOfAnother(part: Part, covering: readonly Account[], clause: readonly Part[]): boolean {
    const own = new Set(covering.flatMap(({ leaves }) => leaves.map(({ place }) => place)));
    const isBeside = ({ rule, leaves }: Account): boolean =>
      rule.rule.when === null || leaves.some(({ place }) => own.has(place));
    return (
      covering.some((account) => account.isDecidedInWords(clause)) &&
      this.#accounts.some((account) => isBeside(account) && account.decides(part))
    );
  }

  /** "650 or higher: OK. Under 600: rejected": another rule has the figure, of what this one compares, too. */
  #isBeside(piece: readonly Part[], index: number, covering: readonly Account[]): boolean {
    const part = piece[index];
    const { figure = null } = part ?? {};
    if (part === undefined || figure === null) return false;
    // Of "540 to 599" a rule holds both.
    const isOfRange = clauseAt(piece, index).some(
      (other) =>
        other !== part &&
        other.figure !== null &&
        covering.some(({ leaves }) =>
          leaves.some((leaf) => other.figure !== null && isOfLeaf(other, other.figure, leaf)),
        ),
    );
    return (
      !isOfRange &&
      this.#leaves.some((leaf) => isOfLeaf(part, figure, leaf) && covering.some((account) => account.limits(leaf)))
    );
  }

  /** Stretches of words that nothing quotes, and whether they may decide something. */
  uncovered(piece: readonly Part[], prompt: string): { readonly finding: Finding; readonly isSaying: boolean }[] {
    const runs: Part[][] = [[]];
    for (const part of piece) {
      const isCovered =
        this.#accounts.some((account) => account.covers(part)) || this.#remarks.some((span) => isIn(part, span));
      if (isCovered) runs.push([]);
      else runs.at(-1)?.push(part);
    }
    return runs
      .filter((run) => run.some(isContent))
      .map((run) => {
        const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
        const quote = { text: prompt.slice(start, end), offset: start };
        const what = `No rule was made of "${quote.text}". Look whether it decides something.`;
        return { finding: { quote, rule: null, what }, isSaying: this.#mayDecide(piece, run, prompt) };
      });
  }

  #mayDecide(piece: readonly Part[], run: readonly Part[], prompt: string): boolean {
    const { decides, isLimiting, isNegative, isBinding, isNaming } = saidIn(piece, run);
    if (isLimiting) return true;
    if (isNaming) return decides || isNegative || isBinding || !isHeading(piece, run, prompt);
    return decides ? !this.#isHeader(piece, run, prompt) : isNegative || isBinding;
  }

  /** "Denied are:", "None: OK.": a decision of rules, and nothing else. */
  #isHeader(piece: readonly Part[], run: readonly Part[], prompt: string): boolean {
    const isDecided = run.every(
      ({ decisions }) =>
        decisions.length === 0 || this.#accounts.some((account) => decisions.includes(account.rule.rule.decision)),
    );
    const isShort = run.length === piece.length && run.filter(isContent).length < MOST_OF_HEADER;
    return isDecided && (isShort || /^\s*:/.test(prompt.slice(run.at(-1)?.end ?? 0)));
  }

  /** What a model says decides nothing, and limits or decides something that no rule compares. */
  remarked(piece: readonly Part[], prompt: string): Finding[] {
    return this.#remarks.flatMap((span) => {
      // A question sets the topic of its answer.
      if (/\?\W*$/.test(span.text) || prompt[span.offset + span.text.length] === '?') return [];
      const asked = prompt.lastIndexOf('?', span.offset + span.text.length);
      const said = piece.filter(
        (part) => isIn(part, span) && part.start > asked && !this.#accounts.some((account) => account.covers(part)),
      );
      return this.#isSaying(piece, said)
        ? [{ quote: span, rule: null, what: `"${span.text}" may decide something, and no rule was made of it.` }]
        : [];
    });
  }

  #isSaying(piece: readonly Part[], run: readonly Part[]): boolean {
    const { decides, isNegative, isBinding, isNaming } = saidIn(piece, run);
    const isAside = run.some((part) => part.isAside);
    const limits = run.filter((part) => isLimit(piece, piece.indexOf(part)) && !this.#isHeldAnywhere(part));
    if (limits.length > 0) return decides || isNaming;
    const isUnknown = run.some(
      ({ things }) =>
        things.length > 0 && !things.some((concept) => this.#leaves.some((leaf) => isNamedBy(leaf, concept))),
    );
    return isUnknown && !isAside && (decides || (isBinding && !isNegative));
  }

  #isHeldAnywhere(part: Part): boolean {
    const { figure } = part;
    return (
      figure !== null &&
      this.#leaves.some((leaf) => isOfLeaf({ ...part, orders: [] }, figure, leaf) || isOfLeaf(part, figure, leaf))
    );
  }

  /** A name, or of how many rules or conditions it speaks. */
  #isIdle(piece: readonly Part[], index: number, figure: Figure): boolean {
    const rules = this.#accounts.map(({ rule }) => rule);
    const counts = [rules.length - 1, rules.length, ...rules.map(partsIn)];
    const isOfAll =
      figure.unit === 'plain' && isOfGroupWord(piece, index) && counts.some((count) => count >= figure.value);
    return (
      isLabel(piece, index) ||
      isRepeated(piece, index) ||
      isOfAll ||
      this.#leaves.some(({ range, described }) => range.includes(figure.value) || described.includes(figure.value)) ||
      this.#leaves.some((leaf) => leaf.operator === 'at_least' && isOfGroup(figure, leaf))
    );
  }
}

const isOfRest = (covering: readonly Account[]): boolean => covering.every(({ rule }) => rule.rule.when === null);

const isOfTerms = (piece: readonly Part[], index: number, covering: readonly Account[]): boolean =>
  covering.some(({ rule: { rule } }) => isTerm(piece, index, rule.decision));

/** A measure asks nothing without its figure, nor "paid" without what is paid: those are held against the rule by themselves. */
const isBare = (piece: readonly Part[], index: number, part: Part): boolean =>
  isMeasure(part) && clauseAt(piece, index).every(({ figure, isNegation }) => figure === null && !isNegation);

const isMeasure = ({ things, persons }: Part): boolean =>
  things.length > 0 && persons.length === 0 && things.every(({ shape }) => shape === 'number');

/** What it names is compared, or does not matter there. */
function isNamedIdly(piece: readonly Part[], index: number, part: Part, holding: readonly Account[]): boolean {
  const isCompared = (other: Part): boolean => holding.some((account) => account.compares(other));
  return (
    isBare(piece, index, part) ||
    isUnmeant(piece, index, part) ||
    isDescribed(piece, index, isCompared) ||
    isCompared(part)
  );
}

const isDeciding = (piece: readonly Part[], index: number): boolean => {
  const isSaid = (piece[index]?.decisions.length ?? 0) > 0 || (index > 1 && isVerdictNo(piece, index));
  return isSaid && !isReferring(piece, index);
};

/** It names nothing, or what does not matter here. */
function isUnmeant(piece: readonly Part[], index: number, part: Part): boolean {
  const isNaming = part.things.length + part.qualities.length + part.persons.length > 0;
  return (
    !isNaming ||
    isTakenBack(piece, index) ||
    isOfReviewer(piece, index) ||
    isOfDecided(piece, index) ||
    isOfEach(piece, part)
  );
}

const partsIn = ({ written: { when } }: DraftRule): number => (when?.all ?? when?.any ?? when?.of ?? []).length;
