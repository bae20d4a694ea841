import type { Concept, Figure } from '../policies/language/kinds.ts';
import { testsOf, type Quote, type Test } from '../rules/model.ts';
import { isOfGroup, isOfLeaf, saidCuts } from './figures.ts';
import { isBackward, isDemanding, isIn, isNumber, isNegating, isOther, isReferring, isVerdictNo } from './idle.ts';
import { cutsOf, leavesOf, NEGATIVE, SIDES, type Leaf } from './leaves.ts';
import { PRODUCTS, type ItemWords } from '../products/index.ts';
import { isDate } from '../time.ts';
import { hasQuality, isAmong, isComparedAs, isNamedBy, wordsOfMember } from './names.ts';
import { joinsIn } from './joins.ts';
import { negationsIn } from './negations.ts';
import type { Part } from './parts.ts';
import { STATES } from '../policies/states.ts';
import { stem } from '../policies/text.ts';
import { leftOutOf, takesRecords, widestIn, wrongJoin, type Phrase, type Phrases } from './phrases.ts';
import type { DraftRule } from './rules.ts';

/** Words of the policy that no rule holds, and why; or what a rule holds and its words do not say. */
export interface Finding {
  readonly quote: Quote;
  /** What it is about, or, of no rule, what is to be said. */
  readonly what: string;
  /** The rule that it is about; null if it is about none. */
  readonly rule: DraftRule | null;
}

/** One rule, and what its words hold. */
export class Account {
  readonly rule: DraftRule;
  readonly isConfirmed: boolean;
  readonly leaves: readonly Leaf[];
  readonly #parts: readonly Part[];
  /** What its words refer to ("older than that", "likewise"): said shortly before. */
  readonly #before: readonly Part[];
  /** They name nothing themselves. */
  readonly #isReferring: boolean;
  /** What the policy says that its words mean. */
  readonly #defined: readonly Part[];
  readonly #isNegationHeld: boolean;

  constructor(rule: DraftRule, parts: readonly Part[], defined: readonly Part[], isConfirmed: boolean) {
    this.rule = rule;
    this.isConfirmed = isConfirmed;
    this.#parts = parts.filter((part) => this.covers(part));
    const isNaming = this.#parts.some(
      ({ things, qualities, persons, figure }) =>
        things.length + qualities.length + persons.length > 0 || (figure !== null && figure.unit !== 'plain'),
    );
    const refersTo = isNaming ? parts.filter((part) => this.#isShortlyBefore(part)) : parts;
    this.#defined = defined.filter((part) => !this.covers(part));
    const isRow = rule.rule.quote.text.includes('|');
    this.#isReferring = !isNaming;
    this.#before =
      isRow || this.#parts.some((_, index) => isBackward(this.#parts, index)) || !isNaming
        ? [...refersTo, ...this.#defined]
        : this.#defined;
    this.leaves = leavesOf(rule.written, rule.sent);
    this.#isNegationHeld = this.#negations();
  }

  covers(part: Pick<Part, 'start' | 'end'>): boolean {
    return this.rule.spans.some((span) => isIn(part, span));
  }

  /** Whether its own words say a figure of what the leaf compares. */
  limits(leaf: Leaf): boolean {
    const quoted = this.#parts.filter((part) => this.quotes(part));
    return this.leaves.some(
      (own) =>
        own.place === leaf.place &&
        isFigure(own) &&
        quoted.some((part) => part.figure !== null && isOfLeaf(part, part.figure, own)),
    );
  }

  /** Its own words, and no others that it is made of, too. */
  quotes(part: Pick<Part, 'start' | 'end'>): boolean {
    return isIn(part, this.rule.rule.quote);
  }

  #isShortlyBefore({ start }: Part): boolean {
    const { offset } = this.rule.rule.quote;
    return start < offset && start >= offset - MOST_BETWEEN;
  }

  holdsFigure(part: Part, figure: Figure): boolean {
    return this.leaves.some((leaf) => isOfLeaf(part, figure, leaf));
  }

  holdsNegation(): boolean {
    return this.#isNegationHeld;
  }

  decides({ verdicts: decisions }: Part): boolean {
    const { decision } = this.rule.rule;
    const isTurned =
      decisions.includes('approve') && decision === 'deny' && this.rule.rule.when !== null && this.#isOfOthers();
    return isTurned || decisions.includes(decision) || (decision === 'conditional' && decisions.includes('approve'));
  }

