import { ON_MISSING } from '../../../core/cascade/on-missing.ts';
import { WARNING_CODES } from '../../../core/rules/warnings.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import {
  count,
  extended,
  flag,
  free,
  list,
  named,
  nullable,
  object,
  oneOf,
  text,
  textOrNull,
} from '../http/schemas.ts';
import { EXAMPLES, MISSING_VALUES, NO_RULES, RULES, STEPS } from './reading-schemas.ts';
import { DEFINITION, WARNINGS, WORKFLOW_DETAIL } from './schemas.ts';

/* The result of compiling a policy in plain language. */

const WARNING = named('CascadeGenerationWarning', {
  type: 'object',
  description: 'A point that a person should check. It does not keep the cascade from running.',
  properties: {
    node_id: text('Node that it is about.'),
    code: {
      type: 'string',
      enum: [...WARNING_CODES],
      description:
        'Kind of warning. Of cascades whose rules a model wrote: `decides_everybody`, `readings_disagree` (two readings of the ' +
        'policy decide an applicant differently), `better_is_worse` (who has more of what is good is decided worse), ' +
        '`not_accounted_for` (a sentence that is in no rule), `read_once` (there was no other reading to compare with).',
    },
    message: text('The point to check.'),
    applicant: free(
      'For `readings_disagree`: an applicant whom the two readings treat differently, as `POST /workflows/{id}/simulate` takes one.',
    ),
  },
  required: ['node_id', 'code', 'message'],
});

const QUOTE = {
  text: text('The words.'),
  offset: count('Where they begin in the prompt.'),
};

const UNREAD = object('A sentence that is not read.', {
  ...QUOTE,
  message: text('Why.'),
  suggestions: list(
    'Up to four sentences that are read, and an empty one if it may decide nothing. None replaces the sentence by itself. `left_out` says what each lacks, figures included.',
    object('One sentence.', {
      text: text('The replacement for `text` of the sentence. If empty, the sentence is left out.'),
      read_as: text('The meaning that it would get.'),
      left_out: list('Words of the sentence that it does not say.', text('Words.')),
    }),
  ),
});

const READINGS = object('For rules that a model wrote: the readings of the policy that were compared.', {
  count: count('Number of readings. With one, nothing was compared.'),
  models: list(
    'Who read it: the model, the one of the second reading if it came in time, and `builtin-1` if the built-in grammar reads it.',
    text('Name of a model.'),
  ),
  disagreements: list(
    'Applicants whom another reading decides differently from the first.',
    object('One applicant.', {
      message: text('Who that is, and what each reading decides.'),
      applicant: nullable(
        free('The applicant, as `POST /workflows/{id}/simulate` takes one; null if it is about a sentence.'),
      ),
      ways: list(
        'The decisions of the two readings, that of the first one first.',
        object('One reading.', {
          by: oneOf('Which reading.', ['first', 'second', 'grammar']),
          decision: text('Its decision.'),
          sentence: nullable(object('The words of the rule that decides; null if no sentence does.', QUOTE)),
        }),
      ),
    }),
  ),
});

/** `readings`, `unquoted` and `numbers` are present if a model wrote the rules. */
const EXPLANATION: JsonSchema = {
  ...object(
    'The reading of each sentence of the policy, and the assumptions. For a refused policy, the sentences that were understood.',
    {
      sentences: list(
        'The sentences that were read, in the order of the policy.',
        object('One sentence.', {
          ...QUOTE,
          decision: text('Its decision.'),
          node_ids: list('The nodes that it became; none of a policy that is refused.', text('Id of a node.')),
          read_as: text('The meaning that it was given.'),
        }),
      ),
      branches: list(
        'For each branch an applicant who takes it.',
        object('One branch.', {
          node_id: text('Node.'),
          branch: text('Branch.'),
          outcome: textOrNull('The outcome of the applicant.'),
          example: free('The applicant: `payload`, and `reports` if test mode would give others.'),
        }),
      ),
      branches_without_example: list(
        'Nobody was found who takes these; perhaps nobody can.',
        object('One branch.', { node_id: text('Node.'), branch: text('Branch.') }),
      ),
      assumptions: list('Assumptions where the policy says nothing.', text('One sentence.')),
      readings: READINGS,
      unquoted: list(
        'For rules that a model wrote: sentences that no rule quotes, and the words of other sentences outside their quotes.',
        object('Words in no rule.', {
          ...QUOTE,
          part: oneOf('A whole sentence, or the rest of one.', ['sentence', 'rest']),
          is_remark: flag('True: the model says that it decides nothing.'),
        }),
      ),
      numbers: list(
        'For rules that a model wrote: numbers of the policy that are not in the rule that quotes their sentence.',
        object('A number.', QUOTE),
      ),
    },
  ),
  required: ['sentences', 'branches', 'branches_without_example', 'assumptions'],
};

