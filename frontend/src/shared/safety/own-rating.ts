/** A rating of an own photo or profile, as its owner knows it. */
export interface OwnRating {
  readonly ratingId: string;
  /** A photo that the rating is about. */
  readonly photoId: string;
  /** When it was given, as it is read. */
  readonly when: string;
}
