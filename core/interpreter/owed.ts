import type { Graph } from '../cascade/graph.ts';
import type { NodeRegistry } from '../cascade/kinds.ts';
import { isOnCredit, noticeDueAt } from '../notices/due-dates.ts';
import { noticesDue, notifiedApplicants, type EndedVisit } from '../notices/due.ts';
import type { AdvanceInput, AdvanceResult, PastVisit, RunState } from './types.ts';

/** The parts of an ended run that tell what it owes. */
export interface EndedRunState extends Pick<RunState, 'outcome'> {
  readonly input: Pick<AdvanceInput, 'definition' | 'run' | 'now'>;
  readonly graph: Graph;
  readonly registry: NodeRegistry;
  readonly visits: { all(): readonly PastVisit[] };
  readonly failed: ReadonlySet<string>;
  readonly stopped: ReadonlySet<string>;
}

/** The notices that an ended run owes, and those that earlier runs of the application no longer owe. */
export function owedBy(
  { input, graph, registry, visits, failed, stopped, outcome }: EndedRunState,
  status: AdvanceResult['status'],
): Pick<AdvanceResult, 'noticesDue' | 'settles'> {
  const { definition, run } = input;
  const { noticeClock: clock, workflow, payload, execution } = run;
  if (clock === null) return { noticesDue: [], settles: null };
  const ended: readonly EndedVisit[] = visits.all().map(({ nodeId, ...past }) => ({ ...past, node_id: nodeId }));
  const due = noticesDue({
    ...{ definition, graph, useCase: workflow.useCase, mode: execution.mode, payload, clock },
    ...{ visits: ended, failed, stopped, outcome, endedAs: status === 'failed' ? 'failed' : 'completed' },
    isReport: (id) => {
      const node = graph.node(id);
      return node !== undefined && registry.sourceOf(node)?.kind === 'report';
    },
  });
  // An approval after all answers the application. So does a notice of this run, for the person who got it.
  if (status === 'completed' && outcome === 'approved') return { noticesDue: due, settles: { applicants: 'all' } };
  const applicants = notifiedApplicants({ graph, visits: ended });
  return { noticesDue: due, settles: applicants.length === 0 ? null : { applicants } };
}

/** When an application for credit must be answered; null for other applications. */
export function creditDueAt({ definition, run }: AdvanceInput): number | null {
  const { noticeClock: clock, workflow, payload } = run;
  if (clock === null || !isOnCredit(definition, workflow.useCase, clock.defaultPurpose)) return null;
  return noticeDueAt('credit', clock.acceptedAt, payload);
}
