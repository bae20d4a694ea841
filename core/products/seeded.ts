import { canonicalJson } from '../canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { personName } from '../person-name.ts';
import { postalAddress } from '../postal-address.ts';
import { remembered } from '../remembered.ts';
import { fullMonths, isDate, monthsBefore } from '../time.ts';
import { dayOfReport } from './ages.ts';

/** Pseudorandom numbers that are the same for the same seed, everywhere and always. Not for secrets. */
export interface SeededRandom {
  /** At least 0, less than 1. */
  unit(): number;
  /** A whole number, both ends included. */
  integer(minimum: number, maximum: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** The parts are the seed (`identity, 'credit_report'`). Other parts give an unrelated sequence. */
export function seededRandom(...parts: readonly string[]): SeededRandom {
  let state = hash32(parts.join('\u0000'));
  const unit = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    return scramble(state) / 2 ** 32;
  };
  const integer = (minimum: number, maximum: number): number => minimum + Math.floor(unit() * (maximum - minimum + 1));
  return {
    unit,
    integer,
    chance: (probability) => unit() < probability,
    pick: (from) => from[integer(0, from.length - 1)] ?? from[0],
  };
}

/** FNV-1a over UTF-16 code units, with a final scramble because its low bits are weak. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return scramble(hash);
}

function scramble(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const IDENTIFYING = ['first_name', 'last_name', 'name', 'date_of_birth', 'ssn', 'email'] as const;

/**
 * A seed for a person, from identifying fields only, so another phone number does not give another credit history. If
 * there are none, the whole applicant is used. It is cached, because a cascade may pull hundreds of reports on a
 * payload of 1 MiB, and the object sent is never changed.
 */
export const identityOf = remembered((applicant: JsonObject): string => {
  const known = IDENTIFYING.map((key) => textOf(applicant, key).toLowerCase());
  const [first, last, whole] = known;
  // A middle name or a suffix distinguishes father and son.
  const name = personName(applicant)?.toLowerCase() ?? '';
  const more = [whole, `${first} ${last}`.trim()].includes(name) ? [] : [name];
  return known.some((text) => text !== '') ? [...known, ...more].join('\u0000') : canonicalJson(finite(applicant));
});

/** How well off a person is, from 0 (worst) to 1. All reports derive from this one figure, so they are consistent. */
export function standingOf(applicant: JsonObject): number {
  return seededRandom(identityOf(applicant), 'standing').unit();
}

/** The trimmed text under a key, with numbers as text; empty if there is none. */
export function textOf(object: JsonObject, key: string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/** A positive amount under one of the keys, also from text such as `2400.50`; undefined if there is none. */
export function amountOf(object: JsonObject, ...keys: readonly string[]): number | undefined {
  return keys
    .map((key) => Number(textOf(object, key)))
    .find((amount) => Number.isFinite(amount) && amount > 0 && amount <= MAX_AMOUNT_USD);
}
const MAX_AMOUNT_USD = 100_000_000;

/** The person's state as two capital letters; Texas if unknown. */
export function stateOf(applicant: JsonObject): string {
  const state = postalAddress(applicant).state.toUpperCase();
  return /^[A-Z]{2}$/.test(state) ? state : 'TX';
}

const DAY_MS = 86_400_000;

/** The ISO date this many days before another (or after it, if negative). */
export function daysBefore(asOf: string, days: number): string {
  return new Date(Date.parse(asOf.slice(0, 10)) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from the earlier to the later ISO date. */
export function daysBetween(earlier: string, later: string): number {
  return Math.floor((Date.parse(later.slice(0, 10)) - Date.parse(earlier.slice(0, 10))) / DAY_MS);
}

/**
 * For how many days the person has had this age; zero or negative if younger, infinite without a date of birth. Nothing
 * that only an adult can do lies further back.
 */
export function daysSinceAge(years: number, applicant: JsonObject, asOf: string): number {
  const birth = textOf(applicant, 'date_of_birth');
  const days = isDate(birth) ? daysBetween(birth, asOf) : Number.NaN;
  return Number.isNaN(days) ? Number.POSITIVE_INFINITY : Math.floor(days - years * 365.25);
}

/**
 * The report moved to another day (ISO date). Each date in it stays as many whole months ago as before, so all counts
 * stay true. A report that does not give its day is returned unchanged.
 */
export function movedTo(day: string, report: JsonObject): JsonObject {
  const madeOn = dayOfReport(report);
  if (madeOn === undefined) return report;
  const moved = (value: Json): Json => {
    if (typeof value === 'string') return isDate(value) ? movedDate(value, madeOn, day) : value;
    if (Array.isArray(value)) return value.map(moved);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, moved(member)]));
  };
  return moved(report) as JsonObject;
}

/** The shortest month has 28 days, so adding this many days never adds a month. */
const DAYS_WITHIN_A_MONTH = 27;

/** Keeps the days since the date, unless that changes the number of whole months; then it keeps the months. */
function movedDate(date: string, from: string, to: string): string {
  const sameDays = daysBefore(to, daysBetween(date, from));
  const months = fullMonths(date, from);
  if (fullMonths(sameDays, to) === months) return sameDays;
  const days = daysBetween(date, monthsBefore(from, months));
  return daysBefore(monthsBefore(to, months), Math.min(days, DAYS_WITHIN_A_MONTH));
}

/**
 * Replaces values that JSON cannot hold, such as numbers that overflowed (1e400): any payload gets synthetic reports.
 */
function finite(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(finite);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), finite(member)]));
}
