import { requireNumber, requireObject, requireOneOf, detail } from '../definition/checks.ts';
import { WAIT_UNITS, type WaitNode, type WaitUnit } from '../definition/types.ts';
import { isJsonObject } from '../json.ts';
import type { NodeSpec } from './contract.ts';
import { edgesOf, isoTime } from './edges.ts';

const UNIT_MS: Record<WaitUnit, number> = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
};
const ONE_YEAR_MS = 366 * UNIT_MS.days;

/** Sleeps for a fixed time: 0 to one year. In a test run with `skip_waits` it passes at once. */
export const wait: NodeSpec<WaitNode> = {
  schema: {
    type: 'object',
    description: 'Pauses this branch for a time.',
    required: ['wait'],
    properties: {
      wait: {
        type: 'object',
        required: ['duration', 'unit'],
        properties: {
          duration: { type: 'number', minimum: 0, description: 'At most one year in its unit.' },
          unit: { type: 'string', enum: [...WAIT_UNITS] },
        },
      },
    },
  },

  validate(node, at) {
    const wrong = requireObject(node, 'wait', at);
    const settings = node.wait;
    if (!isJsonObject(settings)) return wrong;
    const wrongUnit = requireOneOf(settings, 'unit', `${at}.wait`, WAIT_UNITS);
    const wrongDuration = requireNumber(settings, 'duration', `${at}.wait`, { minimum: 0 });
    if (wrongUnit.length + wrongDuration.length > 0) return [...wrongDuration, ...wrongUnit];
    const { duration, unit } = settings as WaitNode['wait'];
    return duration * UNIT_MS[unit] > ONE_YEAR_MS ? [detail(`${at}.wait.duration`, 'must be at most one year')] : [];
  },
  edges: (node) => edgesOf('next_step', node.next_step),
  jumps: () => [],

  start(node, visit) {
    const until = visit.execution.skipWaits
      ? visit.now
      : visit.now + Math.round(node.wait.duration * UNIT_MS[node.wait.unit]);
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
