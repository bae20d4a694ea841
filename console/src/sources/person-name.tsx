import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '../api/queries.ts';

export function PersonName({ id }: { readonly id: number }) {
  const { data: users } = useQuery(usersQuery);
  return <bdi>{users?.find((user) => user.id === id)?.name ?? `user ${id}`}</bdi>;
}
