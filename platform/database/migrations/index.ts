import { Migration20261120000000_initial } from './Migration20261120000000_initial.ts';

/** In the order in which they are applied. A migration that was released is never changed. */
export const MIGRATIONS = [Migration20261120000000_initial];
