/** `opened on` is the opening date. Of a word that is not known only a value that is a date makes one: `late_payment_on`. */
export function dateLabel(words: string, isDated: boolean): string {
  return words.replace(/(?:^|(?<= ))(\w+) (on|at)$/i, (own, verb: string, preposition: string) => {
    if (/^day$/i.test(verb)) return verb;
    const known = DATE_NOUNS[verb.toLowerCase()];
    const noun =
      known !== undefined && (isDated || preposition === 'on') ? known : isDated ? verb.toLowerCase() : undefined;
    if (noun === undefined) return own;
    const isFirst = /^[A-Z]/.test(verb);
    return `${isFirst ? noun.charAt(0).toUpperCase() + noun.slice(1) : noun} date`;
  });
}

const DATE_NOUNS: Readonly<Record<string, string>> = {
  approved: 'approval',
  arrested: 'arrest',
  available: 'availability',
  began: 'start',
  begins: 'start',
  checked: 'check',
  closed: 'closing',
  completed: 'completion',
  convicted: 'conviction',
  created: 'creation',
  discharged: 'discharge',
  disposed: 'disposition',
  due: 'due',
  ended: 'end',
  ends: 'end',
  evicted: 'eviction',
  expired: 'expiry',
  expires: 'expiry',
  filed: 'filing',
  filing: 'filing',
  founded: 'founding',
  hired: 'hiring',
  in: 'in',
  incorporated: 'incorporation',
  issued: 'issue',
  offense: 'offense',
  opened: 'opening',
  out: 'out',
  paid: 'payment',
  purchased: 'purchase',
  received: 'receipt',
  registered: 'registration',
  released: 'release',
  reported: 'reporting',
  retired: 'retirement',
  signed: 'signing',
  started: 'start',
  starts: 'start',
  submitted: 'submission',
  terminated: 'termination',
  verified: 'verification',
};
