import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '../api/queries.ts';

/** Gives the name of a person by the id of the user. */
export function useUserName(): (id: number) => string {
  const { data: users } = useQuery(usersQuery);
  return (id) => users?.find((user) => user.id === id)?.name ?? `user ${id}`;
}

/** The name of a person. A record has only the id. */
export function UserName({ id }: { readonly id: number }) {
  const nameOf = useUserName();
  return <bdi>{nameOf(id)}</bdi>;
}
