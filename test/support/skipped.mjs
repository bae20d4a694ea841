import { relative } from 'node:path';

/** Names at the end of a run the tests that did not run, by their files. */
export default class Skipped {
  onRunComplete(_contexts, { testResults }) {
    for (const { testFilePath, testResults: tests } of testResults) {
      const skipped = tests.filter(({ status }) => status === 'pending' || status === 'todo');
      if (skipped.length === 0) continue;
      const names = skipped.length === tests.length ? 'all of it' : skipped.map(({ fullName }) => fullName).join('; ');
      process.stderr.write(`Skipped: ${relative(process.cwd(), testFilePath)}: ${names}\n`);
    }
  }
}
