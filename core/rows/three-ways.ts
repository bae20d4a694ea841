import { OF_EVERYBODY } from '../cascade/asking.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import { validateDefinition } from '../cascade/validate.ts';
import { asJsonObject } from '../json.ts';
import { nameOfRows } from '../rules/rows.ts';
import { CANNOT } from './checks.ts';
import { Draft } from './draft.ts';
import { RowsRefused } from './row.ts';
import type { TableNode } from '../readback/table.ts';

/** Splits the rows into a node each. A third node asks the person, so that its denial cannot lead to another row. */
export function splitThreeWay(definition: CascadeDefinition, { choice, rows }: TableNode): CascadeDefinition {
  const review = rows.find(({ branch }) => branch === 'human_review');
  if (review === undefined) throw new Error('a choice between three ways has no row that asks');
  const draft = new Draft(definition);
  const { review: settings, ...node } = asJsonObject(choice);
  const { pass, human_review: asks } = choice.branches;
  const approved = choice.human_review_steps ?? [];
  const ask = draft.add('ask', {
    ...{ id: '', type: 'IfElse', name: 'Human review' },
    branches: {
      human_review: { group_logic: 'and', condition_groups: [{ logic: 'and', conditions: [{ ...OF_EVERYBODY }] }] },
    },
    ...(settings === undefined ? {} : { review: settings }),
    human_review_steps: [...(approved.length > 0 ? approved : (choice.pass_steps ?? []))],
    fail_steps: [...(choice.fail_steps ?? [])],
  });
  const { everyone_else: rest, human_review_steps: _steps, ...others } = node;
  const asked = draft.add(review.sentence.id === undefined ? review.id : 'review_if_1', {
    ...others,
    name: nameOfRows([review]) || 'Reasons to review',
    ...(rest === undefined ? {} : { everyone_else: rest }),
    branches: asJsonObject({ pass: asks }),
    pass_steps: [ask],
    fail_steps: [...(choice.fail_steps ?? [])],
  });
  if (pass === undefined) {
    draft.change(choice.id, { ...draft.node(asked), id: choice.id });
  } else {
    draft.change(choice.id, {
      branches: asJsonObject({ pass }),
      review: undefined,
      everyone_else: undefined,
      human_review_steps: undefined,
      fail_steps: [asked],
    });
  }
  const { definition: made } = validateDefinition(draft.finish());
  if (made === null) throw new RowsRefused([{ field: 'rules', message: CANNOT, nodeId: choice.id }]);
  return made;
}
