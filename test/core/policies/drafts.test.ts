import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '../../support/jest.ts';
import { isoTime } from '../../../core/time.ts';
import { differing } from '../../../core/rules/applicants.ts';
import {
  draftOf,
  findingsOf,
  generateFromDraft,
  ruleSetOf,
  type Draft,
  type DraftAnswer,
} from '../../../core/drafts/index.ts';
import { planOf } from '../../../core/rules/plan.ts';
import { readPrompt } from '../../../core/policies/read.ts';
import { foreignPolicies, outcomeOf, USE_CASES, type ForeignPolicy } from '../../generator/policies/foreign.ts';
import { mutantsOf } from '../../generator/policies/mutants.ts';
import { IS_WHOLE, sampleOf } from '../../support/sample.ts';

/*
 * A model's recorded answers to policies of strangers. It saw the instructions and the text, and not the outcomes of
 * the applicants.
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
/** Policies that were set aside until all changes were done: first answers, none of them corrected. */
const SET_ASIDE = recorded(
  'strangers',
  foreignPolicies(fileURLToPath(new URL('../../generator/policies/strangers/policies.jsonl', import.meta.url))),
);

/** Policies of other strangers, answered before anything was changed for them. */
const LATER = recorded(
  'later',
  foreignPolicies(fileURLToPath(new URL('../../generator/policies/strangers/later.jsonl', import.meta.url))),
);

/**
 * Policies of two more strangers: the faults that the first set showed were corrected before the second one was
 * answered.
 */
const LATEST = recorded(
  'latest',
  foreignPolicies(fileURLToPath(new URL('../../generator/policies/strangers/latest.jsonl', import.meta.url))),
);

const DOUBTS = ['decides_everybody', 'readings_disagree', 'better_is_worse', 'not_accounted_for'];

function madeOf({ text, domain }: ForeignPolicy, answer: DraftAnswer) {
  const draft = draftOf(answer, text);
  // It goes back to the model once, and is refused after that.
  if (draft.errors.length > 0) return { ok: false } as const;
  return generateFromDraft(
    draft,
    { prompt: text, useCase: USE_CASES[domain], now: NOW },
    { model: 'm', repaired: false },
    { second: { model: 'm', draft } },
  );
}

describe.each([
  // 31 of the 158 policies that are read have a warning, as measured beside a second reading that says the same.
  { of: 'the first half', answers: RECORDED, read: 0.85, silent: 0.78 },
  { of: 'what was set aside', answers: SET_ASIDE, read: 0.95, silent: 0.85 },
  { of: 'what came later', answers: LATER, read: 0.95, silent: 0.6 },
  { of: 'what came last', answers: LATEST, read: 0.88, silent: 0.65 },
])('answers of a model to policies of strangers: $of', ({ answers: all, ...least }) => {
  const answers = sampleOf(all, 3);

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
    // If there are few answers, one more may be refused.
    expect(read.length).toBeGreaterThanOrEqual(Math.floor(clear.length * least.read));
    expect(silent.length / clear.length).toBeGreaterThanOrEqual(least.silent);
  });

  test('what is ambiguous, vague or about something that no report knows is refused', () => {
    const compiled = answers.filter(({ policy, answer }) => policy.expect === 'refuse' && madeOf(policy, answer).ok);
    expect(compiled.map(({ policy }) => policy.id)).toEqual([]);
  });
});

/** Second readings of some of the last: written from the texts alone, by somebody who had not seen the first ones. */
const SECOND = recorded(
  'second',
  foreignPolicies(fileURLToPath(new URL('../../generator/policies/strangers/latest.jsonl', import.meta.url))),
);

describe('two readings of one policy by two readers', () => {
  test('are both right, and one pair is shown to differ: for somebody exactly at a limit', () => {
    const first = new Map(LATEST.map(({ policy, answer }) => [policy.id, answer]));
    const pairs = sampleOf(SECOND, 3).flatMap(({ policy, answer }) => {
      const made = [first.get(policy.id) ?? answer, answer].map((each) => madeOf(policy, each));
      const isRight = made.every(
        (one) =>
          one.ok && policy.applicants.every(({ facts, outcome }) => outcomeOf(one.definition, facts) === outcome),
      );
      return isRight ? [{ policy, answer }] : [];
    });
    const apart = pairs.filter(({ policy, answer }) => {
      const [own, second] = [first.get(policy.id) ?? answer, answer].map((each) => draftOf(each, policy.text));
      return own !== undefined && findings(policy, own, second).readings.disagreements.length > 0;
    });
    expect(pairs).toHaveLength(IS_WHOLE ? 21 : 7);
    expect(apart.map(({ policy }) => policy.id)).toEqual(['u25']);
  });
});

