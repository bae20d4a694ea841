/*
 * Tests that try few random cases each time try all of them here. A module reads the number of cases when it is loaded.
 */
const CASES = {
  '../core/notices/decided/properties.test.ts': 1_200,
  '../core/readback/reading.test.ts': 5_000,
  '../core/policies/drafts.test.ts': 1_000,
};

for (const [file, cases] of Object.entries(CASES)) {
  process.env.CASES = String(cases);
  await import(file);
}
delete process.env.CASES;
