import { whole, type AccountConnection } from '../../../core/products/account-connection.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { EncryptionKey } from '../../../platform/crypto.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { createOutboundClient } from '../../../platform/outbound/index.ts';
import { callbackPath } from '../../../platform/vendor-callbacks.ts';
import {
  addressFaults,
  audited,
  findConnection,
  openSecrets,
  removeConnection,
  setConnection,
  type StoredConnection,
} from '../../../platform/vendor-connections.ts';
import { defineRoute, EMPTY_BODY } from '../http/route.ts';
import { requireProduct } from '../products/present.ts';
import type { Auth, Services } from '../services.ts';
import { checkConnection } from './check.ts';
import {
  CONNECTION,
  CONNECTION_BODY,
  CONNECTION_BODY_EXAMPLE,
  CONNECTION_CHECK,
  CONNECTION_CHECK_EXAMPLE,
  CONNECTION_EXAMPLE,
} from './schemas.ts';

/* The way in which an account calls the vendor of a product. An addition of ours; semantics 6.15. */

const PATH = '/products/{code}/connection';

const readConnection = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'getConnection',
  tag: 'Settings',
  scope: 'connections:write',
  summary: "Read the account's connection to a vendor",
  description: 'As it was set, without its secrets. Not found: the vendor of the installation is asked.',
  reply: { kind: 'item', status: 200, description: 'The connection.', schema: CONNECTION, example: CONNECTION_EXAMPLE },
  errors: ['not_found'],
  handler: async ({ db, auth, params, connections }) =>
    present(await requireConnection(db.kysely, auth, params.code), connections),
});

const putConnection = defineRoute({
  method: 'PUT',
  path: PATH,
  operationId: 'setConnection',
  tag: 'Settings',
  scope: 'connections:write',
  summary: 'Set how the vendor of a product is asked',
  description:
    'Address, credentials and terms, for pulls of this account from now on, in place of what was set before. A secret that is ' +
    'left out is kept while servers and kind of credentials stay the same. Orders that are open stay with the server where ' +
    'they were placed. In an account that asks for four eyes an operator sets it (`cascade connections set`).',
  body: { schema: CONNECTION_BODY, example: CONNECTION_BODY_EXAMPLE },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The connection as it is now.',
    schema: CONNECTION,
    example: CONNECTION_EXAMPLE,
  },
  errors: ['not_found', 'activation_needs_approval'],
  audit: { action: 'connection.set', subject: 'connection' },
  handler: async ({ audit, db, auth, params, body, connections, allowPrivateTargets }) => {
    const keys = requireKeys(connections);
    const productCode = params.code;
    await requireProduct(db.kysely, auth.accountId, productCode);
    refuse(await addressFaults(body, policyOf(allowPrivateTargets)));
    return db.transaction(async (trx) => {
      await requireOneIsEnough(trx, auth, 'set');
      const set = await setConnection(trx, keys, { accountId: auth.accountId, productCode, entered: body });
      if ('faults' in set) throw refusal(set.faults);
      if (set.detail !== null) await audit(trx, { id: productCode, detail: set.detail });
      return present(set.row, connections);
    });
  },
});

const deleteConnection = defineRoute({
  method: 'DELETE',
  path: PATH,
  operationId: 'deleteConnection',
  tag: 'Settings',
  scope: 'connections:write',
  summary: "Remove the account's connection to a vendor",
  description:
    "The installation's vendor is asked from now on, if there is one. Orders that are open are asked for no more, and end at " +
    'their deadline.',
  reply: { kind: 'nothing', description: 'It is gone.' },
  errors: ['not_found', 'activation_needs_approval'],
  audit: { action: 'connection.removed', subject: 'connection' },
  handler: ({ audit, db, auth, params }) =>
    db.transaction(async (trx) => {
      const row = await requireConnection(trx, auth, params.code);
      await requireOneIsEnough(trx, auth, 'remove');
      await removeConnection(trx, auth.accountId, row.product_code);
      await audit(trx, { id: row.product_code, detail: { old: audited(row.settings), new: null } });
    }),
});

