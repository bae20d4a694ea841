import { isPersonal, isSecret } from '../../core/personal-fields.ts';
import { expect, test } from '../support/jest.ts';

const SMALL = 5;

// Rules: 10.23.14
test.each([
  [
    'applicant.age',
    'customer.age',
    'age_years',
    'min_age',
    'age_group',
    'age_at_application',
    'household.youngest_age',
  ],
  [
    'co_applicant.age',
    'children.min.age',
    'crew_average_age',
    'average_age_of_drivers',
    "driver's age",
    'retirement_age',
    'sailor_age',
    'fishermen.min.age',
    'therapist_age',
  ],
  [
    'dob',
    'birth_year',
    'months_since_birth',
    'year_of_birth',
    'place_of_birth',
    'over_62',
    'is_senior',
    'yrs_old',
    'yearsOld',
  ],
])('somebody’s age and birth are told to nobody: %s', (...fields) => {
  expect(fields.filter((field) => !isPersonal(field, SMALL) || !isSecret(field))).toEqual([]);
});

// Rules: 10.23.14
test.each([
  ['vehicle.age', 'wallet_age_days', 'account_age_months', 'age_of_the_oldest_account', 'average_age_of_accounts'],
  [
    'fleet.average_age',
    'llama_age_years',
    'pets.0.age',
    'hive_age',
    'case_age_days',
    'age_of_onboarding',
    'sim_age_days',
  ],
  ['building_years_old', 'phone_number_age_days', 'number_age', 'boat.engine.age'],
])('of the age of a thing the figure is printed: %s', (...fields) => {
  expect(fields.filter((field) => isPersonal(field, SMALL) || isSecret(field))).toEqual([]);
});

// Rules: 10.23.14
test.each([
  ['licence', 'licence_no', 'passport', 'phone', 'mobile', 'email', 'customer_id', 'member_number', 'account_number'],
  [
    'ein',
    'tax_id',
    'employee_no',
    'case_number',
    'reference',
    'emergency_contact',
    'login',
    'card_last_four',
    'ssn_last4',
  ],
])('a name that ends with what identifies somebody is not printed: %s', (...fields) => {
  expect(fields.filter((field) => !isPersonal(field, SMALL))).toEqual([]);
});

test.each([
  ['licence_years', 'licence_points', 'license_suspensions', 'phone_calls_per_month', 'phone_contract_months'],
  ['email_opens', 'days_since_last_contact', 'contact_attempts', 'passport_expires_on', 'mobile_home_value'],
  [
    'number_of_employees',
    'pins_entered',
    'card_utilization',
    'id_checks_failed',
    'references_checked',
    'member_months',
  ],
])('what is only about it is printed: %s', (...fields) => {
  expect(fields.filter((field) => isPersonal(field, SMALL))).toEqual([]);
});

// Rules: 10.23.14
test('unless it has the digits of one', () => {
  expect(isPersonal('phone_home', 2_175_550_100)).toBe(true);
  expect(isPersonal('phone_home', SMALL)).toBe(false);
});
