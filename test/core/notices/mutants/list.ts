import type { PropertyName } from './properties.ts';

/**
 * The rules of semantics 10.17 to 10.23 broken in the code itself, each with the property that sees it (`notices.md`
 * F).
 */
export interface Mutant {
  /** The fault that it causes. */
  readonly name: string;
  readonly property: PropertyName;
  /** Below `core`. */
  readonly file: string;
  /** Stands in the file once, and is replaced. */
  readonly from: string;
  readonly to: string;
  /** Seed from which to search, because the harm is rare; 0 by default. */
  readonly firstCase?: number;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a value with which a choice before decides as badly is a cure',
    property: 'fieldsOfSmallestReversals',
    file: 'notices/decided/earlier-rows.ts',
    from: 'if (grave.has(id)) return true;',
    to: 'if (grave.has(id)) return false;',
  },
  {
    name: 'what sent a case to a person who denied says nothing',
    property: 'fieldsOfSmallestReversals',
    file: 'notices/decided/sent-to-person.ts',
    from: 'for (const { visit, outcome } of sentBy(denial, input)) {',
    to: 'for (const { visit, outcome } of []) {',
  },
  {
    name: 'the last visit of a node alone speaks',
    property: 'enough',
    file: 'notices/decided/index.ts',
    from: '.filter(({ past }) => !path.isSuperseded(past))',
    to: '.filter(({ past }) => !run.history.some((o) => o.nodeId === past.nodeId && o.visit > past.visit))',
  },
  {
    name: 'severity is ignored',
    property: 'aSourceThatCanAvoidGivesAChoice',
    file: 'notices/decided/graph.ts',
    from: "return action !== 'other_action' || than === 'other_action';",
    to: 'return true;',
  },
  {
    name: 'severity is ignored, in what is better, too',
    property: 'betterAsTheWordsSay',
    file: 'notices/decided/graph.ts',
    from: "return action !== 'other_action' || than === 'other_action';",
    to: 'return true;',
  },
  {
    name: 'the fields are those of all conditions that do not hold',
    property: 'fieldsOfSmallestReversals',
    file: 'notices/decided/contributions.ts',
    from: 'smallestReversals(formula, traces, read, { schemaOf, isTried });',
    to:
      '{ isExact: true, smallest: read.filter((field) => field.conditions.some((at) => traces[at]?.result === false))' +
      '.map((field) => ({ changes: [{ field, value: 0 }] })) };',
  },
  {
    name: 'a field is to have any value that was tried, and not one that is enough',
    property: 'cured',
    file: 'notices/decided/reversals.ts',
    from: 'return field === undefined || position === OPEN ? [] : [{ field, value: table.values[at]?.[position] ?? null }];',
    to: 'return field === undefined || position === OPEN ? [] : [{ field, value: table.values[at]?.at(-1) ?? null }];',
  },
  {
    name: 'statements are made only if the letter has no other line',
    property: 'printedLinesCure',
    file: 'notices/decided/index.ts',
    from: 'const perChoice = hasOthers ? allLines.map(withoutLastResort) : allLines;',
    to:
      "const isOther = ({ kind }) => kind !== 'statement';" +
      'const isAny = allLines.some(({ first }) => first.some(isOther));' +
      'const perChoice = (hasOthers ? allLines.map(withoutLastResort) : allLines)' +
      '.map((each) => (isAny ? { ...each, first: each.first.filter(isOther) } : each));',
  },
  {
    name: 'decline rules say nothing of conditions that matched',
    property: 'dual',
    file: 'notices/decided/contributions.ts',
    from: 'if (found === undefined) return [];\n      const { trace, index, holdsThen } = found;',
    to: 'if (found === undefined || !found.holdsThen) return [];\n      const { trace, index, holdsThen } = found;',
  },
  {
    name: 'words are printed by the state of the report alone',
    property: 'wordsLieTowardsTheCure',
    file: 'notices/decided/predicates.ts',
    from: '(decided === null || liesTowardsCure(when, report, decided, schema))',
    to: 'true',
  },
  {
    name: 'what spares is not better',
    property: 'whole',
    file: 'notices/decided/index.ts',
    from: 'return isMitigating(graph, grave, foresight, past.nodeId, outcome, mustApprove);',
    to: 'return false;',
  },
  {
    name: 'all visits of a node speak',
    property: 'noSupersededVisitSpeaks',
    file: 'notices/decided/index.ts',
    from: '.filter(({ past }) => !path.isSuperseded(past))',
    to: '',
  },
  {
    name: 'no Approve must follow what spares',
    property: 'aPassedGateIsSilent',
    file: 'notices/decided/index.ts',
    from: 'const mustApprove = graph.hasApproval;\n  return OUTCOMES',
    to: 'const mustApprove = false;\n  return OUTCOMES',
  },
  {
    name: 'an empty branch can match',
    property: 'noEmptyAlternative',
    file: 'notices/decided/graph.ts',
    from: 'canMatch(node.branches[outcome])',
    to: 'node.branches[outcome] !== undefined',
  },
  {
    name: 'every predicate holds, those of codes too',
    property: 'printedPredicatesHold',
    file: 'notices/decided/predicates.ts',
    from: 'switch (when.is) {',
    to: 'if (report !== undefined) return true;\n  switch (when.is) {',
  },
  {
    name: 'a node can avoid if some of its targets can',
    property: 'aStepBesideADeclineChangesNothing',
    file: 'notices/decided/graph.ts',
    from: 'targets.every((id) => avoiding.has(id));',
    to: 'targets.length === 0 || targets.some((id) => avoiding.has(id));',
  },
  {
    name: 'the lines of one choice after the other, cut at four',
    property: 'eachChoiceHasALine',
    file: 'notices/decided/order.ts',
    from: '...byRound.flat(), ...furtherFactors',
    to: '...choices.flat(), ...furtherFactors',
  },
  {
    name: 'the reviewer may fill all four lines',
    property: 'aDenialHasAReviewersReasonAndACondition',
    file: 'notices/decided/order.ts',
    from: 'choices.some((each) => each.length > 0) ? REVIEWER_SHARE : MAX_REASONS',
    to: 'MAX_REASONS',
  },
  {
    name: 'a score is disclosed only if a choice that contributes read it',
    property: 'aScoreThatWasReadIsDisclosed',
    file: 'notices/decided/index.ts',
    from: '[...used.values()].flatMap((report) => usedScore(report, situation.reports, denials, onWay))',
    to:
      "[...used.values()].filter((report) => contributions.some(({ fields }) => fields.some(({ trace }) => trace.field === 'score'" +
      ' && trace.read !== null && visitKey(trace.read) === visitKey(report)))).flatMap((report) => usedScore(report, situation.reports, denials, onWay))',
  },
  {
    name: 'a newer report is not asked',
    property: 'noLineThatANewerReportMends',
    file: 'notices/decided/newer-reports.ts',
    from: 'if (new Set(products).size === products.length) return { contributions, newer: [] };',
    to: 'return { contributions, newer: [] };',
  },
  {
    name: 'a newer report is not asked of the figures of its lists',
    property: 'noLineThatANewerReportMends',
    file: 'notices/decided/newer-reports.ts',
    from: 'if (path === undefined) return value',
    to: 'if (path !== undefined) return undefined;\n  if (path === undefined) return value',
  },
  {
    name: 'a newer report is not asked of the values that others were compared with',
    property: 'noLineThatANewerReportMends',
    file: 'notices/decided/newer-reports.ts',
    from: 'other: isReplaced(other) };',
    to: 'other: false };',
    firstCase: 2_700,
  },
  {
    name: 'the explanation gives the first set of changes that is found, and not the smallest',
    property: 'explained',
    file: 'explanation/changes.ts',
    from: '.toSorted((a, b) => a.length - b.length)',
    to: '.toSorted((a, b) => b.length - a.length)',
  },
  {
    name: 'the explanation takes a set of changes that avoids nothing',
    property: 'explained',
    file: 'explanation/changes.ts',
    from: '.find(avoids);',
    to: '[0];',
  },
];
