import { useState } from 'react';
import { figureWords, numberTyped, type Figure } from './figures.ts';

interface Props {
  /** Description of the figure for screen readers. */
  readonly label: string;
  readonly figure: Figure;
  readonly isReadOnly: boolean;
  /** Null if the typed text is not a figure. */
  readonly onChange: (figure: Figure | null) => void;
  /** Called on Enter. */
  readonly onDone: () => void;
}

/** An input for a figure within the text of a rule. */
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
        // During composition Enter ends a word of the input method.
        if (key === 'Enter' && !nativeEvent.isComposing) onDone();
      }}
      onBlur={() => {
        if (!isWrong) setText(null);
      }}
    />
  );
}

/** The typed text as a figure of the same type; null if it is not one. */
function figureOf(text: string, was: Figure): Figure | null {
  if (typeof was === 'number') return numberTyped(text);
  return text.trim() === '' ? null : text.trim();
}
