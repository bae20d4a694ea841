import { useQuery } from '@tanstack/react-query';
import { productsQuery } from './queries.ts';

/** Maps a product's code to its name; an unknown code is returned as it is. */
export function useProductName(): (code: string) => string {
  const { data: products } = useQuery(productsQuery);
  return (code) => products?.find((product) => product.code === code)?.name ?? code;
}
