import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '../../support/jest.ts';
import { foreignPolicies, judge, type Judged, type Verdict } from '../../generator/policies/foreign.ts';

/** Policies in the words of somebody who has not seen the grammar. `FOREIGN_POLICIES` names another file. */
const judged = foreignPolicies(process.env.FOREIGN_POLICIES).map(judge);
const of = (verdict: Verdict): Judged[] => judged.filter((each) => each.verdict === verdict);
const ids = (verdict: Verdict): string[] => of(verdict).map(({ policy }) => policy.id);

describe('policies in foreign words', () => {
  test('are read rightly or refused with a reason, and none is read wrongly', () => {
    const verdicts: Verdict[] = ['read rightly', 'refused', 'wrong', 'refused rightly', 'not refused'];
    const lines = verdicts.map((verdict) => `${verdict}: ${of(verdict).length} ${ids(verdict).join(' ')}`);
    const ambiguous = judged
      .filter(({ what }) => what.includes('can be read in two ways'))
      .map(({ policy }) => policy.id);
    process.stdout.write(`${lines.join('\n')}\nrefused as ambiguous: ${ambiguous.length} ${ambiguous.join(' ')}\n`);
    expect(judged.length).toBeGreaterThan(0);
    expect([...of('wrong'), ...of('not refused')].map(({ policy, what }) => `${policy.id}: ${what}`)).toEqual([]);
  });

  test('a refusal quotes the words and says why', () => {
    for (const { what, policy } of [...of('refused'), ...of('refused rightly')]) {
      expect([policy.id, what]).toEqual([policy.id, expect.stringMatching(/^".+" \(at \d+\): [A-Z"].{20,}/s)]);
    }
  });
});

describe('policies of an author who had read the guide, and nothing else of the product', () => {
  const path = fileURLToPath(new URL('../../generator/policies/authors.jsonl', import.meta.url));
  const written = foreignPolicies(path).map(judge);
  const withVerdict = (verdict: Verdict): Judged[] => written.filter((each) => each.verdict === verdict);

  test('none is read wrongly, and most are read', () => {
    expect([...withVerdict('wrong'), ...withVerdict('not refused')].map(({ what }) => what)).toEqual([]);
    const clear = written.filter(({ policy }) => policy.expect === 'clear');
    // 27 of 40 as first measured, 33 since then.
    expect(withVerdict('read rightly').length / clear.length).toBeGreaterThanOrEqual(0.8);
  });
});
