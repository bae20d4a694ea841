import { ANY_VALUE } from './operators/index.ts';
import type { Branches, CascadeBranch, CascadeCondition } from './definition.ts';

/** Holds for every run, because every run has an id. */
export const OF_EVERYBODY = {
  source_node_id: 'context',
  field: 'execution.id',
  operator: ANY_VALUE,
} as const satisfies CascadeCondition;

/** True for `OF_EVERYBODY`. It says nothing about an applicant, so it is never shown. */
export const isOfEverybody = ({
  source_node_id: source,
  field,
  operator,
}: Readonly<Record<'source_node_id' | 'field' | 'operator', string>>): boolean =>
  source === OF_EVERYBODY.source_node_id && field === OF_EVERYBODY.field && operator === OF_EVERYBODY.operator;

const matchesEverybody = (branch: CascadeBranch | undefined): boolean => {
  const groups = branch?.condition_groups ?? [];
  return (
    groups.length > 0 && groups.every(({ conditions }) => conditions.length > 0 && conditions.every(isOfEverybody))
  );
};

/** True if the choice compares nothing and only asks a person. The row before it says why. */
export const onlyAsks = ({ pass, human_review: review }: Branches): boolean =>
  pass === undefined && matchesEverybody(review);
