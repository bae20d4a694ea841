import type { Command } from 'commander';
import { BATCH_STATUSES, DELIVERY_STATUSES, EXECUTION_STATUSES } from '../core/states.ts';
import type { OnDatabase } from './action.ts';
import { count, id, oneOf } from './parse.ts';
import type { Filter, ListFlags, NounName } from './records.ts';

/** Loading the database's packages takes longer than the rest of a command. */
const records = () => import('./records.ts');

const DEFAULT_LIMIT = 50;

/** What `list` and `show` say of each noun, and the flags that narrow a list. */
const NOUNS: Record<NounName, { readonly plural: string; readonly one: string; readonly filters: readonly Filter[] }> =
  {
    accounts: { plural: 'accounts', one: 'an account', filters: [] },
    users: { plural: 'users', one: 'a user', filters: ['account'] },
    clients: { plural: 'API clients', one: 'an API client', filters: ['account'] },
    tokens: {
      plural: 'tokens, without the tokens themselves',
      one: 'a token, without itself',
      filters: ['account', 'client'],
    },
    workflows: { plural: 'workflows', one: 'a workflow, without its definition', filters: ['account'] },
    executions: {
      plural: 'executions, without the data of applicants',
      one: 'an execution, without the data of its applicant',
      filters: ['account', 'client', 'workflow', 'status'],
    },
    batches: { plural: 'batches', one: 'a batch', filters: ['account', 'client', 'workflow', 'status'] },
    subscriptions: {
      plural: 'webhook subscriptions, without their secrets',
      one: 'a webhook subscription, without its secrets',
      filters: ['account', 'client'],
    },
    deliveries: {
      plural: 'webhook deliveries, without their bodies',
      one: 'a webhook delivery, without its body',
      filters: ['client', 'subscription', 'status'],
    },
  };

const STATUSES: Partial<Record<NounName, readonly string[]>> = {
  executions: EXECUTION_STATUSES,
  batches: BATCH_STATUSES,
  deliveries: DELIVERY_STATUSES,
};

/** `list` and `show` of every noun; `nouns` are the commands that have more verbs. */
export function addRecords(program: Command, onDatabase: OnDatabase): void {
  for (const [name, { plural, one, filters }] of Object.entries(NOUNS) as [NounName, (typeof NOUNS)[NounName]][]) {
    const noun = program.commands.find((command) => command.name() === name) ?? program.command(name);
    if (noun.description() === '') noun.description(capital(plural.replace(/,.*/, '')));
    const list = noun
      .command('list')
      .description(`List ${plural}, newest first.`)
      .option('--limit <count>', `how many at most; ${DEFAULT_LIMIT} by default`, count, DEFAULT_LIMIT)
      .option('--before <id>', 'only those before this id: the next part of a list', id);
    for (const filter of filters) {
      if (filter === 'status') {
        const known = STATUSES[name] ?? [];
        list.option('--status <status>', known.join(', '), oneOf(known));
      } else {
        list.option(`--${filter} <id>`, `only those of one ${filter === 'client' ? 'API client' : filter}`, id);
      }
    }
    list.action(
      onDatabase(async (db, flags: ListFlags) => {
        const { listRecords, NOUNS: definitions } = await records();
        return { rows: await listRecords(db.kysely, name, flags), columns: definitions[name].listed };
      }),
    );
    noun
      .command('show')
      .description(`Show ${one}.`)
      .argument('<id>', 'its id', id)
      .action(onDatabase(async (db, recordId: number) => (await records()).showRecord(db.kysely, name, recordId)));
  }
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
