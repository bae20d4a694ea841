import { PLAIN_TERMS, testsOfRules, type Decision, type Quote, type Rule } from './model.ts';

/** The rules of a policy, from a model or from the grammar. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  /** The rules are tried in this order, whatever they decide; otherwise denials come before approvals. */
  readonly isWritten?: boolean;
  /** True for a list in which a rule may repeat part of an earlier one ("otherwise any record"). */
  readonly isList?: true;
  /** Codes of the states that it names. */
  readonly states: readonly string[];
  /** The rule of a decision that no sentence makes but a reviewer may. */
  readonly implied: (decision: Decision) => Rule;
}

/** Why there is no cascade. */
export interface Refusal {
  readonly quote: Quote;
  readonly message: string;
  /** It was read, in two ways that differ for somebody. */
  readonly isAmbiguous?: true;
  /** The text leaves some applicants undecided. */
  readonly isGap?: true;
}

const STATE_FIELD = 'applicant.address.state';

export const statesIn = (rules: readonly Rule[]): string[] => [
  ...new Set(
    testsOfRules(rules).flatMap(({ field, value }) =>
      field === STATE_FIELD && value !== undefined ? [String(value)] : [],
    ),
  ),
];

/** A default decision for everybody whom no other rule decides. */
export const impliedRule = (decision: Decision): Rule => ({
  decision,
  when: null,
  isRequirement: false,
  before: [],
  after: [],
  terms: PLAIN_TERMS,
  quote: { text: '', offset: 0 },
});
