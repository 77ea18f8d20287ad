import { addWorkItem, type SqlSession } from '@candid/event-store';
import type { CauseEvent } from '@candid/platform';
import type { Reward } from '../ledger/posted-transfers.js';
import type { PostTransfer } from '../ledger/transfer.js';
import type { FundedStart } from './bookings-of-event.js';

const BOOKINGS_QUEUE = 'bookings';
const REFUNDS_QUEUE = 'refunds';
const PURCHASES_QUEUE = 'purchases';
export const BOOKING_QUEUES = [BOOKINGS_QUEUE, REFUNDS_QUEUE, PURCHASES_QUEUE];
export const REWARDS_QUEUE = 'rewards';

/** Transfers that wait for tokens or for the worker. */
export interface BookingPayload {
  cause: CauseEvent;
  start?: FundedStart;
  transfers?: PostTransfer[];
}

export interface RewardPayload {
  cause: CauseEvent;
  reward: Reward;
}

/** Delay of the first attempt, in which the event that brings the tokens may arrive. */
const firstAttemptMs = 500;

const soon = (now: Date): Date => new Date(now.getTime() + firstAttemptMs);

/** The id of a work item with a single transfer. */
export const workItemOf = (idempotencyKey: string): string => idempotencyKey.replace(':', '-');
export const consumptionItemOf = (eventId: string): string => `booking-consume-${eventId}`;

export const rewardItemOf = (submissionId: string): string => `reward-${submissionId}`;

/** These functions add one item per event or transfer. They return false if the item exists. */
export function addFunding(session: SqlSession, cause: CauseEvent, start: FundedStart, now: Date): Promise<boolean> {
  const payload: BookingPayload = { cause, start };
  const id = `booking-fund-${cause.eventId}`;
  return addWorkItem(session, { id, queue: BOOKINGS_QUEUE, payload, availableAt: soon(now) });
}

export function addConsumption(
  session: SqlSession,
  cause: CauseEvent,
  transfers: PostTransfer[],
  now: Date,
): Promise<boolean> {
  const payload: BookingPayload = { cause, transfers };
  const id = consumptionItemOf(cause.eventId);
  return addWorkItem(session, { id, queue: BOOKINGS_QUEUE, payload, availableAt: soon(now) });
}

const adderTo = (queue: string) => (session: SqlSession, cause: CauseEvent, transfer: PostTransfer) => {
  const payload: BookingPayload = { cause, transfers: [transfer] };
  return addWorkItem(session, { id: workItemOf(transfer.idempotencyKey), queue, payload });
};

export const addRefund = adderTo(REFUNDS_QUEUE);
export const addPurchase = adderTo(PURCHASES_QUEUE);

/** Adds a reward that waits for a day with allowance. */
export function addReward(session: SqlSession, cause: CauseEvent, reward: Reward, payableAt: Date): Promise<boolean> {
  const payload: RewardPayload = { cause, reward };
  const id = rewardItemOf(reward.submissionId);
  return addWorkItem(session, { id, queue: REWARDS_QUEUE, payload, availableAt: payableAt });
}
