import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dictionaryQuery } from '../fields/queries.ts';
import { askedBy, type Asked } from './fields.ts';

/** The inputs for a definition, with the account's declarations of fields. */
export function useAsked(definition: unknown): Asked {
  const { data } = useQuery(dictionaryQuery);
  const specs = data?.specs;
  return useMemo(() => askedBy(definition, specs), [definition, specs]);
}
