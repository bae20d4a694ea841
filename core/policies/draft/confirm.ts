import { differing } from '../applicants.ts';
import { exampleOf, type Example } from '../examples.ts';
import type { Decision, Rule } from '../model.ts';
import { planOf, type Plan } from '../plan.ts';
import type { Reading, Refusal } from '../reading.ts';
import { sayApplicant } from '../say.ts';
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
    rule.written.when === null ? [] : [{ rule, own: read(`${rule.rule.quote.text}.\n${REST}`) }],
  );
  const unread = single.filter(({ own }) => !isRead(own));
  const apart = single
    .filter(({ own }) => isRead(own))
    .map(({ rule, own }) => ({
      rule,
      found: disagreement(planOf(alone([rule.rule], own)), planOf(alone(own.rules, own)), asOf),
    }));
  return {
    ambiguous,
    disagreements: apart.flatMap(({ rule, found }) => (found === null ? [] : [{ rule: rule.rule, ...found }])),
    confirmed: new Set(apart.flatMap(({ rule, found }) => (found === null ? [rule] : []))),
    unread: unread.map(({ rule, own }) => ({ rule, why: own.refusals[0]?.message ?? 'It holds no rule.' })),
  };
}

const NONE: Confirmation = { ambiguous: [], disagreements: [], confirmed: new Set(), unread: [] };

/** By itself a rule leaves somebody out. */
const REST = 'Review the rest.';

const isRead = ({ refusals, rules }: Reading): boolean => rules.length > 1 && refusals.length === 0;

/** By themselves both leave whom they do not decide to a person. */
function alone(rules: readonly Rule[], { implied }: Reading): Pick<Reading, 'rules' | 'implied'> {
  return { rules: rules.map((rule) => ({ ...rule, isRequirement: false })), implied };
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
  const who = sayApplicant(apart.values);
  return {
    message: `${who.charAt(0).toUpperCase()}${who.slice(1)} is ${ways}.`,
    applicant: exampleOf(apart.values, asOf),
  };
}

const IS: Readonly<Record<Decision, string>> = {
  approve: 'approved',
  deny: 'denied',
  review: 'sent to human review',
  conditional: 'approved on other terms',
};

function sayWay({ decision, quote }: Rule): string {
  return quote.text === ''
    ? `${IS[decision]} as nobody else decides`
    : `${IS[decision]} ("${quote.text.slice(0, 200)}")`;
}
