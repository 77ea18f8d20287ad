import { tokensRoutes } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';

/** The packs on sale. Prices are in minor units of the pack's currency. */
export const useTokenPacks = () =>
  useRead(tokensRoutes.listTokenPacks, {}, { staleTime: Number.POSITIVE_INFINITY, select: (answer) => answer.packs });
