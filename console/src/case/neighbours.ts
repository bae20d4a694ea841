import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Answer } from '../api/http.ts';
import type { InboxMeta, Review } from '../api/records.ts';
import { stepped } from '../ui/stepped.ts';
import { useCommands } from '../use-commands.ts';

/** On a case, j and k go on in the list from which one came. */
export function useNeighbours(executionId: number): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const go = (by: 1 | -1): void => {
    const lists = client.getQueriesData<InfiniteData<Answer<Review[], InboxMeta>>>({ queryKey: ['inbox'] });
    const ids = lists
      .flatMap(([, data]) => data?.pages.flatMap((page) => page.data) ?? [])
      .map((one) => one.execution_id);
    const at = ids.indexOf(executionId);
    const next = ids[stepped(at === -1 ? null : at, by, ids.length) ?? -1];
    if (next !== undefined && next !== executionId) void navigate({ to: '/cases/$id', params: { id: String(next) } });
  };
  useCommands({ next: () => go(1), previous: () => go(-1) });
}