const findings = ({ text }: ForeignPolicy, draft: Draft, second?: Draft) =>
  findingsOf(draft, {
    ...{ prompt: text, asOf: isoTime(NOW).slice(0, 10), model: 'm' },
    second: second === undefined ? null : { model: 'm', draft: second },
    grammar: grammarOf(text),
  });

const GRAMMAR = new Map<string, ReturnType<typeof readPrompt>>();
function grammarOf(text: string): ReturnType<typeof readPrompt> {
  const known = GRAMMAR.get(text) ?? readPrompt(text);
  GRAMMAR.set(text, known);
  return known;
}

/** Refusals, disagreements, warnings, and words and numbers that are listed. */
function shownIn({ refusals, doubts, unquoted, numbers }: ReturnType<typeof findings>): ReadonlySet<string> {
  const listed = [...unquoted, ...numbers].map(({ text, offset }) => `${offset} ${text}`);
  const warned = doubts.filter(({ code }) => code !== 'read_once').map(({ code, message }) => `${code} ${message}`);
  return new Set([...refusals.map(({ message }) => message), ...warned, ...listed]);
}

/** Every so many changes of an answer one is tried: each kind is among them. */
const STEP = IS_WHOLE ? 9 : 41;

/**
 * Changes of an answer that decide somebody otherwise, and whether each is shown, beside which other readings. `right`: a
 * reading without a mistake, such as the answer that is changed.
 */
function changesOf({ policy, answer }: (typeof RECORDED)[number], right = answer) {
  const own = draftOf(answer, policy.text);
  if (findings(policy, own).refusals.length > 0) return [];
  const beside = draftOf(right, policy.text);
  const [once, twice] = [undefined, beside].map((second) => shownIn(findings(policy, own, second)));
  const turned = shownIn(findings(policy, beside, own));
  const isShown = (draft: Draft, second: Draft | undefined, before = twice): boolean =>
    [...shownIn(findings(policy, draft, second))].some((each) => before?.has(each) !== true);
  const mutants = [...mutantsOf(answer)];
  return mutants.flatMap(({ kind, answer: changed }, index) => {
    if (index % STEP > 0) return [];
    const draft = draftOf(changed, policy.text);
    const other = draftOf(mutants[(index * 7_919 + 13) % mutants.length]?.answer ?? answer, policy.text);
    if (draft.errors.length + other.errors.length > 0) return [];
    if (differing(planOf(ruleSetOf(own)), planOf(ruleSetOf(draft))) === null) return [];
    return [
      {
        kind,
        alone: () => isShown(draft, undefined, once),
        besideRight: () => isShown(draft, beside),
        asSecond: () => isShown(beside, draft, turned),
        besideMistaken: () => isShown(draft, other),
      },
    ];
  });
}

describe('an answer with one thing changed that decides somebody otherwise', () => {
  const found = RECORDED.filter(({ policy }) => policy.expect === 'clear').flatMap((each) => changesOf(each));
  const share = (of: 'alone' | 'besideRight' | 'asSecond' | 'besideMistaken'): number =>
    found.filter((each) => each[of]()).length / found.length;

  // Almost all of it follows from how the corpus is made: a change that decides about an applicant differs from the
  // changed answer. No comparison shows an error that two readings share; that is the share of `alone`.
  test('is shown beside a right second reading, and so is a right answer beside it', () => {
    expect(found.length).toBeGreaterThan(720 / STEP);
    expect(share('besideRight')).toBeGreaterThanOrEqual(0.98);
    expect(share('asSecond')).toBeGreaterThanOrEqual(0.98);
  });

  test('is shown beside what another reader made of the policy', () => {
    const pairs = SECOND.flatMap(({ policy, answer: right }) =>
      LATEST.flatMap((first) => (first.policy.id === policy.id ? changesOf(first, right) : [])),
    ).filter((_, index) => index % 6 === 0);
    expect(pairs.length).toBeGreaterThan(225 / STEP);
    expect(pairs.filter(({ besideRight }) => besideRight()).length / pairs.length).toBeGreaterThanOrEqual(0.97);
  });

  test('is shown beside a second reading with a mistake of its own', () => {
    expect(share('besideMistaken')).toBeGreaterThanOrEqual(0.95);
  });

  test('is shown by its sentences, its numbers, and the applicants decided worse, in half of the cases if it was read once', () => {
    expect(share('alone')).toBeGreaterThanOrEqual(0.5);
  });
});
