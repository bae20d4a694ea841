import { isKind, type CascadeNode, type NodeOfKind } from '../cascade/registry.ts';
import { isJsonObject, type Json } from '../json.ts';
import { ruleInstead } from '../notices/places.ts';
import { span } from './words.ts';

/**
 * Describes the notices among these steps: if they go out at once, their recipients and subjects, and their authors'
 * texts.
 */
export function noticesAmong(nodes: readonly CascadeNode[]): readonly string[] {
  const notices = [...new Set(nodes)].filter((node) => isKind(node, 'AdverseAction'));
  return notices.flatMap((node) => {
    const which = notices.length === 1 ? 'The notice' : `The notice of the step ${JSON.stringify(node.id)}`;
    return noticeWords(node, which);
  });
}

function noticeWords({ adverse_action: settings }: NodeOfKind<'AdverseAction'>, which: string): readonly string[] {
  if (settings?.recipient === undefined) return [`${which} has no recipient: its step fails.`];
  const { applicant = 'applicant', action_taken: action, send_strategy: strategy, recipient } = settings;
  const to = OF_APPLICANT.test(recipient) ? '' : ` to ${JSON.stringify(recipient)}`;
  const said = [
    ...(settings.statement === undefined ? [] : [`${which} states ${JSON.stringify(settings.statement)}.`]),
    ...(settings.reason === undefined ? [] : [`${which} adds to its reasons ${JSON.stringify(settings.reason)}.`]),
    ...(applicant === 'applicant' ? [] : [`${which} is about the person at ${JSON.stringify(applicant)}.`]),
  ];
  const { jurisdiction: place } = settings;
  const instead = place === undefined ? null : ruleInstead(place);
  return [
    strategy === 'auto_send' ? `${which} is sent${to} at once.` : `${which} is sent${to} or discarded by a person.`,
    ...(action === 'adverse_employment'
      ? [
          `If it rests on reports, it is two: a pre-adverse notice and, ${waiting(settings.waiting_period)}, the final one.`,
        ]
      : []),
    ...said,
    ...(place === undefined || instead === null ? [] : [`${which} names ${place}: ${instead}.`]),
  ];
}

const OF_APPLICANT = /^\s*\{\{\s*(?:context\.)?applicant\.email\s*\}\}\s*$/;

function waiting(period: Json | undefined): string {
  if (!isJsonObject(period) || typeof period.duration !== 'number') return 'after the waiting period of the law';
  return `after ${span({ duration: period.duration, unit: String(period.unit) })}, or longer where the law asks for it`;
}
