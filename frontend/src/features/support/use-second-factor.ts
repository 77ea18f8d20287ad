import { secondFactorRoutes } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';

/** Asked again after the person's own acts alone: on its change, a page gives way that still shows recovery codes. */
export const useSecondFactor = () =>
  useRead(secondFactorRoutes.getSecondFactor, {}, { staleTime: Number.POSITIVE_INFINITY });