  /** "No applicant with one is approved", "approved only if": its words say who is not. */
  #isOfOthers(): boolean {
    const quoted = this.#parts.filter((part) => this.quotes(part));
    const verdict = quoted.findIndex(({ verdicts }) => verdicts.includes('approve'));
    const isBefore = quoted.slice(0, verdict).some(({ isNegation }) => isNegation);
    return isBefore || quoted.some(isDemanding) || this.rule.written.when?.not !== undefined;
  }

  /** Its own words say its decision, beside these. */
  isDecidedInWords(but: readonly Part[] = []): boolean {
    return this.#parts.some(
      (part, index) =>
        this.quotes(part) &&
        !but.includes(part) &&
        !isReferring(this.#parts, index) &&
        (this.decides(part) || this.#asks(part)),
    );
  }

  #asks({ isReview, isSeen }: Part): boolean {
    return (isReview || isSeen) && this.rule.rule.decision === 'review';
  }

  /** Whether the rule compares what the words name: of records of a kind those of that kind. */
  compares(part: Part): boolean {
    const { things, qualities, persons, stems } = part;
    return this.leaves.some(
      (leaf) =>
        things.some((concept) => isComparedAs(leaf, concept)) ||
        qualities.some((quality) => hasQuality(leaf, quality)) ||
        (qualities.length > 0 && stems.some((word) => leaf.place.split(/[\s._]/).includes(word))) ||
        (leaf.member !== null && things.length > 0 && isAmong(leaf.named, part)) ||
        (typeof leaf.value === 'string' && isAmong(leaf.valued, part)) ||
        (things.some(({ source }) => leaf.place.startsWith(`${source} `)) && isAmong(leaf.named, part)) ||
        (leaf.other !== null && stems.includes('ratio')) ||
        persons.some(({ source, field }) => leaf.place === `${source} ${field}`),
    );
  }

  /** Words of records, of which the rule takes others of the same list. */
  otherRecords(all: Phrases, isIdle: (phrase: Phrase<Concept>) => boolean): Finding[] {
    const { quote, when } = this.rule.rule;
    if (when === null || this.isConfirmed) return [];
    return widestIn(all.records, quote).flatMap((phrase) => {
      const kinds = phrase.meanings.filter(({ words: { items } }) => (items?.where.length ?? 0) > 0);
      const isOfList = kinds.some(({ source, words: { items } }) =>
        this.leaves.some(({ list }) => list === `${source} ${items?.list ?? ''}`),
      );
      const isTaken = phrase.meanings.some((concept) => this.leaves.some((leaf) => takesRecords(leaf, concept)));
      if (kinds.length < phrase.meanings.length || !isOfList || isTaken || isIdle(phrase)) return [];
      const what = `"${phrase.text}", of which it takes other records`;
      return [{ quote: { text: phrase.text, offset: phrase.offset }, rule: this.rule, what }];
    });
  }

  /** What its words name beside what the rule compares. */
  leftOut(all: Phrases): Finding[] {
    const { quote, when } = this.rule.rule;
    if (when === null || this.isConfirmed) return [];
    return widestIn(all.conditions, quote).flatMap(({ meanings, text, offset }) => {
      const [said, more] = meanings;
      if (said === undefined || more !== undefined || leftOutOf(said, when, (test) => this.#isOf(test)).length === 0)
        return [];
      return [{ quote: { text, offset }, rule: this.rule, what: `all of "${text}"` }];
    });
  }

  /** Whether it compares what the test is about, under whatever name. */
  #isOf({ source, field }: Test): boolean {
    if (source === 'context') return this.leaves.some(({ place }) => place === `context ${field}`);
    const { words, found } = PRODUCTS[source];
    const own = words.filter((each) => each.field === field);
    return this.leaves.some(
      (leaf) =>
        leaf.place === `${source} ${field}` ||
        (field === found && leaf.place.startsWith(`${source} `)) ||
        own.some((each) => isNamedBy(leaf, { source, words: each })),
    );
  }

  /** What its words join by "and" or "or", and the rule the other way. */
  otherJoins(all: Phrases): string[] {
    const { quote, when } = this.rule.rule;
    if (when === null) return [];
    return widestIn(all.conditions, quote).flatMap(({ meanings, text }) => {
      const [said, more] = meanings;
      const wrong = said === undefined || more !== undefined ? null : wrongJoin(said, when);
      return wrong === null ? [] : [`${wrong} of "${text}"`];
    });
  }

  /** Figures that its words do not say, and what else they do not say. */
  unsaid(
    all: readonly Part[],
    phrases: Phrases,
  ): { readonly figures: readonly Finding[]; readonly others: readonly string[] } {
    if (this.isConfirmed) return { figures: [], others: [] };
    const { quote, decision } = this.rule.rule;
    const figures = this.leaves
      .filter((leaf) => isFigure(leaf) && !this.#isFigureSaid(leaf))
      .map(({ where }): Finding => ({
        quote,
        rule: this.rule,
        what: `"${where}"`,
      }));
    const others = this.leaves.filter((leaf) => !this.#isSaid(leaf, all)).map(({ where }) => `"${where}"`);
    const joined = this.otherJoins(phrases);
    const isElsewhere = this.#isDecidedElsewhere() ? [`that the decision is "${decision}"`] : [];
    return {
      figures,
      others: [
        ...others,
        ...isElsewhere,
        ...joined,
        ...joinsIn(
          this.rule.written.when,
          this.#parts,
          this.#parts.filter((part) => this.quotes(part)),
        ),
      ],
    };
  }

  /** Its words say of somebody that he looks at it, and it is no review, or the other way round. */
  #isDecidedElsewhere(): boolean {
    const { decision } = this.rule.rule;
    const isOfDecision = ({ isReview: is, verdicts }: Part): boolean => is || verdicts.length > 0;
    const quoted = this.#parts.filter((part) => this.quotes(part));
    const parts = quoted.some(isOfDecision) ? quoted : this.#parts;
    const isReview = parts.some(
      ({ isReview: is, decisions }, index) => (is || decisions.includes('review')) && !isReferring(parts, index),
    );
    const isDecided = parts.some(
      (part, index) => part.verdicts.length > 0 && !isReferring(parts, index) && this.decides(part),
    );
    const isOwn = parts.some(
      ({ verdicts, isNegation }, index) =>
        verdicts.length > 0 && (!isNegation || isVerdictNo(parts, index)) && !isReferring(parts, index),
    );
    const isSeen = isReview || (!isOwn && parts.some((part) => part.isSeen));
    return !isDecided && (decision === 'review' ? !isSeen : isReview);
  }

  #isFigureSaid(leaf: Leaf): boolean {
    const points = typeof leaf.value === 'number' ? cutsOf(leaf.operator, leaf.value, leaf.isWhole) : [];
    if (leaf.operator === 'at_least') {
      return this.#parts.some(({ figure }) => figure !== null && isOfGroup(figure, leaf)) || leaf.value === leaf.of;
    }
    const cutsIn = (parts: readonly Part[], isOfLeaf: (index: number) => boolean): string[] =>
      parts.flatMap((part, index) =>
        part.figure === null || isNumber(parts, index) || !isOfLeaf(index) ? [] : saidCuts(part, part.figure, leaf),
      );
    // Elsewhere only where it is said of the same.
    const isBesideName = (index: number): boolean =>
      this.#before.slice(Math.max(0, index - MOST_APART), index + MOST_APART).some((part) => isNamed(leaf, part));
    const said = [...cutsIn(this.#parts, () => true), ...cutsIn(this.#before, isBesideName)];
    return points.every((point) => said.includes(point));
  }

  #isSaid(leaf: Leaf, all: readonly Part[]): boolean {
    if (leaf.place === '' || leaf.operator === 'at_least') return true;
    if (!this.#isValueSaid(leaf)) return false;
    // Of records of a kind the kind says what they are.
    if (leaf.member !== null || (FIGURE.test(leaf.place) && leaf.tests.length > 0)) return true;
    return (
      [...this.#parts, ...(this.#isReferring ? this.#before : [])].some((part) => isNamed(leaf, part)) ||
      (!leaf.isPresence && all.some((part) => isNamed(leaf, part)))
    );
  }

  /** That it is that value, or a member's state; of what is not so, that it is not. */
  #isValueSaid(leaf: Leaf): boolean {
    const { member, operator, value } = leaf;
    const isOfValue = typeof value !== 'number' && !isDate(value) && (operator !== 'is_true' || member !== null);
    if (!isOfValue || this.#parts.some((part) => isExactly(leaf, part))) return true;
    if (operator === 'is_not_empty') return this.#parts.some(({ stems }) => stems.some((word) => KNOWN.has(word)));
    if (NEGATIVE.has(operator) && !this.#parts.some(isNegating)) return false;
    return [...this.#parts, ...(this.#isReferring ? this.#before : this.#defined)].some((part) => isSaidBy(leaf, part));
  }

  /** As many parts of the conditions are negative as the words are; a denial that they do not speak of turns them all. */
  #negations(): boolean {
    const { written, rule } = this.rule;
    const parts = this.#parts.filter((part) => isIn(part, rule.quote));
    const said = parts.filter(({ isNegation }) => isNegation).length;
    // "A file is clean if it has no late payment": of whoever is not so.
    const isDefined = this.#parts.some((part) => part.isNegation && !isIn(part, rule.quote));
    const isTurned = rule.decision !== 'approve' && !parts.some(({ decisions }) => decisions.includes(rule.decision));
    if (isTurned || rule.when === null) return true;
    if (isDefined) return !testsOf(rule.when).some(isDenied);
    const sides = new Set(parts.flatMap(({ orders }) => orders.flatMap((order) => SIDES[order] ?? [])));
    return said === 0 || negationsIn(written.when, sides) > 0;
  }
}

/** That there is none, or that it is not so. */
const isDenied = ({ operator, value }: Test): boolean =>
  (value === 0 && (operator === 'equals' || operator === 'less_than_or_equal')) ||
  operator === 'is_false' ||
  operator === 'not_equals';

/** Words between a figure and what it is of. */
const MOST_APART = 12;

/** Characters from what is referred to. */
const MOST_BETWEEN = 400;

const FIGURE = /\.(?:count|sum\..*)$/;

/** Words for what is there. */
const KNOWN = new Set(['known', 'provided', 'available', 'discharged', 'dated'].map((word) => stem(word)));

const NOTHING = new Set(['nothing', 'clean', 'clear', 'without', 'empty'].map((word) => stem(word)));

/** The lexicon knows these words for just that. */
function isExactly({ member, operator, value }: Leaf, { qualities, things, persons }: Part): boolean {
  const isTest = ({ field, operator: of, value: wanted }: ItemWords): boolean =>
    field === member && of === operator && (wanted ?? null) === value;
  return (
    qualities.some(({ tests }) => tests.some(isTest)) ||
    things.some(({ words: { items } }) => items?.where.some(isTest) === true) ||
    persons.some((test) => test.value === value && operator === 'equals')
  );
}

/** "Chapter 13", "nothing found". */
function isSpelled(value: string, { figure, text, isNegation, stems }: Part): boolean {
  if (value === 'none' || value === 'clear') return isNegation || stems.some((word) => NOTHING.has(word));
  const region = STATES.find(([, code]) => value === `US-${code}`)?.[0];
  if (region !== undefined) return text.toLowerCase() === region.toLowerCase();
  if (figure !== null && String(figure.value) === value) return true;
  return /^\d+$/.test(value) && text.split(/\s/).includes(value);
}

function isSaidBy(leaf: Leaf, part: Part): boolean {
  const { member, operator, value, valued, named, list } = leaf;
  const isText = typeof value === 'string';
  const ofMember = list === null || member === null || isText ? [] : wordsOfMember(list, member);
  return (
    isAmong([...(isText ? valued : named), ...ofMember], part) ||
    (isText && isSpelled(value, part)) ||
    (NEGATIVE.has(operator) && isOther(part)) ||
    (!isText && member === null && part.things.some((concept) => isNamedBy(leaf, concept)))
  );
}

/** By the words of the lexicon, or those of its own name. */
const isNamed = (leaf: Leaf, part: Part): boolean =>
  part.things.some((concept) => isNamedBy(leaf, concept)) ||
  part.qualities.some(({ source, list }) => leaf.list === `${source} ${list}`) ||
  part.persons.some(({ source, field }) => leaf.place === `${source} ${field}`) ||
  isAmong(leaf.named, part);

const isFigure = ({ value, isPresence, operator }: Leaf): boolean =>
  !isPresence && (typeof value === 'number' || operator === 'at_least');
