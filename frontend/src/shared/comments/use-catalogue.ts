import { assessmentsRoutes } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';

/** The catalogue changes only with a release, so one fetch per visit is enough. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

export const useCatalogue = (enabled = true) =>
  useRead(assessmentsRoutes.fetchComments, {}, { ...once, enabled, select: ({ data }) => data });

export const useGeneralCatalogue = (enabled = true) =>
  useRead(assessmentsRoutes.fetchGeneralComments, {}, { ...once, enabled, select: ({ data }) => data });
