import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_BATCH_ROWS, MOST_ROW_BYTES } from '../../../../core/batches/limits.ts';
import { MOST_PACKED_BYTES, MOST_SHEET_ROWS } from '../../../../core/sheets/limits.ts';
import { MOST_FILE_BYTES, MOST_FILE_ROWS } from './checked.ts';
import { saveCsv } from '../../ui/save.ts';
import { ErrorMessage } from '../../ui/errors.tsx';
import { workflowQuery } from '../../workflows/queries.ts';
import { Checker } from './checker.ts';
import { knownPaths, sampleFile, type TestCase } from './hints.ts';
import { declaredFieldsQuery, testCasesQuery } from './queries.ts';

export function Limits() {
  return (
    <p className="soft small">
      At most {MOST_FILE_ROWS.toLocaleString('en')} rows and {MOST_FILE_BYTES / 1_024 ** 2} MiB, of a spreadsheet{' '}
      {MOST_SHEET_ROWS.toLocaleString('en')} rows and {MOST_PACKED_BYTES / 1_024 ** 2} MiB; a row has at most{' '}
      {MOST_ROW_BYTES / 1_024} KiB. A batch holds up to {MOST_BATCH_ROWS} rows, so a longer file becomes several. Every
      row is checked before anything is sent, by the rules of <code>cascade batches run</code>.
    </p>
  );
}

/** Explains the format of a file and offers a sample. */
export function ColumnHelp({ workflowId }: { readonly workflowId: number | null }) {
  const { data: testCases } = useQuery({ ...testCasesQuery(workflowId ?? 0), enabled: workflowId !== null });
  return (
    <details className="column-help">
      <summary>What the file looks like</summary>
      <p>
        A spreadsheet (.xlsx), of which the first sheet is read, or text in UTF-8 with commas between the cells
        (&quot;CSV UTF-8&quot; in Excel). The first line names the columns, by the names below or in your own words: you
        are asked which field each holds.
      </p>
      <ul>
        <li>
          <code>external_reference</code>: your own number of the row, which comes back in the results.
        </li>
        <li>
          <code>applicant.first_name</code>, <code>applicant.address.city</code>, <code>property.unit</code>: text.
        </li>
        <li>
          A cell is of the type that your data dictionary declares, else text;{' '}
          <code>applicant.monthly_income:number</code> is a number such as 4200.50 all the same, and{' '}
          <code>applicant.vet:boolean</code> true or false.
        </li>
        <li>Empty cells are left out, and so are lines without a value.</li>
      </ul>
      {testCases !== undefined && (
        <p>
          <Template workflowId={workflowId ?? 0} testCases={testCases} />{' '}
          {testCases.length > 0 && (
            <button type="button" onClick={() => saveCsv(sampleFile(testCases), `workflow-${workflowId}-sample.csv`)}>
              Download a sample: {testCases.length} applicants of test mode
            </button>
          )}
        </p>
      )}
    </details>
  );
}

interface TemplateProps {
  readonly workflowId: number;
  readonly testCases: readonly TestCase[];
}

/** An empty file for this workflow, with headers that need no matching. */
function Template({ workflowId, testCases }: TemplateProps) {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const load = async (): Promise<void> => {
    const checker = new Checker(null);
    try {
      const { workflow } = await client.fetchQuery(workflowQuery(workflowId));
      const fields = await client.fetchQuery(declaredFieldsQuery());
      const { definition } = workflow;
      const csv = await checker.template({ definition, fields, known: [...knownPaths(definition, testCases)] });
      saveCsv(csv, `workflow-${workflowId}-template.csv`);
      setError(null);
    } catch (caught) {
      setError(caught);
    } finally {
      checker.close();
    }
  };
  return (
    <>
      <button type="button" onClick={() => void load()}>
        Download a template for this workflow (CSV)
      </button>
      {error !== null && <ErrorMessage error={error} />}
    </>
  );
}
