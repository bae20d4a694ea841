import { useSyncExternalStore } from 'react';
import { useMe } from './session.tsx';
import { isOn, onTurn, turn, type Switch } from './switches.ts';

function listen(tell: () => void): () => void {
  const end = onTurn(tell);
  // Fired when another tab of the same person changes a switch.
  window.addEventListener('storage', tell);
  return () => {
    end();
    window.removeEventListener('storage', tell);
  };
}

export function useSwitch(name: Switch): readonly [boolean, (on: boolean) => void] {
  const { id: userId } = useMe().user;
  const on = useSyncExternalStore(listen, () => isOn(localStorage, { name, userId }));
  return [on, (next) => turn(localStorage, { name, userId }, next)];
}
