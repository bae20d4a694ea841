import { useState } from 'react';
import { figureWords, numberTyped, type Figure } from './figures.ts';

interface Props {
  /** What the figure bounds, for screen readers. */
  readonly label: string;
  readonly figure: Figure;
  readonly isReadOnly: boolean;
  /** Null if the typed text is no figure. */
  readonly onChange: (figure: Figure | null) => void;
  /** Enter. */
  readonly onDone: () => void;
}

/** A figure of a rule, where it stands. */
export function FigureField({ label, figure, isReadOnly, onChange, onDone }: Props) {
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? figureWords(figure);
  if (isReadOnly) return <strong className="figure">{shown}</strong>;
  const isWrong = figureOf(shown, figure) === null;
  return (
    <input
      className="figure"
      type="text"
      inputMode={typeof figure === 'number' ? 'decimal' : 'text'}
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong}
      title={isWrong ? 'A number is wanted' : label}
      size={Math.max(3, shown.length)}
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onChange(figureOf(target.value, figure));
      }}
      onKeyDown={({ key, nativeEvent }) => {
        // With it an input method ends a word.
        if (key === 'Enter' && !nativeEvent.isComposing) onDone();
      }}
      onBlur={() => {
        if (!isWrong) setText(null);
      }}
    />
  );
}

/** The typed text as a figure of the same type; null if it is none. */
function figureOf(text: string, was: Figure): Figure | null {
  if (typeof was === 'number') return numberTyped(text);
  return text.trim() === '' ? null : text.trim();
}
