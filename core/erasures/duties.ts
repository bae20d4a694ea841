import calendar from '../../data/notices/calendar.json' with { type: 'json' };
import records from '../../data/notices/record-keeping.json' with { type: 'json' };
import type { NodeBase } from '../cascade/definition.ts';
import type { NoticePurpose } from '../cascade/notice-request.ts';
import { isKind } from '../cascade/registry.ts';
import { afterMonths } from '../local-time.ts';
import { purposeOfNotice } from '../notices/due-dates.ts';
import { jurisdictionOfNode } from '../notices/places.ts';
import { purposeOfUseCase } from '../notices/purpose.ts';
import type { ExecutionMode } from '../states.ts';
import { isoTime } from '../time.ts';

/*
 * Who may be forgotten when: what the law wants kept (`must`), and what an account keeps for claims (`may`). The periods are
 * those of data/notices/record-keeping.json. Source: semantics 23.2.
 */

interface Duty {
  readonly purpose: string;
  /** ISO 3166-2. Left out: everywhere. */
  readonly place?: string;
  readonly months: number;
  readonly what: string;
  readonly source: { readonly citation: string; readonly read_on: string | null; readonly read_in?: string };
}

const DUTIES: Readonly<Record<string, Duty>> = records.duties;
const CLAIMS = records.claims;
/** The longest period that an account keeps for claims. */
export const MOST_CLAIMS_MONTHS = CLAIMS.most_months;

/** A type, so that it is plain JSON to the compiler too. */
export type KeptFor = {
  /** The key of a duty, or `claims`. */
  readonly rule: string;
  readonly kind: 'must' | 'may';
  /** RFC 3339: the first moment at which it may go. */
  readonly until: string;
  readonly why: string;
  readonly citation: string;
};

export interface Keepable {
  readonly definition: readonly NodeBase[];
  readonly useCase: string | null;
  readonly defaultPurpose: NoticePurpose | null;
  readonly mode: ExecutionMode;
  /** The later of its end and of the last letter about it, in milliseconds since the epoch. */
  readonly decidedAt: number;
}

/**
 * The duties that keep an execution, the longest first; empty if there is none. Nobody owes a made-up applicant
 * anything, so test mode keeps nothing. Where nothing says what an execution decides about, every duty may hold.
 */
export function keptFor(execution: Keepable, claimsMonths: number): readonly KeptFor[] {
  if (execution.mode === 'test') return [];
  const purposes = purposesOf(execution);
  const places = placesOf(execution.definition);
  const held = Object.entries(DUTIES).flatMap(([rule, { purpose, place, months, what, source }]): KeptFor[] => {
    if (!purposes.has(null) && !purposes.has(purpose as NoticePurpose)) return [];
    // A cascade that names no place may be about any.
    if (place !== undefined && places.size > 0 && !places.has(place)) return [];
    return [{ rule, kind: 'must', until: after(execution, months), why: what, citation: source.citation }];
  });
  const claims: KeptFor[] =
    claimsMonths === 0
      ? []
      : [
          {
            ...{ rule: 'claims', kind: 'may', until: after(execution, claimsMonths) },
            ...{ why: CLAIMS.what, citation: CLAIMS.source.citation },
          },
        ];
  return [...held, ...claims].toSorted((a, b) => (a.until < b.until ? 1 : -1));
}

/** Null: nothing says it. */
function purposesOf({ definition, useCase, defaultPurpose }: Keepable): ReadonlySet<NoticePurpose | null> {
  const notices = definition.filter((node) => isKind(node, 'AdverseAction'));
  if (notices.length === 0) return new Set([purposeOfUseCase(useCase) ?? defaultPurpose]);
  return new Set(notices.map((node) => purposeOfNotice(node, useCase, defaultPurpose)));
}

/** States of the places whose law its notices name. */
function placesOf(definition: readonly NodeBase[]): ReadonlySet<string> {
  return new Set(
    definition.flatMap((node) => {
      const place = jurisdictionOfNode(node);
      return place === undefined ? [] : [place.split('-').slice(0, 2).join('-')];
    }),
  );
}

const after = ({ decidedAt }: Keepable, months: number): string =>
  isoTime(afterMonths(decidedAt, months, calendar.time_zone));
