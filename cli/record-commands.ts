import type { Command } from 'commander';
import type { OnDatabase } from './action.ts';
import { NOUNS, type Filter, type Noun, type NounName } from './nouns.ts';
import { count, id, oneOf } from './parse.ts';
import type { ListFlags } from './records.ts';

/** Loading the database's packages takes longer than the rest of a command. */
const records = () => import('./records.ts');

const DEFAULT_LIMIT = 50;

/** `list` and `show` of every noun, beside the other verbs that it has. */
export function addRecords(program: Command, onDatabase: OnDatabase): void {
  for (const [name, definition] of Object.entries(NOUNS) as [NounName, Noun][]) {
    const { plural, one, filters, statuses = [], columns, listed = columns } = definition;
    const noun = program.commands.find((command) => command.name() === name) ?? program.command(name);
    if (noun.description() === '') noun.description(capital(plural.replace(/,.*/, '')));
    const list = noun
      .command('list')
      .description(`List ${plural}, newest first.`)
      .option('--limit <count>', `how many at most; ${DEFAULT_LIMIT} by default`, count, DEFAULT_LIMIT)
      .option('--before <id>', 'only those before this id: the next part of a list', id);
    for (const filter of Object.keys(filters) as Filter[]) {
      if (filter === 'status') {
        list.option('--status <status>', statuses.join(', '), oneOf(statuses));
      } else if (filter === 'code') {
        list.option('--code <code>', 'only those whose first error has this code, such as poison_run');
      } else {
        list.option(`--${filter} <id>`, `only those of one ${filter === 'client' ? 'API client' : filter}`, id);
      }
    }
    list.action(
      onDatabase.reads(async (db, flags: ListFlags) => {
        const { listRecords } = await records();
        return { rows: await listRecords(db.kysely, name, flags), columns: listed };
      }),
    );
    noun
      .command('show')
      .description(`Show ${one}.`)
      .argument('<id>', 'its id', id)
      .action(
        onDatabase.reads(async (db, recordId: number) => (await records()).showRecord(db.kysely, name, recordId)),
      );
  }
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
