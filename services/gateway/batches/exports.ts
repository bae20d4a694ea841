import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { reportsIn } from '../../../core/cascade/pulled-reports.ts';
import { NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { valuesOf } from '../../../core/cascade/definition.ts';
import { asFigureCondition, fieldOf, figureOf, type FigureCondition } from '../../../core/cascade/lists.ts';
import { conditionsOf } from '../../../core/cascade/nodes/if-else.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { readPath } from '../../../core/path.ts';
import { dayOfReport, listPathOf } from '../../../core/products/index.ts';
import type { ExecutionStatus } from '../../../core/states.ts';
import { TooMuchWork, Work } from '../../../core/work.ts';
import type { ArtifactStore } from '../../../platform/artifact-store/index.ts';
import { readDefinition } from '../../../platform/database/definitions.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { shownApplicant } from '../executions/applicant.ts';
import { errorOf } from '../executions/failure.ts';
import { readMaskRules } from '../executions/mask-basis.ts';
import { readShownExecution } from '../executions/shown.ts';
import { Masks, type ApplicantView, type MaskRules } from '../../../core/masks/index.ts';
import type { Calculate } from '../calculations/index.ts';
import { timeText } from '../http/present.ts';
import type { Auth } from '../services.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../core/csv-line.ts';
import { isOneOf } from '../http/filters.ts';
import { presentBatchRow, readBatch, requireBatch, selectBatchRows } from './records.ts';
import type { ZipEntry } from '../http/zip.ts';

/*
 * Exports of a batch. All read page by page, by key, and hold one page in memory, whatever the size of the batch.
 * Source: semantics 17.7.
 */

/** Rows that are read together. */
const PAGE_ROWS = 50;
/** Limits the notices that are read together, in number and bytes. */
const MOST_TOGETHER = { files: 16, bytes: 1_024 * 1_024 };
/** Groups of notices that are read while one is sent. */
const GROUPS_AHEAD = 2;

/** The batch to export, and the caller. */
export interface Selection {
  readonly batchId: number;
  readonly statuses: readonly ExecutionStatus[] | undefined;
  /** True with `executions:read:full`: applicant data and reports. */
  readonly full: boolean;
  readonly view: ApplicantView;
  /** Product fields that conditions of the cascade read. */
  readonly fields: readonly ProductField[];
  readonly reports: MaskRules['reports'];
}

interface ProductField {
  readonly nodeId: string;
  readonly field: string;
  /** For a list, the figure that the conditions compute. */
  readonly figure?: FigureCondition;
}

/** Throws `not_found` unless the batch is the client's. */
export async function openSelection(
  db: Queryable,
  auth: Auth,
  batchId: number,
  statuses: readonly ExecutionStatus[] | undefined,
): Promise<Selection> {
  const batch = await requireBatch(db, auth, batchId);
  const full = auth.scopes.has('executions:read:full');
  const { view } = auth;
  if (!full) return { batchId, statuses, full, view, fields: [], reports: [] };
  const definition = await readDefinition(db, batch.workflow_id, batch.workflow_version);
  const reports = reportsIn(definition, NODES);
  return { batchId, statuses, full, view, fields: productFields(definition), reports };
}

function productFields(definition: CascadeDefinition): ProductField[] {
  const fields = new Map<string, ProductField>();
  for (const node of definition) {
    for (const condition of 'branches' in node ? conditionsOf(node) : []) {
      for (const value of valuesOf(condition)) {
        const { source_node_id: nodeId } = value;
        const source = definition.find(({ id }) => id === nodeId);
        const read = source === undefined ? undefined : NODES.sourceOf(source);
        const product = read?.kind === 'report' ? read.product : undefined;
        if (product === undefined) continue;
        const list = listPathOf(product, value.field);
        const isOwn = value === condition;
        const figure =
          list === undefined
            ? undefined
            : asFigureCondition(
                list,
                (isOwn ? condition.where : undefined) ?? [],
                condition.operator,
                condition.value ?? null,
              );
        const field: ProductField =
          figure === undefined ? { nodeId, field: value.field } : { nodeId, field: fieldOf(figure), figure };
        fields.set(columnOf(field), field);
      }
    }
  }
  return [...fields.values()];
}

/** Such as `criminal.records.count where severity equals felony`. */
function columnOf({ nodeId, field, figure }: ProductField): string {
  const where = (figure?.where ?? []).map(
    ({ field: member, operator, value, not }) =>
      `${not === true ? 'not ' : ''}${[member, operator, value].filter((part) => part !== undefined).join(' ')}`,
  );
  return `${nodeId}.${field}${where.length === 0 ? '' : ` where ${where.join(' and ')}`}`;
}

const COLUMNS = [
  'row_index',
  'execution_id',
  'external_reference',
  'status',
  'review_status',
  'outcome',
  'started_at',
  'completed_at',
];
const FULL_COLUMNS = ['applicant_name', 'applicant_email', 'error'];

export function csvStream(db: Queryable, auth: Auth, selection: Selection): Readable {
  return Readable.from(csvLines(db, auth, selection), { objectMode: false });
}

async function* csvLines(db: Queryable, auth: Auth, selection: Selection): AsyncGenerator<string> {
  const { full, fields } = selection;
  const productColumns = fields.map(columnOf);
  yield BYTE_ORDER_MARK + csvLine([...COLUMNS, ...(full ? [...FULL_COLUMNS, ...productColumns] : [])]);
  for await (const rows of pages(db, selection)) {
    const outputs = await outputsOf(db, selection, rows);
    const rulesOf = await rulesFor(db, auth, selection, rows);
    yield rows.map((row) => csvLine(cellsOf(row, { ...selection, rulesOf }, outputs))).join('');
  }
}

/** For callers who see words and reports of applicants. */
function rulesFor(db: Queryable, auth: Auth, { full, reports }: Selection, rows: readonly ExportedRow[]) {
  return readMaskRules(db, auth, full ? rows.map(({ id }) => id) : [], reports);
}

type ExportedRow = Awaited<ReturnType<typeof readRows>>[number];

function cellsOf(
  row: ExportedRow,
  { full, view, fields, rulesOf }: Selection & { readonly rulesOf: (executionId: number) => MaskRules },
  outputs: ReadonlyMap<string, Json>,
) {
  const rules = rulesOf(row.id);
  const { applicant_name: name, applicant_email: email } = shownApplicant(row.payload, view, rules);
  const work = new Work();
  const masks = view === 'masked' ? new Masks(rules, { payload: row.payload }) : null;
  return [
    row.row_index,
    row.id,
    row.external_reference,
    row.status,
    row.review_status,
    row.outcome,
    timeText(row.started_at),
    timeText(row.completed_at),
    ...(full ? [name, email, errorOf(row, view, rules)] : []),
    ...fields.map(({ nodeId, field, figure }) => {
      const cell = cellOf(outputs.get(`${row.id} ${nodeId}`), figure ?? field, work);
      return cell === undefined || masks === null ? cell : masks.field({ field, nodeId }, cell);
    }),
  ];
}

/** A cell that cannot be read says so, because an empty one would mean that there is no value. */
function cellOf(output: Json | undefined, read: string | FigureCondition, work: Work): Json | undefined {
  try {
    if (typeof read === 'string') return readPath(output, read, work);
    return figureOf(read, readPath(output, read.path.list, work), dayOfReport(output), work).value;
  } catch (error) {
    if (error instanceof TooMuchWork) return 'too_much_work';
    throw error;
  }
}

/** The entries of `exports.zip`, one at a time. */
export async function* resultEntries(
  db: Queryable,
  auth: Auth,
  selection: Selection,
  calculate: Calculate,
): AsyncGenerator<ZipEntry> {
  yield { name: 'results.csv', content: csvStream(db, auth, selection) };
  yield { name: 'batch.json', content: jsonText(await readBatch(db, auth, selection.batchId)) };
  for await (const rows of pages(db, selection)) {
    const rulesOf = await rulesFor(db, auth, selection, rows);
    for (const row of rows) {
      const summary = presentBatchRow(row, { ...selection, rulesOf });
      if (!selection.full) {
        yield { name: `rows/${row.row_index}-${row.id}.json`, content: jsonText(summary) };
        continue;
      }
      const shown = await readShownExecution(db, auth, { executionId: row.id, calculate });
      // Its writers are PostgreSQL and the gateway.
      const detail = { ...(JSON.parse(shown) as JsonObject), ...summary };
      yield { name: `rows/${row.row_index}-${row.id}.json`, content: jsonText(detail) };
    }
  }
}

function jsonText(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The PDFs of notices that were sent, one at a time. A file that retention has removed is left out. */
export async function* noticeEntries(
  db: Queryable,
  store: ArtifactStore,
  selection: Selection,
): AsyncGenerator<ZipEntry> {
  for await (const { group, files } of readAhead(noticeFiles(db, store, selection), GROUPS_AHEAD)) {
    for (const { id, execution_id: executionId, filename, rowIndex } of group) {
      const content = files.get(id);
      if (content === undefined) continue;
      const name = `${rowIndex}-${executionId}-${filename}`;
      yield { name, content: Buffer.from(content.buffer, content.byteOffset, content.byteLength), isStored: true };
    }
  }
}

async function* noticeFiles(db: Queryable, store: ArtifactStore, selection: Selection) {
  for await (const group of groupsOf(sentNotices(db, selection))) {
    yield { group, files: await store.getMany(group.map(({ id }) => id)) };
  }
}

/** Notices in the order of their rows. */
async function* sentNotices(db: Queryable, selection: Selection) {
  for await (const rows of pages(db, selection)) {
    const rowIndexes = new Map(rows.map(({ id, row_index: index }) => [id, index]));
    const notices = await db
      .selectFrom('artifact')
      .select(['id', 'execution_id', 'filename', 'byte_size'])
      .where('execution_id', 'in', [...rowIndexes.keys()])
      .where('kind', '=', 'notice')
      .where('notice_status', '=', 'sent')
      .where('status', '=', 'ready')
      .where('removed_at', 'is', null)
      .execute();
    yield* notices
      .map((notice) => ({ ...notice, rowIndex: rowIndexes.get(notice.execution_id) ?? 0 }))
      .sort((a, b) => a.rowIndex - b.rowIndex || a.id - b.id);
  }
}

/** Notices whose files are read together. */
async function* groupsOf<Notice extends { readonly byte_size: number }>(notices: AsyncIterable<Notice>) {
  let group: Notice[] = [];
  let bytes = 0;
  for await (const notice of notices) {
    if (group.length === MOST_TOGETHER.files || (group.length > 0 && bytes + notice.byte_size > MOST_TOGETHER.bytes)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(notice);
    bytes += notice.byte_size;
  }
  if (group.length > 0) yield group;
}

/** Reads the next `count` items while one is used. */
async function* readAhead<Item>(source: AsyncGenerator<Item, void>, count: number): AsyncGenerator<Item> {
  const read = () => {
    const result = source.next();
    // Nobody awaits it if the reader ends early.
    result.catch(() => undefined);
    return result;
  };
  const pending = Array.from({ length: count }, read);
  for (;;) {
    pending.push(read());
    const result = await pending.shift();
    if (result === undefined || result.done === true) return;
    yield result.value;
  }
}

async function* pages(db: Queryable, selection: Selection): AsyncGenerator<readonly ExportedRow[]> {
  for (let after = -1; ;) {
    const rows = await readRows(db, selection, after);
    const last = rows.at(-1)?.row_index;
    if (last === undefined || last === null) return;
    yield rows;
    after = last;
  }
}

function readRows(db: Queryable, { batchId, statuses }: Selection, after: number) {
  // Without the state of the run, which can have 8 MiB.
  return selectBatchRows(db, batchId)
    .where('row_index', '>', after)
    .where(isOneOf('status', statuses))
    .orderBy('row_index')
    .limit(PAGE_ROWS)
    .execute();
}

/**
 * The last outputs of the product nodes, by `<execution id> <node id>`. Only the fields with which paths begin are
 * read, because a whole output can have half a megabyte.
 */
async function outputsOf(
  db: Queryable,
  { fields }: Selection,
  rows: readonly ExportedRow[],
): Promise<ReadonlyMap<string, Json>> {
  const nodeIds = [...new Set(fields.map(({ nodeId }) => nodeId))];
  if (nodeIds.length === 0 || rows.length === 0) return new Map();
  const keys = [...new Set(fields.map(({ field }) => field.split('.')[0] ?? field))];
  const steps = await db
    .selectFrom('step')
    .distinctOn(['execution_id', 'node_id'])
    .select(['execution_id', 'node_id'])
    .select(
      sql<Json>`(
        select jsonb_object_agg(key, output -> key) from unnest(${keys}::text[]) key
        where jsonb_typeof(output) = 'object' and output ? key
      )`.as('output'),
    )
    .where(
      'execution_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('node_id', 'in', nodeIds)
    .where('output', 'is not', null)
    .orderBy('execution_id')
    .orderBy('node_id')
    .orderBy('visit', 'desc')
    .execute();
  return new Map(steps.map(({ execution_id: id, node_id: nodeId, output }) => [`${id} ${nodeId}`, output]));
}
