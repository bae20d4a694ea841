import { figureKey } from '../cascade/conditions.ts';
import { asFigureCondition } from '../cascade/lists.ts';
import { conditionsOf } from '../cascade/nodes/if-else.ts';
import type { CascadeCondition } from '../cascade/definition.ts';
import { isKind, NODES, type CascadeDefinition } from '../cascade/registry.ts';
import { listPathIn } from '../quantifiers.ts';
import type { DecisionFact, FactValue } from './ended.ts';

/*
 * Reduces the values of facts when their execution is redacted, so that nothing distinguishes one person from others.
 */

export type Facts = DecisionFact['facts'];

/** Limits of conditions, by key of the fact. */
export type Limits = ReadonlyMap<string, readonly number[]>;

/** Replaces a rare value. */
export const OTHER = 'other';
/** A value is rare if fewer facts of a workflow than this have it. */
const FEW = 20;

/** The limits that definitions compare with. A bin never contains values on both sides of one. */
export function limitsOf(definitions: readonly CascadeDefinition[]): Limits {
  const limits = new Map<string, Set<number>>();
  for (const definition of definitions) {
    const products = new Map(
      definition.flatMap((node) => {
        const source = NODES.sourceOf(node);
        return source?.kind === 'report' ? [[node.id, source.productCode ?? ''] as const] : [];
      }),
    );
    for (const condition of definition.flatMap((node) => (isKind(node, 'IfElse') ? conditionsOf(node) : []))) {
      const { value } = condition;
      const limit = typeof value === 'boolean' || value == null ? NaN : Number(value);
      if (!Number.isFinite(limit)) continue;
      const product = products.get(condition.source_node_id);
      const figure = figureRead(condition).replace(/^context\./, '');
      const key = product === undefined ? figure : `${product}/${figure}`;
      limits.set(key, (limits.get(key) ?? new Set()).add(limit));
    }
  }
  return new Map([...limits].map(([key, values]) => [key, [...values].toSorted((a, b) => a - b)]));
}

/** The key of the figure that an evaluation records. */
function figureRead({ field, where, operator, value = null }: CascadeCondition): string {
  const path = listPathIn(field, () => true);
  if (path === undefined) return figureKey({ field });
  const { path: read, where: items } = asFigureCondition(path, where ?? [], operator, value);
  const figure = [read.list, read.quantifier, read.item].filter((part) => part !== '').join('.');
  return figureKey({ field: figure, where: [...items] });
}

/** `digits`: how many digits of a number are kept. */
export function coarseFacts(facts: Facts, limits: Limits, digits: number = DIGITS): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, coarseValue(value, limits.get(key) ?? [], digits)]),
  );
}
const DIGITS = 2;

const NUMBER = /^[-+]?\d+(\.\d+)?$/;
const DAY = /^\d{4}-\d\d-\d\d/;
const BIN = /^(-?[\d.e+]+)\.\.(-?[\d.e+]+)$/;

function coarseValue(value: FactValue, limits: readonly number[], digits: number): FactValue {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return binOf(value, limits, digits);
  if (NUMBER.test(value)) return binOf(Number(value), limits, digits);
  const [, low, high] = BIN.exec(value) ?? [];
  // A bin may become wider, never narrower.
  if (low !== undefined && high !== undefined)
    return digits < DIGITS ? binOf((Number(low) + Number(high)) / 2, limits, digits) : value;
  return DAY.test(value) ? value.slice(0, digits < DIGITS ? 4 : 7) : value;
}

/**
 * `1400..1500` includes the first number and excludes the second. A limit is a bin of its own: its value may be on
 * either side.
 */
function binOf(value: number, limits: readonly number[], digits: number): FactValue {
  if (limits.includes(value)) return value;
  const step =
    10 ** Math.max(Math.floor(Math.log10(Math.abs(value) || 1)) - digits + 1, Number.isInteger(value) ? 0 : -20);
  const isWhole = Number.isInteger(value) && step === 1;
  if (isWhole) return value;
  const steps = Math.floor(value / step);
  const [low, high] = [neat(steps * step), neat((steps + 1) * step)];
  const from = Math.max(low, ...limits.filter((limit) => limit < value));
  const to = Math.min(high, ...limits.filter((limit) => limit > value));
  return `${from}..${to}`;
}

/** Drops the last digits, which binary fractions distort. */
const neat = (value: number): number => Number(value.toPrecision(12));

/** Counts how many facts have each value. */
export class ValueCounts {
  readonly #counts = new Map<string, number>();

  add(facts: Facts): void {
    for (const [key, value] of Object.entries(facts)) {
      const name = nameOf(key, value);
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
  }

  /** The facts with `other` in place of rare values. */
  withoutRare(facts: Facts): Facts {
    return Object.fromEntries(
      Object.entries(facts).map(([key, value]) => [
        key,
        (this.#counts.get(nameOf(key, value)) ?? 0) < FEW ? OTHER : value,
      ]),
    );
  }
}

const nameOf = (key: string, value: FactValue): string => JSON.stringify([key, value]);
