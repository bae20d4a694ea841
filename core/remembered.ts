/**
 * Caches a function's result per object, for immutable objects that are asked about thousands of times. A result is
 * released with its object. A call that throws is not cached.
 */
export function remembered<Of extends object, Answer>(answerOf: (of: Of) => Answer): (of: Of) => Answer {
  const answers = new WeakMap<Of, { readonly answer: Answer }>();
  return (of) => {
    const known = answers.get(of);
    if (known !== undefined) return known.answer;
    const answer = answerOf(of);
    answers.set(of, { answer });
    return answer;
  };
}
