import type { Bus } from '../../../platform/nats/index.ts';

/** Publishes nothing, so that everything that waits for a hint polls the row. */
export const silentBus: Bus = {
  publish: () => undefined,
  subscribe: () => ({ unsubscribe: () => undefined }),
  request: () => Promise.reject(new Error('no bus')),
  isUp: () => false,
  drain: async () => undefined,
};