const CHECK_LIMITS = {
  connectTimeoutMs: 5_000,
  readTimeoutMs: 10_000,
  totalTimeoutMs: 15_000,
  maxResponseBytes: 64 * 1_024,
  perOriginConnections: 4,
} as const;

const tryConnection = defineRoute({
  method: 'POST',
  path: `${PATH}/check`,
  operationId: 'checkConnection',
  tag: 'Settings',
  scope: 'connections:write',
  summary: 'Check a connection to a vendor',
  description:
    'Asks the vendor for an order that does not exist if it looks orders up, and otherwise sends a GET to its address. ' +
    'Nothing is ordered, and no data of an applicant is sent.',
  body: { schema: EMPTY_BODY, example: {} },
  reply: {
    kind: 'item',
    status: 200,
    description: 'The result of the check.',
    schema: CONNECTION_CHECK,
    example: CONNECTION_CHECK_EXAMPLE,
  },
  errors: ['not_found'],
  idempotency: 'none',
  audit: { action: 'connection.checked', subject: 'connection' },
  open: ({ allowPrivateTargets }) => createOutboundClient({ ...CHECK_LIMITS, ...policyOf(allowPrivateTargets) }),
  handler: async ({ state: outbound, audit, db, auth, params, connections, signal }) => {
    const row = await requireConnection(db.kysely, auth, params.code);
    const connection = whole(row.settings, openSecrets(requireKeys(connections), row));
    const { result, message } = await checkConnection(connection, outbound, signal);
    await db.transaction((trx) => audit(trx, { id: row.product_code, detail: { result } }));
    return { object: 'connection_check', result, message };
  },
});

type Connections = Services['connections'];

function present(
  { name, product_code, settings, updated_at: updatedAt }: StoredConnection,
  { keys, baseUrl }: Connections,
): JsonObject {
  const isCalled = settings.callback !== undefined && keys.length > 0;
  return {
    object: 'connection',
    product_code,
    // Settings are JSON.
    settings: settings as JsonObject & AccountConnection,
    callback_url: isCalled ? `${baseUrl}${callbackPath(keys, { connection: name, idempotencyKey: null })}` : null,
    updated_at: updatedAt.toISOString(),
  };
}

const policyOf = (allowPrivate: boolean) => ({ allowPrivate, requiresTls: !allowPrivate });

function refuse(details: readonly ErrorDetail[]): void {
  if (details.length > 0) throw refusal(details);
}

const refusal = (details: readonly ErrorDetail[]) => new AppError('validation_failed', { details });

/** The choice of a vendor decides what reports say, and who sees every applicant. */
async function requireOneIsEnough(trx: Queryable, { accountId }: Auth, verb: 'set' | 'remove'): Promise<void> {
  const { four_eyes: fourEyes } = await trx
    .selectFrom('account')
    .select('four_eyes')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!fourEyes) return;
  const message = `The account asks for four eyes: an operator does it (\`cascade connections ${verb}\`).`;
  throw new AppError('activation_needs_approval', { message });
}

function requireKeys({ keys }: Connections): readonly EncryptionKey[] {
  if (keys.length > 0) return keys;
  const message = 'This installation keeps no connections of accounts: its operator has set no CONNECTION_KEYS.';
  throw new AppError('not_found', { message });
}

async function requireConnection(db: Queryable, auth: Auth, code: string): Promise<StoredConnection> {
  const row = await findConnection(db, auth.accountId, code);
  if (row !== undefined) return row;
  await requireProduct(db, auth.accountId, code);
  throw new AppError('not_found', {
    message: "The account has no connection of its own: the installation's is asked.",
  });
}

export const CONNECTION_ROUTES = [readConnection, putConnection, deleteConnection, tryConnection];
