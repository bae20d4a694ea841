import type { AuditAction } from '../../../core/audit.ts';
import type { JsonObject } from '../../../core/json.ts';
import { auditRow, recordAudit, type Actor, type Audited, type AuditRow } from '../../../platform/database/audit.ts';
import type { Queryable } from '../../../platform/database/index.ts';

/** What an operation leaves in the audit log, or why it leaves nothing. */
export type AuditDeclaration =
  | {
      /** Several: the act says which (`Act.action`). */
      readonly action: AuditAction | readonly [AuditAction, ...AuditAction[]];
      /** What the act is about; of downloads, what the id of the path is. */
      readonly subject: string;
    }
  | { readonly exempt: string };

export interface Act {
  /** Of operations that declare several. */
  readonly action?: AuditAction;
  readonly id: number | string;
  /** Never a value that was shown, a secret, or anything of an applicant. */
  readonly detail: JsonObject;
}

/** Records the act of the operation as it declares it. For the end of the transaction of its effect. */
export interface Audit {
  (trx: Queryable, act: Act): Promise<void>;
  /** The same as a row, for a statement that writes it with its effect. */
  row(act: Act): AuditRow;
}

interface Declared {
  readonly operationId: string;
  readonly audit?: AuditDeclaration;
}

/** Throws unless the operation declares the act: then nothing of it is committed. */
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

/** What a download records, before its first byte is sent: what cannot be recorded is not given. */
export function downloadOf(actor: Actor, params: Readonly<Record<string, number | string>>, query: JsonObject): Act {
  const { id = actor.accountId, ...more } = params;
  return { id, detail: { ...more, ...query } };
}
