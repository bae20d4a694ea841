import { useMe } from '../session.tsx';
import { UserName } from '../ui/user-name.tsx';

/** The name of the person who holds a case. */
export function Holder({ userId }: { readonly userId: number | null }) {
  const me = useMe();
  if (userId === null) return <span className="soft">nobody</span>;
  if (userId === me.user.id) return <strong>you</strong>;
  return <UserName id={userId} />;
}
