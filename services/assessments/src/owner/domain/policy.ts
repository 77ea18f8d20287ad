/** The product's constants that an owner's starts are decided by. */
export interface OwnerPolicy {
  readonly firstAssessmentPhotos: number;
  readonly poolPhotosMax: number;
}
