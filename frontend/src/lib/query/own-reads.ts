import { evaluationGroupsRoutes, photosRoutes } from '@candid/contracts';

/** Routes that answer with own photos. */
export const photoReads = [photosRoutes.listPhotos, photosRoutes.getTest] as const;

/** Routes that answer with own profile assessments. */
export const profileReads = [
  evaluationGroupsRoutes.listOwnGroups,
  evaluationGroupsRoutes.getGeneralRatings,
  evaluationGroupsRoutes.getProfileConfidenceRange,
] as const;
