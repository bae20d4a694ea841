import { choiceOutput } from '../../../core/cascade/nodes/if-else.ts';
import { NODES } from '../../../core/cascade/registry.ts';
import { alikeApplicant } from '../../../core/examples/alike.ts';
import { asExpected, type Example } from '../../../core/examples/example.ts';
import { tryExample } from '../../../core/examples/try.ts';
import { STANDARD } from '../../../core/fields/standard.ts';
import type { Json } from '../../../core/json.ts';
import { readPath } from '../../../core/path.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import type { Subject } from '../../../core/readback/subject.ts';
import { decisionFact } from '../../../core/statistics/ended.ts';
import type { Work } from '../../../core/work.ts';
import { rowIdsWithin } from './rules.ts';
import { openRun, type StoredRun } from './stored-run.ts';

export interface AlikeRun {
  readonly run: StoredRun;
  readonly name: string;
  /** The day on which the new applicant applies. */
  readonly asOf: string;
}

export type AlikeExample =
  | { readonly example: Example & { readonly as_of: string }; readonly fault: null }
  | { readonly example: null; readonly fault: string };

/** A made-up applicant whom the version that ran decides as it decided the run's applicant. */
export function alikeExample(
  { run: stored, name, asOf }: AlikeRun,
  sandbox: SandboxRegistry,
  work: Work,
): AlikeExample {
  const { run, definition, state } = openRun(stored, sandbox);
  const { history, context } = run;
  const outputs = new Map(history.map(({ nodeId, output }) => [nodeId, output]));
  const reports = new Map(
    definition.flatMap((node) => {
      const source = NODES.sourceOf(node);
      const code = source?.kind === 'report' ? source.productCode : undefined;
      return code === undefined ? [] : [[code, outputs.get(node.id) ?? null] as const];
    }),
  );
  const actual = ({ source, field, nodeId }: Subject): Json => {
    const report = nodeId === null ? reports.get(source) : (outputs.get(nodeId) ?? reports.get(source));
    return readPath(source === 'context' ? context.payload : report, field, work) ?? null;
  };
  const { applicant, leftOut } = alikeApplicant(definition, actual, context.dictionary, work);
  const decisions: Record<string, 'approved' | 'denied'> = {};
  for (const { nodeId, output } of history) {
    const decision = choiceOutput(output ?? undefined)?.review?.decision;
    if (decision === 'approved' || decision === 'denied') decisions[nodeId] = decision;
  }
  const dictionary = context.dictionary ?? STANDARD;
  const rowIds = rowIdsWithin(definition, dictionary, work);
  const made: Example = { name, ...applicant, decisions, as_of: asOf, expected: { outcome: 'undecided' } };
  const { workflow, onNotComparable = 'fail' } = context;
  const options = { workflow, sandbox, dictionary, onNotComparable, now: 0, rowIds };
  const tried = tryExample(definition, made, options, work);
  const outcome = state?.outcome ?? null;
  const { decided_by: rule } = decisionFact({ definition, dictionary, visits: history, outcome });
  if (tried.outcome !== outcome || (rule !== null && !tried.rules.includes(rule))) {
    const why = leftOut.length === 0 ? '' : ` It also rests on ${leftOut.join('; ')}, which nobody made up is given.`;
    return { example: null, fault: `has no made-up applicant who is decided as this one was.${why}` };
  }
  return { example: { ...made, as_of: asOf, expected: asExpected(tried) }, fault: null };
}
