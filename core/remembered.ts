/**
 * The function, asked once for each object: for what never changes and is asked about many thousand times. An answer goes
 * with its object.
 */
export function remembered<Of extends object, Answer>(answerOf: (of: Of) => Answer): (of: Of) => Answer {
  const answers = new WeakMap<Of, { readonly answer: Answer }>();
  return (of) => {
    const known = answers.get(of) ?? { answer: answerOf(of) };
    answers.set(of, known);
    return known.answer;
  };
}
