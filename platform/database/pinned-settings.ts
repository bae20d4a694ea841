import { sql, type RawBuilder } from 'kysely';
import type { NoticePurpose } from '../../core/notices/document.ts';
import { builtSql } from './built-sql.ts';

/**
 * Settings of an account that decide or word something, as of the acceptance of an execution. A later change of a
 * setting decides no case that was begun before. The JSON of `execution.settings`. Source: semantics 2.5.3.
 */
export interface PinnedSettings {
  /** For notices for which nothing else sets a purpose. */
  readonly default_purpose: NoticePurpose | null;
  /** True if a person decides where a choice reads a value that it cannot compare. */
  readonly reviews_not_comparable: boolean;
  /** True if letters leave out the thresholds of comparisons. */
  readonly hides_thresholds: boolean;
  /** True if a letter whose only reasons are a reviewer's own words waits for a second look. */
  readonly reviews_free_text: boolean;
}

/** The settings of an account that has set nothing. */
export const UNSET: PinnedSettings = {
  default_purpose: null,
  reviews_not_comparable: false,
  hides_thresholds: false,
  reviews_free_text: true,
};

/** SQL: the value of `execution.settings` for a new execution of an account. */
export function settingsOf(account: string): string {
  const members = Object.keys(UNSET).map((name) => `'${name}', a.${name}`);
  return `(select jsonb_build_object(${members.join(', ')}) from account a where a.id = ${account})`;
}

/** `settingsOf` for a built query. */
export function settingsNow(accountId: number): RawBuilder<PinnedSettings> {
  return builtSql(settingsOf, sql`${accountId}`);
}
