import { sql, type RawBuilder } from 'kysely';
import type { NoticePurpose } from '../../core/notices/document.ts';
import { builtSql } from './built-sql.ts';

/**
 * Settings of an account that decide or word something, as they were when an execution was accepted: a setting that is
 * changed later decides no case that was begun before. The JSON of `execution.settings`. Source: semantics 2.5.3.
 */
export interface PinnedSettings {
  /** For notices whose purpose nothing else says. */
  readonly default_purpose: NoticePurpose | null;
  /** A person decides where a choice reads a value that it cannot compare. */
  readonly reviews_not_comparable: boolean;
  /** Letters leave out what a value was compared with. */
  readonly hides_thresholds: boolean;
  /** A letter whose only reasons are a reviewer's own words waits for a second look. */
  readonly reviews_free_text: boolean;
}

/** Those of an account of which nothing was set. */
export const UNSET: PinnedSettings = {
  default_purpose: null,
  reviews_not_comparable: false,
  hides_thresholds: false,
  reviews_free_text: true,
};

/** SQL: the value of `execution.settings` for an execution that an account gets now. */
export function settingsOf(account: string): string {
  const members = Object.keys(UNSET).map((name) => `'${name}', a.${name}`);
  return `(select jsonb_build_object(${members.join(', ')}) from account a where a.id = ${account})`;
}

/** The same for a query that is built. */
export function settingsNow(accountId: number): RawBuilder<PinnedSettings> {
  return builtSql(settingsOf, sql`${accountId}`);
}
