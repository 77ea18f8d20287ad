import type { SqlSession } from '@candid/event-store';

export interface Feedback {
  feedbackId: string;
  userId: string | null;
  email: string | null;
  feedback: string;
}

export async function addFeedback(session: SqlSession, added: Feedback): Promise<void> {
  await session.query('insert into feedback (feedback_id, user_id, email, feedback) values ($1, $2, $3, $4)', [
    added.feedbackId,
    added.userId,
    added.email,
    added.feedback,
  ]);
}
