import type { DisputeState } from './commands.js';

/** All that the provider has told about one payment. Every fact only adds, so that their order does not matter. */
export interface Payment {
  /** Undefined while only what became of the payment has been told. */
  told?: 'asOrdered' | 'differing';
  /** Money that has gone back so far. */
  refunded: number;
  isRefundedWhole: boolean;
  /** Keyed by the provider's id. */
  disputes: Readonly<Record<string, DisputeState>>;
}

export const untoldPayment: Payment = { refunded: 0, isRefundedWhole: false, disputes: {} };

export type PaymentStatus = 'disputed' | 'mismatched' | 'refunded' | 'paid';

/** The first one is the most pressing. */
const pressing: readonly PaymentStatus[] = ['disputed', 'mismatched', 'refunded', 'paid'];

const disputeRanks: readonly DisputeState[] = ['open', 'won', 'lost'];

/** A dispute that was closed does not open again, whichever was told first. */
export const laterDispute = (one: DisputeState | undefined, other: DisputeState): DisputeState =>
  one && disputeRanks.indexOf(one) > disputeRanks.indexOf(other) ? one : other;

const isDisputed = ({ disputes }: Payment): boolean => Object.values(disputes).some((state) => state !== 'won');

/** The money is not here, or somebody else may get it. */
export const isMoneyGone = (payment: Payment): boolean => payment.isRefundedWhole || isDisputed(payment);

function statusOf(payment: Payment): PaymentStatus | undefined {
  if (isDisputed(payment)) return 'disputed';
  if (payment.isRefundedWhole) return 'refunded';
  if (payment.told === 'differing') return 'mismatched';
  if (payment.refunded > 0) return 'refunded';
  return payment.told && 'paid';
}

/** Returns the most pressing status of all payments of a checkout, undefined without a payment. */
export function statusOfPayments(payments: readonly Payment[]): PaymentStatus | undefined {
  const statuses = payments.map(statusOf);
  return pressing.find((status) => statuses.includes(status));
}
