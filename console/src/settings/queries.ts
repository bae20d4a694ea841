import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { call } from '../api/http.ts';

export type Agency = Schemas['Agency'];
export type Company = Schemas['Company'];
type Product = Schemas['Product'];

/** Query keys that a setting invalidates: the settings, and what workflows lack. */
export const SETTING_CHANGES = ['settings', 'workflow'] as const;

const MORE_THAN_PRODUCTS = 100;

export const agenciesQuery = queryOptions({
  queryKey: ['settings', 'agencies'],
  queryFn: ({ signal }) =>
    call<Agency[]>({ method: 'GET', path: `/agencies?per_page=${MORE_THAN_PRODUCTS}` }, signal).then(
      ({ data }) => data,
    ),
});

export const companyQuery = queryOptions({
  queryKey: ['settings', 'company'],
  queryFn: ({ signal }) => call<Company>({ method: 'GET', path: '/company' }, signal).then(({ data }) => data),
});

/** The reports that a cascade can pull. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: ({ signal }) =>
    call<Product[]>({ method: 'GET', path: `/products?per_page=${MORE_THAN_PRODUCTS}` }, signal).then(
      ({ data }) => data,
    ),
  staleTime: Infinity,
});
