import { isJsonObject } from '../../json.ts';
import { isoTime } from '../../time.ts';
import type { NodeSpec } from '../contract.ts';
import type { NodeBase } from '../definition.ts';
import { DURATION_UNITS, durationMs, ONE_YEAR_MS, type Duration } from '../duration.ts';

export interface WaitNode extends NodeBase {
  readonly type: 'Wait';
  readonly wait: Duration;
}

/** Sleeps for a fixed time of up to one year. With `skip_waits`, a test run passes at once. */
export const wait: NodeSpec<WaitNode, 'Wait'> = {
  kind: 'Wait',
  namedBy: 'type',
  schema: {
    description: 'Pauses this branch for a time, from nothing to one year.',
    required: ['wait'],
    properties: {
      wait: {
        type: 'object',
        required: ['duration', 'unit'],
        description: 'How long.',
        properties: {
          duration: { type: 'number', minimum: 0, description: 'In the unit; at most one year.' },
          unit: { type: 'string', enum: DURATION_UNITS, description: 'Unit of the duration.' },
        },
      },
    },
  },
  edges: ['next_step'],
  keptOutput: ['started_at', 'ends_at'],

  validate(node, at, _scope, report) {
    const ms = isJsonObject(node.wait) ? durationMs(node.wait) : undefined;
    if (ms !== undefined && ms > ONE_YEAR_MS) report(`${at}.wait.duration`, 'must be at most one year');
  },

  start(node, visit) {
    const until = visit.now + (visit.execution.skipWaits ? 0 : (durationMs(node.wait) ?? 0));
    const output = { started_at: isoTime(visit.now), ends_at: isoTime(until) };
    if (until <= visit.now) return { do: 'finish', output, next: node.next_step ?? [] };
    return { do: 'sleep', until, memo: {}, output };
  },

  resume: (node, visit) => ({
    do: 'finish',
    output: visit.outputs.get(node.id) ?? {},
    next: node.next_step ?? [],
  }),
};
