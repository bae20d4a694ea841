import { quote } from '../../cascade/checks.ts';
import type { NodeBase } from '../../cascade/definition.ts';
import type { LintRule } from '../../cascade/lint.ts';
import { valuesRead } from '../../cascade/nodes/if-else.ts';
import { isKind, NODES } from '../../cascade/registry.ts';
import type { NodeRegistry } from '../../cascade/kinds.ts';
import { withoutAgeOfThings, wordsOfField } from '../../personal-fields.ts';

/*
 * Grounds on which nobody may be turned down: race, color, religion, national origin, sex, marital status, age, public
 * assistance (15 USC 1691(a)); for housing also familial status and disability (42 USC 3604). A condition on one may
 * still be lawful (age as capacity to contract, 12 CFR 1002.6(b)(2)), so a person has to say why.
 */
const BASES: readonly (readonly [basis: string, words: RegExp])[] = [
  ['race', / (?:race|racial|ethnicity|ethnic(?: group| origin)?) /],
  ['color', /^ colou?r $| skin (?:colou?r|tone) /],
  ['religion', / (?:religion|religious|creed|faith|church|denomination) /],
  [
    'national origin',
    / (?:nationality|national origin|ancestry|citizen|citizenship|(?:country|place) of (?:birth|origin)|birth (?:country|place)|birthplace|immigration|visa) /,
  ],
  ['sex', / (?:sex|gender|sexual orientation|pronouns?|pregnan(?:t|cy)|title|salutation) /],
  ['marital status', / (?:marital|married|maritalstatus|spouse|husband|wife|divorced|widow(?:ed|er)?) /],
  ['age', / (?:age|dob|date of birth|birth (?:date|day|year)|birthdate|birthday|year of birth|senior|elderly) /],
  [
    'income from public assistance',
    / (?:public assistance|welfare|section 8|housing voucher|voucher|snap|tanf|ssi|ssdi|food stamps?|medicaid) /,
  ],
  ['familial status', / (?:familial|family (?:status|size)|children|child|kids|dependents?|dependants?|minors) /],
  [
    'disability',
    / (?:disab(?:led|ility|ilities)|handicap(?:ped)?|wheelchair|(?:service|assistance|emotional support) animal|medical condition|health condition) /,
  ],
];

/** What stands for one of them often enough to be asked about. */
const PROXIES =
  / (?:postal code|postcode|zip(?: code)?|zipcode|neighbou?rhood|census tract|(?:first|last|given|family|middle|maiden) name|surname|name|language|accent) /;

/** What has an age or a name, and is no person. */
const OF_THINGS =
  / (?:vehicle|car|truck|building|home|house|property|unit|account|credit|file|company|business|employer|school|loan|product|plan|program|promo|sex offender) /;

interface BasisRead {
  readonly nodeId: string;
  readonly field: string;
  /** Null for what may stand for one. */
  readonly basis: string | null;
}

/** The conditions of a choice on what the caller says of a person, if it is a prohibited basis or stands for one. */
function basesRead(definition: readonly NodeBase[], registry: NodeRegistry): readonly BasisRead[] {
  const isReport = (id: string) => {
    const source = definition.find((node) => node.id === id);
    return source !== undefined && registry.sourceOf(source)?.kind === 'report';
  };
  return definition.flatMap((node) => {
    if (!isKind(node, 'IfElse')) return [];
    const fields = valuesRead(node)
      .filter(({ source_node_id: id }) => !isReport(id))
      .map(({ field }) => field);
    return [...new Set(fields)].flatMap((field): BasisRead[] => {
      const words = withoutAgeOfThings(wordsOfField(field));
      if (OF_THINGS.test(words)) return [];
      const basis = BASES.find(([, pattern]) => pattern.test(words))?.[0];
      if (basis !== undefined) return [{ nodeId: node.id, field, basis }];
      return PROXIES.test(words) ? [{ nodeId: node.id, field, basis: null }] : [];
    });
  });
}

export const warnOfProhibitedBases: LintRule = (definition, registry) =>
  basesRead(definition, registry).map(({ nodeId, field, basis }) =>
    basis === null
      ? {
          code: 'proxy_of_prohibited_basis' as const,
          node_id: nodeId,
          message: `${quote(field)} often stands for race or national origin: check that the choice does without it.`,
        }
      : {
          code: 'prohibited_basis' as const,
          node_id: nodeId,
          message:
            `${quote(field)} reads ${basis}, on which nobody may be turned down (15 USC 1691(a); 42 USC 3604). ` +
            'Live mode needs `prohibited_basis_note` in the node: which law allows it here, and why.',
        },
  );

/** The choices on a prohibited basis that say nothing of why the law allows it. */
export function unexplainedBases(definition: readonly NodeBase[]): readonly BasisRead[] {
  return basesRead(definition, NODES).filter(({ nodeId, basis }) => {
    const node = definition.find(({ id }) => id === nodeId);
    const note = node !== undefined && isKind(node, 'IfElse') ? node.prohibited_basis_note : undefined;
    return basis !== null && (note ?? '').trim() === '';
  });
}
