import { withoutNullKeys } from '../../../core/cascade/absent.ts';
import { warnOfUndeclaredFields } from '../../../core/cascade/undeclared.ts';
import { quote } from '../../../core/cascade/checks.ts';
import { warnOfIdentifiers } from '../../../core/cascade/identifier-comparisons.ts';
import { warnOfDeclaredTypes } from '../../../core/cascade/lint-declared.ts';
import { lintDefinition, MAX_WARNINGS, type LintWarning } from '../../../core/cascade/lint.ts';
import { fieldsOfSource } from '../../../core/cascade/nodes/applicant-source.ts';
import { notifiedAddress } from '../../../core/cascade/nodes/internal-notification.ts';
import { remindedAddresses } from '../../../core/cascade/reminders.ts';
import type { OwnProducts } from '../../../core/cascade/own-products.ts';
import { isKind, NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition, type Validation } from '../../../core/cascade/validate.ts';
import { dictionaryOf, type Dictionary } from '../../../core/fields/dictionary.ts';
import { specsIn } from '../../../core/fields/spec.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { MAX_WORK_OF_LINT, Work } from '../../../core/work.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { ownAddresses } from '../../../platform/database/account-addresses.ts';
import { dictionaryNow } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';

/** A body whose `definition` has no optional keys that are null. Bodies have limited depth, so recursion is safe. */
export function withoutNullsInDefinition(body: JsonObject): JsonObject {
  const { definition, ...others } = body;
  return definition === undefined || definition === null
    ? others
    : { ...others, definition: withoutNullKeys(definition) };
}

/** Definitions of requests whose declaration has checked them, so that the handler need not check again. */
const validated = new WeakMap<object, Validation>();

/**
 * The errors of the `definition` of a body: the first 100, and how many there are; none if it can be saved. `products`
 * are those of the account that it pulls.
 */
export function checkDefinition(definition: unknown, products?: OwnProducts): Validation {
  if (typeof definition !== 'object' || definition === null) return validateDefinition(definition);
  const validation = validated.get(definition) ?? validateDefinition(definition, 'definition', { products });
  validated.set(definition, validation);
  return validation;
}

/** A definition that `checkDefinition` has found to have no errors. */
export function acceptedDefinition(sent: Json): CascadeDefinition {
  const { definition } = checkDefinition(sent);
  if (definition === null) throw new Error('a definition with errors has passed the check of its request');
  return definition;
}

/** Warnings about a definition that may be saved, as the API shows them. Source: semantics 2.9. */
export async function warningsOf(
  db: Queryable,
  auth: Pick<Auth, 'accountId'>,
  definition: CascadeDefinition,
  useCase: string | null,
): Promise<JsonObject[]> {
  const dictionary = await dictionaryNow(db, auth.accountId);
  const [, whole] = dictionariesOf(dictionary, definition);
  const found = [
    ...lintDefinition(definition, new Work(MAX_WORK_OF_LINT), [
      warnOfDeclaredTypes(whole),
      warnOfIdentifiers([dictionary, whole]),
      ...noticeRules(useCase, whole),
      warnOfUndeclaredFields(whole),
    ]),
    ...(await strangersNotified(db, auth, definition)),
  ];
  return found.slice(0, MAX_WARNINGS).map((warning) => ({ ...warning }));
}

/** The dictionary of the account, and that with the cascade's own declarations in place. */
export function dictionariesOf(
  dictionary: Dictionary,
  definition: CascadeDefinition,
): readonly [ofAccount: Dictionary, ofCascade: Dictionary] {
  const own = definition.map((node) => specsIn(fieldsOfSource(node)));
  return [dictionary, dictionaryOf(dictionary.specs, ...own)];
}

/** No rule of `core`, because the definition does not say whose an address is. */
async function strangersNotified(
  db: Queryable,
  { accountId }: Pick<Auth, 'accountId'>,
  definition: CascadeDefinition,
): Promise<LintWarning[]> {
  const notified = definition.flatMap((node) => {
    const told = isKind(node, 'InternalNotification') ? notifiedAddress(node) : undefined;
    const reminded = isKind(node, 'IfElse') || isKind(node, 'AdverseAction') ? remindedAddresses(node) : [];
    return [
      ...(told === undefined ? [] : [{ nodeId: node.id, to: told, member: 'internal_notification.to' }]),
      ...reminded.map((to) => ({ nodeId: node.id, to, member: 'review.reminders[].to' })),
    ];
  });
  if (notified.length === 0) return [];
  const own = await ownAddresses(db, accountId, [...new Set(notified.map(({ to }) => to))]);
  return notified
    .filter(({ to }) => !own.has(to))
    .map(({ nodeId, to, member }) => ({
      code: 'action_not_configured',
      node_id: nodeId,
      message:
        `\`${member}\` ${quote(to)} is not an address of the account, so the mail is kept as a file and ` +
        'sent to nobody: name the address of a user, or have the operator confirm it (`cascade accounts confirm-address`).',
    }));
}

/** Codes of the products that a cascade pulls. */
export function productCodesOf(definition: CascadeDefinition): ReadonlySet<string> {
  return new Set(
    definition.flatMap((node) => {
      const source = NODES.sourceOf(node);
      return source?.kind === 'report' && source.productCode !== undefined ? [source.productCode] : [];
    }),
  );
}

/** Paths of fields that a cascade declares itself. */
export function pathsDeclaredBy(definition: CascadeDefinition): ReadonlySet<string> {
  return new Set(definition.flatMap((node) => Object.keys(fieldsOfSource(node))));
}
