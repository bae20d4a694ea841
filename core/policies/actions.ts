import type { Lexeme } from './lexer.ts';
import type { DenialTerms, PolicyAction } from './model.ts';
import { has, hasDecision, trimmed } from './parts.ts';
import { unclear } from './unclear.ts';

export interface Taken {
  readonly actions: { action: PolicyAction; start: number }[];
  readonly terms: Partial<DenialTerms>;
  /** What is left of the words. */
  readonly rest: Lexeme[];
}

/** What is done beside the decision: waits, e-mails, how a denial is carried out. Throws NotUnderstood. */
export function takeActions(lexemes: readonly Lexeme[]): Taken {
  const actions: { action: PolicyAction; start: number }[] = [];
  const rest: Lexeme[] = [];
  const terms: { reason?: string; isAutomatic?: boolean } = {};
  for (let at = 0; at < lexemes.length; at += 1) {
    const lexeme = lexemes[at];
    if (lexeme === undefined) break;
    const { start } = lexeme;
    switch (lexeme.meaning.is) {
      case 'wait': {
        // "hold for review" names no time and is no wait.
        if (hasDecision(lexemes.slice(at + 1, at + 3))) break;
        const figure = indexOfNext(lexemes, at, 'number', 3);
        const unit = lexemes[figure + 1]?.meaning;
        const number = lexemes[figure]?.meaning;
        if (figure < 0 || number?.is !== 'number' || unit?.is !== 'unit')
          throw unclear('It does not say how long.', [lexeme]);
        actions.push({ action: waitFor(number.value, unit.unit), start });
        at = figure + 1;
        break;
      }
      case 'notify': {
        const to = lexemes.findIndex(
          ({ meaning }, index) =>
            index > at && index <= at + 4 && (meaning.is === 'mail' || meaning.is === 'applicant'),
        );
        const target = lexemes[to]?.meaning;
        if (target?.is === 'mail') actions.push({ action: { kind: 'notify', to: target.text }, start });
        else if (target?.is === 'applicant') actions.push({ action: { kind: 'mail', to: 'applicant' }, start });
        else throw unclear('It does not say to which address.', lexemes.slice(at, at + 3));
        at = to;
        break;
      }
      case 'reason': {
        const to = indexOfNext(lexemes, at, 'quote', 3);
        const target = lexemes[to]?.meaning;
        if (target?.is !== 'quote') throw unclear('The reason must stand between quotation marks.', [lexeme]);
        terms.reason = target.text;
        at = to;
        break;
      }
      case 'notice':
        if (!hasDecision(rest) && !hasDecision(lexemes.slice(at))) {
          rest.push({
            ...lexeme,
            meaning: { is: 'decision', decision: 'deny', isPreAdverse: false },
          });
        }
        terms.isAutomatic ??= has(lexemes, 'automatic');
        break;
      case 'before':
        // "before denying" says nothing more; "evictions before 2020" would.
        if (!hasDecision(lexemes.slice(at + 1, at + 3))) rest.push({ ...lexeme, meaning: { is: 'unknown' } });
        break;
      case 'deposit': {
        const begins = termsBefore(rest);
        if (begins < 0) rest.push({ ...lexeme, meaning: { is: 'unknown' } });
        else
          rest.splice(begins, rest.length, { ...END_OF_TERMS, start: rest[begins]?.start ?? start, end: lexeme.end });
        break;
      }
      case 'quote':
        rest.push({ ...lexeme, meaning: { is: 'unknown' } });
        break;
      case 'automatic':
        if (!has(lexemes, 'notice')) rest.push({ ...lexeme, meaning: { is: 'filler' } });
        break;
      default:
        rest.push(lexeme);
    }
  }
  return { actions, rest: trimmed(rest), terms };
}

function waitFor(duration: number, unit: string): PolicyAction {
  switch (unit) {
    case 'seconds':
    case 'minutes':
    case 'hours':
    case 'days':
    case 'weeks':
      return { kind: 'wait', duration, unit };
    case 'months':
      return { kind: 'wait', duration: duration * 30, unit: 'days' };
    default:
      return { kind: 'wait', duration: duration * 365, unit: 'days' };
  }
}

function indexOfNext(lexemes: readonly Lexeme[], from: number, is: string, within: number): number {
  return lexemes.findIndex(({ meaning }, index) => index > from && index <= from + within && meaning.is === is);
}

const END_OF_TERMS: Lexeme = {
  meaning: { is: 'decision', decision: 'conditional', isPreAdverse: false },
  start: 0,
  end: 0,
};

/** Where "approved with a double deposit" begins, if the words so far end like this; else -1. */
function termsBefore(rest: readonly Lexeme[]): number {
  for (let at = rest.length - 1; at >= Math.max(0, rest.length - 7); at -= 1) {
    const meaning = rest[at]?.meaning;
    if (meaning?.is === 'decision') return meaning.decision === 'approve' ? at : -1;
    if (!['filler', 'number', 'times', 'unit', 'applicant'].includes(meaning?.is ?? '')) return -1;
  }
  return -1;
}
