import { capital } from '../readback/words.ts';
import { differing } from '../rules/applicants.ts';
import { exampleOf, type Example } from '../rules/examples.ts';
import type { Quote, Rule } from '../rules/model.ts';
import { planOf, type Plan } from '../rules/plan.ts';
import type { Reading } from '../policies/reading.ts';
import { IS } from '../rules/read-as.ts';
import type { Refusal } from '../rules/rule-set.ts';
import { sayApplicant } from '../rules/say.ts';
import type { DraftRule } from './rules.ts';

/** What our own grammar says to a draft. */
export interface Confirmation {
  /** The grammar reads these in two ways that differ for somebody: the model does not choose. */
  readonly ambiguous: readonly Refusal[];
  /** Rules, or the whole, that the grammar reads otherwise, with somebody whom the two treat differently. */
  readonly disagreements: readonly {
    readonly rule: Rule | null;
    readonly message: string;
    readonly applicant: Example;
  }[];
  /** Rules that the grammar reads alike. */
  readonly confirmed: ReadonlySet<DraftRule>;
  /** Rules that the grammar cannot read. */
  readonly unread: readonly { readonly rule: DraftRule; readonly why: string }[];
}

/** Reads a text by the grammar. */
export type Read = (text: string) => Reading;

/** Both readings over the applicants at and beside each threshold: of the whole where the grammar reads it, else rule by rule. */
export function confirmationOf(
  prompt: string,
  rules: readonly DraftRule[],
  plan: Plan,
  { asOf, read }: { readonly asOf: string; readonly read: Read },
): Confirmation {
  const reading = read(prompt);
  const ambiguous = reading.refusals.filter(({ isAmbiguous }) => isAmbiguous === true);
  if (ambiguous.length > 0) return { ...NONE, ambiguous };
  if (reading.refusals.length === 0 && reading.rules.length > 0) {
    const apart = disagreement(plan, planOf(reading), asOf);
    return apart === null
      ? { ...NONE, confirmed: new Set(rules) }
      : { ...NONE, disagreements: [{ rule: null, ...apart }] };
  }
  const single = rules.flatMap((rule) =>
    rule.written.when === null ? [] : [{ rule, own: read(`${rule.rule.quote.text}.\n${restOf(rule.rule)}`) }],
  );
  const unread = single.filter(({ own }) => !isRead(own));
  const within = (rule: DraftRule, own: Reading): Plan =>
    planOf({
      rules: rules.flatMap((each) =>
        each === rule ? own.rules.filter(({ when }) => when !== null).map(unasked) : [each.rule],
      ),
      isWritten: plan.isWritten,
      implied: own.implied,
    });
  const compared = single
    .filter(({ own }) => isRead(own))
    .map(({ rule, own }) => {
      const rest = own.rules.filter(({ when }) => when === null);
      const found = disagreement(planOf(alone([rule.rule, ...rest], own)), planOf(alone(own.rules, own)), asOf);
      // Of whom another rule decides anyhow it makes no difference.
      return { rule, found: found === null ? null : disagreement(plan, within(rule, own), asOf) };
    });
  // What is said elsewhere, of it or in the same words, the grammar has not read with it.
  const isPart = (rule: DraftRule): boolean =>
    rule.spans.length > 1 || rules.some((other) => other !== rule && overlap(other.rule.quote, rule.rule.quote));
  const apart = compared.filter(({ rule, found }) => found === null || !isPart(rule));
  const partly = compared.filter(({ rule, found }) => found !== null && isPart(rule));
  return {
    ambiguous,
    disagreements: apart.flatMap(({ rule, found }) => (found === null ? [] : [{ rule: rule.rule, ...found }])),
    confirmed: new Set(apart.flatMap(({ rule, found }) => (found === null ? [rule] : []))),
    unread: [
      ...unread.map(({ rule, own }) => ({ rule, why: own.refusals[0]?.message ?? 'It holds no rule.' })),
      ...partly.map(({ rule, found }) => ({ rule, why: found?.message ?? '' })),
      ...rules.flatMap((rule) => (rule.written.when === null ? [{ rule, why: 'It holds no condition.' }] : [])),
    ],
  };
}

const NONE: Confirmation = { ambiguous: [], disagreements: [], confirmed: new Set(), unread: [] };

/** By itself a rule leaves somebody out: it is of those, and not of everybody, that it decides. */
const restOf = ({ decision }: Rule): string => (decision === 'review' ? 'Approve the rest.' : 'Review the rest.');

const overlap = (one: Quote, other: Quote): boolean =>
  one.offset < other.offset + other.text.length && other.offset < one.offset + one.text.length;

const isRead = ({ refusals, rules }: Reading): boolean => rules.length > 1 && refusals.length === 0;

const unasked = (rule: Rule): Rule => ({ ...rule, isRequirement: false });

/** By themselves, with what both leave to the same. */
function alone(rules: readonly Rule[], { implied }: Reading): Pick<Reading, 'rules' | 'implied'> {
  return { rules: rules.map(unasked), implied };
}

function disagreement(
  ours: Plan,
  grammars: Plan,
  asOf: string,
): { readonly message: string; readonly applicant: Example } | null {
  const apart = differing(ours, grammars);
  if (apart === null) return null;
  const [made, read] = apart.ways;
  const isSame = made.decision === read.decision;
  const ways = `by the model ${sayWay(made)}, by the grammar ${sayWay(read)}${isSame ? ', with other steps' : ''}`;
  return {
    message: `${capital(sayApplicant(apart.values))} is ${ways}.`,
    applicant: exampleOf(apart.values, asOf),
  };
}

function sayWay({ decision, quote }: Rule): string {
  return quote.text === ''
    ? `${IS[decision]} as nobody else decides`
    : `${IS[decision]} ("${quote.text.slice(0, 200)}")`;
}
