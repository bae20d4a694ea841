import type { JsonSchema } from '../../../core/json.ts';
import { count, flag, free, list, named, object, oneOf, text, textOrNull } from '../http/schemas.ts';

/* A cascade in English, saved or not. */

export const RULES: JsonSchema = {
  type: ['array', 'null'],
  description:
    'The first rule that holds decides. Null if the cascade is no list of rules, because steps run side by side or ' +
    'in a loop, or are too many: then the steps tell it.',
  items: object('One rule.', {
    number: {
      type: ['integer', 'null'],
      minimum: 1,
      description:
        'As in `GET /workflows/{id}/rules`. A case that a person decides because a value is missing has the number of its ' +
        'rule. Null for what is no rule there, such as everyone else.',
    },
    id: textOrNull('By what the definition knows it.'),
    text: text('The rule, in the words of its author where the definition has them.'),
    read_as: textOrNull(
      'What these words were read as: what runs. Null if it says the same. A long condition is a list, a part on each line.',
    ),
    details: list('Its other effects.', text('One sentence.')),
    node_ids: list('The steps that it comes from.', text('Id of a node.')),
  }),
};

export const NO_RULES: JsonSchema = {
  type: ['object', 'null'],
  description: 'The reason why the cascade is not a list of rules. Null if it is one, or has no steps.',
  properties: { node_id: text('Where that is; empty if it is no one node.'), text: text('Why.') },
  required: ['node_id', 'text'],
};

export const MISSING_VALUES = list(
  'Outcomes of applicants without a value. A value that is not listed is in every report.',
  object('One value.', { field: text('The value.'), text: text('The outcome of the applicant.') }),
);

export const STEPS = list(
  'Node by node; nothing is left out.',
  object('One node.', { node_id: text('Id of the node.'), text: text('Its action.') }),
);

const RESULT = oneOf(
  'The outcome of the applicant; `review` means that a person decides, `undecided` that the run ends without an outcome.',
  ['approved', 'denied', 'conditional', 'review', 'undecided', 'failed'],
);
const EXAMPLE_APPLICANT = free('Members `payload` and `reports` of `POST /workflows/{id}/simulate`.');

export const EXAMPLES = named('WorkflowExamples', {
  type: 'object',
  description:
    'For each value that conditions compare the applicants at and beside each threshold, and what becomes of them: the ' +
    'interpreter was run for each of them.',
  properties: {
    tables: list(
      'One for each value.',
      object('Applicants who differ in one value.', {
        field: text('The value, as the rules call it.'),
        rules: list(
          'Numbers of the rules that compare it, whose edges these are, as in `GET /workflows/{id}/rules`.',
          count('From 1.'),
        ),
        others: list('Values that all applicants of the table have.', text('One value.')),
        rows: list(
          'In the order of the values; last the applicant without one.',
          object('One applicant.', {
            value: text('The value in words.'),
            is_threshold: flag('True if a condition names the value.'),
            result: RESULT,
            applicant: EXAMPLE_APPLICANT,
          }),
        ),
      }),
    ),
    left_out: list(
      'Values without a table: parts of lists, what the run itself sets, and those beyond 80 rows in all, or ' +
        'beyond the budget of work.',
      text('One value.'),
    ),
  },
  required: ['tables', 'left_out'],
});

const EFFECT = named(
  'RuleEffect',
  object('Applicants who are treated differently.', {
    text: text('The applicants and what changes for them: "credit score 660–679: review → denied".'),
    field: text('The value that tells them.'),
    range: text('Its values, in words.'),
    before: RESULT,
    after: RESULT,
    is_worse: flag('Worse for the applicant than before.'),
    others: list('The other values of the applicant with whom it was tried.', text('One value.')),
    applicant: EXAMPLE_APPLICANT,
  }),
);

/** Effects between two definitions: two versions, or rules before and after a change. */
export const EFFECTS = {
  effects: list(
    'Who is treated differently, worst first, at most 50. Found by runs of both at and beside each threshold; where a ' +
      'person is asked, by each decision.',
    EFFECT,
  ),
  more_effects: count('How many more were found.'),
  untried: count(
    'How many comparisons of both were not tried, because that would be too much work, or because no applicant can be ' +
      'given the value, as that of an item of a list. Above 0 there may be more effects, even if none was found.',
  ),
};
