import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { branch, documentOf, group, letterOf, type LetterCase, type Rule } from './letter-of.ts';

/** A cascade of somebody else's, and what its letters should say. */
export interface Cascade {
  /** In the words of its author. */
  readonly says: string;
  readonly nodes: readonly object[];
  readonly people: readonly (Omit<LetterCase, 'definition'> & {
    readonly who: string;
    /** Null: no letter is issued. */
    readonly letter: readonly string[] | null;
    readonly agencies?: readonly string[];
    readonly scored?: boolean;
  })[];
}

export const info = (words: string) => `Information in your application: ${words}`;
export const factors = (...texts: readonly string[]) => texts.map((text, index) => ({ code: String(index), text }));
const SCORED = { score_minimum: 300, score_maximum: 850, scored_on: '2026-11-19', file_status: 'scored' };
export const scored = (score: number, more: JsonObject = {}) => ({
  ...SCORED,
  score,
  key_factors: factors('Short account history', 'Recent inquiries'),
  ...more,
});

export const start = (...next: string[]) => ({ id: 'start', type: 'ApplicantSource', next_step: next });
export const pull = (id: string, code: string, ...next: string[]) => ({
  ...{ id, type: 'BillingProduct', billing_product_code: code, next_step: next },
});
export const approve = (id = 'approve') => ({ id, type: 'Action', action_type: 'Approve' });
export const goTo = (id: string, target: string) => ({ id, type: 'GoTo', target_step: target });
export const decline = (settings: JsonObject = {}, more: JsonObject = {}) => ({
  id: 'decline',
  type: 'Action',
  action_type: 'AdverseAction',
  adverse_action: { recipient: 'dana@example.com', send_strategy: 'auto_send', statement: 'We decline.', ...settings },
  ...more,
});

export interface Steps {
  readonly pass?: readonly string[];
  readonly fail?: readonly string[];
  readonly review?: object;
  readonly reviewed?: readonly string[];
}

export function choice(id: string, pass: object | undefined, steps: Steps = {}): object {
  const { pass: passSteps = ['approve'], fail: failSteps = ['decline'], review, reviewed } = steps;
  return {
    ...{ id, type: 'IfElse', pass_steps: passSteps, fail_steps: failSteps },
    branches: {
      ...(pass === undefined ? {} : { pass }),
      ...(review === undefined ? {} : { human_review: review }),
    },
    ...(reviewed === undefined ? {} : { human_review_steps: reviewed }),
  };
}

export const all = (...rules: readonly Rule[]) => branch(group('and', ...rules));
export const any = (...rules: readonly Rule[]) => branch(group('or', ...rules));
export const allOf = (...groups: readonly object[]) => ({ group_logic: 'and', condition_groups: groups });

export const CREDIT = { purpose: 'credit' };
export const TENANT = { purpose: 'tenant' };
export const JOB = { action_taken: 'adverse_employment' };

/** Compares each letter with the text that was written down. */
export function holdLetters(cascades: readonly Cascade[]): void {
  describe.each(cascades)('$says', ({ nodes, people }) => {
    test.each(people)('$who', ({ letter, agencies, scored: hasScore, ...of }) => {
      const whole = { ...of, definition: nodes };
      if (letter === null) {
        expect(letterOf(whole)).toMatchObject({ request: undefined, outcome: 'approved' });
        return;
      }
      const document = documentOf(whole);
      expect(document.reasons).toEqual(letter);
      if (agencies !== undefined) expect(document.agencies.map(({ product_code: code }) => code)).toEqual(agencies);
      if (hasScore !== undefined) expect(document.score !== null).toBe(hasScore);
    });
  });
}
