/*
 * Countries in the spellings of people and programs, and the form of each one's postal code. Source: ISO 3166-1, and
 * the addressing guides of the Universal Postal Union. Territories of the United States count as domestic: their mail
 * has a ZIP code and no country.
 */

export interface Country {
  /** ISO 3166-1, two letters. */
  readonly code: string;
  /** The English name, as in the last line of an envelope. */
  readonly name: string;
  readonly isAtHome: boolean;
  /** Null if the country has no postal codes. */
  readonly postalCode: PostalCodeForm | null;
}

export interface PostalCodeForm {
  /** In words that follow "a postal code". */
  readonly words: string;
  readonly pattern: RegExp;
}

export const AT_HOME = 'US';

/** The country with this two-letter or three-letter code or English name; undefined if unknown. */
export function countryOf(text: string): Country | undefined {
  const code = codes().get(folded(text));
  return code === undefined ? undefined : countryByCode(code);
}

/** A cache: creating a country takes longer than reading an address. */
const made = new Map<string, Country>();

export function countryByCode(code: string): Country {
  const known = made.get(code);
  if (known !== undefined) return known;
  const form = FORMS.get(code);
  const country = {
    code,
    name: nameOf(code),
    isAtHome: form === US_FORM,
    postalCode: form === undefined ? null : { words: wordsOf(form), pattern: patternOf(form) },
  };
  made.set(code, country);
  return country;
}

const REGION_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });
const nameOf = (code: string): string => (REGION_NAMES.of(code) ?? code).replace(/ SAR China$/, '');

let codeByName: ReadonlyMap<string, string> | undefined;

function codes(): ReadonlyMap<string, string> {
  codeByName ??= new Map(
    ISO_3166.split(' ').flatMap((pair) => {
      const [two = '', three = ''] = pair.split(':');
      return [two, three, nameOf(two), ...(OTHER_NAMES[two] ?? [])].map((name) => [folded(name), two] as const);
    }),
  );
  return codeByName;
}

function folded(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z]/g, '');
  return letters.startsWith('the') ? letters.slice('the'.length) : letters;
}

/** `9` is a digit, `A` a letter, `X` either; a space or a dash is optional. */
function patternOf(form: string): RegExp {
  const signs: Readonly<Record<string, string>> = {
    9: String.raw`\d`,
    A: '[A-Z]',
    X: String.raw`[A-Z\d]`,
    ' ': '[ -]?',
    '-': '[ -]?',
  };
  const one = (text: string): string => text.replaceAll(/./g, (sign) => signs[sign] ?? sign);
  const all = form.split('|').map(one).join('|');
  // Some codes are written with the country first: LV-1010.
  const prefix = /[AX]/.test(form) || form === US_FORM ? '' : '(?:[A-Z]{1,2}[ -]?)?';
  return new RegExp(`^${prefix}(?:${all})$`, 'i');
}

function wordsOf(form: string): string {
  return form === US_FORM ? 'of 5 or 9 digits (ZIP code)' : `of the form ${form.split('|').join(' or ')}`;
}

const US_FORM = '99999|99999-9999';
const CODES_BY_FORM: Readonly<Record<string, string>> = {
  [US_FORM]: 'AS FM GU MH MP PR PW UM US VI',
  '999': 'FO IS LS MG OM PG',
  '9999':
    'AF AL AM AT AU AZ BD BE BG CC CH CV CX CY DK ET GE GL GW HM HU LI LR LU LV MD MK MZ NE NF NO NZ PA PH PY SI SJ SV TN ' +
    'VE ZA',
  '99999':
    'AX BA BL CU DE DO DZ EE EG ES FI FR GF GP GT HN HR ID IQ IT JO KR KW LA LK LT LY MA MC ME MF MM MN MQ MU MV MX MY NC NI ' +
    'NP PE PF PK PM RE SA SD SM SN TF TH TR UA UY VA WF XK YT ZM',
  '999999': 'BY CN CO EC IN KG KZ NG RO RU SG TJ TM TT UZ VN',
  '999 99': 'CZ GR SE SK',
  '999|9999': 'BH',
  '9999|99999': 'CR LB',
  '9999|A9999AAA': 'AR',
  '999|99999|999999': 'TW',
  '99999|999999': 'KH RS',
  '99999|9999999': 'IL',
  '999-9999': 'CL JP',
  '9999-999': 'PT',
  '99-999': 'PL',
  '99999-999': 'BR',
  '99999-99999': 'IR',
  '9999 AA': 'NL',
  'A9A 9A9': 'CA',
  'A9 9AA|A99 9AA|AA9 9AA|AA99 9AA|A9A 9AA|AA9A 9AA': 'GB GG IM JE GI',
  'A99 XXXX|D6W XXXX': 'IE',
  'AAA 9999': 'MT',
  AA9999: 'BN',
  A999: 'SZ',
};
const FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries(CODES_BY_FORM).flatMap(([form, list]) => list.split(' ').map((code) => [code, form] as const)),
);

