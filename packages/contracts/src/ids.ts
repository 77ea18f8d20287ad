import { z } from 'zod';

const uuid = z.uuid();

/** Branded types, so that the compiler refuses a photo's id in place of a user's. All ids are UUIDs on the wire. */
export const UserId = uuid.brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;
export const PhotoId = uuid.brand<'PhotoId'>();
export type PhotoId = z.infer<typeof PhotoId>;
export const PhotoAssessmentId = uuid.brand<'PhotoAssessmentId'>();
export type PhotoAssessmentId = z.infer<typeof PhotoAssessmentId>;
/** Id of an assessed photo or of a round of a profile assessment. Each has its own escrow. */
export const AssessmentId = uuid.brand<'AssessmentId'>();
export type AssessmentId = z.infer<typeof AssessmentId>;
export const ProfileAssessmentId = uuid.brand<'ProfileAssessmentId'>();
export type ProfileAssessmentId = z.infer<typeof ProfileAssessmentId>;
export const SubmissionId = uuid.brand<'SubmissionId'>();
export type SubmissionId = z.infer<typeof SubmissionId>;
export const HoldId = uuid.brand<'HoldId'>();
export type HoldId = z.infer<typeof HoldId>;
export const TransferId = uuid.brand<'TransferId'>();
export type TransferId = z.infer<typeof TransferId>;
/** A case collects all reports and findings about one photo, one assessor or one notice. */
export const CaseId = uuid.brand<'CaseId'>();
export type CaseId = z.infer<typeof CaseId>;
export const ReportId = uuid.brand<'ReportId'>();
export type ReportId = z.infer<typeof ReportId>;
/** Id of a statement of reasons: for a hold, for a decision, or for the answer to an appeal. */
export const StatementId = uuid.brand<'StatementId'>();
export type StatementId = z.infer<typeof StatementId>;
export const NoticeId = uuid.brand<'NoticeId'>();
export type NoticeId = z.infer<typeof NoticeId>;

export const byUser = z.object({ userId: UserId });
export const byPhoto = z.object({ photoId: PhotoId });
