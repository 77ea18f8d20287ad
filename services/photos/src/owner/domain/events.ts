/** Stream `owner-<userId>`: how far a person is with the first assessment, as far as photos depend on it. */
export type OwnerEvent =
  | { type: 'FirstTestCompleted'; data: { photoAssessmentId: string } }
  | { type: 'FirstTestReset'; data: { photoAssessmentId: string } }
  | { type: 'FirstProfileMade'; data: { photoId: string; photoAssessmentId: string } };
