import type { Json, JsonObject } from '../../../core/json.ts';
import { isJsonObject } from '../../../core/json.ts';

/*
 * The data held about a person, as pages that they can read: plain HTML without scripts or foreign styles. All text is
 * escaped; nothing of an applicant is markup.
 */

const MOST_VALUES = 2_000;

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0) ?? 0};`);

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}' +
  'table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #bbb;padding:.3rem .5rem;text-align:left;' +
  'vertical-align:top;overflow-wrap:anywhere}';

function page(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
    `<style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>${body}</body></html>\n`
  );
}

function table(heads: readonly string[], rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return `<p>${escaped(none)}</p>`;
  const head = heads.map((text) => `<th scope="col">${escaped(text)}</th>`).join('');
  const lines = rows.map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table>`;
}

export interface ExportedExecution {
  readonly id: number;
  readonly workflow: string;
  readonly mode: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly erasedAt: Date | null;
}

export interface ExportedRecipient {
  readonly what: string;
  readonly by: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const day = (at: Date | null): string => (at === null ? '' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`);

const OUTCOMES: Readonly<Record<string, string>> = {
  approved: 'approved',
  denied: 'denied',
  conditional: 'approved with conditions',
};

function outcomeOf({ status, outcome, erasedAt }: ExportedExecution): string {
  if (erasedAt !== null) return `erased on ${day(erasedAt)}`;
  if (outcome !== null) return OUTCOMES[outcome] ?? outcome;
  return status === 'completed' ? 'nothing was decided' : status.replaceAll('_', ' ');
}

const WHAT: Readonly<Record<string, string>> = {
  vendor: 'Asked for a report',
  subscriber: 'Was sent webhook events',
  mailbox: 'Was sent mail',
  download: 'Downloaded a file',
  read: 'Looked at it',
};

/** The first page: applications, and everybody who received something. */
export function contentsPage(
  company: string,
  madeAt: Date,
  executions: readonly ExportedExecution[],
  recipients: readonly ExportedRecipient[],
): string {
  const applications = executions.map((each) => [
    `${each.id}`,
    day(each.createdAt),
    each.mode === 'test' ? `${each.workflow} (test)` : each.workflow,
    outcomeOf(each),
  ]);
  const received = recipients.map(({ what, by, count, firstAt, lastAt }) => [
    WHAT[what] ?? what,
    by,
    `${count}`,
    day(firstAt),
    day(lastAt),
  ]);
  return page(
    'What is held of you',
    `<p>${escaped(company)} made this on ${escaped(day(madeAt))}. It holds everything that is stored here of one person. ` +
      'Each application has a folder of its own: <code>read-me.html</code> says it in words, the other files hold the same ' +
      'as data, and letters, reports and e-mails as they are.</p>' +
      `<h2>Applications</h2>${table(['Number', 'Received', 'About', 'What became of it'], applications, 'There is none.')}` +
      `<h2>Who received something</h2>${table(['What', 'Who', 'How often', 'First', 'Last'], received, 'Nobody did.')}`,
  );
}

/** One application: what was sent, which reports were used, what was decided, which letters went out. */
export function applicationPage(
  execution: ExportedExecution,
  parts: {
    readonly input: Json;
    readonly reports: readonly { readonly name: string; readonly report: Json }[];
    readonly letters: Json;
    readonly mails: Json;
  },
): string {
  const letters = objectsIn(parts.letters).map((letter) => [
    textOf(letter.kind),
    textOf(letter.filename),
    textOf(letter.status),
    textOf(letter.generated_at),
  ]);
  const mails = objectsIn(parts.mails).map((mail) => [
    textOf(mail.recipient),
    textOf(mail.accepted_at ?? mail.kept_at),
    textOf(mail.file),
  ]);
  return page(
    `Application ${execution.id}`,
    `<p>${escaped(execution.workflow)}, received ${escaped(day(execution.createdAt))}: ${escaped(outcomeOf(execution))}.</p>` +
      `<h2>What was sent</h2>${values(parts.input)}` +
      parts.reports.map(({ name, report }) => `<h2>Report: ${escaped(name)}</h2>${values(report)}`).join('') +
      `<h2>Letters and reports as files</h2>${table(['Kind', 'File', 'State', 'Made'], letters, 'There is none.')}` +
      `<h2>E-mails</h2>${table(['To', 'When', 'File'], mails, 'There is none.')}`,
  );
}

function values(value: Json): string {
  const rows = [...leavesOf(value)].slice(0, MOST_VALUES + 1);
  const more = rows.length > MOST_VALUES ? '<p>More values are in the data files.</p>' : '';
  return table(['What', 'Value'], rows.slice(0, MOST_VALUES), 'Nothing.') + more;
}

function* leavesOf(value: Json, at = ''): Generator<readonly [string, string]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* leavesOf(item, `${at} ${index + 1}`);
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      yield* leavesOf(member ?? null, at === '' ? named(name) : `${at}: ${named(name)}`);
    }
  } else if (value !== null) {
    yield [at, String(value)];
  }
}

const named = (name: string): string => name.replaceAll('_', ' ');
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const objectsIn = (value: Json): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((one) => isJsonObject(one)) : [];
