import { CascadeClient, NotFoundError } from '../clients/typescript/src/index.ts';
import type { Example } from '../core/examples/example.ts';
import { SetupError } from '../platform/setup-error.ts';
import { examplesIn } from './examples.ts';
import type { Row } from './print.ts';
import { apiTarget, type TargetFlags } from './target.ts';

export interface ImportExamplesFlags extends TargetFlags {
  readonly workflow: number;
}

type Env = Readonly<Record<string, string | undefined>>;

type Kept = Example & { readonly id: number };

/** The examples of a workflow over the API. */
interface KeptExamples {
  all(): Promise<readonly Kept[]>;
  create(example: Example): Promise<void>;
  update(id: number, example: Example): Promise<void>;
}

/** `cascade examples export ID`: a file as `cascade test` and `cascade examples import` take it. */
export async function exportExamples(workflowId: number, flags: TargetFlags, env: Env): Promise<string> {
  const examples = await (await keptOf(workflowId, flags, env)).all();
  return `${JSON.stringify({ examples: examples.map(({ id: _id, ...example }) => example) }, null, 2)}\n`;
}

/** `cascade examples import FILE`: keeps the examples of a file; one of the same name is replaced. Nothing is deleted. */
export async function importExamples(file: string, flags: ImportExamplesFlags, env: Env): Promise<Row> {
  const examples = await examplesIn(file);
  const kept = await keptOf(flags.workflow, flags, env);
  const known = new Map((await kept.all()).map(({ id, ...example }) => [example.name, { id, example }]));
  const counts = { created: 0, updated: 0, unchanged: 0 };
  for (const example of examples) {
    const before = known.get(example.name);
    // A file that says no day keeps the one that there is.
    const wanted = { ...(before === undefined ? {} : { as_of: before.example.as_of }), ...example };
    if (before === undefined) {
      await kept.create(example);
      counts.created += 1;
    } else if (written(wanted) === written(before.example)) counts.unchanged += 1;
    else {
      await kept.update(before.id, example);
      counts.updated += 1;
    }
  }
  return { object: 'examples_import', workflow_id: flags.workflow, ...counts };
}

const written = ({ name, payload, reports, decisions, as_of, expected }: Partial<Example>): string =>
  JSON.stringify([name, payload, reports, decisions, as_of, expected?.outcome, expected?.rule, expected?.reasons]);

async function keptOf(workflowId: number, flags: TargetFlags, env: Env): Promise<KeptExamples> {
  const api = new CascadeClient(await apiTarget(flags, env)) as Calls;
  const path = { id: workflowId };
  return {
    all: async () => {
      const found: Kept[] = [];
      try {
        for await (const { id, name, payload, reports, decisions, as_of, expected } of api.pages(LIST, { path }))
          found.push({ id, name, payload, reports, decisions, as_of, expected });
      } catch (error) {
        if (error instanceof NotFoundError) throw new SetupError(`The account has no workflow ${workflowId}.`);
        throw error;
      }
      return found.toReversed();
    },
    create: async (example) => void (await api.post(LIST, { path, body: { ...example } })),
    update: async (id, example) =>
      void (await api.patch('/workflows/{id}/examples/{example_id}', {
        path: { ...path, example_id: id },
        body: { ...example },
      })),
  };
}

const LIST = '/workflows/{id}/examples';

/** The calls of the client that are used, with plain types: those of its bodies know no read-only records. */
interface Calls {
  pages(path: string, options: object): AsyncGenerator<Kept>;
  post(path: string, options: object): Promise<unknown>;
  patch(path: string, options: object): Promise<unknown>;
}
