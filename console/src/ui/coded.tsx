import { Fragment } from 'react';

/** Words of the service, in which what stands between backticks is code. A backtick without another one stays. */
export function Coded({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`)/).map((part, index) => {
    const isCode = index % 2 === 1;
    return isCode ? <code key={index}>{part.slice(1, -1)}</code> : <Fragment key={index}>{part}</Fragment>;
  });
}

/** The same where nothing but text can stand. */
export function uncoded(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '$1');
}
