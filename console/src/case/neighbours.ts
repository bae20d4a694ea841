import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { inboxQuery } from '../api/queries.ts';
import { sorted } from '../inbox/columns.ts';
import { lastFilter, lastSort } from '../inbox/last.ts';
import { stepped } from '../ui/stepped.ts';
import { useCommands } from '../use-commands.ts';

/** On a case, j and k step through the list one came from, as it was then: cases decided since keep their place. */
export function useNeighbours(executionId: number): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const go = (by: 1 | -1): void => {
    const list = client.getQueryData(inboxQuery(lastFilter()).queryKey);
    // One execution can wait for several decisions.
    const rows = sorted(list?.pages.flatMap(({ data }) => data) ?? [], lastSort());
    const ids = [...new Set(rows.map((one) => one.execution_id))];
    const at = ids.indexOf(executionId);
    const next = ids[stepped(at === -1 ? null : at, by, ids.length) ?? -1];
    if (next !== undefined && next !== executionId) void navigate({ to: '/cases/$id', params: { id: String(next) } });
  };
  useCommands({ next: () => go(1), previous: () => go(-1) });
}
