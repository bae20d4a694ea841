import type { AuditAction } from '../../../core/audit.ts';
import type { JsonObject } from '../../../core/json.ts';
import { auditRow, recordAudit, type Actor, type Audited, type AuditRow } from '../../../platform/database/audit.ts';
import type { Queryable } from '../../../platform/database/index.ts';

/** The act that an operation records in the audit log, or the reason why it records none. */
export type AuditDeclaration =
  | {
      /** If there are several, each call says which (`Act.action`). */
      readonly action: AuditAction | readonly [AuditAction, ...AuditAction[]];
      /** The resource that the act is about. For downloads, the kind of the id in the path. */
      readonly subject: string;
    }
  | { readonly exempt: string };

export interface Act {
  /** Required of operations that declare several actions. */
  readonly action?: AuditAction;
  readonly id: number | string;
  /** Never a value that was shown, a secret, or anything of an applicant. */
  readonly detail: JsonObject;
}

/**
 * Records the act of the operation as it declares it. To be called at the end of the transaction that has the effect.
 */
export interface Audit {
  (trx: Queryable, act: Act): Promise<void>;
  /** The act as a row, for a statement that writes it together with its effect. */
  row(act: Act): AuditRow;
}

interface Declared {
  readonly operationId: string;
  readonly audit?: AuditDeclaration;
}

/** Throws unless the operation declares the act, so nothing of it is committed. */
export function auditing({ operationId, audit }: Declared, actor: Actor): Audit {
  const declared = audit === undefined || 'exempt' in audit ? [] : [audit.action].flat();
  const audited = ({ action = declared[0], id, detail }: Act): Audited => {
    if (audit === undefined || 'exempt' in audit || action === undefined || !declared.includes(action)) {
      throw new Error(`${operationId} does not declare the act ${String(action)}`);
    }
    return { action, subject: { type: audit.subject, id }, detail };
  };
  return Object.assign((trx: Queryable, act: Act) => recordAudit(trx, actor, audited(act)), {
    row: (act: Act) => auditRow(actor, audited(act)),
  });
}

/** The act of a download, recorded before the first byte is sent: a download that cannot be recorded is refused. */
export function downloadOf(actor: Actor, params: Readonly<Record<string, number | string>>, query: JsonObject): Act {
  const { id = actor.accountId, ...more } = params;
  return { id, detail: { ...more, ...query } };
}
