import type { OpenAssessment } from './open-assessment';
import { photosToRate } from './progress';

const reported = new Set<string>();

/** Photos reported during this visit. They stay hidden even if a server answer is older than the report. */
export const reportedPhotos = {
  add: (photoId: string): void => void reported.add(photoId),
  none: (): void => reported.clear(),
};

/** Returns the assessment without reported photos; null if nothing is left to assess. */
export function withoutReported(assessment: OpenAssessment): OpenAssessment | null {
  const isSeen = ({ _id }: { readonly _id: string }) => !reported.has(_id);
  const photos = assessment.photos.filter(isSeen);
  if (photos.length === assessment.photos.length && assessment.benchmarkPhotos.every(isSeen)) return assessment;
  // A profile is assessed as a complete set or not at all.
  if (assessment.profile || photosToRate(photos).length === 0) return null;
  return { ...assessment, photos, benchmarkPhotos: assessment.benchmarkPhotos.filter(isSeen) };
}
