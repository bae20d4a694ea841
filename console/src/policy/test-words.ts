/** The external effects of a test run. They are real, so nobody must mistake it for a dry run. */
export function testWords(hasProduction: boolean): string {
  const reach = hasProduction
    ? 'E-mails and letters are really sent, each page marked as a test, and webhooks too: use an address of your own.'
    : 'E-mails and letters reach only people of your account, marked as a test; others become files. Webhooks are sent.';
  return `Reports are made up and cost nothing. ${reach}`;
}
