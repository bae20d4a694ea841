import type { ActorKind, AuditAction } from '../../core/audit.ts';
import type { JsonObject } from '../../core/json.ts';
import { asJson, type Queryable } from './index.ts';

/** Who acts, known in one place of each entrance: the gateway's dispatcher, and the command line. */
export interface Actor {
  readonly accountId: number;
  readonly kind: ActorKind;
  /** Of the token or the session; null for an operator at the command line. */
  readonly id: number | null;
  readonly userId: number | null;
  readonly apiClientId: number | null;
  /** Source address of the request. */
  readonly address: string | null;
  readonly requestId: string | null;
}

export interface Audited {
  readonly action: AuditAction;
  readonly subject: { readonly type: string; readonly id: number | string };
  /** Never a value that was shown, nor a secret. */
  readonly detail: JsonObject;
}

/** Records an act in the transaction of its effect: neither is there without the other. */
export async function recordAudit(trx: Queryable, actor: Actor, { action, subject, detail }: Audited): Promise<void> {
  await trx
    .insertInto('audit_event')
    .values({
      account_id: actor.accountId,
      action,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_user_id: actor.userId,
      api_client_id: actor.apiClientId,
      address: actor.address,
      request_id: actor.requestId,
      subject_type: subject.type,
      subject_id: String(subject.id),
      detail: asJson(detail),
    })
    .execute();
}
