import { useQuery } from '@tanstack/react-query';
import { productsQuery } from './queries.ts';

/** Gives the name of a product by its code, and the code itself of a product that is not known. */
export function useProductName(): (code: string) => string {
  const { data: products } = useQuery(productsQuery);
  return (code) => products?.find((product) => product.code === code)?.name ?? code;
}
