import { DomainError } from '@candid/event-store';
import { NotYetError } from '@candid/platform/jobs';
import { EscrowShortError } from '../application/transfers.js';

/**
 * What has happened is booked sooner or later: an account that lacks the tokens waits for the event or the purchase
 * that brings them, however late. Throws NotYetError for that, and any other failure as it is.
 */
export async function awaitTokens(booked: Promise<unknown>): Promise<void> {
  try {
    await booked;
  } catch (error) {
    if (!lacksTokens(error)) throw error;
    throw new NotYetError('the account does not have the tokens yet', { cause: error });
  }
}

function lacksTokens(error: unknown): boolean {
  return error instanceof EscrowShortError || (error instanceof DomainError && error.code === 'INSUFFICIENT_TOKENS');
}
