import type { PublishedEvent } from '@candid/contracts';
import { type SqlSession, surroundings } from '@candid/event-store';
import { type CauseEvent, causeOf } from '@candid/platform';
import { z } from 'zod';
import type { AcceptedSubmission } from '../application/consume-escrows.js';
import type { Reward } from '../application/pay-reward.js';
import type { Refund } from '../application/refund-escrow.js';
import { addBooking } from '../jobs/bookings/bookings.job.js';
import { addRefund } from '../jobs/refunds/refunds.job.js';
import { addReward } from '../jobs/rewards/rewards.job.js';
import type { Due } from './due-bookings.js';

const Rating = z.object({ assessmentId: z.string(), consumedTokens: z.number() });
const Submission = z.object({ submissionId: z.string(), acceptedAt: z.string() });
const Ratings = Submission.extend({ ratings: z.array(Rating) });
const Rewarded = Submission.extend({ rewardTokens: z.number() });
const Rater = z.object({ raterId: z.string() });
/** Gold ratings are nobody's photos: the user of such an event is the rater. */
const GoldRater = z.object({ userId: z.string() }).transform(({ userId: raterId }) => ({ raterId }));
const Refunded = z.object({
  assessmentId: z.string(),
  userId: z.string(),
  refundTokens: z.number(),
  refundId: z.string().optional(),
  shrunkAt: z.string().optional(),
  endedAt: z.string().optional(),
});

/**
 * Puts the work of a booking that is due into its queue, as the event's subscriber would have done. The work item's id and
 * the transfer's key make it no more than the one booking. False where the work was there before, open or done, and
 * where there is none: the price of a spoiled rating does not wait.
 */
export async function putInAgain(session: SqlSession, due: Due, now: Date): Promise<boolean> {
  if (due.workItem === '') return false;
  const cause = causeOf(due.event);
  return surroundings().following(cause, () => add(session, due, cause, now));
}

function add(session: SqlSession, { kind, event }: Due, cause: CauseEvent, now: Date): Promise<boolean> {
  if (kind === 'consume') return addBooking(session, { kind, cause, submission: submissionOf(event) }, now);
  if (kind === 'reward') return addReward(session, { cause, reward: rewardOf(event) }, now);
  return addRefund(session, { cause, refund: refundOf(event) });
}

function submissionOf({ type, data }: PublishedEvent): AcceptedSubmission {
  if (type !== 'GeneralRatingAccepted') return Ratings.parse(data);
  return { ...Submission.parse(data), ratings: [Rating.parse(data)] };
}

function rewardOf({ type, data }: PublishedEvent): Reward {
  const { raterId } = (type === 'GoldRatingsAccepted' ? GoldRater : Rater).parse(data);
  const { submissionId, acceptedAt, rewardTokens: amountTokens } = Rewarded.parse(data);
  return { submissionId, raterId, amountTokens, acceptedAt };
}

function refundOf({ data, recordedAt }: PublishedEvent): Refund {
  const { assessmentId, userId, refundId, refundTokens: amountTokens, shrunkAt, endedAt } = Refunded.parse(data);
  const at = shrunkAt ?? endedAt ?? recordedAt;
  return { assessmentId, userId, amountTokens, endedAt: at, ...(refundId !== undefined && { refundId }) };
}
