import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '../../support/jest.ts';
import { isoTime } from '../../../core/time.ts';
import { differing } from '../../../core/rules/applicants.ts';
import { doubtsOf, draftOf, generateFromDraft, readingOf, type DraftAnswer } from '../../../core/drafts/index.ts';
import { planOf } from '../../../core/rules/plan.ts';
import { readPrompt } from '../../../core/policies/read.ts';
import { foreignPolicies, outcomeOf, USE_CASES, type ForeignPolicy } from '../../generator/policies/foreign.ts';
import { mutantsOf } from '../../generator/policies/mutants.ts';

/*
 * What a model answered to policies of strangers, as it was recorded: it saw the instructions and the text, and not what
 * becomes of the applicants.
 */
const NOW = Date.UTC(2026, 10, 25);
const recorded = (name: string, policies: readonly ForeignPolicy[]) => {
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  return readFileSync(new URL(`../../generator/policies/answers/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { id, answer } = JSON.parse(line) as { readonly id: string; readonly answer: DraftAnswer };
      const policy = byId.get(id);
      return policy === undefined ? [] : [{ policy, answer }];
    });
};
const RECORDED = recorded('half-a', foreignPolicies());
/** Of policies that were set aside until nothing was changed any more: first answers, none of them corrected. */
const SET_ASIDE = recorded(
  'strangers',
  foreignPolicies(fileURLToPath(new URL('../../generator/policies/strangers/policies.jsonl', import.meta.url))),
);

/** Of strangers again, answered before anything was changed for them. */
const LATER = recorded(
  'later',
  foreignPolicies(fileURLToPath(new URL('../../generator/policies/strangers/later.jsonl', import.meta.url))),
);

/** Of two more strangers: the faults that the first set showed were corrected before the second one was answered. */
const LATEST = recorded(
  'latest',
  foreignPolicies(fileURLToPath(new URL('../../generator/policies/strangers/latest.jsonl', import.meta.url))),
);

const DOUBTS = [
  'decides_everybody',
  'readings_disagree',
  'better_is_worse',
  'unconfirmed_rule',
  'not_accounted_for',
  'figure_not_said',
];

function madeOf({ text, domain }: ForeignPolicy, answer: DraftAnswer) {
  const draft = draftOf(answer, text);
  // It goes back to the model once, and is refused after that.
  if (draft.errors.length > 0) return { ok: false } as const;
  return generateFromDraft(
    draft,
    { prompt: text, useCase: USE_CASES[domain], now: NOW },
    { model: 'm', repaired: false },
  );
}

describe.each([
  // Measured: 25 of 28 read, 18 of them without a warning of a draft.
  { of: 'the first half', answers: RECORDED, read: 0.85, silent: 0.62 },
  // 42 of 44; 30 without one, 10 before words that decide nothing were told from those that do.
  { of: 'what was set aside', answers: SET_ASIDE, read: 0.95, silent: 0.66 },
  // 27 of 28, 26 as first measured; one without a warning before that, nine as first measured, 13 now.
  { of: 'what came later', answers: LATER, read: 0.95, silent: 0.45 },
  // Of the first set 29 of 42 as first measured and 40 now; of the second, not seen before, 21 of 26.
  { of: 'what came last', answers: LATEST, read: 0.88, silent: 0.18 },
])('answers of a model to policies of strangers (issue 30.5): $of', ({ answers, ...least }) => {
  test('none that is clear is misread: every applicant is decided as the text says, or the policy is refused', () => {
    const clear = answers.filter(({ policy }) => policy.expect === 'clear');
    const made = clear.map(({ policy, answer }) => ({ policy, generation: madeOf(policy, answer) }));
    const read = made.filter(({ generation }) => generation.ok);
    const wrong = read.flatMap(({ policy, generation }) =>
      policy.applicants
        .filter(({ facts, outcome }) => generation.ok && outcomeOf(generation.definition, facts) !== outcome)
        .map(({ facts }) => `${policy.id}: ${JSON.stringify(facts)}`),
    );
    const silent = read.filter(
      ({ generation: { ...of } }) => of.ok && !of.warnings.some(({ code }) => DOUBTS.includes(code)),
    );
    expect(wrong).toEqual([]);
    expect(read.length / clear.length).toBeGreaterThanOrEqual(least.read);
    expect(silent.length / clear.length).toBeGreaterThanOrEqual(least.silent);
  });

  test('what is ambiguous, vague or about something that no report knows is refused', () => {
    const compiled = answers.filter(({ policy, answer }) => policy.expect === 'refuse' && madeOf(policy, answer).ok);
    expect(compiled.map(({ policy }) => policy.id)).toEqual([]);
  });
});

describe('answers that were changed', () => {
  test('an answer with one thing changed that decides somebody otherwise is refused or gets another warning', () => {
    const found = RECORDED.filter(({ policy }) => policy.expect === 'clear').flatMap(caughtOf);
    const caught = found.filter((isCaught) => isCaught);
    expect(found.length).toBeGreaterThan(150);
    expect(caught.length / found.length).toBeGreaterThanOrEqual(FLOOR);
  });
});

/** The share that is caught: 160 of 182 as measured, and 4 of 5 before a rule had to be said in its words. */
const FLOOR = 0.88;
/** Every so manieth change of an answer, so that each kind is among them. */
const STEP = 5;

/** Of changes of the answer that decide somebody otherwise whether each is caught. */
function caughtOf({ policy: { text }, answer }: (typeof RECORDED)[number]): boolean[] {
  const known = new Map<string, ReturnType<typeof readPrompt>>();
  const read = (of: string): ReturnType<typeof readPrompt> => {
    const reading = known.get(of) ?? readPrompt(of);
    known.set(of, reading);
    return reading;
  };
  const check = (draft: ReturnType<typeof draftOf>) =>
    doubtsOf(draft, { prompt: text, asOf: isoTime(NOW).slice(0, 10), read });
  const own = draftOf(answer, text);
  const { refusals, doubts } = check(own);
  if (refusals.length > 0) return [];
  const before = new Set(doubts.map(({ code, message }) => code + message));
  return [...mutantsOf(answer)]
    .filter((_, index) => index % STEP === 0)
    .flatMap((mutant): boolean[] => {
      const draft = draftOf(mutant.answer, text);
      if (draft.errors.length > 0) return [true];
      if (differing(planOf(readingOf(own)), planOf(readingOf(draft))) === null) return [];
      const found = check(draft);
      return [found.refusals.length > 0 || found.doubts.some(({ code, message }) => !before.has(code + message))];
    });
}
