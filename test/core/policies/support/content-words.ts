/** Words with a meaning in every place: person, kind, time, amount, certainty. */
export const CONTENT_WORDS: readonly string[] = `
landlord's co-signer's guarantor's spouse's household roommate's occupant's employer's ex-spouse's parent's lender's bank's dealer's broker's seller's subletter's business's
guarantor spouse co-applicant dependents children subtenant sponsor relatives neighbor
former previous prior past current old older oldest recent latest last first second original future next upcoming projected expected pending
total net gross combined average median adjusted weighted blended raw partial full half double base maximum minimum typical overall
out-of-state foreign overseas domestic international national federal local municipal tribal Canadian Mexican Texas California
sealed expunged juvenile dismissed withdrawn reversed vacated appealed contested uncontested voluntary involuntary settled satisfied unsatisfied discharged reopened closed open disputed inactive alleged suspected
violent nonviolent drug drug-related sexual domestic-violence arson theft fraud assault homicide burglary traffic gang weapon firearm alcohol
medical paid unpaid student payday tax utility hospital dental telecom auto vehicle home equity mortgage installment revolving secured unsecured commercial personal
stated verified unverified documented undocumented self-reported estimated seasonal part-time full-time temporary permanent contract hourly salaried taxable untaxed pre-tax after-tax overtime commission bonus rental investment retirement pension disability alimony child-support welfare
daily weekly biweekly quarterly annual yearly two-year rolling trailing lifetime
single multiple several few many most frequent occasional repeated isolated serious minor major severe
married divorced widowed pregnant disabled elderly female male young adult religious ethnic military veteran
usually normally mostly sometimes never rarely almost nearly hardly barely possibly maybe perhaps reportedly allegedly
except unless without besides excluding not
large small low high moderate big dog cat pet smoking
`
  .trim()
  .split(/\s+/);