/** In addition to the code and the standard's name. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  HK: ['Hong Kong'],
  KR: ['Korea', 'Republic of Korea'],
  MO: ['Macau', 'Macao'],
  NL: ['Holland'],
  TR: ['Turkey'],
  US: ['United States of America', 'America'],
};

const ISO_3166 =
  'AD:AND AE:ARE AF:AFG AG:ATG AI:AIA AL:ALB AM:ARM AO:AGO AQ:ATA AR:ARG AS:ASM AT:AUT AU:AUS AW:ABW AX:ALA AZ:AZE ' +
  'BA:BIH BB:BRB BD:BGD BE:BEL BF:BFA BG:BGR BH:BHR BI:BDI BJ:BEN BL:BLM BM:BMU BN:BRN BO:BOL BQ:BES BR:BRA BS:BHS ' +
  'BT:BTN BV:BVT BW:BWA BY:BLR BZ:BLZ CA:CAN CC:CCK CD:COD CF:CAF CG:COG CH:CHE CI:CIV CK:COK CL:CHL CM:CMR CN:CHN ' +
  'CO:COL CR:CRI CU:CUB CV:CPV CW:CUW CX:CXR CY:CYP CZ:CZE DE:DEU DJ:DJI DK:DNK DM:DMA DO:DOM DZ:DZA EC:ECU EE:EST ' +
  'EG:EGY EH:ESH ER:ERI ES:ESP ET:ETH FI:FIN FJ:FJI FK:FLK FM:FSM FO:FRO FR:FRA GA:GAB GB:GBR GD:GRD GE:GEO GF:GUF ' +
  'GG:GGY GH:GHA GI:GIB GL:GRL GM:GMB GN:GIN GP:GLP GQ:GNQ GR:GRC GS:SGS GT:GTM GU:GUM GW:GNB GY:GUY HK:HKG HM:HMD ' +
  'HN:HND HR:HRV HT:HTI HU:HUN ID:IDN IE:IRL IL:ISR IM:IMN IN:IND IO:IOT IQ:IRQ IR:IRN IS:ISL IT:ITA JE:JEY JM:JAM ' +
  'JO:JOR JP:JPN KE:KEN KG:KGZ KH:KHM KI:KIR KM:COM KN:KNA KP:PRK KR:KOR KW:KWT KY:CYM KZ:KAZ LA:LAO LB:LBN LC:LCA ' +
  'LI:LIE LK:LKA LR:LBR LS:LSO LT:LTU LU:LUX LV:LVA LY:LBY MA:MAR MC:MCO MD:MDA ME:MNE MF:MAF MG:MDG MH:MHL MK:MKD ' +
  'ML:MLI MM:MMR MN:MNG MO:MAC MP:MNP MQ:MTQ MR:MRT MS:MSR MT:MLT MU:MUS MV:MDV MW:MWI MX:MEX MY:MYS MZ:MOZ NA:NAM ' +
  'NC:NCL NE:NER NF:NFK NG:NGA NI:NIC NL:NLD NO:NOR NP:NPL NR:NRU NU:NIU NZ:NZL OM:OMN PA:PAN PE:PER PF:PYF PG:PNG ' +
  'PH:PHL PK:PAK PL:POL PM:SPM PN:PCN PR:PRI PS:PSE PT:PRT PW:PLW PY:PRY QA:QAT RE:REU RO:ROU RS:SRB RU:RUS RW:RWA ' +
  'SA:SAU SB:SLB SC:SYC SD:SDN SE:SWE SG:SGP SH:SHN SI:SVN SJ:SJM SK:SVK SL:SLE SM:SMR SN:SEN SO:SOM SR:SUR SS:SSD ' +
  'ST:STP SV:SLV SX:SXM SY:SYR SZ:SWZ TC:TCA TD:TCD TF:ATF TG:TGO TH:THA TJ:TJK TK:TKL TL:TLS TM:TKM TN:TUN TO:TON ' +
  'TR:TUR TT:TTO TV:TUV TW:TWN TZ:TZA UA:UKR UG:UGA UM:UMI US:USA UY:URY UZ:UZB VA:VAT VC:VCT VE:VEN VG:VGB VI:VIR ' +
  'VN:VNM VU:VUT WF:WLF WS:WSM YE:YEM YT:MYT ZA:ZAF ZM:ZMB ZW:ZWE XK:XKX';
