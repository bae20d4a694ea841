import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dictionaryQuery } from '../fields/queries.ts';
import { askedBy, type Asked } from './fields.ts';

/** What a form asks for a definition, as the account declares its fields. */
export function useAsked(definition: unknown): Asked {
  const { data } = useQuery(dictionaryQuery);
  const specs = data?.specs;
  return useMemo(() => askedBy(definition, specs), [definition, specs]);
}
