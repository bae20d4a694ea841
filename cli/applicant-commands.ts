import { Argument, Option, type Command } from 'commander';
import { ERASURE_REASONS } from '../core/erasures/states.ts';
import type { Answer, OnDatabase } from './action.ts';
import type { EraseFlags } from './applicants.ts';
import { id, notBlank } from './parse.ts';
import type { TargetFlags } from './target.ts';
import { BASE_URL, TOKEN_ENV } from './target-options.ts';

interface Surroundings {
  readonly onDatabase: OnDatabase;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (answer: Answer) => void;
}

const APPLICANT = new Argument('<id>', 'id of the applicant').argParser(id);
const overApi = () => import('./applicants.ts');
const onRows = () => import('./erasures.ts');

export function addApplicants(program: Command, { onDatabase, env, print }: Surroundings): void {
  const applicants = program.command('applicants').description('People whom executions are about');
  applicants
    .command('erase')
    .description('Forget a person: what may go now goes, and the rest on its day. It may be repeated.')
    .addArgument(APPLICANT)
    .addOption(new Option('--reason <code>', 'why').choices(ERASURE_REASONS).makeOptionMandatory())
    .option('--cancel', 'cancel executions that have not ended')
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .action(async (applicantId: number, flags: EraseFlags) =>
      print(await (await overApi()).eraseApplicant(applicantId, flags, env)),
    );
  applicants
    .command('export')
    .description('Write what is held of a person to a ZIP file, for the person.')
    .addArgument(APPLICANT)
    .argument('<file>', 'file that is not there yet', notBlank)
    .addOption(BASE_URL)
    .addOption(TOKEN_ENV)
    .action(async (applicantId: number, file: string, flags: TargetFlags) =>
      print(await (await overApi()).exportApplicant(applicantId, file, flags, env)),
    );
  applicants
    .command('hold')
    .description('Put a legal hold on a person: nothing of them is erased or redacted until it is lifted.')
    .addArgument(APPLICANT)
    .requiredOption('--matter <text>', 'what for, such as a docket number; it goes with the hold', notBlank)
    .action(
      onDatabase.changes(async (change, applicantId: number, flags: { readonly matter: string }) =>
        (await onRows()).holdApplicant(change, applicantId, flags),
      ),
    );
  applicants
    .command('release')
    .description('Lift a legal hold. A request to forget the person goes on.')
    .addArgument(APPLICANT)
    .action(
      onDatabase.changes(async (change, applicantId: number) => (await onRows()).releaseApplicant(change, applicantId)),
    );
}
