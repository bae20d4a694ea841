import { expect, test } from '../../support/jest.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { World } from './world.ts';

// Rules: 12.1.1, 16.20.15
test('a mail shows the last characters of identifiers, and nothing of numbers that nobody declared, in subject and body, text and HTML', () => {
  const world = new World(
    [
      { id: 'start', type: 'ApplicantSource', next_step: ['letter'] },
      {
        id: 'letter',
        type: 'Action',
        action_type: 'SendEmail',
        email: {
          to: '{{applicant.email}}',
          subject: 'About {{applicant.ssn}}',
          body: '<p>{{applicant.first_name}}, born {{applicant.date_of_birth}}, account {{applicant.account_number}} of {{applicant.bank_no}}</p>',
        },
      },
    ] as unknown as CascadeDefinition,
    {
      payload: {
        applicant: {
          ...{ first_name: 'Dana', email: 'dana@example.com', ssn: '123-45-6789' },
          ...{ date_of_birth: '1988-04-17', account_number: '00998877665', bank_no: '5544332211' },
        },
      },
      ...dictionaryIn({ 'applicant.account_number': { type: 'text', kind: 'identifier' } }),
    },
  );
  world.advance();
  expect([...world.openEffects.values()].map(({ request }) => request)).toEqual([
    expect.objectContaining({
      to: 'dana@example.com',
      subject: 'About ***-**-6789',
      text: expect.stringContaining('Dana, born 1988-**-**, account ****7665 of ***'),
      html: '<p>Dana, born 1988-**-**, account ****7665 of ***</p>',
    }),
  ]);
});
