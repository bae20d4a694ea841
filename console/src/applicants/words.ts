import type { PersonsExecution } from './records.ts';

/** The day of a time in words: `November 3`, with the year if it is not the current one. */
function dayWords(at: string, now: number): string {
  const time = new Date(at);
  const isThisYear = time.getFullYear() === new Date(now).getFullYear();
  return time.toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

const OPEN: Readonly<Partial<Record<PersonsExecution['status'], string>>> = {
  queued: 'accepted',
  pending: 'accepted',
  running: 'running',
  waiting: 'waits for a time',
  failed: 'failed',
  cancelled: 'cancelled',
  skipped: 'never began',
};

/** The state of an execution in one line: `denied November 3, letter sent`. */
export function stateWords(execution: PersonsExecution, now: number): string {
  const { status, outcome, pending_review: review, completed_at: endedAt, created_at: createdAt } = execution;
  const on = dayWords(endedAt ?? createdAt, now);
  if (status === 'awaiting_review') {
    const asks = review === 'notice' ? 'awaits a person: a letter' : 'awaits a person: a decision';
    return `${outcome === null ? '' : `${outcome}, `}${asks}, since ${on}`;
  }
  const state = status === 'completed' ? (outcome ?? 'completed without an outcome') : (OPEN[status] ?? status);
  return [`${state} ${on}`, letterWords(execution)].filter((part) => part !== null).join(', ');
}

function letterWords({ letters, outcome, status }: PersonsExecution): string | null {
  if (letters.some((letter) => letter.status === 'sent')) return 'letter sent';
  if (letters.some((letter) => letter.status === 'draft')) return 'letter not sent yet';
  if (letters.length > 0) return 'letter discarded';
  return outcome === 'denied' && status === 'completed' ? 'no letter' : null;
}

const LIKENESS: Readonly<Record<string, string>> = {
  number: 'the same number',
  email_and_birth: 'the same e-mail address and birth date',
  name_and_birth: 'the same name and birth date',
};

export function likenessWords(because: readonly string[]): string {
  return because.map((each) => LIKENESS[each] ?? each).join(', ');
}
