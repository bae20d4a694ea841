import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '../api/queries.ts';
import { useMe } from '../session.tsx';

/** The name of whoever holds a case. */
export function Holder({ userId }: { readonly userId: number | null }) {
  const me = useMe();
  const { data: users } = useQuery({ ...usersQuery, enabled: userId !== null && userId !== me.user.id });
  if (userId === null) return <span className="soft">nobody</span>;
  if (userId === me.user.id) return <strong>you</strong>;
  return <bdi>{users?.find(({ id }) => id === userId)?.name ?? `user ${userId}`}</bdi>;
}
