import { randomUUID } from 'node:crypto';
import { createAccount, createClient, createToken, createUser } from '../../platform/identity/index.ts';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import { SCOPES } from '../../core/access.ts';
import { asJson, type Database } from '../../platform/database/index.ts';

export interface Seed {
  readonly accountId: number;
  readonly clientId: number;
  readonly userId: number;
  readonly token: string;
  readonly workflowId: number;
}

/** An account with a client, a token with all scopes and one workflow. */
export async function seed(db: Database, definition: readonly CascadeNode[]): Promise<Seed> {
  const { id: accountId } = await createAccount(db.kysely, {
    name: 'Bench',
    legalName: 'Bench LLC',
    address: '1 Bench Street',
    phone: '+1 207 555 0100',
    productionAccess: true,
  });
  const { id: userId } = await createUser(db.kysely, { accountId, name: 'Bench', email: 'bench@example.com' });
  const { id: clientId } = await createClient(db.kysely, { accountId, name: 'Bench' });
  const { token } = await createToken(db.kysely, { clientId, userId, scopes: SCOPES, expiresAt: null });
  const workflowId = await createWorkflow(db, accountId, definition);
  return { accountId, clientId, userId, token, workflowId };
}

export async function createWorkflow(
  db: Database,
  accountId: number,
  definition: readonly CascadeNode[],
): Promise<number> {
  const { id } = await db.kysely
    .insertInto('workflow')
    .values({
      account_id: accountId,
      code: `CAS-${randomUUID().slice(0, 6).toUpperCase()}`,
      name: 'Bench',
      active: false,
      trigger_type: 'manual',
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.kysely
    .insertInto('workflow_version')
    .values({ workflow_id: id, version: 1, name: 'Bench', definition: asJson(definition) })
    .execute();
  return id;
}
