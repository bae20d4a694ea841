import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { keyOfPart } from '../../../../core/batches/parts.ts';
import { call, type ApiRequest } from '../../api/http.ts';
import { newKey } from '../../api/idempotency.ts';
import type { Batch } from '../../api/records.ts';
import { useMe } from '../../session.tsx';
import type { Destination, FileKeys, PartText } from './checked.ts';
import { keepSent, keepUpload, readUpload, type UploadRecord } from './record.ts';
import { sendParts, type SentPart } from './send.ts';

export interface UploadState {
  readonly phase: 'idle' | 'sending' | 'stopped' | 'done';
  readonly sent: readonly SentPart[];
  readonly error: unknown;
  /** Seconds that the service asked to wait. */
  readonly waitsSeconds: number | null;
}

const IDLE: UploadState = { phase: 'idle', sent: [], error: null, waitsSeconds: null };

export interface Upload extends UploadState {
  /** Sends the batches not yet sent. `isOnceMore`: as new batches, although the file was sent before. */
  readonly send: (isOnceMore?: boolean) => Promise<void>;
  readonly stop: () => void;
  /** Discards the batches not yet sent. */
  readonly leave: () => void;
}

interface Given {
  readonly fileName: string;
  readonly parts: readonly PartText[];
  readonly destination: Destination;
  readonly keysOf: (destination: Destination) => Promise<FileKeys>;
}

/** The request of one batch. */
export function requestOf({ rows }: PartText, { workflow, mode, reference }: Destination, key: string): ApiRequest {
  return {
    method: 'POST',
    path: `/workflows/${workflow}/batches`,
    body: {
      rows: JSON.parse(rows) as object,
      execution_mode: mode,
      ...(reference === null ? {} : { external_reference: reference }),
    },
    idempotencyKey: key,
  };
}

export function useUpload({ fileName, parts, destination, keysOf }: Given): Upload {
  const [state, setState] = useState<UploadState>(IDLE);
  const client = useQueryClient();
  const { user } = useMe();
  const isStopped = useRef(false);
  /** The browser may have no storage. */
  const lastKey = useRef<Pick<UploadRecord, 'key' | 'once'> | null>(null);
  // Leaving the page stops the upload.
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const send = async (isOnceMore = false): Promise<void> => {
    isStopped.current = false;
    const before = isOnceMore ? [] : state.sent;
    setState({ phase: 'sending', sent: before, error: null, waitsSeconds: null });
    try {
      const keys = await keysOf(destination);
      const once = keys.key;
      const known = lastKey.current ?? readUpload(sessionStorage, user.id);
      const key = isOnceMore ? `${once}-again-${newKey()}` : known?.once === once ? known.key : once;
      lastKey.current = { key, once };
      const record = { fileName, destination, key, once, partCount: parts.length };
      const keep = (sent: readonly SentPart[]): void =>
        keepUpload(sessionStorage, user.id, { ...record, batchIds: sent.map(({ batchId }) => batchId) });
      keep(before);
      let sentAll = before;
      await sendParts(parts.length, before, {
        send: async (index) => {
          const part = parts[index];
          if (part === undefined) throw new Error('the file has no such part');
          const request = requestOf(part, destination, keyOfPart(key, index, parts.length));
          const { data, isReplay } = await call<Batch>(request);
          return { batchId: data.id, isReplay };
        },
        onSent: (sent) => {
          sentAll = sent;
          keep(sent);
          setState((now) => ({ ...now, sent }));
        },
        onWait: (waitsSeconds) => setState((now) => ({ ...now, waitsSeconds })),
        sleep: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
        isStopped: () => isStopped.current,
      });
      const isDone = sentAll.length === parts.length;
      if (isDone) {
        keepUpload(sessionStorage, user.id, null);
        keepSent(sessionStorage, user.id, keys);
      }
      setState((now) => ({ ...now, phase: isDone ? 'done' : 'stopped' }));
    } catch (error) {
      setState((now) => ({ ...now, phase: 'stopped', error, waitsSeconds: null }));
    } finally {
      void client.invalidateQueries({ queryKey: ['batches'] });
      void client.invalidateQueries({ queryKey: ['executions'] });
    }
  };
  return {
    ...state,
    send,
    stop: () => {
      isStopped.current = true;
    },
    leave: () => {
      keepUpload(sessionStorage, user.id, null);
      lastKey.current = null;
      setState(IDLE);
    },
  };
}
