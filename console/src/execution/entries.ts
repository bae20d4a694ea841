import { correctedFieldsText } from './corrected-words.ts';
import { reviewWords } from '../case/words.ts';
import type { Timeline } from '../api/records.ts';
import { deliveryState } from '../webhooks/words.ts';
import { branchCalled, durationOf, durationText } from './notes.ts';

/* Everything that happened in an execution, in one list by time. */

export const ENTRY_KINDS = ['step', 'effect', 'review', 'event', 'delivery', 'mail'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number] | 'run';

export interface Entry {
  readonly key: string;
  readonly at: string;
  readonly kind: EntryKind;
  readonly text: string;
  readonly nodeId: string | null;
  /** Only for a delivery, whose page lists the attempts. */
  readonly deliveryId?: number;
  readonly state: 'good' | 'bad' | 'open';
}

export function entriesOf(timeline: Timeline): Entry[] {
  const names = new Map(timeline.nodes.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const [accepted, ...ended] = run(timeline);
  const entries: Entry[] = [
    accepted,
    ...timeline.steps.map((step, index): Entry => {
      const span = durationOf(step);
      const again = step.visit > 1 ? `, visit ${step.visit}` : '';
      const branch = step.branch === null ? '' : `: ${branchCalled(step.branch)}`;
      const took = span === null ? '' : ` (${durationText(span)})`;
      const failed = step.status === 'failed' ? ` failed: ${step.error_code ?? 'unknown'}` : '';
      return {
        key: `step ${index}`,
        at: step.began_at ?? timeline.accepted_at,
        kind: 'step',
        text: `${nameOf(step.node_id)}${again}${branch}${failed}${took}`,
        nodeId: step.node_id,
        state: step.status === 'failed' ? 'bad' : step.status === 'running' ? 'open' : 'good',
      };
    }),
    ...timeline.effects.map((effect): Entry => {
      const tries = effect.attempts > 1 ? `, ${effect.attempts} attempts` : '';
      const code = effect.error_code === null ? '' : `: ${effect.error_code}`;
      const late = effect.report_came_at === null ? '' : '; its report came when nobody waited for it any more';
      const fields = effect.report_corrected_fields;
      const changed = fields === null ? '' : ` (${correctedFieldsText(fields)})`;
      const corrected =
        effect.report_corrected_at === null ? '' : `; its vendor has corrected the report since${changed}`;
      return {
        key: `effect ${effect.id}`,
        at: effect.finished_at ?? effect.begun_at ?? effect.intended_at,
        kind: 'effect',
        text: `${EFFECTS[effect.kind]} ${nameOf(effect.node_id)}: ${EFFECT_STATES[effect.status]}${code}${tries}${late}${corrected}`,
        nodeId: effect.node_id,
        state: effect.status === 'failed' ? 'bad' : effect.status === 'done' ? 'good' : 'open',
      };
    }),
    ...timeline.reviews.map((review): Entry => {
      const by = review.actor === null ? '' : ` by ${review.actor.name ?? `user ${review.actor.id}`}`;
      return {
        key: `review ${review.id}`,
        at: review.created_at,
        kind: 'review',
        text: `${reviewWords(review)}${by}`,
        nodeId: review.node_id,
        state: 'good',
      };
    }),
    ...timeline.events.flatMap((event): Entry[] => [
      {
        key: `event ${event.id}`,
        at: event.created_at,
        kind: 'event',
        text: event.deliveries.length === 0 ? `${event.name} (nobody subscribes)` : event.name,
        nodeId: null,
        state: 'good',
      },
      ...event.deliveries.map((delivery): Entry => {
        const answer = delivery.last_response_status === null ? '' : `, HTTP ${delivery.last_response_status}`;
        const became = deliveryState(delivery).text.toLowerCase();
        const tries = delivery.attempts === 1 ? '1 attempt' : `${delivery.attempts} attempts`;
        return {
          key: `delivery ${delivery.id}`,
          deliveryId: delivery.id,
          at: delivery.delivered_at ?? delivery.last_attempt_at ?? delivery.created_at,
          kind: 'delivery',
          text: `${event.name} to subscription ${delivery.subscription_id}: ${became} (${tries}${answer})`,
          nodeId: null,
          state: delivery.status === 'succeeded' ? 'good' : delivery.status === 'pending' ? 'open' : 'bad',
        };
      }),
    ]),
    ...timeline.mails.map((mail, index): Entry => {
      const became =
        mail.report !== null
          ? `came back: ${mail.report}${mail.report_status === null ? '' : ` ${mail.report_status}`}`
          : mail.kept_at !== null
            ? 'kept as a file: no production access'
            : mail.accepted_at === null
              ? 'not taken by the mail server yet'
              : 'taken by the mail server';
      return {
        key: `mail ${index}`,
        at: mail.reported_at ?? mail.accepted_at ?? mail.kept_at ?? mail.written_at,
        kind: 'mail',
        text: `${MAILS[mail.kind]} of ${nameOf(mail.node_id)} ${became}`,
        nodeId: mail.node_id,
        state: mail.report !== null ? 'bad' : mail.accepted_at === null && mail.kept_at === null ? 'open' : 'good',
      };
    }),
    // Among entries of the same moment, the end comes last.
    ...ended,
  ];
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function run({ accepted_at: accepted, completed_at: completed, status }: Timeline): [Entry, ...Entry[]] {
  const entry = (key: string, at: string, text: string, state: Entry['state']): Entry => ({
    ...{ key, at, text, state },
    kind: 'run',
    nodeId: null,
  });
  return [
    entry('accepted', accepted, 'The request was accepted', 'good'),
    ...(completed === null
      ? []
      : [entry('ended', completed, `The execution ended: ${status}`, status === 'failed' ? 'bad' : 'good')]),
  ];
}

/** The letter is made here and sent later: only its PDF is done. */
const EFFECTS = {
  live_pull: 'Pull of',
  mail: 'E-mail of',
  notification: 'Notification of',
  notice: 'PDF of the letter of',
} as const;
const MAILS = { mail: 'E-mail', notification: 'Notification', notice: 'Letter' } as const;
const EFFECT_STATES = {
  intended: 'asked for',
  begun: 'under way',
  delegated: 'being made',
  done: 'done',
  failed: 'failed',
  cancelled: 'called off',
} as const;
