import type { LintRule } from '../../cascade/lint.ts';
import { unconditionalNotices } from '../decided/unconditional.ts';

/** Warns of notices that a run issues whatever its conditions say. Source: semantics 2.9.9; 12 CFR 1002.9(b)(2). */
export const warnOfUnconditionalNotices: LintRule = (definition, registry) =>
  unconditionalNotices(definition, registry).map((id) => ({
    code: 'unconditional_notice',
    node_id: id,
    message:
      'Every run issues this notice, or one as grave, whatever its conditions say, so it has no specific reasons to ' +
      'give. Let an IfElse with a branch that avoids it lead here.',
  }));
