import type { WaitingLetter } from '../api/records.ts';
import type { LetterState } from './filter.ts';

export const WAITS_FOR_GLYPHS = 'It waits for a font that has its characters: tell your operator';

/** The action that each state of a letter needs. */
const TASKS: Readonly<Record<LetterState, string>> = {
  draft: 'Read the draft, and approve or discard it',
  needs_reasons: 'Give the reasons',
  needs_variables: 'Give the values that it lacks',
  needs_name: 'Give the name of the person',
  needs_address: 'Give the postal address of the person',
  needs_glyphs: WAITS_FOR_GLYPHS,
  to_post: 'Print it, post it, and say when',
  owed: 'A letter is owed and has not gone out',
  returned: 'It came back: send it again, or by other means',
  resend_failed: 'It could not be sent again',
};
/** A newer service may return other states. */
export const taskOf = ({ state }: { readonly state: LetterState }): string =>
  Object.hasOwn(TASKS, state) ? TASKS[state] : state.replaceAll('_', ' ');

type Owed = WaitingLetter['notices_due'][number];

const WHY: Readonly<Record<Owed['why'], string>> = {
  no_notice_step: 'the workflow has no letter after the denial',
  draft_discarded: 'its draft was discarded, or nobody gave its reasons',
  step_failed: 'its step failed',
  step_stopped: 'a step before it failed',
  run_cancelled: 'the execution was cancelled after the denial',
  no_decision: 'the run ended without a decision, and the application is owed an answer',
};

/** Why the letter was not sent, and what it lacks. */
export function owedWords({
  applicant,
  why,
  error_code: code = null,
  lacks,
}: Pick<Owed, 'applicant' | 'why' | 'lacks'> & { readonly error_code?: string | null }): string {
  const to = applicant === 'applicant' ? '' : `to ${applicant.replaceAll('_', ' ')}: `;
  const failed = code === null ? '' : ` (${code})`;
  return `${to}${lacks ?? `${WHY[why]}${failed}`}`;
}

const REPORTS = { bounce: 'refused for good', undelivered: 'given up by the mail server' } as const;

/** Details of a waiting letter, beyond the required action. Empty if it is complete. */
export function detailWords(letter: WaitingLetter): string[] {
  const { variables, why, notices_due: owed, report, error_code: code } = letter;
  return [
    ...(variables === null || variables.length === 0 ? [] : [`no value: ${variables.join(', ')}`]),
    ...(why === 'free_text_only' ? ["its only reasons are a reviewer's own words"] : []),
    ...(why === 'other_person' ? ['it goes to another person’s address'] : []),
    ...(why === 'report_corrected' ? ['a report was corrected since'] : []),
    ...owed.map(owedWords),
    ...(report === null ? [] : [`${REPORTS[report.kind]}${report.status === null ? '' : ` (${report.status})`}`]),
    ...(code === null ? [] : [code]),
  ];
}

/** True if a reviewer acts on the letter at its case; the execution page shows the others. */
export function isAtCase({ state }: { readonly state: LetterState }): boolean {
  // This letter waits for an operator.
  if (state === 'needs_glyphs') return false;
  return state === 'draft' || state === 'to_post' || state.startsWith('needs_');
}
