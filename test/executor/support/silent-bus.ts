import type { Bus } from '../../../platform/nats/index.ts';

/** Nobody listens: what waits for a hint looks at the row. */
export const silentBus: Bus = {
  publish: () => undefined,
  subscribe: () => ({ unsubscribe: () => undefined }),
  request: () => Promise.reject(new Error('no bus')),
  isUp: () => false,
  drain: async () => undefined,
};
