import { canonicalJson } from '../canonical-json.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { personName } from '../person-name.ts';
import { postalAddress } from '../postal-address.ts';
import { remembered } from '../remembered.ts';
import { fullMonths, isDate, monthsBefore } from '../time.ts';
import { dayOfReport } from './ages.ts';

/** Numbers that look random and are the same for the same seed, everywhere and always. Not for secrets. */
export interface SeededRandom {
  /** At least 0, less than 1. */
  unit(): number;
  /** Whole number, both ends included. */
  integer(minimum: number, maximum: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
}

/** The parts name what is drawn for (`identity, 'credit_report'`): other parts, an unrelated sequence. */
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

/** FNV-1a over UTF-16 code units, with a last scramble because its low bits are weak. */
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
 * Who somebody is, for seeding: what identifies the person, so that another phone number does not make another credit
 * history. Somebody without any of it is all that was sent. Nobody changes the object that was sent, and a cascade may pull
 * hundreds of reports on a payload of 1 MiB.
 */
export const identityOf = remembered((applicant: JsonObject): string => {
  const known = IDENTIFYING.map((key) => textOf(applicant, key).toLowerCase());
  const [first, last, whole] = known;
  // A middle name or a suffix tells father and son apart.
  const name = personName(applicant)?.toLowerCase() ?? '';
  const more = [whole, `${first} ${last}`.trim()].includes(name) ? [] : [name];
  return known.some((text) => text !== '') ? [...known, ...more].join('\u0000') : canonicalJson(finite(applicant));
});

/** How well off somebody is, from 0 (worst) to 1: one figure behind all reports, so that they agree with each other. */
export function standingOf(applicant: JsonObject): number {
  return seededRandom(identityOf(applicant), 'standing').unit();
}

/** The trimmed text under a key, numbers included; empty if there is none. */
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

/** The person's state as two capital letters, Texas where none is known. */
export function stateOf(applicant: JsonObject): string {
  const state = postalAddress(applicant).state.toUpperCase();
  return /^[A-Z]{2}$/.test(state) ? state : 'TX';
}

const DAY_MS = 86_400_000;

/** The ISO date so many days before (or, negative, after) another. */
export function daysBefore(asOf: string, days: number): string {
  return new Date(Date.parse(asOf.slice(0, 10)) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Whole days from the earlier to the later ISO date. */
export function daysBetween(earlier: string, later: string): number {
  return Math.floor((Date.parse(later.slice(0, 10)) - Date.parse(earlier.slice(0, 10))) / DAY_MS);
}

/**
 * For how many days the person of that date of birth has been so old; 0 and less for whoever is younger, and without end
 * for whoever gave no date. Nothing that only an adult can do lies further back.
 */
export function daysSinceAge(years: number, applicant: JsonObject, asOf: string): number {
  const birth = textOf(applicant, 'date_of_birth');
  const days = isDate(birth) ? daysBetween(birth, asOf) : Number.NaN;
  return Number.isNaN(days) ? Number.POSITIVE_INFINITY : Math.floor(days - years * 365.25);
}

/**
 * The same report of another day (ISO date): each date in it is as many whole months ago as it was, so that all its counts
 * stay true. One that does not say its day is given as it is.
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

/** The shortest month has 28 days: so many days more are never another month. */
const DAYS_WITHIN_A_MONTH = 27;

/** As many days ago as it was, unless these are more or fewer whole months on that day. */
function movedDate(date: string, from: string, to: string): string {
  const sameDays = daysBefore(to, daysBetween(date, from));
  const months = fullMonths(date, from);
  if (fullMonths(sameDays, to) === months) return sameDays;
  const days = daysBetween(date, monthsBefore(from, months));
  return daysBefore(monthsBefore(to, months), Math.min(days, DAYS_WITHIN_A_MONTH));
}

/** Reports are synthetic for any payload, also one whose numbers ran over (1e400). */
function finite(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(finite);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), finite(member)]));
}
