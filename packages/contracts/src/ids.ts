import { z } from 'zod';

const uuid = z.uuid();

/** Ids are branded, so that a photo's id never stands where a user's is expected. All are UUIDs on the wire. */
export const UserId = uuid.brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;
export const PhotoId = uuid.brand<'PhotoId'>();
export type PhotoId = z.infer<typeof PhotoId>;
export const TestId = uuid.brand<'TestId'>();
export type TestId = z.infer<typeof TestId>;
/** An assessment is one photo in one test, or one run of an evaluation group: what an escrow is for. */
export const AssessmentId = uuid.brand<'AssessmentId'>();
export type AssessmentId = z.infer<typeof AssessmentId>;
/** A profile that is evaluated as a set of photos, run by run. */
export const GroupId = uuid.brand<'GroupId'>();
export type GroupId = z.infer<typeof GroupId>;
export const SubmissionId = uuid.brand<'SubmissionId'>();
export type SubmissionId = z.infer<typeof SubmissionId>;
export const HoldId = uuid.brand<'HoldId'>();
export type HoldId = z.infer<typeof HoldId>;
export const TransferId = uuid.brand<'TransferId'>();
export type TransferId = z.infer<typeof TransferId>;
export const EventId = uuid.brand<'EventId'>();
export type EventId = z.infer<typeof EventId>;
