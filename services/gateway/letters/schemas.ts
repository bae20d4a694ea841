import type { JsonObject } from '../../../core/json.ts';
import { WHY_PARKED } from '../../../core/cascade/contract.ts';
import { EXECUTION_MODES } from '../../../core/states.ts';
import { NOTICE_DUE } from '../executions/schemas.ts';
import {
  count,
  extended,
  flag,
  id,
  idOrNull,
  list,
  named,
  nullable,
  object,
  oneOf,
  oneOfOrNull,
  record,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '../http/schemas.ts';
import { WAITING_STATES } from './waiting.ts';

export const WAITING_LETTER = named(
  'WaitingLetter',
  record(
    'A letter that waits for a person.',
    'waiting_letter',
    {
      id: id('Number in this list, the same as long as the letter waits.'),
      state: oneOf(
        '`draft`: a person sends or discards it. `needs_reasons`, `needs_variables`, `needs_name`, `needs_address`: it is ' +
          'parked until a person gives them. `needs_glyphs`: it waits until your operator adds a font that has its ' +
          'characters. `to_post`: it goes by post, and a person records that it was posted. `owed`: a person was denied, ' +
          'and no letter went out (`notices_due`). `returned`: it came back (`report`), and was not sent again since. ' +
          '`resend_failed`: sending it again failed (`error_code`).',
        WAITING_STATES,
      ),
      execution_id: id('Execution.'),
      workflow_id: id('Cascade.'),
      workflow_name: text('Name of the cascade.'),
      external_reference: textOrNull('Correlation id of the caller.'),
      execution_mode: oneOf('Mode.', EXECUTION_MODES),
      node_id: textOrNull('Node of the letter; of those that are owed, each of `notices_due` has its own.'),
      notice_artifact_id: idOrNull('Its PDF; null if there is none.'),
      due_at: timeOrNull('When it is due; null if nothing says so.'),
      overdue: flag('True if it is past that time.'),
      since: time('Since when it waits.'),
      assigned_to_user_id: idOrNull('Reviewer who claimed it.'),
      snoozed_until: timeOrNull('Until when its review is put off.'),
      variables: {
        type: ['array', 'null'],
        items: text('Path.'),
        description: 'Paths of the variables without a value.',
      },
      why: oneOfOrNull(
        '`free_text_only`: its only reasons are the words of a reviewer. `other_person`: it goes to another person. ' +
          '`report_corrected`: a report was corrected since the first of two letters.',
        WHY_PARKED,
      ),
      notices_due: list(
        'Who is owed a letter.',
        named(
          'OwedNotice',
          extended(
            NOTICE_DUE,
            'A notice that is owed, and what its step failed on.',
            {
              error_code: textOrNull('Why its step failed; null if none did.'),
              lacks: textOrNull(
                'The missing part of a notice that failed with `notice_incomplete`, else null; only with `executions:read:full`.',
              ),
            },
            ['lacks'],
          ),
        ),
      ),
      report: nullable(
        object('The report that came back.', {
          kind: oneOf('`bounce`: refused for good. `undelivered`: given up.', ['bounce', 'undelivered']),
          status: textOrNull('Enhanced status code (RFC 3463), such as 5.1.1.'),
        }),
      ),
      error_code: textOrNull('Why it could not be sent again.'),
      applicant_name: textOrNull('Name of the applicant; only with `executions:read:full`.'),
    },
    ['applicant_name'],
  ),
);

export const WAITING_COUNTS = object('How many letters wait, whatever the filters.', {
  total: count('All.'),
  overdue: count('Past their due time.'),
  by_state: object('By state.', Object.fromEntries(WAITING_STATES.map((state) => [state, count('Letters.')]))),
});

const BY_STATE: JsonObject = Object.fromEntries(WAITING_STATES.map((state) => [state, 0]));
export const WAITING_COUNTS_EXAMPLE: JsonObject = { total: 1, overdue: 1, by_state: { ...BY_STATE, owed: 1 } };

export const WAITING_LETTER_EXAMPLE: JsonObject = {
  id: 18845,
  object: 'waiting_letter',
  state: 'owed',
  execution_id: 4711,
  workflow_id: 12,
  workflow_name: 'Tenant screening',
  external_reference: 'application-2041',
  execution_mode: 'live',
  node_id: null,
  notice_artifact_id: null,
  due_at: '2026-03-22T15:04:05.120Z',
  overdue: true,
  since: '2026-03-02T15:05:00.000Z',
  assigned_to_user_id: null,
  snoozed_until: null,
  variables: null,
  why: null,
  notices_due: [
    {
      applicant: 'applicant',
      kind: 'tenant',
      due_at: '2026-03-22T15:04:05.120Z',
      why: 'step_failed',
      node_id: 'deny',
      error_code: 'notice_incomplete',
      lacks: "The notice lacks: the applicant's postal address.",
    },
  ],
  report: null,
  error_code: null,
  applicant_name: 'Pat Doe',
};
