import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { workflowQuery } from '../../workflows/queries.ts';
import { MOST_FILE_BYTES, type Changes, type CheckedFile, type Headers, type Matches } from './checked.ts';
import { Checker } from './checker.ts';
import { declaredFieldsQuery } from './queries.ts';

/** A chosen file, and the result of its check. */
export type Chosen =
  | { readonly state: 'none' }
  | { readonly state: 'checking'; readonly name: string; readonly headers: Headers | null }
  | { readonly state: 'failed'; readonly name: string; readonly why: string }
  | { readonly state: 'checked'; readonly name: string; readonly checked: CheckedFile; readonly checker: Checker };

export function headersIn(chosen: Chosen): Headers | null {
  if (chosen.state === 'checked') return chosen.checked.headers;
  return chosen.state === 'checking' ? chosen.headers : null;
}

interface Picked {
  readonly file: File;
  readonly checker: Checker;
}

/** The check of the file chosen last. It is repeated when the workflow, the matches or the changes differ. */
export function useChosen(
  workflow: number | undefined,
  said: Matches,
  changes: Changes,
): readonly [Chosen, (file: File) => void] {
  const client = useQueryClient();
  const [picked, setPicked] = useState<Picked | null>(null);
  const [found, setFound] = useState<{
    readonly picked: Picked;
    readonly workflow: number | undefined;
    readonly said: Matches;
    readonly changes: Changes;
    readonly chosen: Chosen;
  } | null>(null);
  useEffect(() => () => picked?.checker.close(), [picked]);
  useEffect(() => {
    if (picked === null) return;
    let isOver = false;
    void checkFor(picked, { workflow, said, changes }, client).then((chosen) => {
      if (!isOver) setFound({ picked, workflow, said, changes, chosen });
    });
    return () => {
      isOver = true;
    };
  }, [picked, workflow, said, changes, client]);
  const choose = (file: File) => {
    // A file that is too large is not read.
    const bytes = file.size > MOST_FILE_BYTES ? Promise.reject(new Error(TOO_LARGE)) : file.arrayBuffer();
    setPicked({ file, checker: new Checker(bytes) });
  };
  if (picked === null) return [{ state: 'none' }, choose];
  // A result for one workflow is never sent to another.
  const isCurrent =
    found?.picked === picked && found.workflow === workflow && found.said === said && found.changes === changes;
  // While the file is checked again, the choices stay on the page.
  const headers = found?.picked === picked ? headersIn(found.chosen) : null;
  return [isCurrent ? found.chosen : { state: 'checking', name: picked.file.name, headers }, choose];
}

const TOO_LARGE = `it has more than ${MOST_FILE_BYTES / 1_024 ** 2} MiB; divide it`;

interface Asked {
  readonly workflow: number | undefined;
  readonly said: Matches;
  readonly changes: Changes;
}

async function checkFor(
  { file, checker }: Picked,
  { workflow, said, changes }: Asked,
  client: QueryClient,
): Promise<Chosen> {
  const { name } = file;
  try {
    const definition = workflow === undefined ? null : await definitionOf(workflow, client);
    const fields = await client.fetchQuery(declaredFieldsQuery()).catch(() => ({}));
    const checked = await checker.check({ definition, fields, matches: said, changes });
    return { state: 'checked', name, checked, checker };
  } catch (error) {
    // The browser could not read the file: it was moved or changed after it was chosen.
    return { state: 'failed', name, why: error instanceof Error ? error.message : 'it could not be read' };
  }
}

/** Null if the definition could not be read. */
async function definitionOf(workflow: number, client: QueryClient): Promise<readonly object[] | null> {
  return client.fetchQuery(workflowQuery(workflow)).then(
    ({ workflow: { definition } }) => definition,
    () => null,
  );
}
