import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CascadeClient, CascadeError, NotFoundError } from '../clients/typescript/src/index.ts';
import type { Schemas } from '../clients/typescript/src/types.ts';
import type { CascadeDefinition } from '../core/cascade/registry.ts';
import { validateDefinition } from '../core/cascade/validate.ts';
import { isSameConditions } from '../core/rows/conditions.ts';
import { readTable, tableCells, type TableWords } from '../core/rows/csv.ts';
import type { Row as Rule, RowList } from '../core/rows/row.ts';
import { readerOf } from '../core/rows/sentence.ts';
import { BYTE_ORDER_MARK, csvLine } from '../core/csv-line.ts';
import { SetupError } from '../platform/setup-error.ts';
import type { Row } from './print.ts';
import { apiTarget, type TargetFlags } from './target.ts';

export interface ExportRulesFlags extends TargetFlags {
  readonly ofVersion?: number;
}

export interface ImportRulesFlags extends TargetFlags {
  readonly workflow: number;
  readonly dryRun: boolean;
  readonly activate: boolean;
  readonly anyVersion: boolean;
  readonly note?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** `cascade rules export ID`: the rules as CSV. */
export async function exportRules(workflowId: number, flags: ExportRulesFlags, env: Env): Promise<string> {
  const api = new CascadeClient(await apiTarget(flags, env));
  const { list, words } = await readRules(api, workflowId, flags.ofVersion);
  return `${BYTE_ORDER_MARK}${tableCells(list, words).map(csvLine).join('')}`;
}

/** `cascade rules import FILE`: puts the rules of a file in place of those from which it was exported. */
export async function importRules(file: string, flags: ImportRulesFlags, env: Env): Promise<Row> {
  const api = new CascadeClient(await apiTarget(flags, env));
  const { list, words, etag } = await readRules(api, flags.workflow);
  const written = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(() => {
    throw new SetupError(`${file} cannot be read.`);
  });
  const found = readTable(written, list, words);
  if ('faults' in found) throw refused(found.faults);
  const other = found.versions.find((version) => version !== words.version);
  if (other !== undefined && !flags.anyVersion)
    throw new SetupError(
      `The file is of version ${other}, and the current one is ${words.version}. Export it again, or take it with --any-version.`,
    );
  const path = { id: flags.workflow };
  // The types of the client know no lists that are only read.
  const rules = found.input as Schemas['WorkflowRulesPreviewBody'];
  const body = { ...rules, activate: flags.activate, ...(flags.note === undefined ? {} : { note: flags.note }) };
  const { data } = await (
    flags.dryRun
      ? api.post('/workflows/{id}/rules/preview', { path, body: rules })
      : api.put('/workflows/{id}/rules', { path, body, ifMatch: etag })
  ).catch((error: unknown) => {
    throw explained(error, found.cellOf);
  });
  return {
    object: data.object,
    workflow_id: data.workflow_id,
    version: data.version,
    saved: data.saved,
    activation_request: data.activation_request,
    effects: data.effects.map((effect) => effect.text).join('; '),
  };
}

async function readRules(
  api: CascadeClient,
  workflowId: number,
  version?: number,
): Promise<{ readonly list: RowList; readonly words: TableWords; readonly etag: string }> {
  const path = { id: workflowId };
  try {
    const query = version === undefined ? {} : { version };
    const { data, headers } = await api.get('/workflows/{id}/rules', { path, query });
    const read =
      version === undefined
        ? await api.get('/workflows/{id}', { path })
        : await api.get('/workflows/{id}/versions/{version}', { path: { ...path, version } });
    const { definition } = validateDefinition(read.data.definition);
    const list = data as RowList;
    const sentenceOf = definition === null ? () => null : sentencesIn(definition);
    return { list, words: { version: data.version, sentenceOf }, etag: headers.get('etag') ?? '' };
  } catch (error) {
    if (error instanceof NotFoundError)
      throw new SetupError(`The account has no workflow ${workflowId}, or no such version.`);
    throw error;
  }
}

/** The reading of a rule, if it is read as the same conditions again. */
const sentencesIn = (definition: CascadeDefinition) => {
  const read = readerOf(definition);
  return (rule: Rule): string | null => {
    const found = read(rule.when.read_as, rule.then.decision);
    const isSame = found.ok && found.isRequirement === rule.is_requirement && isSameConditions(found, rule);
    return isSame ? rule.when.read_as : null;
  };
};

function refused(lines: readonly string[]): SetupError {
  return new SetupError(['Nothing was saved:', ...lines.map((line) => `  ${line}`)].join('\n'));
}

/** The faults that the service found, by the cells of the file. */
function explained(error: unknown, cellOf: (field: string) => string | null): unknown {
  if (!(error instanceof CascadeError) || error.details.length === 0) return error;
  return refused(error.details.map(({ field, message }) => `${cellOf(field) ?? field}: ${message}`));
}
