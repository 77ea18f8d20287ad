export interface RatingMenuProps {
  ratingId: string;
  /** A photo that the rating is about. */
  photoId: string;
  /** When it was given, as it is read. */
  when: string;
}
