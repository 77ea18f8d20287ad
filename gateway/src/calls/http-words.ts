/** The HTTP contract calls a profile assessment a group, and a photo assessment a test, or a group of ratings. */
export const inGroup = <Id, Item extends object>({
  profileAssessmentId,
  ...item
}: Item & { profileAssessmentId: Id }) => ({
  ...item,
  groupId: profileAssessmentId,
});
export const ofTest = <Id, Item extends object>({ photoAssessmentId, ...item }: Item & { photoAssessmentId: Id }) => ({
  ...item,
  testId: photoAssessmentId,
});
