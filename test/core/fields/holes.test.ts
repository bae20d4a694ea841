import fc from 'fast-check';
import { fieldsReadByNodes } from '../../../core/cascade/fields-read.ts';
import { reportsIn } from '../../../core/cascade/pulled-reports.ts';
import { isKind, NODES } from '../../../core/cascade/registry.ts';
import { undeclaredForLive } from '../../../core/cascade/undeclared.ts';
import type { FieldSpec, FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { Masks } from '../../../core/masks/index.ts';
import { readingOf } from '../../../core/readback/index.ts';
import { expect, test } from '../../support/jest.ts';
import { IS_WHOLE, sampleOf } from '../../support/sample.ts';
import { plenty } from '../../support/work.ts';
import { LAWYERS, pageOf, played, type Play } from './plays.ts';
import { randomPlays } from './random-plays.ts';

/*
 * Dictionaries with holes. A value in a hole is unique, and so is its former label, so every text about it is found by
 * them.
 */

const VALUES: Partial<Record<FieldSpec['type'], Json>> = {
  number: 7_391_457.25,
  integer: 7_391_457,
  text: 'Quagga Zyzzyva',
  date: '2061-03-29',
};
const LABEL = 'Xylophone of the hole';
const UNIT = 'quaggas';
const SAID = /7,?391,?457|Quagga|Zyzzyva|2061|March 29|[Xx]ylophone|quaggas/;

interface WithHoles {
  readonly before: Play;
  readonly after: Play;
  readonly paths: readonly string[];
}

/**
 * `isHole`: by its place among the declarations. Data that a person brings, and members of declared values, are no
 * holes.
 */
function withHoles(of: Play, isHole: (index: number) => boolean): WithHoles {
  const entries = Object.entries(of.fields ?? {});
  const left = Object.fromEntries(
    entries.filter(([, { type }], index) => VALUES[type] === undefined || !isHole(index)),
  );
  const { dictionary } = dictionaryIn(left);
  const gone = entries.filter(([path]) => !Object.hasOwn(left, path) && dictionary.at(path) === undefined);
  const payload = gone.reduce<Json>(
    (to, [path, { type }]) => put(to, path.split('.'), VALUES[type] ?? null),
    of.payload,
  );
  const called = gone.map(([path, spec]): [string, FieldSpec] => {
    const unit = spec.type === 'number' || spec.type === 'integer' ? { unit: UNIT } : {};
    return [path, { ...spec, ...unit, label: LABEL, kind: 'fact' }];
  });
  const sent = { ...of, payload: payload as JsonObject, mode: 'live' as const };
  return {
    before: { ...sent, fields: { ...left, ...Object.fromEntries(called) } },
    after: { ...sent, fields: left as FieldSpecsJson },
    paths: gone.map(([path]) => path),
  };
}

/** Only if something is sent. */
function put(value: Json, [name, ...rest]: readonly string[], canary: Json): Json {
  if (name === undefined) return value === null || typeof value === 'object' ? value : canary;
  if (Array.isArray(value)) return value.map((item) => put(item, [name, ...rest], canary));
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: put(value[name] ?? null, rest, canary) };
}

function said(of: Play): { readonly letters: string; readonly masks: string; readonly reading: string } {
  const { dictionary } = dictionaryIn(of.fields ?? null);
  const { letters, steps, explained, asked } = played(of);
  const outputs = Object.fromEntries(steps.map(({ nodeId, output }) => [nodeId, output]));
  const rules = { dictionaries: [dictionary], undeclared: 'hidden' as const, reports: reportsIn(of.definition, NODES) };
  const masks = new Masks(rules, { payload: of.payload, outputs });
  return {
    letters: letters.map((letter) => `${JSON.stringify(letter)} ${pageOf(letter)}`).join(' '),
    masks: JSON.stringify([masks.payload(of.payload), masks.outputs(outputs), masks.answer([...explained, ...asked])]),
    reading: JSON.stringify(readingOf(of.definition, plenty(), dictionary)),
  };
}

/** Written by the author in the text of a notice. */
function isPrinted({ definition }: Play, path: string): boolean {
  const notices = new Set(definition.filter((node) => isKind(node, 'AdverseAction')).map(({ id }) => id));
  return fieldsReadByNodes(definition).some(({ nodeId, fields }) => notices.has(nodeId) && fields.has(path));
}

/** The texts about the holes, and whether there are more where the holes are declared. */
function hold({ before, after, paths }: WithHoles): boolean {
  if (paths.some((path) => isPrinted(after, path))) {
    // Variables that an author writes into a letter are asked for before the cascade goes live.
    const scope = { onNotComparable: 'fail' as const, work: plenty() };
    const { dictionary } = dictionaryIn(after.fields ?? null);
    const lacking = undeclaredForLive(after.definition, dictionary, scope).map(({ path }) => path);
    expect(paths.filter((path) => isPrinted(after, path) && !lacking.includes(path))).toEqual([]);
    return false;
  }
  const { letters, masks, reading } = said(after);
  for (const text of [letters, masks, reading]) {
    const found = SAID.exec(text);
    if (found !== null)
      throw new Error(`${after.id}: ${text.slice(Math.max(0, found.index - 200), found.index + 100)}`);
  }
  for (const path of paths) expect([after.id, letters.includes(`\`${path}`)]).toEqual([after.id, false]);
  const declared = said(before);
  return [declared.letters, declared.masks, declared.reading].every((text) => SAID.test(text));
}

// Rules: 10.23.38
test('no letter, mask or reading of live mode says anything of a field that nobody declared', () => {
  let told = 0;
  for (const [index, of] of sampleOf(LAWYERS, 3).entries()) {
    if (hold(withHoles(of, (at) => (index + at) % 3 === 0))) told += 1;
  }
  // It can fail: with the same fields declared they say it.
  expect(told).toBeGreaterThan(20);
});

// Rules: 10.23.38
test('nor in random cascades, whose dictionaries have holes', () => {
  let told = 0;
  fc.assert(
    fc.property(randomPlays, fc.nat(2), (of, first) => {
      if (hold(withHoles(of, (at) => at % 3 !== first))) told += 1;
    }),
    { numRuns: IS_WHOLE ? 300 : 150, includeErrorInReport: true },
  );
  expect(told).toBeGreaterThan(20);
});
