import Router from '@koa/router';
import type { State } from '../http/context.ts';
import { AppError } from '../../../core/errors.ts';
import { SUBJECTS } from '../../../platform/nats/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { publishKeys, type EvidenceKey } from '../../../platform/evidence/index.ts';
import { makeReports } from '../artifacts/files.ts';
import { defineRoute } from '../http/route.ts';
import { openBundle } from './bundle.ts';
import { readEvidence } from './content.ts';

const downloadEvidence = defineRoute({
  method: 'GET',
  path: '/executions/{id}/evidence.zip',
  operationId: 'downloadEvidence',
  tag: 'Executions',
  scope: 'executions:read:full',
  showsIdentifiers: true,
  summary: 'Download the evidence of a decision',
  description:
    'A signed ZIP file: the definition, the input, the reports, the trace of all steps and its explanation, the ' +
    "reviewers' acts, the letters and mails with their SHA-256, the mail server's responses, and the events with their " +
    'deliveries. `manifest.json` lists the SHA-256 of every file, `manifest.sig` is its Ed25519 signature, and the ' +
    "file's comment signs all its bytes. Public keys: `/.well-known/cascade-evidence.json`; " +
    '`cascade evidence verify FILE` checks all of it. PDFs of reports that are not made yet are made now, which takes up ' +
    'to 30 seconds. Nothing in it is masked, so the scope `pii:read` is needed too.',
  reply: { kind: 'stream', contentType: 'application/zip', description: 'The bundle.' },
  errors: ['not_found', 'service_unavailable', 'too_much_work'],
  audit: { action: 'evidence.downloaded', subject: 'execution' },
  isHeavy: true,
  beforehand: ({ db, bus, auth, params, reportWaitMs, requestId }) =>
    makeReports(db.kysely, auth, {
      executionId: params.id,
      waitMs: reportWaitMs,
      onAsked: () => bus.publish(SUBJECTS.artifactsReady, undefined, { requestId }),
    }),
  handler: async ({ db, auth, params, artifacts, evidenceKeys, log, calculate }) => {
    const [current] = evidenceKeys;
    if (current === undefined || current.privateKey === null) {
      throw new AppError('service_unavailable', {
        message: 'Evidence bundles are not set up: the operator has to configure EVIDENCE_KEYS.',
      });
    }
    const key = { id: current.id, privateKey: current.privateKey };
    const files = await readEvidence(db.kysely, artifacts, auth, { executionId: params.id, calculate });
    const createdAt = new Date();
    const erasedAt = await erasedAtOf(db.kysely, params.id);
    return {
      filename: `evidence-${params.id}.zip`,
      contentType: 'application/zip',
      open: () => openBundle(files, { executionId: params.id, createdAt, erasedAt, key, log }),
    };
  },
});

async function erasedAtOf(db: Queryable, id: number): Promise<Date | null> {
  const row = await db.selectFrom('execution').select('erased_at').where('id', '=', id).executeTakeFirst();
  return row?.erased_at ?? null;
}

export const EVIDENCE_ROUTES = [downloadEvidence];

/** The public keys of evidence bundles. Needs no token, so that everybody who holds a bundle can verify it. */
export function evidenceKeysRouter(keys: readonly EvidenceKey[]): Router<State> {
  const router = new Router<State>({ strict: true, sensitive: true });
  const path = '/.well-known/cascade-evidence.json';
  const body = JSON.stringify(publishKeys(keys));
  router.get(path, (ctx) => {
    (ctx.state as { route?: string }).route = path;
    ctx.set('Cache-Control', 'public, max-age=300');
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = body;
  });
  return router;
}
