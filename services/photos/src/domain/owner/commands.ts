export type OwnerCommand =
  | { type: 'CompleteFirstTest'; testId: string }
  | { type: 'ResetFirstTest'; testId: string }
  | { type: 'MakeFirstProfile'; photoId: string };
