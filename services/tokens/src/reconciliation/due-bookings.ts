import type { PublishedEvent } from '@candid/contracts';
import { z } from 'zod';
import { refundKey } from '../application/refund-escrow.js';
import { rewardKey } from '../application/reward-transfer-id.js';
import { transferIdOf } from '../application/transfer-id.js';
import { makingGoodKey } from '../domain/ledger/making-good-key.js';

export type DueKind = 'consume' | 'reward' | 'refund';

/** A transfer that an event of the assessments service makes due, once. */
export interface Due {
  transferId: string;
  kind: DueKind;
  amountTokens: number;
  /** Of the work item that it waits in, if it does. */
  workItem: string;
  /** For people. */
  what: string;
  /** That makes it due. */
  event: PublishedEvent;
}

type Booking = Omit<Due, 'event'>;

const Started = z.object({ assessments: z.array(z.object({ assessmentId: z.string(), testLimit: z.number() })) });
const GroupStarted = z.object({ assessmentId: z.string(), testLimit: z.number() });
const Extended = z.object({ assessmentId: z.string(), additionalAssessors: z.number() });
const Shrunk = z.object({
  assessmentId: z.string(),
  refundId: z.string(),
  removedAssessors: z.number(),
  refundTokens: z.number(),
});
const Ended = z.object({ assessmentId: z.string(), refundTokens: z.number() });
const Spoiled = z.object({ submissionId: z.string(), assessmentId: z.string(), amountTokens: z.number() });
const Consumed = z.object({ assessmentId: z.string(), consumedTokens: z.number() });
const Submission = z.object({ submissionId: z.string(), rewardTokens: z.number() });
const Ratings = Submission.extend({ ratings: z.array(Consumed) });
const GeneralRating = Submission.extend(Consumed.shape);

/** The types whose events move tokens. */
export const moneyEventTypes = [
  ...['TestStarted', 'RatingsAccepted', 'AssessmentExtended', 'AssessmentShrunk', 'AssessmentEnded'],
  ...['SpoiledRatingReplaced', 'SpoiledRatingRefunded', 'GoldRatingsAccepted'],
  ...['GroupStarted', 'GeneralRatingAccepted', 'GroupExtended', 'GroupShrunk', 'GroupEnded'],
];

/**
 * Folds what the assessments service has published: which transfers are due, and how many assessors each assessment still
 * waits for. Events of one assessment come in their order; what is closed takes no memory.
 */
export class DueBookings {
  /** Assessors still to come, by assessment; never 0. */
  readonly open = new Map<string, number>();
  readonly counts: Record<DueKind, number> = { consume: 0, reward: 0, refund: 0 };

  /** @returns the transfers that this event makes due */
  apply(event: PublishedEvent): Due[] {
    const due = this.follow(event).filter(({ amountTokens }) => amountTokens > 0);
    for (const { kind } of due) this.counts[kind] += 1;
    return due.map((one) => ({ ...one, event }));
  }

  private follow({ eventId, type, data }: PublishedEvent): Booking[] {
    switch (type) {
      case 'TestStarted':
        for (const { assessmentId, testLimit } of Started.parse(data).assessments) this.change(assessmentId, testLimit);
        return [];
      case 'GroupStarted': {
        const { assessmentId, testLimit } = GroupStarted.parse(data);
        this.change(assessmentId, testLimit);
        return [];
      }
      case 'RatingsAccepted': {
        const { ratings, ...submission } = Ratings.parse(data);
        return this.submitted(eventId, submission, ratings);
      }
      case 'GoldRatingsAccepted':
        return this.submitted(eventId, Submission.parse(data), []);
      case 'GeneralRatingAccepted': {
        const rating = GeneralRating.parse(data);
        return this.submitted(eventId, rating, [rating]);
      }
      case 'AssessmentExtended':
      case 'GroupExtended': {
        const { assessmentId, additionalAssessors } = Extended.parse(data);
        this.change(assessmentId, additionalAssessors);
        return [];
      }
      case 'SpoiledRatingReplaced':
        this.change(Spoiled.parse(data).assessmentId, 1);
        return [madeGood(Spoiled.parse(data))];
      case 'SpoiledRatingRefunded':
        return [madeGood(Spoiled.parse(data))];
      case 'AssessmentShrunk':
      case 'GroupShrunk': {
        const { assessmentId, refundId, removedAssessors, refundTokens } = Shrunk.parse(data);
        this.change(assessmentId, -removedAssessors);
        return [refundOf(refundId, refundTokens, assessmentId)];
      }
      case 'AssessmentEnded':
      case 'GroupEnded': {
        const { assessmentId, refundTokens } = Ended.parse(data);
        this.open.delete(assessmentId);
        return [refundOf(assessmentId, refundTokens, assessmentId)];
      }
      default:
        return [];
    }
  }

  private submitted(
    eventId: string,
    { submissionId, rewardTokens }: z.output<typeof Submission>,
    ratings: z.output<typeof Consumed>[],
  ): Booking[] {
    const consumed = ratings.map(({ assessmentId, consumedTokens }): Booking => {
      this.change(assessmentId, -1);
      return {
        transferId: transferIdOf(`consume:${submissionId}:${assessmentId}`),
        kind: 'consume',
        amountTokens: consumedTokens,
        workItem: `booking-consume-${eventId}`,
        what: `the price of submission ${submissionId} for assessment ${assessmentId}`,
      };
    });
    const reward: Booking = {
      transferId: transferIdOf(rewardKey(submissionId)),
      kind: 'reward',
      amountTokens: rewardTokens,
      workItem: `reward-${submissionId}`,
      what: `the reward of submission ${submissionId}`,
    };
    return [...consumed, reward];
  }

  private change(assessmentId: string, assessors: number): void {
    const open = (this.open.get(assessmentId) ?? 0) + assessors;
    if (open === 0) this.open.delete(assessmentId);
    else this.open.set(assessmentId, open);
  }
}

/** Booked as it is heard of: it never waits. */
function madeGood({ submissionId, assessmentId, amountTokens }: z.output<typeof Spoiled>): Booking {
  const transferId = transferIdOf(makingGoodKey(submissionId, assessmentId));
  const what = `the price of the spoiled submission ${submissionId} for assessment ${assessmentId}`;
  return { transferId, kind: 'refund', amountTokens, workItem: '', what };
}

function refundOf(refundId: string, amountTokens: number, assessmentId: string): Booking {
  const transferId = transferIdOf(refundKey(refundId));
  const what = `the refund ${refundId} of assessment ${assessmentId}`;
  return { transferId, kind: 'refund', amountTokens, workItem: `refund-${refundId}`, what };
}
