import { assessmentsRoutes } from '@candid/contracts';
import { useRead } from '../../lib/query/use-read';

/** It changes with a release, so one fetch lasts a visit. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const;

/** The comment catalogue. */
export const useCatalogue = (enabled = true) =>
  useRead(assessmentsRoutes.fetchComments, {}, { ...once, enabled, select: ({ data }) => data });

/** The comments on a profile as a set of photos. */
export const useGeneralCatalogue = (enabled = true) =>
  useRead(assessmentsRoutes.fetchGeneralComments, {}, { ...once, enabled, select: ({ data }) => data });
