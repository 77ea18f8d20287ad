/** A photo that an assessor may rate. */
interface RateablePhoto {
  photoId: string;
  /** Ratings that it has, and live slots of other assessors. */
  ratings: number;
}

/** Every photo has so many ratings before the likeliest are preferred, and before an assessment stops early. */
export const settlingRatingsMin = 3;
/** Number of photos per visit. Two, because the assessor's severity cancels out between them. */
const photosPerVisit = 2;

/**
 * The photos that an assessor rates first, where the question is which is the best: all that lack their three ratings, then those that
 * are most likely the best, two at least. A rating of one that is hardly the best tells little of the answer.
 * @param likeliestFirst photo ids by falling chance to be the best
 */
export function rateFirst<Photo extends RateablePhoto>(
  photos: readonly Photo[],
  likeliestFirst: readonly string[],
): Photo[] {
  const rank = ({ photoId }: Photo): number => {
    const place = likeliestFirst.indexOf(photoId);
    return place === -1 ? likeliestFirst.length : place;
  };
  const lacking = photos.filter(({ ratings }) => ratings < settlingRatingsMin);
  const others = photos
    .filter(({ ratings }) => ratings >= settlingRatingsMin)
    .sort((one, other) => rank(one) - rank(other));
  return [...lacking, ...others].slice(0, Math.max(photosPerVisit, lacking.length));
}
