import { uuidOf } from '@candid/event-store';

/** The id of a case follows from what it is about: whatever comes about the same thing meets in one stream. */
export const caseOfPhoto = (photoId: string): string => uuidOf(`case of photo ${photoId}`);
export const caseOfAssessor = (assessorId: string): string => uuidOf(`case of assessor ${assessorId}`);
export const caseOfNotice = (noticeId: string): string => uuidOf(`case of notice ${noticeId}`);
