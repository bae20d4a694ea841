import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '../api/queries.ts';

/** Maps a user id to the person's name. */
export function useUserName(): (id: number) => string {
  const { data: users } = useQuery(usersQuery);
  return (id) => users?.find((user) => user.id === id)?.name ?? `user ${id}`;
}

/** The name of a person, of whom a record has only the id. */
export function UserName({ id }: { readonly id: number }) {
  const nameOf = useUserName();
  return <bdi>{nameOf(id)}</bdi>;
}
