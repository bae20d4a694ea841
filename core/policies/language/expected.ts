/** Names of terminals in messages about what could have come next. */
const NAMES: Readonly<Record<string, string>> = {
  Measured: 'something that a report measures ("credit score", "monthly income", "utilization")',
  CountNoun: 'something that a report counts ("evictions", "felonies", "late payments")',
  Op: 'a comparison ("at least", "below")',
  Num: 'a figure',
  If: '"if"',
  Do: '"approve", "deny" or "review"',
  Done: '"approved", "denied" or "reviewed"',
  Have: '"has"',
  Be: '"is"',
  Sep: 'a colon',
  Rest: '"everyone else"',
  Amount: 'a figure',
  Staff: 'who reviews it ("a manager")',
  And: '"and"',
  Or: '"or"',
};

export function expectedWords(symbols: readonly string[]): string {
  const named = Object.keys(NAMES)
    .filter((name) => symbols.includes(name))
    .slice(0, 4);
  return named.length === 0
    ? 'What would be understood is in the guide "Policies in plain words".'
    : `What could stand here: ${named.map((name) => NAMES[name]).join(', ')}.`;
}
