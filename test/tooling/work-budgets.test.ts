import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { TooMuchWork, Work } from '../../core/work.ts';
import { UNSET } from '../../platform/database/pinned-settings.ts';
import { CALCULATIONS } from '../../services/gateway/calculations/tasks.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { describe, expect, test } from '../support/jest.ts';

/*
 * Whatever is computed of what a caller sent has a budget. The types ask each function that computes for a `Work`; this
 * says which handlers call one, and that no budget is without a limit.
 */

const ROOT = join(import.meta.dirname, '../..');

function filesIn(folder: string): readonly { readonly file: string; readonly source: ts.SourceFile }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const file = `${folder}/${name}`;
      return {
        file,
        source: ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest),
      };
    });
}

function* nodesIn(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesIn(child);
}

const CORE = filesIn('core');
const OUTSIDE = ['services', 'platform', 'cli', 'console/src'].flatMap(filesIn);

const takesWork = ({ parameters }: ts.SignatureDeclarationBase, source: ts.SourceFile): boolean =>
  parameters.some(({ type }) => type?.getText(source) === 'Work');

/** Functions of core that ask for a budget. */
const computing = new Set(
  CORE.flatMap(({ source }) =>
    [...nodesIn(source)].flatMap((node) =>
      ts.isFunctionDeclaration(node) && node.name !== undefined && takesWork(node, source) ? [node.name.text] : [],
    ),
  ),
);

/** The functions of core that the file calls with a budget. */
function calledIn({ source }: (typeof OUTSIDE)[number]): readonly string[] {
  const nodes = [...nodesIn(source)];
  const imported = new Set(
    nodes.flatMap((node) =>
      ts.isImportDeclaration(node) && node.moduleSpecifier.getText(source).includes('/core/')
        ? [...nodesIn(node)].flatMap((each) => (ts.isImportSpecifier(each) ? [each.name.text] : []))
        : [],
    ),
  );
  const names = nodes.flatMap((node) =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? [node.expression.text] : [],
  );
  return [...new Set(names)].filter((name) => imported.has(name) && computing.has(name)).toSorted();
}

test('the functions that compute of a definition or a run ask for a budget', () => {
  const asked = [
    ...['simulate', 'rehearse', 'foresee', 'explainNotice', 'trueReasons', 'seenInReview', 'chargedAdvance'],
    ...['readingOf', 'examplesOf', 'changesBetween', 'readVersion', 'rulesOf', 'stepsOf', 'lintDefinition'],
  ];
  expect(asked.filter((name) => !computing.has(name))).toEqual([]);
});

test('no function outside the interpreter advances a run without a budget', () => {
  const advancing = CORE.filter(({ source }) =>
    [...nodesIn(source)].some(
      (node) => ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'advance',
    ),
  );
  expect(advancing.map(({ file }) => file)).toEqual(['core/explanation/charged.ts']);
});

test('no budget is without a limit', () => {
  const made = [...CORE, ...OUTSIDE].flatMap(({ file, source }) =>
    [...nodesIn(source)].flatMap((node) =>
      ts.isNewExpression(node) && node.expression.getText(source) === 'Work'
        ? [`${file}: ${(node.arguments ?? []).map((each) => each.getText(source)).join(', ')}`]
        : [],
    ),
  );
  // `limit` and `this.#…` are what another budget was made with.
  const isLimited = (limit: string) => /: (?:(?:MAX_WORK_|WORK_|MOST_WORK)[A-Z_]*|limit)?(?:, [\w.]+)?$/.test(limit);
  expect(made.length).toBeGreaterThan(20);
  expect(made.filter((each) => !isLimited(each))).toEqual([]);
});

describe('the handlers', () => {
  // Rules: 15.13.1
  test('compute in processes of their own, but for what is listed here', () => {
    const handlers = OUTSIDE.filter(
      ({ file }) => file.startsWith('services/gateway/') && !file.startsWith('services/gateway/calculations/'),
    );
    const found = handlers.flatMap((each) => calledIn(each).map((name) => `${each.file}: ${name}`));
    expect(ROUTES.length).toBeGreaterThan(80);
    expect(found).toEqual([
      // The words of the rules of a backtest, so that it is read and cancelled while all calculations are busy: about 15 ms a version.
      'services/gateway/backtests/rules.ts: ruleSentences',
      'services/gateway/backtests/rules.ts: within',
      // A figure of one row that is exported.
      'services/gateway/batches/exports.ts: figureOf',
      'services/gateway/batches/exports.ts: readPath',
      // The basis of a reviewer's reasons, which is read before they are written.
      'services/gateway/reviews/reason-codes.ts: seenInReview',
      // The examples of the document.
      'services/gateway/rules/schemas.ts: rowListOf',
      'services/gateway/versions/reading.ts: readingOf',
      // Warnings are a member of every workflow that is shown; their budget is one that the event loop can bear.
      'services/gateway/workflows/definition.ts: lintDefinition',
      'services/gateway/workflows/live-notices.ts: within',
      'services/gateway/workflows/unit-faults.ts: unitFaults',
      'services/gateway/workflows/validate.ts: lintDefinition',
    ]);
  });
});

const RUN = {
  execution: { id: 1, mode: 'test' as const, externalReference: null },
  workflow: { name: 'W', useCase: null },
  dictionaryVersion: null,
  fields: null,
  settings: UNSET,
  products: null,
  definition: JSON.stringify([{ id: 'a', type: 'ApplicantSource', next_step: [] }]),
  payload: '{}',
  state: null,
  steps: [],
  reusedReports: [],
};

/** Something for each calculation; one without an entry does not compile. */
const INPUTS: { readonly [Name in keyof typeof CALCULATIONS]: Parameters<(typeof CALCULATIONS)[Name]>[0] } = {
  simulate: '{"definition": []}',
  askExamples: '{"definition": []}',
  examplesFaults: '[{}]',
  alikeExample: { run: RUN, name: 'A', asOf: '2026-03-01' },
  read: '{"read": {"definition": []}}',
  listRules: '{"of": {"definition": []}}',
  ruleSentences: '{"rows": [], "fields": {}}',
  changeRules: '{"definition": []}',
  productFaults: '{}',
  explain: { run: RUN, notices: [], view: 'whole', basis: null },
  compare: { left: { detail: '{}', basis: null }, right: { detail: '{}', basis: null }, view: 'whole' },
  reviewCase: {
    ...{ run: RUN, view: 'whole', basis: null, round: null, reportArtifacts: new Map(), now: 0 },
    notices: { defaultPurpose: null, keepsEsignConsent: false },
    given: { execution: {}, review: null, letter: null, history: [] },
  },
  showExecution: { json: '{}', view: 'whole', basis: null },
  evidence: { run: RUN, notices: [], execution: '{}', steps: [] },
};

test.each(Object.keys(INPUTS) as (keyof typeof CALCULATIONS)[])(
  'the calculation %s charges what it is given before it reads any of it',
  (name) => {
    const calculate = CALCULATIONS[name] as (input: unknown, work: Work) => unknown;
    const work = new Work(0);
    expect(() => calculate(INPUTS[name], work)).toThrow(TooMuchWork);
    expect(work.spent).toBeGreaterThan(0);
  },
);
