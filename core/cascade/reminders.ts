import { interpolate } from '../interpolate.ts';
import { isJsonObject, type Json, type JsonSchema } from '../json.ts';
import { isMailAddress } from '../mail-address.ts';
import { didYouMean } from '../nearest.ts';
import { quote } from './checks.ts';
import type { Report } from '../schema/findings.ts';
import type { EffectRequest, VisitContext } from './contract.ts';
import type { NodeBase, ReminderSettings } from './definition.ts';
import { durationMs, durationSchema, ONE_YEAR_MS } from './duration.ts';
import { lookUp } from './scope.ts';
import { filledValue } from './texts.ts';

/*
 * `review.reminders`: mail to staff during a review. It never holds up the run, and a decision ends it.
 *
 * More people read an inbox than may open the case. So a reminder can name the case and the person, and nothing else
 * from the run: no report, no number of the applicant, no address. Source: semantics 9.13.
 */

const MAX_REMINDERS = 5;
/** The variables that a text may use. */
const REMINDER_PATHS = [
  'execution.id',
  'execution.external_reference',
  'execution.mode',
  'workflow.name',
  'applicant.first_name',
  'applicant.last_name',
] as const;
/** For one value: the caller may have sent a very long one. */
const MAX_VALUE_CHARACTERS = 200;
const MAX_SUBJECT_CHARACTERS = 200;
const MAX_BODY_CHARACTERS = 5_000;

const VARIABLES = `Variables: ${REMINDER_PATHS.map((path) => `\`{{${path}}}\``).join(', ')}.`;

export const REMINDERS_SCHEMA: JsonSchema = {
  type: 'array',
  maxItems: MAX_REMINDERS,
  description:
    'Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of ' +
    'the account are reached; a reminder to any other is kept as a file.',
  items: {
    type: 'object',
    required: ['after', 'to', 'subject', 'body'],
    properties: {
      after: durationSchema('From when the review comes up.'),
      to: {
        type: 'string',
        description:
          'An address of the account, that of a user or one that the operator confirmed. It is not interpolated.',
      },
      subject: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_SUBJECT_CHARACTERS,
        description: `One line. ${VARIABLES}`,
      },
      body: { type: 'string', minLength: 1, maxLength: MAX_BODY_CHARACTERS, description: `Plain text. ${VARIABLES}` },
    },
  },
};

/** Checks what the schema cannot check. */
export function checkReminders(reminders: Json | undefined, at: string, report: Report): void {
  if (!Array.isArray(reminders)) return;
  for (const [index, reminder] of reminders.slice(0, MAX_REMINDERS).entries()) {
    if (!isJsonObject(reminder)) continue;
    const { after, to, subject, body } = reminder;
    const ms = isJsonObject(after) ? durationMs(after) : undefined;
    if (ms !== undefined && ms > ONE_YEAR_MS) report(`${at}[${index}].after.duration`, 'must be at most one year');
    if (typeof to === 'string') checkAddress(to, `${at}[${index}].to`, report);
    for (const [key, text] of Object.entries({ subject, body })) {
      if (typeof text === 'string') checkVariables(text, `${at}[${index}].${key}`, report);
    }
  }
}

function checkAddress(to: string, at: string, report: Report): void {
  if (to.includes('{{')) report(at, 'is not interpolated: write an address of the account');
  else if (!isMailAddress(to.trim())) report(at, `${quote(to)} is not an e-mail address`);
}

function checkVariables(text: string, at: string, report: Report): void {
  const paths = new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map((match) => (match[1] ?? '').trim()));
  for (const path of paths) {
    if (isAllowed(path)) continue;
    report(at, () => {
      const hint = didYouMean(path, REMINDER_PATHS);
      const allowed = hint === '' ? `; it may have ${REMINDER_PATHS.map((each) => `{{${each}}}`).join(', ')}` : hint;
      return `{{${path.slice(0, 80)}}} may not stand in a reminder, because more people read an inbox than may open the case${allowed}`;
    });
  }
}

const isAllowed = (path: string): boolean => REMINDER_PATHS.some((known) => known === path);

/** Sorted by due time. */
export function remindersOf({ review }: NodeBase): readonly (ReminderSettings & { readonly afterMs: number })[] {
  return (review?.reminders ?? [])
    .map((reminder) => ({ ...reminder, afterMs: durationMs(reminder.after) ?? 0 }))
    .toSorted((a, b) => a.afterMs - b.afterMs);
}

/** The effect for the executor. `round` is the key of the review round that the reminder is about. */
export function reminderRequest(
  { to, subject, body }: ReminderSettings,
  visit: VisitContext,
  { key, round }: { readonly key: string; readonly round: string },
): EffectRequest {
  const scope = (path: string): Json | undefined => {
    const sent = isAllowed(path) ? valueOf(visit, path) : undefined;
    // A name may be anything, because the caller sent it.
    if (typeof sent === 'object') return undefined;
    const value = filledValue(visit, path, sent);
    // Without line breaks, so that applicant data cannot look like text of the cascade.
    return typeof value === 'string' ? value.slice(0, MAX_VALUE_CHARACTERS).replaceAll(/\s+/g, ' ') : value;
  };
  const filled = (template: string): string => visit.masks.filled(interpolate(template, scope, visit.work).text);
  return {
    kind: 'notification',
    key,
    channel: 'email',
    target: to.trim(),
    subject: filled(subject).replaceAll(/\s+/g, ' ').trim(),
    message: filled(body),
    reminder_of: round,
  };
}

/** The payload's `applicant` may be anything; a long list there is not searched for a name. */
function valueOf(visit: VisitContext, path: string): Json | undefined {
  return path.startsWith('applicant.') && !isJsonObject(visit.payload.applicant) ? undefined : lookUp(visit, path);
}

/** The mail addresses that the node's reminders go to. */
export function remindedAddresses(node: NodeBase): string[] {
  return remindersOf(node).map(({ to }) => to.trim());
}
