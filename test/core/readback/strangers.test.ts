import { readFileSync } from 'node:fs';
import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { readPath } from '../../../core/path.ts';
import type { Applicant } from '../../../core/readback/domains.ts';
import { examplesOf } from '../../../core/readback/examples.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { subjectsIn, logicOf } from '../../../core/readback/logic.ts';
import { Subjects, type Subject } from '../../../core/readback/subject.ts';
import { Work } from '../../../core/work.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { outcomeBy } from './english.ts';
import { IS_WHOLE, sampleOf } from '../../support/sample.ts';
import { plenty } from '../../support/work.ts';

/** Cascades that lawyers wrote (test/core/notices/lawyer/README.md): nobody who wrote `core/readback` made them up. */
interface Case {
  readonly id: string;
  readonly use_case?: string;
  readonly definition: CascadeDefinition;
}

const LINES = readFileSync(new URL('../notices/lawyer/cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '');
const CASES = sampleOf(LINES, 3).map((line) => {
  const read: Case = JSON.parse(line);
  return { ...read, reading: readingOf(read.definition, plenty()) };
});
const OPTIONS = { useCase: null, now: Date.UTC(2026, 10, 25) };
const DECIDED: Readonly<Record<string, string>> = { undecided: 'null' };

const subjectsOf = (definition: CascadeDefinition): readonly Subject[] => {
  const subjects = new Subjects(definition);
  return subjectsIn(
    definition.flatMap((node) =>
      isKind(node, 'IfElse')
        ? [node.branches.pass, node.branches.human_review].map((branch) => logicOf(branch, subjects))
        : [],
    ),
  );
};
const isOfList = ({ field }: Subject) => /\.(?:any|all|count|sum|max|min)(?:\.|$)/.test(field);

describe('of cascades that strangers wrote', () => {
  test('each example beside the rules is decided as their English says', () => {
    let compared = 0;
    const wrong: unknown[] = [];
    for (const { id, definition, use_case: useCase = null, reading } of CASES) {
      const subjects = subjectsOf(definition);
      const { rules } = reading;
      if (rules === null || subjects.some(isOfList)) continue;
      for (const { rows } of examplesOf(definition, { ...OPTIONS, useCase }, plenty()).tables) {
        for (const { value, result, applicant } of rows) {
          const values = new Map(subjects.map((subject) => [subject.phrase, valueIn(applicant, subject)]));
          const said = String(outcomeBy(rules, { values, person: null }));
          if (said !== (DECIDED[result] ?? result)) wrong.push([id, value, said, result]);
          compared += 1;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(IS_WHOLE ? 2_000 : 650);
  });

  // Rules: 2.8.3
  test('the rules name each notice, what its author says in it, and whether a person sends it', () => {
    const lacking = CASES.flatMap(({ id, definition, reading }) => {
      const { rules } = reading;
      return (rules ?? []).flatMap(({ details, node_ids: ids }) =>
        definition
          .filter((node) => isKind(node, 'AdverseAction'))
          .filter((node) => ids.includes(node.id))
          .flatMap(({ adverse_action: { statement, reason, send_strategy: strategy, action_taken: action } = {} }) => {
            const told = details.join(' ');
            const expected = [
              strategy === 'auto_send' ? ' at once.' : ' or discarded by a person.',
              ...[statement, reason].flatMap((text) => (text === undefined ? [] : [JSON.stringify(text)])),
              ...(action === 'adverse_employment' ? ['a pre-adverse notice'] : []),
            ];
            return expected.filter((words) => !told.includes(words)).map((words) => [id, words]);
          }),
      );
    });
    expect(lacking).toEqual([]);
  });

  test('each choice and each step that does something stands beside a rule', () => {
    const lacking = CASES.flatMap(({ id, definition, reading }) => {
      const { rules, steps } = reading;
      const never = new Set(steps.flatMap((step) => (step.text.includes('it never runs') ? [step.node_id] : [])));
      const told = new Set((rules ?? []).flatMap(({ node_ids: ids }) => ids));
      const doing = definition.filter(
        (node) => isKind(node, 'IfElse') || node.type === 'Action' || node.type === 'Wait',
      );
      return rules === null
        ? []
        : doing.filter((node) => !told.has(node.id) && !never.has(node.id)).map((node) => [id, node.id]);
    });
    expect(lacking).toEqual([]);
  });

  // Rules: 2.8.5
  test('a condition on all or any items, or on a figure of them, says what holds if there are none', () => {
    const words = {
      all: /each item of a list holds/,
      any: /any item of a list does not hold/,
      count: /is 0 if/,
      max: /highest/,
    };
    let said = 0;
    for (const { id, definition, reading } of CASES) {
      const { always } = reading;
      const fields = subjectsOf(definition).map(({ field }) => field);
      for (const [quantifier, sentence] of Object.entries(words)) {
        if (!fields.some((field) => field.includes(`.${quantifier}.`) || field.endsWith(`.${quantifier}`))) continue;
        expect([id, always.join(' ')]).toEqual([id, expect.stringMatching(sentence)]);
        said += 1;
      }
    }
    expect(said).toBeGreaterThan(IS_WHOLE ? 40 : 12);
  });

  test('no step says of an item of many that it is not known: of some it may be', () => {
    const untrue = CASES.flatMap(({ reading }) =>
      reading.steps.filter(({ text }) => /If [^.]* (?:any|each) of [^.]* is not known,/.test(text)),
    );
    expect(untrue).toEqual([]);
  });

  test('no text has a slip: undefined, a doubled word, a unit without its plural, is twice', () => {
    const slips =
      /undefined|\bnull\b|\[object|\bNaN\b|\b(\w+) \1\b|\b1 (?:days|hours|months)\b|\b[2-9] (?:day|hour|month)\b|whose is |,\s*\.|then \.|expires date/;
    const texts = CASES.flatMap(({ reading }) => {
      const { rules, missing_values: missing, steps, always } = reading;
      const rulesSaid = (rules ?? []).flatMap(({ text, details }) => [text, ...details]);
      return [...rulesSaid, ...missing.map(({ text }) => text), ...steps.map(({ text }) => text), ...always];
    });
    expect(texts.filter((text) => slips.test(text))).toEqual([]);
  });
});

function valueIn({ payload, reports }: Applicant, { source, field }: Subject): Json {
  const of: JsonObject = source === 'context' ? payload : (reports[source] ?? {});
  return readPath(of, field, new Work()) ?? null;
}
