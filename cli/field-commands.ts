import type { Command } from 'commander';
import { MAX_ANSWER_LENGTH, QUESTION_CODES } from '../core/fields/answers.ts';
import { FIELD_BASES, FIELD_KINDS, FIELD_TYPES, FIELD_UNITS } from '../core/fields/spec.ts';
import type { OnDatabase } from './action.ts';
import type { AnswerInput, FieldInput, ImportInput } from './fields.ts';
import { id, notBlank, oneOf } from './parse.ts';

/** Loading what reads the database takes longer than the rest of a command. */
const fieldsModule = () => import('./fields.ts');

export function addFieldCommands(program: Command, onDatabase: OnDatabase): void {
  const fields = program
    .command('fields')
    .description(
      'The data dictionary of an account: what it declares of the fields of its payloads. Where the account asks for four eyes, ' +
        'a change of letters of an active cascade makes a request, which a user approves.',
    );
  fields
    .command('set')
    .description(
      'Declare a field; all that was declared of it before is replaced. Executions keep what was declared at their start.',
    )
    .argument('<path>', 'path in the payload, such as applicant.ltv_percent', notBlank)
    .requiredOption('--account <id>', 'id of the account', id)
    .requiredOption('--type <type>', FIELD_TYPES.join(', '), oneOf(FIELD_TYPES))
    .option('--label <text>', 'as a letter says it: "Loan to value"', notBlank)
    .option('--unit <unit>', `${FIELD_UNITS.join(', ')}, or a noun of one word`, notBlank)
    .option('--kind <kind>', `${FIELD_KINDS.join(', ')}; without one its values are hidden`, oneOf(FIELD_KINDS))
    .option('--basis <basis>', `the prohibited basis that it tells: ${FIELD_BASES.join(', ')}`, oneOf(FIELD_BASES))
    .option(
      '--of-person <path>',
      'whose it is: a path such as co_applicant, nobody, or each (item of a list)',
      notBlank,
    )
    .option('--above <text>', 'reason of a letter if the value was above what was allowed', notBlank)
    .option('--below <text>', 'reason if it was below', notBlank)
    .option('--is <text>', 'reason if the text, or the yes or no, was not allowed', notBlank)
    .option('--missing <text>', 'reason if there was no value', notBlank)
    .action(
      onDatabase.changes(async ({ trx, audit }, path: string, flags: FieldInput) => {
        const { answer, acts } = await (await fieldsModule()).setField(trx, path, flags);
        for (const act of acts) await audit(act);
        return answer;
      }),
    );
  fields
    .command('import')
    .description(
      'Replace the whole dictionary by that of a file, a JSON Schema, as one version. What the file leaves out is declared no longer.',
    )
    .argument('<file>', 'as `fields export` writes it', notBlank)
    .requiredOption('--account <id>', 'id of the account', id)
    .option('--note <text>', 'why, at most 2,000 characters: whoever approves the request reads it', notBlank)
    .action(
      onDatabase.changes(async ({ trx, audit }, file: string, flags: ImportInput) => {
        const { answer, acts } = await (await fieldsModule()).importFields(trx, file, flags);
        for (const act of acts) await audit(act);
        return answer;
      }),
    );
  fields
    .command('export')
    .description('Write the dictionary into a file, as a JSON Schema.')
    .argument('<file>', 'the file; one that is there is replaced', notBlank)
    .requiredOption('--account <id>', 'id of the account', id)
    .action(
      onDatabase.reads(async (db, file: string, flags: { account: number }) =>
        (await fieldsModule()).exportFields(db.kysely, file, flags.account),
      ),
    );
  fields
    .command('propose')
    .description(
      'List fields that cascades read or that arrived, and that nobody declared. It prints no value and decides nothing.',
    )
    .requiredOption('--account <id>', 'id of the account', id)
    .action(
      onDatabase.reads(async (db, flags: { account: number }) =>
        (await fieldsModule()).proposeFields(db.kysely, flags.account),
      ),
    );
  fields
    .command('answer')
    .description('Say why a field is not what its name looks like, so that `fields propose` asks no more.')
    .argument('<path>', 'path in the payload', notBlank)
    .requiredOption('--account <id>', 'id of the account', id)
    .requiredOption('--question <code>', QUESTION_CODES.join(', '), oneOf(QUESTION_CODES))
    .option('--reason <text>', `why not, at most ${MAX_ANSWER_LENGTH} characters`, notBlank)
    .option('--withdraw', 'take the answer back: it is asked again')
    .action(
      onDatabase.changes(async ({ trx, audit }, path: string, flags: AnswerInput) => {
        const { answer, act } = await (await fieldsModule()).answerQuestion(trx, path, flags);
        if (act !== null) await audit(act);
        return answer;
      }),
    );
  fields
    .command('list')
    .description('List the fields that are declared.')
    .requiredOption('--account <id>', 'id of the account', id)
    .action(
      onDatabase.reads(async (db, flags: { account: number }) =>
        (await fieldsModule()).listFields(db.kysely, flags.account),
      ),
    );
  fields
    .command('remove')
    .description('Declare a field no longer.')
    .argument('<path>', 'path in the payload', notBlank)
    .requiredOption('--account <id>', 'id of the account', id)
    .action(
      onDatabase.changes(async ({ trx, audit }, path: string, flags: { account: number }) => {
        const { answer, acts } = await (await fieldsModule()).removeField(trx, path, flags.account);
        for (const act of acts) await audit(act);
        return answer;
      }),
    );
}
