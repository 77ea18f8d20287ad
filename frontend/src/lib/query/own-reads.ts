import { assessmentsRoutes, evaluationGroupsRoutes, photosRoutes } from '@candid/contracts';

export const photoReads = [
  photosRoutes.listPhotos,
  photosRoutes.getTest,
  assessmentsRoutes.getExpectedRatings,
] as const;

export const profileReads = [
  evaluationGroupsRoutes.listOwnGroups,
  evaluationGroupsRoutes.getGeneralRatings,
  evaluationGroupsRoutes.getProfileConfidenceRange,
] as const;
