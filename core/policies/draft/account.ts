import type { Figure } from '../grammar/kinds.ts';
import type { Quote } from '../model.ts';
import { isOfGroup, isOfLeaf, saidCuts } from './figures.ts';
import { isDate, isIn, isNegating, isOther, isReferring } from './idle.ts';
import { cutsOf, leavesOf, type Leaf } from './leaves.ts';
import type { ItemWords } from '../../products/index.ts';
import { hasQuality, isAmong, isComparedAs, isNamedBy, wordsOfMember } from './names.ts';
import { joinsIn } from './joins.ts';
import { negationsIn } from './negations.ts';
import type { Part } from './parts.ts';
import { stem } from '../text.ts';
import type { DraftRule } from './rules.ts';

/** Words of the policy that no rule holds, and why; or what a rule holds and its words do not say. */
export interface Finding {
  readonly quote: Quote;
  readonly message: string;
  /** The rule that it is about; null if it is about none. */
  readonly rule: DraftRule | null;
}

/** One rule, and what its words hold. */
export class Account {
  readonly rule: DraftRule;
  readonly isConfirmed: boolean;
  readonly leaves: readonly Leaf[];
  readonly #parts: readonly Part[];
  readonly #isNegationHeld: boolean;

  constructor(rule: DraftRule, parts: readonly Part[], isConfirmed: boolean) {
    this.rule = rule;
    this.isConfirmed = isConfirmed;
    this.#parts = parts.filter((part) => this.covers(part));
    this.leaves = leavesOf(rule.written);
    this.#isNegationHeld = this.#negations();
  }

  covers(part: Pick<Part, 'start' | 'end'>): boolean {
    return this.rule.spans.some((span) => isIn(part, span));
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
      decisions.includes('approve') && decision === 'deny' && this.#parts.some(({ isNegation }) => isNegation);
    return isTurned || decisions.includes(decision) || (decision === 'conditional' && decisions.includes('approve'));
  }

  /** Whether the rule compares what the words name: of records of a kind those of that kind. */
  compares({ things, qualities, persons }: Part): boolean {
    return this.leaves.some(
      (leaf) =>
        things.some((concept) => isComparedAs(leaf, concept)) ||
        qualities.some((quality) => hasQuality(leaf, quality)) ||
        persons.some(({ source, field }) => leaf.place === `${source} ${field}`),
    );
  }

  /** Figures that its words do not say, and what else they do not say. */
  unsaid(all: readonly Part[]): { readonly figures: readonly Finding[]; readonly others: readonly string[] } {
    if (this.isConfirmed) return { figures: [], others: [] };
    const { quote, decision } = this.rule.rule;
    const figures = this.leaves
      .filter((leaf) => isFigure(leaf) && !this.#isFigureSaid(leaf))
      .map(({ where }): Finding => ({
        quote,
        rule: this.rule,
        message: `The words "${quote.text}" do not say the figure in "${where}".`,
      }));
    const others = this.leaves.filter((leaf) => !this.#isSaid(leaf, all)).map(({ where }) => `"${where}"`);
    const isElsewhere = this.#isDecidedElsewhere() ? [`that the decision is "${decision}"`] : [];
    return { figures, others: [...others, ...isElsewhere, ...joinsIn(this.rule.written.when, this.#parts)] };
  }

  /** Its words say of somebody that he looks at it, and it is no review, or the other way round. */
  #isDecidedElsewhere(): boolean {
    const { decision } = this.rule.rule;
    const isReview = this.#parts.some(({ isReview: is, decisions }) => is || decisions.includes('review'));
    const isDecided = this.#parts.some(
      (part, index) => part.verdicts.length > 0 && !isReferring(this.#parts, index) && this.decides(part),
    );
    return !isDecided && (decision === 'review' ? !isReview : isReview);
  }

  #isFigureSaid(leaf: Leaf): boolean {
    const points = typeof leaf.value === 'number' ? cutsOf(leaf.operator, leaf.value, leaf.isWhole) : [];
    if (leaf.operator === 'at_least') {
      return this.#parts.some(({ figure }) => figure !== null && isOfGroup(figure, leaf)) || leaf.value === leaf.of;
    }
    const said = this.#parts.flatMap((part) => (part.figure === null ? [] : saidCuts(part, part.figure, leaf)));
    return points.every((point) => said.includes(point));
  }

  #isSaid(leaf: Leaf, all: readonly Part[]): boolean {
    if (leaf.place === '' || leaf.operator === 'at_least') return true;
    if (!this.#isValueSaid(leaf)) return false;
    // Of records of a kind the kind says what they are.
    if (leaf.member !== null || (FIGURE.test(leaf.place) && leaf.tests.length > 0)) return true;
    return (
      this.#parts.some((part) => isNamed(leaf, part)) || (!leaf.isPresence && all.some((part) => isNamed(leaf, part)))
    );
  }

  /** That it is that value, or a member's state; of what is not so, that it is not. */
  #isValueSaid(leaf: Leaf): boolean {
    const { member, operator, value } = leaf;
    const isOfValue = typeof value !== 'number' && !isDate(value) && (operator !== 'is_true' || member !== null);
    if (!isOfValue || this.#parts.some((part) => isExactly(leaf, part))) return true;
    if (operator === 'is_not_empty') return this.#parts.some(({ stems }) => stems.some((word) => KNOWN.has(word)));
    if (NEGATIVE.has(operator) && !this.#parts.some(isNegating)) return false;
    return this.#parts.some((part) => isSaidBy(leaf, part));
  }

  /** As many parts of the conditions are negative as the words are; a denial that they do not speak of turns them all. */
  #negations(): boolean {
    const { written, rule } = this.rule;
    const parts = this.#parts.filter((part) => isIn(part, rule.quote));
    const said = parts.filter(({ isNegation }) => isNegation).length;
    const isTurned = rule.decision !== 'approve' && !parts.some(({ decisions }) => decisions.includes(rule.decision));
    if (isTurned || rule.when === null) return true;
    const sides = new Set(parts.flatMap(({ orders }) => orders.flatMap((order) => SIDES[order] ?? [])));
    return said === 0 || negationsIn(written.when, sides) > 0;
  }
}

const FIGURE = /\.(?:count|sum\..*)$/;
const NEGATIVE: ReadonlySet<string> = new Set(['not_equals', 'not_contains', 'is_false', 'is_empty']);

/** Words for what is there. */
const KNOWN = new Set(['known', 'provided', 'available', 'discharged', 'dated'].map((word) => stem(word)));

/** On which side of a figure an order is. */
const SIDES: Readonly<Record<string, 'up' | 'down'>> = {
  greater_than: 'up',
  greater_than_or_equal: 'up',
  less_than: 'down',
  less_than_or_equal: 'down',
};

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

function isSaidBy(leaf: Leaf, part: Part): boolean {
  const { member, operator, value, valued, named, list } = leaf;
  const isText = typeof value === 'string';
  const ofMember = list === null || member === null || isText ? [] : wordsOfMember(list, member);
  return (
    isAmong([...(isText ? valued : named), ...ofMember], part) ||
    (part.figure !== null && String(part.figure.value) === value) ||
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
