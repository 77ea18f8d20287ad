import { assessmentsEvents, profileAssessmentsEvents } from '@candid/contracts';
import type { z } from 'zod';
import {
  consumption,
  type Reward,
  refund,
  restart,
  rewardTransfer,
  spoiledRating,
  tokensOf,
} from '../ledger/posted-transfers.js';
import { escrowAccount, type PostTransfer, userAccount } from '../ledger/transfer.js';

export interface FundedStart {
  userId: string;
  holdId: string;
  /** ISO 8601. */
  startedAt: string;
  assessments: readonly { assessmentId: string; amountTokens: number }[];
}

/** The transfers that one event causes. Amounts of 0 tokens cause no transfer. */
export interface EventBookings {
  start?: FundedStart;
  /** The prices of ratings. */
  consumed?: PostTransfer[];
  reward?: Reward;
  refund?: PostTransfer;
  /** Booked when the event is handled, without a work item, because platform revenue never lacks tokens. */
  returned?: PostTransfer;
  /** The assessment whose escrow this event empties for good. */
  ended?: string;
}

const events = { ...assessmentsEvents, ...profileAssessmentsEvents };
type DataOf<Type extends keyof typeof events> = z.output<(typeof events)[Type]['data']>;

/** Rules for each event of the assessments service that moves tokens. */
const rules = {
  PhotoAssessmentStarted: ({ userId, holdId, startedAt, assessments }) =>
    started({ userId, holdId, startedAt, assessments: assessments.map(escrowOf) }),
  ProfileRoundStarted: (run) => started({ ...run, assessments: [escrowOf(run)] }),
  AssessedPhotoExtended: extended,
  ProfileRoundExtended: extended,
  RatingsAccepted: ({ submissionId, assessorId, rewardTokens, acceptedAt, ratings }) => ({
    consumed: ratings
      .map(({ assessmentId, consumedTokens }) => consumption(submissionId, assessmentId, consumedTokens, acceptedAt))
      .filter(movesTokens),
    reward: { submissionId, assessorId, amountTokens: rewardTokens, acceptedAt },
  }),
  ProfileRatingAccepted: ({ submissionId, assessorId, assessmentId, consumedTokens, rewardTokens, acceptedAt }) => ({
    consumed: [consumption(submissionId, assessmentId, consumedTokens, acceptedAt)].filter(movesTokens),
    reward: { submissionId, assessorId, amountTokens: rewardTokens, acceptedAt },
  }),
  // In this event, the user is the assessor.
  GoldRatingsAccepted: ({ submissionId, userId: assessorId, rewardTokens: amountTokens, acceptedAt }) => ({
    reward: { submissionId, assessorId, amountTokens, acceptedAt },
  }),
  SpoiledRatingReplaced: ({ replacedAt, ...rating }) => ({
    returned: spoiledRating(rating, escrowAccount(rating.assessmentId), replacedAt),
  }),
  SpoiledRatingRefunded: ({ refundedAt, ...rating }) => ({
    returned: spoiledRating(rating, userAccount(rating.userId), refundedAt),
  }),
  AssessedPhotoShrunk: shrunk,
  ProfileRoundShrunk: shrunk,
  AssessedPhotoEnded: ended,
  ProfileRoundEnded: ({ endedAt, ...run }) => ended(run, endedAt),
  FirstAssessmentReset: ({ userId, givenBackTokens }, resetAt) => ({
    returned: restart(userId, givenBackTokens, resetAt),
  }),
} satisfies { [Type in keyof typeof events]?: (data: DataOf<Type>, recordedAt: string) => EventBookings };

export type MoneyEventType = keyof typeof rules;
export const moneyEventTypes = Object.keys(rules) as MoneyEventType[];

const movesTokens = (transfer: PostTransfer): boolean => tokensOf(transfer) > 0;

const escrowOf = ({ assessmentId, amountTokens }: FundedStart['assessments'][number]) => ({
  assessmentId,
  amountTokens,
});

function started({ userId, holdId, startedAt, assessments }: FundedStart): EventBookings {
  const paid = assessments.filter(({ amountTokens }) => amountTokens > 0);
  return paid.length === 0 ? {} : { start: { userId, holdId, startedAt, assessments: paid } };
}

function extended({
  extendedAt: startedAt,
  ...data
}: DataOf<'AssessedPhotoExtended' | 'ProfileRoundExtended'>): EventBookings {
  return started({ ...data, startedAt, assessments: [escrowOf(data)] });
}

function shrunk(data: DataOf<'AssessedPhotoShrunk' | 'ProfileRoundShrunk'>): EventBookings {
  const { refundId, assessmentId, userId, refundTokens: tokens, shrunkAt: at } = data;
  return { refund: refund({ refundId, assessmentId, userId, tokens, at }) };
}

function ended(
  { assessmentId, userId, refundTokens: tokens }: Omit<DataOf<'ProfileRoundEnded'>, 'endedAt' | 'profileAssessmentId'>,
  at: string,
): EventBookings {
  return { ended: assessmentId, refund: refund({ refundId: assessmentId, assessmentId, userId, tokens, at }) };
}

export const isMoneyEvent = (type: string): type is MoneyEventType => type in rules;

/** Throws if the data do not match the event's schema. */
export const parsedData = (type: MoneyEventType, data: unknown) => events[type].data.parse(data);

/** `data` must come from `parsedData`. */
export function bookingsOf(type: MoneyEventType, data: unknown, recordedAt: string): EventBookings {
  const bookings = (rules[type] as (data: unknown, recordedAt: string) => EventBookings)(data, recordedAt);
  const { reward, refund: refunded, returned, ...rest } = bookings;
  return {
    ...rest,
    ...(reward && movesTokens(rewardTransfer(reward)) && { reward }),
    ...(refunded && movesTokens(refunded) && { refund: refunded }),
    ...(returned && movesTokens(returned) && { returned }),
  };
}
