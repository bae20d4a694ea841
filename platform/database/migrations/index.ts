import { Migration20261120000000_initial } from './Migration20261120000000_initial.ts';
import { Migration20261122000000_webhook_queue } from './Migration20261122000000_webhook_queue.ts';

/** In the order in which they are applied. A migration that was released is never changed. */
export const MIGRATIONS = [Migration20261120000000_initial, Migration20261122000000_webhook_queue];
