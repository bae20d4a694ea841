import { changesBetween, readVersion } from '../core/readback/changes.ts';
import { examplesOf } from '../core/readback/examples.ts';
import { MAX_WORK_OF_CALCULATION, Work } from '../core/work.ts';
import { findCascade } from '../platform/database/definitions.ts';
import { dictionaryNow } from '../platform/database/fields.ts';
import { SetupError } from '../platform/setup-error.ts';
import type { Queryable } from '../platform/database/index.ts';

export interface ReadFlags {
  /** Without it the current one. */
  readonly ofVersion?: number;
  readonly compareTo?: number;
}

/** The result of `GET /workflows/{id}/reading`, for a workflow of any account. */
export async function readWorkflow(db: Queryable, id: number, { ofVersion, compareTo }: ReadFlags, now: number) {
  const workflow = await db
    .selectFrom('workflow')
    .select(['id', 'account_id', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (workflow === undefined) {
    throw new SetupError(`There is no workflow ${id}; "workflows list" shows those that there are.`);
  }
  const read = await versionOf(db, id, ofVersion ?? workflow.version);
  const dictionary = await dictionaryNow(db, workflow.account_id);
  const options = { useCase: read.useCase, now, dictionary };
  const work = new Work(MAX_WORK_OF_CALCULATION);
  const told = readVersion(read.definition, options, work);
  const other = compareTo === undefined ? undefined : await versionOf(db, id, compareTo);
  return {
    object: 'workflow_reading',
    workflow_id: id,
    version: read.version,
    ...told.reading,
    examples: examplesOf(read.definition, options, work),
    ...(other === undefined
      ? {}
      : {
          changes: {
            version: other.version,
            ...changesBetween(readVersion(other.definition, options, work), told, options, work),
          },
        }),
  };
}

async function versionOf(db: Queryable, id: number, version: number) {
  const cascade = await findCascade(db, id, version);
  if (cascade === undefined) throw new SetupError(`The workflow ${id} has no version ${version}.`);
  return { version, ...cascade };
}

/** For people: the rules, or the steps if there are none. `--json` has both. */
export function asText({
  workflow_id: id,
  version,
  rules,
  no_rules: because,
  missing_values: missing,
  steps,
  always,
  examples,
  changes,
}: Awaited<ReturnType<typeof readWorkflow>>): string {
  const told =
    rules === null
      ? [
          ...(because === null
            ? []
            : [`This is no list of rules: ${because.node_id} ${because.text}`.replace(':  ', ': ')]),
          'Step by step:',
          ...steps.map(({ text }) => `  ${text}`),
        ]
      : [
          'The first rule that holds decides:',
          ...rules.map(
            ({ number, text, read_as: readAs, details }) =>
              `  ${number === null ? '-' : `${number}.`} ${[text, ...(readAs === null ? [] : [`(Read as: ${readAs})`]), ...details].join(' ').replaceAll('\n', '\n     ')}`,
          ),
        ];
  const tables = examples.tables.flatMap(({ field, rules: numbers, others, rows }) => [
    `  ${[field, ...(numbers.length === 0 ? [] : [`(rules ${numbers.join(', ')})`]), ...(others.length === 0 ? [] : [`with ${others.join('; ')}`])].join(' ')}`,
    ...rows.map(
      ({ value, is_threshold: isThreshold, result }) => `    ${value}${isThreshold ? ' (threshold)' : ''}: ${result}`,
    ),
  ]);
  return [
    `Workflow ${id}, version ${version}`,
    '',
    ...told,
    ...section(
      'Values that are not known:',
      missing.map(({ text }) => `  ${text}`),
    ),
    ...section(
      'Always:',
      always.map((text) => `  ${text}`),
    ),
    ...section('Applicants at and beside each threshold:', tables),
    ...section(
      'Without a table:',
      examples.left_out.map((field) => `  ${field}`),
    ),
    ...(changes === undefined ? [] : changeLines(changes)),
    '',
  ].join('\n');
}

function changeLines({
  version,
  parts,
  effects,
  more_effects: more,
  untried,
}: { version: number } & ReturnType<typeof changesBetween>) {
  if (parts.length === 0) return ['', `Version ${version} reads alike.`];
  return [
    ...parts.flatMap(({ part, removed, added }) =>
      section(`${part.replace('_', ' ')}, compared with version ${version}:`, [
        ...removed.map((text) => `  - ${text}`),
        ...added.map((text) => `  + ${text}`),
      ]),
    ),
    ...section(
      'Treated differently:',
      effects.length === 0 ? ['  nobody who was tried'] : effects.map(({ text }) => `  ${text}`),
    ),
    ...(more === 0 ? [] : [`  and ${more} more`]),
    ...(untried === 0 ? [] : [`  ${untried} more were not tried, and may be treated differently`]),
  ];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}
