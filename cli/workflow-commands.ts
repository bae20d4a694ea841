import type { Command } from 'commander';
import type { TestFlags } from './examples.ts';
import type { ImportExamplesFlags } from './kept-examples.ts';
import { id, notBlank } from './parse.ts';
import type { ReadFlags } from './readings.ts';
import type { ExportRulesFlags, ImportRulesFlags } from './rules.ts';
import { BASE_URL, TOKEN_ENV } from './target-options.ts';
import type { TargetFlags } from './target.ts';

export function addReadings(program: Command, read: (workflowId: number, flags: ReadFlags) => Promise<void>): void {
  program.commands
    .find((command) => command.name() === 'workflows')
    ?.command('read')
    .description('Say in English what a workflow does, and to whom.')
    .argument('<id>', 'its id', id)
    .option('--of-version <number>', 'this version in place of the current one', id)
    .option('--compare-to <number>', 'also say how it differs from this version', id)
    .action(read);
}

export function addRules(
  program: Command,
  act: {
    readonly export: (workflowId: number, flags: ExportRulesFlags) => Promise<void>;
    readonly import: (file: string, flags: ImportRulesFlags) => Promise<void>;
  },
): void {
  const rules = program.command('rules').description('The rules of a workflow, as a file for a spreadsheet');
  rules
    .command('export')
    .description('Write the rules as CSV: one row a rule, one column a field.')
    .argument('<id>', 'id of the workflow', id)
    .option('--of-version <number>', 'those of this version in place of the current one', id)
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .action(act.export);
  rules
    .command('import')
    .description(
      'Put the rules of a CSV file that was exported. What its cells do not change stays. Says who is treated differently. Of an ' +
        'active workflow it asks for an activation.',
    )
    .argument('<file>', 'CSV file with a header and at most 60 rules; - reads standard input')
    .requiredOption('--workflow <id>', 'id of the workflow', id)
    .option('--dry-run', 'only say who would be treated differently', false)
    .option('--activate', 'put the rules live at once', false)
    .option('--any-version', 'though the file is of another version than the current one', false)
    .option('--note <text>', 'kept with what is saved', notBlank)
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .action(act.import);
}

export function addExamples(
  program: Command,
  act: {
    readonly export: (workflowId: number, flags: TargetFlags) => Promise<void>;
    readonly import: (file: string, flags: ImportExamplesFlags) => Promise<void>;
  },
): void {
  const examples = program
    .command('examples')
    .description('Kept applicants of a workflow, with what is expected of it');
  examples
    .command('export')
    .description('Write the examples as JSON: a file for `cascade test` and `cascade examples import`.')
    .argument('<id>', 'id of the workflow', id)
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .action(act.export);
  examples
    .command('import')
    .description('Keep the examples of a file. One of the same name is replaced; none is deleted.')
    .argument('<file>', 'JSON file with `examples`')
    .requiredOption('--workflow <id>', 'id of the workflow', id)
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .action(act.import);
}

export function addTest(program: Command, test: (files: readonly string[], flags: TestFlags) => Promise<void>): void {
  program
    .command('test')
    .description(
      'Ask kept applicants of files: what the cascade would do about each of them, and whether that is what is expected. Nothing ' +
        'is sent, pulled or stored.',
    )
    .argument('<file...>', 'JSON files with `examples`')
    .option('--workflow <id>', 'ask the current version of this workflow', id)
    .option('--of-version <number>', 'ask this version in place of the current one', id)
    .option('--definition <file>', 'ask the definition in this file, which need not be saved')
    .option('--junit <file>', 'write the results to this file as JUnit XML, too')
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .action(test);
}
