import type { LintRule } from '../../cascade/lint.ts';
import { faultOfPlace, jurisdictionOfNode, ruleInstead } from '../places.ts';

/** Warns of a notice for a place whose law is not known here: its letters do not mention that law. */
export const warnOfPlaces: LintRule = (definition) =>
  definition.flatMap((node) => {
    const code = jurisdictionOfNode(node);
    if (code === undefined) return [];
    const fault = faultOfPlace(code);
    const instead = ruleInstead(code);
    const said = [
      ...(fault === null ? [] : [`\`jurisdiction\` \`${code}\` ${fault}.`]),
      ...(instead === null
        ? []
        : [`For its waiting period and its paragraphs ${instead}. Have the law of the place looked at.`]),
    ];
    return said.length === 0
      ? []
      : [{ code: 'no_rule_of_jurisdiction' as const, node_id: node.id, message: said.join(' ') }];
  });
