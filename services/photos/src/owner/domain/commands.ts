export type OwnerCommand =
  | { type: 'CompleteFirstTest'; photoAssessmentId: string }
  | { type: 'ResetFirstTest'; photoAssessmentId: string }
  | { type: 'MakeFirstProfile'; photoId: string };
