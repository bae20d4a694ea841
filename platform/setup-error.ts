/** An error that the person at the terminal can correct: shown without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
