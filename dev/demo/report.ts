import { SIGNS } from '../../core/cascade/operators/signs.ts';
import type { Schemas, WebhookEventName } from '../../clients/typescript/src/index.ts';
import { say } from '../say.ts';
import type { RunningStack } from '../stack/stack.ts';
import { table } from './table.ts';

/** How one execution of the main job ended. */
export interface Decision {
  readonly applicant: string;
  readonly execution: Schemas['ExecutionDetail'];
  readonly reports: readonly Schemas['ReportArtifact'][];
  readonly notices: readonly Schemas['NoticeArtifact'][];
  /** Null if the stack may not deliver to this machine. */
  readonly events: readonly WebhookEventName[] | null;
}

/** The result of the main job, as a table on standard output, with the faults below it. */
export function printDecisions(stack: RunningStack, decisions: readonly Decision[], faults: readonly string[]): void {
  const head = ['Applicant', 'Decision', 'What decided (condition, value)', 'PDFs', 'Events, signature verified'];
  const rows = decisions.map(({ applicant, execution, reports, notices, events }) => [
    `${applicant}\nexecution ${execution.id}`,
    `${(execution.outcome ?? execution.status).toUpperCase()}${execution.review_status === 'approved' ? '\nafter a review' : ''}`,
    explain(execution).join('\n'),
    [...reports, ...notices].map(describeFile).join('\n'),
    events?.join('\n') ?? 'not sent',
  ]);
  process.stdout.write(`\n${table([head, ...rows])}\n`);
  if (decisions.some(({ events }) => events === null)) {
    say('No webhooks: WEBHOOK_ALLOW_PRIVATE_TARGETS=false forbids a receiver on this machine.');
  }
  const mail = stack.environment.SMTP_URL ? 'by SMTP' : `into files in ${stack.dataFolder.mail}`;
  say(`E-mail went ${mail}.`);
  for (const fault of faults) say(`WRONG: ${fault}`);
  if (faults.length === 0) say('All three executions ended as expected.');
}

/** Reports are rendered on demand; until then the size is 0. */
function describeFile({ filename, byte_size }: Schemas['ReportArtifact'] | Schemas['NoticeArtifact']): string {
  return byte_size === 0 ? filename : `${filename} (${Math.ceil(byte_size / 1024)} KB)`;
}

/** A condition as IfElse steps record it in `step_outputs`. */
interface Condition {
  readonly branch: string;
  readonly source_node_id: string;
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
  readonly actual: unknown;
  readonly result: boolean;
  readonly missing: boolean;
}

/** The conditions that an approval needs: all of them if they hold, else those that do not. Then the review, if any. */
function explain({ step_outputs = {} }: Schemas['ExecutionDetail']): string[] {
  return Object.values(step_outputs).flatMap((output) => {
    if (!Array.isArray(output.conditions)) return [];
    const conditions = (output.conditions as readonly Condition[]).filter(
      ({ branch, result }) => branch === 'pass' && (output.branch === 'pass' || !result),
    );
    const review = output.review as { readonly decision: string; readonly note: string | null } | undefined;
    const reviewed = review === undefined ? [] : [`a person ${review.decision}: ${review.note ?? ''}`];
    return [...conditions.map(describeCondition), ...reviewed];
  });
}

function describeCondition({ source_node_id, field, operator, value, actual, result, missing }: Condition): string {
  const sign = SIGNS[operator] ?? operator.replaceAll('_', ' ');
  const wanted = [`${source_node_id}.${field}`, sign, ...(value === null ? [] : [String(value)])].join(' ');
  return `${result ? '✓' : '✗'} ${wanted}: ${missing ? 'missing' : JSON.stringify(actual)}`;
}
