import { sql, type RawBuilder } from 'kysely';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { AppError } from '../../../core/errors.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { samePerson } from '../identity/records.ts';
import type { Auth } from '../services.ts';

/*
 * Reviews that several different people have to approve (`review.approvals`). The last approval decides; until then the
 * review stays open. Source: semantics 9.12.
 */

/** A type: it is stored as JSON. */
export type Approval = {
  readonly user_id: number;
  /** RFC 3339. */
  readonly at: string;
};

/** The approvals of a round. */
export interface Approvable {
  /** How many different people have to approve. */
  readonly approvalsRequired: number;
  /** Approvals that count so far, all of them with the reasons and the variables of the round. */
  readonly approvals: readonly Approval[];
  /** True if the caller has a confirmed address, and so counts. */
  readonly isKnown: boolean;
  /** True if the caller's person has approved it, under any user. */
  readonly isApprovedByMe: boolean;
  readonly reasons: readonly string[] | null;
  readonly variables: Readonly<Record<string, string>> | null;
}

/** SQL: true if the person behind the user has approved the round `r`. */
export function isApprovedBy(userId: number): RawBuilder<boolean> {
  return sql<boolean>`(r.approvals <> '[]' and exists (
    select from jsonb_array_elements(r.approvals) given
    where ${samePerson(sql`(given ->> 'user_id')::bigint`, sql`${userId}::bigint`)}))`;
}

/**
 * SQL: the approvals of the round `r` that count. An approval stops counting when its user loses their address, or turns out
 * to be the same person as another who has approved. Null if there is no round.
 */
export const COUNTING_APPROVALS = sql<readonly Approval[] | null>`case when r.approvals <> '[]' then
  counting_approvals(r.approvals, (select of.account_id from execution of where of.id = r.execution_id))
  else r.approvals end`;

/** SQL: true if the user has a confirmed address. */
export function isKnownUser(userId: number): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from account_user known where known.id = ${userId} and known.confirmed_address is not null)`;
}

/** Throws `address_not_confirmed` if the caller would count as nobody. */
export function requireKnown({ isKnown }: Approvable, auth: Auth): void {
  if (isKnown) return;
  const message = `User ${auth.userId} has no confirmed e-mail address, so their approval would count for nobody.`;
  throw new AppError('address_not_confirmed', { message });
}

interface Given {
  readonly reasons: readonly string[] | null;
  readonly variables: Readonly<Record<string, string>> | null;
}

export interface Approving extends Given {
  /** All approvals that count, the caller's last. */
  readonly approvals: readonly Approval[];
  readonly isLast: boolean;
}

/**
 * The state of the round after an approval of the caller. An approval without reasons and variables joins those before
 * it. One with others starts anew, because nobody has approved these. Throws `already_approved` and
 * `address_not_confirmed`.
 */
export function approving(round: Approvable, auth: Auth, given: Given, now: Date): Approving {
  const { reasons = round.reasons, variables = round.variables } = withoutNulls(given);
  const isSame = isEqual([reasons, variables], [round.reasons, round.variables]);
  const before = isSame ? round.approvals : [];
  if (isSame && round.isApprovedByMe) {
    const { approvalsRequired: required, approvals } = round;
    throw new AppError('already_approved', {
      message: `You have approved this review; it has ${approvals.length} of ${required} approvals.`,
    });
  }
  requireKnown(round, auth);
  const approvals = [...before, { user_id: auth.userId, at: now.toISOString() }];
  return { approvals, isLast: approvals.length >= round.approvalsRequired, reasons, variables };
}

function withoutNulls({ reasons, variables }: Given): Partial<Given> {
  return { ...(reasons === null ? {} : { reasons }), ...(variables === null ? {} : { variables }) };
}

function isEqual(one: readonly (Given['reasons'] | Given['variables'])[], other: typeof one): boolean {
  const text = (values: typeof one): string =>
    canonicalJson(values.map((value): Json => (value === null ? null : isList(value) ? [...value] : { ...value })));
  return text(one) === text(other);
}

function isList(value: readonly string[] | Readonly<Record<string, string>>): value is readonly string[] {
  return Array.isArray(value);
}

/** The approvals as the API shows them; null if one is enough. */
export function presentApprovals(required: number | null, approvals: readonly Approval[] | null): JsonObject | null {
  if (required === null || required < 2) return null;
  const given = approvals ?? [];
  return {
    ...{ required, given: given.length },
    ...{ by_user_ids: given.map(({ user_id: id }) => id), given_at: given.map(({ at }) => at) },
  };
}
