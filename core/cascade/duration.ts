import type { Json, JsonSchema } from '../json.ts';

export const DURATION_UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks'] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number];

/** A span of time as a node states it. */
export interface Duration {
  readonly duration: number;
  readonly unit: DurationUnit;
}

/** Schema of a span of at most a year. The year is checked separately, because the unit is a member of its own. */
export function durationSchema(description: string): JsonSchema {
  return {
    type: 'object',
    required: ['duration', 'unit'],
    description,
    properties: {
      duration: { type: 'number', minimum: 0, description: 'In the unit; at most one year.' },
      unit: { type: 'string', enum: DURATION_UNITS, description: 'Unit of the duration.' },
    },
  };
}

const UNIT_MS: Record<DurationUnit, number> = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
};
export const ONE_YEAR_MS = 366 * UNIT_MS.days;

/** Whole milliseconds; undefined if the duration is no number or the unit is unknown. */
export function durationMs({ duration, unit }: { duration?: Json; unit?: Json }): number | undefined {
  const known = DURATION_UNITS.find((name) => name === unit);
  return known === undefined || typeof duration !== 'number' ? undefined : Math.round(duration * UNIT_MS[known]);
}
