import type { State } from './words.ts';

export function StateTag({ state: { text, tone } }: { readonly state: State }) {
  return <span className={`tag state ${tone}`}>{text}</span>;
}