const METADATA = {
  name: text('Name of the cascade.'),
  model: text('The reader of the policy; `builtin-1` is the built-in grammar.'),
  repaired: flag('True: the first answer of a model was not valid, and its second one is.'),
  approved_without: list(
    'To be said first: who is approved because a value is missing, by the rule that would deny or review them with it. ' +
      'Nothing is chosen by itself. To choose, set `on_missing` of the condition groups with that `id`.',
    object('One applicant.', {
      text: text('Who that is, and what becomes of them.'),
      outcome: oneOf('Their outcome.', ['approved', 'conditional']),
      field: text('The value that is missing, as the rules call it.'),
      rule_id: text('`id` of the condition groups of the rule.'),
      node_ids: list('The nodes in which these stand.', text('Id of a node.')),
      choices: list(
        'The choices for `on_missing` there; left out, it stays as it is.',
        oneOf('One choice.', ON_MISSING),
      ),
      applicant: free('The applicant, as `POST /workflows/{id}/simulate` takes one.'),
    }),
  ),
  warnings: { type: 'array', items: WARNING, description: 'Points that a person should check.' },
  unrecognized: {
    type: 'array',
    description:
      'Words of the prompt that were not understood and decide nothing. Of rules that a model wrote: the words of ' +
      '`explanation.unquoted` and `explanation.numbers`.',
    items: object('Words of the prompt.', QUOTE),
  },
  reading: object('The cascade in English, as in `GET /workflows/{id}/reading`.', {
    rules: RULES,
    no_rules: NO_RULES,
    missing_values: MISSING_VALUES,
    steps: STEPS,
    always: list('Rules that apply to every cascade.', text('One sentence.')),
  }),
  examples: EXAMPLES,
  explanation: EXPLANATION,
};

const GENERATION = named('CascadeGeneration', {
  type: 'object',
  description: 'How the cascade was made.',
  properties: METADATA,
  required: ['name', 'model', 'repaired', 'warnings', 'unrecognized'],
});

export const GENERATED = named(
  'GeneratedWorkflow',
  extended(WORKFLOW_DETAIL, 'The cascade as it was saved.', { generation: GENERATION }),
);

export const PREVIEW = named('CascadeGenerationPreview', {
  type: 'object',
  description: 'The cascade that would be saved. Nothing is saved.',
  properties: {
    object: { type: 'string', const: 'cascade_generation' },
    definition: DEFINITION,
    valid: flag('False: no valid cascade could be generated; `errors` says why.'),
    errors: {
      type: 'array',
      description: 'Only if it is not valid.',
      items: {
        type: 'object',
        properties: {
          field: text('Field of the request or of the definition.'),
          message: text('The fault.'),
        },
        required: ['field', 'message'],
      },
    },
    unread: list(
      'Only if it is not valid: the sentences because of which it is not, in the order of the policy, and what could stand ' +
        'in their place. Nothing is put there by itself: put one there, or write the sentence anew, and ask again.',
      UNREAD,
    ),
    ...METADATA,
    definition_warnings: {
      ...WARNINGS,
      description: 'The `warnings` of the cascade once saved; `warnings` here are those of the generation.',
    },
  },
  required: [
    'object',
    'definition',
    'valid',
    'name',
    'model',
    'repaired',
    'warnings',
    'unrecognized',
    'definition_warnings',
  ],
});

export const GENERATION_EXAMPLE: JsonObject = {
  name: 'Tenant screening policy',
  model: 'builtin-1',
  repaired: false,
  warnings: [],
  unrecognized: [],
  explanation: {
    sentences: [
      {
        text: 'Approve if the score is at least 680',
        offset: 0,
        decision: 'approve',
        node_ids: ['approve_if_1', 'approve'],
        read_as: 'Approve if the credit score is at least 680. If the credit score is not known, it does not hold.',
      },
    ],
    branches: [],
    branches_without_example: [],
    assumptions: [],
  },
};
