import places from '../../data/notices/places.json' with { type: 'json' };
import rules from '../../data/notices/jurisdictions.json' with { type: 'json' };
import { quote } from '../cascade/checks.ts';
import type { NodeBase } from '../cascade/definition.ts';
import { isKind } from '../cascade/registry.ts';
import type { ErrorDetail } from '../errors.ts';

/* Places that a notice may name as its jurisdiction, and those whose law is known here. Source: semantics 10.6. */

const SUBDIVISIONS: Readonly<Record<string, string | undefined>> = places.subdivisions.codes;
const COUNTIES: Readonly<Record<string, string | undefined>> = places.counties.codes;
const STATES: Readonly<Record<string, string | undefined>> = places.states;
const RULES: Readonly<Record<string, { readonly name: string } | undefined>> = rules.jurisdictions;

const isAmong = (codes: string | undefined, code: string) => codes?.split(' ').includes(code) === true;

/** The fault of a code that names no place; null if it names one. */
export function faultOfPlace(code: string): string | null {
  const [country = '', part = '', county, ...more] = code.split('-');
  const state = `${country}-${part}`;
  const known = Object.hasOwn(SUBDIVISIONS, country) ? SUBDIVISIONS[country] : undefined;
  if (known === undefined) return `names no place of ISO 3166-2: ${quote(country)} is no country; one is \`US-CA\``;
  if (!isAmong(known, part)) {
    const some = known.split(' ').slice(0, MOST_NAMED).join(', ');
    return `names no place of ISO 3166-2: ${quote(part)} is no part of ${country}, which has ${some}${known.split(' ').length > MOST_NAMED ? ' …' : ''}`;
  }
  if (county === undefined) return null;
  const own = Object.hasOwn(COUNTIES, state) ? COUNTIES[state] : undefined;
  if (own === undefined || more.length > 0) {
    return 'names no place: only a state or territory of the United States is followed by the code of a county';
  }
  if (isAmong(own, county)) return null;
  const [first = '', last = ''] = [own.split(' ')[0], own.split(' ').at(-1)];
  return `names no county: ${STATES[state] ?? state} has none with the FIPS code ${county}; its codes are from ${first} to ${last}`;
}

const MOST_NAMED = 60;

/** The place whose rule applies: the place itself, its state, or the general rule. */
export function placeOfRule(code: string): { readonly code: string | null; readonly name: string } {
  const state = code.split('-').slice(0, 2).join('-');
  for (const place of [code, state]) {
    const rule = Object.hasOwn(RULES, place) ? RULES[place] : undefined;
    if (rule !== undefined) return { code: place, name: rule.name };
  }
  return { code: null, name: rules.default.name };
}

/** The rule that applies to a place without one of its own, in words; null if it has one. */
export function ruleInstead(code: string): string | null {
  const rule = placeOfRule(code);
  if (rule.code === code) return null;
  const whose = rule.code === null ? `the general rule of the ${rule.name}` : `that of ${rule.name} (${rule.code})`;
  return `no rule of ${code} is known here, and ${whose} is used instead`;
}

export function jurisdictionOfNode(node: NodeBase): string | undefined {
  const settings = isKind(node, 'AdverseAction') ? node.adverse_action : undefined;
  return typeof settings?.jurisdiction === 'string' ? settings.jurisdiction : undefined;
}

/** Codes that name no place, unless the same node had the code before: a saved definition stays valid. */
export function unknownPlaces(definition: readonly NodeBase[], before: readonly NodeBase[]): readonly ErrorDetail[] {
  const earlier = new Map(before.map((node) => [node.id, jurisdictionOfNode(node)]));
  return definition.flatMap((node, index) => {
    const code = jurisdictionOfNode(node);
    const fault = code === undefined || earlier.get(node.id) === code ? null : faultOfPlace(code);
    const field = `definition[${index}].adverse_action.jurisdiction`;
    return fault === null ? [] : [{ field, message: fault }];
  });
}
