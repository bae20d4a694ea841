import { useQuery } from '@tanstack/react-query';
import type { GenerationPreview, Seen } from '../api/records.ts';
import { dictionaryQuery } from '../fields/queries.ts';

interface Chosen {
  readonly definition: readonly object[];
  readonly useCase: string;
}

type Read = Seen<Pick<GenerationPreview, 'reading' | 'examples'>>;

/** The reading of the definition with the choices made. While it is computed, and without a choice, the preview. */
export function useReadAnew(preview: GenerationPreview, { definition, useCase }: Chosen): Read {
  const { data: dictionary } = useQuery(dictionaryQuery);
  const { data } = useQuery({
    queryKey: ['read anew', useCase, JSON.stringify(definition), dictionary?.etag ?? null],
    queryFn: async () => {
      // The module loads the interpreter, which no other page needs.
      const { readAnew } = await import('./read-anew.ts');
      const read = readAnew(definition, { useCase, fields: dictionary?.specs ?? new Map(), now: Date.now() });
      // Converts the result to the form in which the service would send it.
      return JSON.parse(JSON.stringify(read)) as Read | null;
    },
    enabled: definition !== preview.definition,
    staleTime: Infinity,
    retry: false,
  });
  return definition === preview.definition ? preview : (data ?? preview);
}
