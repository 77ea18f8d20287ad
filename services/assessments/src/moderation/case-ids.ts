import { uuidOf } from '@candid/event-store';

/** Derives the case id from the subject, so that everything about the same subject enters one stream. */
export const caseOfPhoto = (photoId: string): string => uuidOf(`case of photo ${photoId}`);
export const caseOfAssessor = (assessorId: string): string => uuidOf(`case of assessor ${assessorId}`);
export const caseOfNotice = (noticeId: string): string => uuidOf(`case of notice ${noticeId}`);
