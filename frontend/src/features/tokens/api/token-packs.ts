import { tokensRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call';
import { queryKeys } from '../../../lib/query/keys';

/** Prices are minor units of the pack's currency. */
export function useTokenPacks() {
  return useQuery({
    queryKey: queryKeys.tokenPacks(),
    queryFn: async ({ signal }) => (await call(tokensRoutes.listTokenPacks, { signal })).packs,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
