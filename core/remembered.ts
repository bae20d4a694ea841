/**
 * The function, called once for each object: for objects that never change and are asked about many thousand times. A result
 * is released with its object; a call that throws is made again.
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
