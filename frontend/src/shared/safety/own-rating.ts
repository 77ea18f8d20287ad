/** A rating that the owner of the photo or profile received. */
export interface OwnRating {
  readonly ratingId: string;
  /** Id of a photo that the rating covers. */
  readonly photoId: string;
  /** Time of the rating: ISO 8601. */
  readonly ratedAt: string;
}
