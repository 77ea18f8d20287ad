/** Stream `owner-<userId>`: how far a person is with the first assessment, as far as photos depend on it. */
export type OwnerEvent =
  | { type: 'FirstTestCompleted'; data: { testId: string } }
  | { type: 'FirstTestReset'; data: { testId: string } }
  | { type: 'FirstProfileMade'; data: { photoId: string; testId: string } };
