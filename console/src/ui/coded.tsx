import { Fragment } from 'react';

/** A text of the service in which backticks mark code. An unpaired backtick is kept. */
export function Coded({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`)/).map((part, index) => {
    const isCode = index % 2 === 1;
    return isCode ? <code key={index}>{part.slice(1, -1)}</code> : <Fragment key={index}>{part}</Fragment>;
  });
}

/** Plain text without the backticks, for places that hold no markup. */
export function uncoded(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '$1');
}
