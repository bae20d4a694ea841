/** The commands of the console's keyboard shortcuts. */
export const COMMANDS = [
  { key: 'j', command: 'next', does: 'The next one of the list' },
  { key: 'k', command: 'previous', does: 'The one before' },
  { key: 'Enter', command: 'open', does: 'Open it' },
  { key: 'a', command: 'approve', does: 'Approve, or send the letter; you are asked to confirm' },
  { key: 'd', command: 'deny', does: 'Deny, or discard the letter; you are asked to confirm' },
  { key: 'c', command: 'claim', does: 'Claim the case, or give it back' },
  { key: 'x', command: 'choose', does: 'Choose the case of the list, to act on several at once' },
  { key: 'u', command: 'undo', does: 'Take back the decision that is not sent yet' },
  { key: 'p', command: 'pass_on', does: 'Snooze the case, reassign it or move it to a queue' },
  { key: 'n', command: 'next_case', does: 'Claim and open the most urgent case that nobody has' },
  { key: 'i', command: 'inbox', does: 'Back to the inbox' },
  { key: '/', command: 'search', does: 'Find a person' },
  { key: '?', command: 'help', does: 'These keys' },
] as const;
export type Command = (typeof COMMANDS)[number]['command'];

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly isRepeat: boolean;
  /** True while text is typed, for instance a note. */
  readonly isInField: boolean;
  /** True on a link or a button, which handles Enter itself. */
  readonly isOnControl: boolean;
  /** True while a dialog is open, which handles the keys. */
  readonly isDialogOpen: boolean;
  /**
   * True if the person has switched off single-character shortcuts (WCAG 2.1.4): speech input and slips trigger them.
   */
  readonly areLettersOff: boolean;
}

/** A held key repeats only these movements. */
const REPEATS: readonly Command[] = ['next', 'previous'];

export function commandOf(pressed: Pressed): Command | null {
  const { key, ctrlKey, altKey, metaKey, isRepeat, isInField, isOnControl, isDialogOpen, areLettersOff } = pressed;
  if (areLettersOff && key.length === 1) return null;
  if (ctrlKey || altKey || metaKey || isInField || isDialogOpen) return null;
  const command = COMMANDS.find((one) => one.key === key)?.command ?? null;
  if (command === null || (isRepeat && !REPEATS.includes(command))) return null;
  return command === 'open' && isOnControl ? null : command;
}
