import { createContext, useContext, type ReactNode } from 'react';
import { useMay } from '../session.tsx';
import { useNow } from '../ui/now.ts';
import { DecidedLink } from './decided-link.tsx';
import { countWords } from './figures.ts';
import { TIME_ZONE, todayIn, useStatistics } from './queries.ts';
import { daysOf, executionsOf, USUAL } from './search.ts';

/**
 * Decisions by a workflow's rules in the last 30 days, live mode. Undefined while they load and without the permission.
 */
export function useOfWorkflow(workflowId: number) {
  const mayRead = useMay('statistics:read');
  const search = { ...USUAL, workflow: workflowId };
  const days = daysOf('month', todayIn(TIME_ZONE, useNow())).now;
  const { data } = useStatistics('rules', search, days, { isAsked: mayRead });
  return data === undefined ? undefined : { search, days, rules: data.rules, branches: data.branches };
}

const Counts = createContext<ReturnType<typeof useOfWorkflow>>(undefined);

/** Provides the counts to the rules below it. */
export function CountsOf({ workflowId, children }: { readonly workflowId: number; readonly children: ReactNode }) {
  return <Counts value={useOfWorkflow(workflowId)}>{children}</Counts>;
}

/**
 * The number of live applications that a rule decided in the last 30 days. Test mode says nothing about a policy, so it
 * is left out.
 */
export function RuleCount({ ruleId }: { readonly ruleId: string | null }) {
  const counted = useContext(Counts);
  if (counted === undefined || ruleId === null) return null;
  const { search, days, rules } = counted;
  const found = rules.find((rule) => rule.row_id === ruleId && rule.decided !== 0);
  if (found === undefined) return <span className="soft small">Decided no live application in 30 days</span>;
  return (
    <DecidedLink className="small" search={executionsOf(search, days, { rule: found.rule })}>
      Decided {countWords(found.decided)} live {found.decided === 1 ? 'application' : 'applications'} in 30 days
    </DecidedLink>
  );
}
