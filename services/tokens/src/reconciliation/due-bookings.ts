import type { PublishedEvent } from '@candid/contracts';
import { z } from 'zod';
import { restartKey } from '../application/give-back-first-try.js';
import { refundKey } from '../application/refund-escrow.js';
import { rewardKey } from '../application/reward-transfer-id.js';
import { transferIdOf } from '../application/transfer-id.js';
import { makingGoodKey } from '../domain/ledger/making-good-key.js';

export const dueKinds = ['consume', 'reward', 'refund', 'restart'] as const;
export type DueKind = (typeof dueKinds)[number];

export const countsOfNone = (): Record<DueKind, number> => ({ consume: 0, reward: 0, refund: 0, restart: 0 });

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

const Paid = z.object({ assessmentId: z.string(), amountTokens: z.number() });
const Started = z.object({ assessments: z.array(Paid) });
const Shrunk = z.object({
  assessmentId: z.string(),
  refundId: z.string(),
  refundTokens: z.number(),
});
const Ended = z.object({ assessmentId: z.string(), refundTokens: z.number() });
const Spoiled = Paid.extend({ submissionId: z.string() });
const Reset = z.object({ userId: z.string(), givenBackTokens: z.number() });
const Consumed = z.object({ assessmentId: z.string(), consumedTokens: z.number() });
const Submission = z.object({ submissionId: z.string(), rewardTokens: z.number() });
const Ratings = Submission.extend({ ratings: z.array(Consumed) });
const GeneralRating = Submission.extend(Consumed.shape);

/** The types whose events move tokens. */
export const moneyEventTypes = [
  ...['TestStarted', 'RatingsAccepted', 'AssessmentExtended', 'AssessmentShrunk', 'AssessmentEnded'],
  ...['FirstAssessmentReset', 'SpoiledRatingReplaced', 'SpoiledRatingRefunded', 'GoldRatingsAccepted'],
  ...['GroupStarted', 'GeneralRatingAccepted', 'GroupExtended', 'GroupShrunk', 'GroupEnded'],
];

/**
 * Folds what the assessments service has published: which transfers are due, and how many tokens each assessment still
 * has for ratings to come. Events of one assessment come in their order; what is closed takes no memory.
 */
export class DueBookings {
  /** Tokens not used yet, by assessment; never 0. */
  readonly open = new Map<string, number>();
  readonly counts = countsOfNone();

  /** @returns the transfers that this event makes due */
  apply(event: PublishedEvent): Due[] {
    const due = this.follow(event).filter(({ amountTokens }) => amountTokens > 0);
    for (const { kind } of due) this.counts[kind] += 1;
    return due.map((one) => ({ ...one, event }));
  }

  private follow({ eventId, type, data }: PublishedEvent): Booking[] {
    switch (type) {
      case 'TestStarted':
        for (const paid of Started.parse(data).assessments) this.change(paid.assessmentId, paid.amountTokens);
        return [];
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
      case 'GroupStarted':
      case 'AssessmentExtended':
      case 'GroupExtended': {
        const { assessmentId, amountTokens } = Paid.parse(data);
        this.change(assessmentId, amountTokens);
        return [];
      }
      case 'SpoiledRatingReplaced': {
        const spoiled = Spoiled.parse(data);
        this.change(spoiled.assessmentId, spoiled.amountTokens);
        return [madeGood(spoiled)];
      }
      case 'SpoiledRatingRefunded':
        return [madeGood(Spoiled.parse(data))];
      case 'AssessmentShrunk':
      case 'GroupShrunk': {
        const { assessmentId, refundId, refundTokens } = Shrunk.parse(data);
        this.change(assessmentId, -refundTokens);
        return [refundOf(refundId, refundTokens, assessmentId)];
      }
      case 'AssessmentEnded':
      case 'GroupEnded': {
        const { assessmentId, refundTokens } = Ended.parse(data);
        this.open.delete(assessmentId);
        return [refundOf(assessmentId, refundTokens, assessmentId)];
      }
      case 'FirstAssessmentReset':
        return [restartOf(Reset.parse(data))];
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
      this.change(assessmentId, -consumedTokens);
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

  private change(assessmentId: string, amountTokens: number): void {
    const open = (this.open.get(assessmentId) ?? 0) + amountTokens;
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

/** Booked as it is heard of: it never waits. */
function restartOf({ userId, givenBackTokens: amountTokens }: z.output<typeof Reset>): Booking {
  const transferId = transferIdOf(restartKey(userId));
  const what = `what the first assessment of ${userId} had used up before its reset`;
  return { transferId, kind: 'restart', amountTokens, workItem: '', what };
}

function refundOf(refundId: string, amountTokens: number, assessmentId: string): Booking {
  const transferId = transferIdOf(refundKey(refundId));
  const what = `the refund ${refundId} of assessment ${assessmentId}`;
  return { transferId, kind: 'refund', amountTokens, workItem: `refund-${refundId}`, what };
}
