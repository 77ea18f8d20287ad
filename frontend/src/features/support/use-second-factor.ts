import { secondFactorRoutes } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';

/** Refetched only after the person's own actions: a change would replace the page that still shows recovery codes. */
export const useSecondFactor = () =>
  useRead(secondFactorRoutes.getSecondFactor, {}, { staleTime: Number.POSITIVE_INFINITY });
