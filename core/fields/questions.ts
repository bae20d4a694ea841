import type { FieldBasis, FieldSpec } from './spec.ts';

/*
 * Questions that a field's name raises. Who declares the field answers them by a kind or a basis, or says why they do
 * not apply. No run depends on them, so a wrong question does no harm.
 */

export interface FieldQuestion {
  /** Stable, because answers are stored by it. */
  readonly code: 'identifier' | 'birth' | 'contact' | 'score' | 'person' | 'proxy' | Exclude<FieldBasis, 'proxy'>;
  readonly message: string;
}

type NamedBasis = Exclude<FieldBasis, 'proxy' | 'rights_exercised'>;

/**
 * Prohibited grounds: race, color, religion, national origin, sex, marital status, age, public assistance (15 USC
 * 1691(a)). For housing also familial status and disability (42 USC 3604). A condition on one may still be lawful (age
 * as capacity to contract, 12 CFR 1002.6(b)(2)), so a person has to say why.
 */
const BASES: readonly (readonly [basis: NamedBasis, words: RegExp])[] = [
  ['race', / (?:race|racial|ethnicity|ethnic(?: group| origin)?) /],
  ['color', /^ colou?r $| skin (?:colou?r|tone) /],
  ['religion', / (?:religion|religious|creed|faith|church|denomination) /],
  [
    'national_origin',
    / (?:nationality|national origin|ancestry|citizen|citizenship|(?:country|place) of (?:birth|origin)|birth (?:country|place)|birthplace|immigration|visa) /,
  ],
  ['sex', / (?:sex|gender|sexual orientation|pronouns?|pregnan(?:t|cy)|title|salutation) /],
  ['marital_status', / (?:marital|married|maritalstatus|spouse|husband|wife|divorced|widow(?:ed|er)?) /],
  ['age', / (?:age|dob|date of birth|birth (?:date|day|year)|birthdate|birthday|year of birth|senior|elderly) /],
  [
    'public_assistance',
    / (?:public assistance|welfare|section 8|housing voucher|voucher|snap|tanf|ssi|ssdi|food stamps?|medicaid) /,
  ],
  ['familial_status', / (?:familial|family (?:status|size)|children|child|kids|dependents?|dependants?|minors) /],
  [
    'disability',
    / (?:disab(?:led|ility|ilities)|handicap(?:ped)?|wheelchair|(?:service|assistance|emotional support) animal|medical condition|health condition) /,
  ],
];

/** Names that are proxies for a prohibited ground often enough to be asked about. */
const PROXIES =
  / (?:postal code|postcode|zip(?: code)?|zipcode|neighbou?rhood|census tract|(?:first|last|given|family|middle|maiden) name|surname|name|language|accent) /;

/** Things that have an age or a name but are not people. */
const OF_THINGS =
  / (?:vehicle|car|truck|building|home|house|property|unit|account|credit|file|company|business|employer|school|loan|product|plan|program|promo|sex offender) /;

/**
 * The name of a field as words with a space on each side: `context.applicant.dateOfBirth` is " date of birth ", and
 * `overdraftsLast12Mo` " overdrafts last 12 mo ".
 */
function wordsOfField(field: string): string {
  const words = field
    .replace(/^(?:context\.)?(?:applicant\.)?/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Za-z]{2})(?=\d)/g, '$1 ')
    .replaceAll(/(\d)(?=[A-Za-z])/g, '$1 ')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ');
  return ` ${words.toLowerCase().trim()} `;
}

/** The prohibited basis that a name suggests, `proxy` if it is often a proxy for one, or undefined. */
function basisNamed(field: string): NamedBasis | 'proxy' | undefined {
  const words = wordsOfField(field);
  if (OF_THINGS.test(words)) return undefined;
  return BASES.find(([, pattern]) => pattern.test(words))?.[0] ?? (PROXIES.test(words) ? 'proxy' : undefined);
}

export const BASIS_WORDS: Readonly<Record<Exclude<FieldBasis, 'proxy'>, string>> = {
  race: 'race',
  color: 'color',
  religion: 'religion',
  national_origin: 'national origin',
  sex: 'sex',
  marital_status: 'marital status',
  age: 'age',
  public_assistance: 'income from public assistance',
  familial_status: 'familial status',
  disability: 'disability',
  rights_exercised: 'that rights under the Consumer Credit Protection Act were exercised',
};

const BIRTH = /dob |born |birth/;
const IDENTIFIER =
  /ssn |social ?(?:security|insurance)| (?:itin|tin|passport|licen[sc]e|iban|pin|ein|id|routing|numbers?|num|no|nr|last (?:4|four)|reference|ref|login) $/;
/** Words for findings about a number and for quantities: `ssn_match`, `number_of_dogs`. */
const OF_NUMBER = / (?:match|matched|valid|verified|verification|status|type|score|count|state|country|number of) /;
const SCORE = / (?:scores?|scoring|scorecard|fico|rating|grade|probability|likelihood|risk) $/;
const PERSON =
  / (?:applicant|borrower|signer|cosigner|tenant|buyer|guarantor|spouse|partner|room ?mate|occupant|member|owner|dependent)s? (?:\d+ )?$/;
const CONTACT = / (?:e ?mail|phone|telephone|mobile|cell|fax|address|street) $/;

/** The questions that a field's name raises and its declaration does not answer. */
export function questionsOf(path: string, { kind, type, basis }: Partial<FieldSpec> = {}): readonly FieldQuestion[] {
  const [key = '', parent = ''] = path.split('.').toReversed();
  const own = wordsOfField(key);
  const named = basisNamed(path);
  const isAbout = OF_NUMBER.test(own);
  const isBirth = BIRTH.test(own) && !isAbout;
  const isNumber = IDENTIFIER.test(wordsOfField(`${parent} ${key}`)) && !isBirth && !isAbout;
  const isReached = CONTACT.test(own) && !isNumber;
  const tellsAge = kind === 'age' || kind === 'birth';
  const asked: readonly (readonly [FieldQuestion['code'], looksLike: string, say: string, isAsked: boolean])[] = [
    ['birth', 'a birth', '`kind` birth', isBirth && kind !== 'birth'],
    [
      ...(['identifier', 'a number that identifies a person', '`kind` identifier'] as const),
      isNumber && kind !== 'identifier' && !tellsAge,
    ],
    ['contact', 'where a person is reached', '`kind` contact', isReached && kind !== 'contact'],
    ['score', 'what a model made of a person', '`kind` score', SCORE.test(own) && kind !== 'score'],
    ['person', 'a person', '`type` person', PERSON.test(own) && (type === undefined || type === 'object')],
    ...(named === undefined ? [] : [[named, ...basisAsked(named), basis === undefined && !tellsAge] as const]),
  ];
  return asked.flatMap(([code, looksLike, say, isAsked]) =>
    isAsked
      ? [{ code, message: `${JSON.stringify(path)} looks like ${looksLike}: say ${say}, or why it is none` }]
      : [],
  );
}

function basisAsked(named: NamedBasis | 'proxy'): readonly [looksLike: string, say: string] {
  const looksLike = named === 'proxy' ? 'what often stands for race or national origin' : BASIS_WORDS[named];
  return [looksLike, `\`basis\` ${named}`];
}
