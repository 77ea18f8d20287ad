/** The product's constants that limit an owner's starts. */
export interface OwnerPolicy {
  readonly firstAssessmentPhotos: number;
  readonly poolPhotosMax: number;
}
