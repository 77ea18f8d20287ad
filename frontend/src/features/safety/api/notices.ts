import { type NoticeReason, reportsRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';
import { newIdempotencyKey } from '../../../lib/api/idempotency';

export interface NewNotice {
  readonly reason: NoticeReason;
  readonly location: string;
  readonly text: string;
  readonly name?: string;
  readonly email?: string;
}

/** The token is that of the receipt's link. */
export async function confirmNotice(token: string): Promise<void> {
  await call(reportsRoutes.confirmNotice, { body: { token }, idempotencyKey: newIdempotencyKey() });
}

/** @returns the id of the notice. */
export async function sendNotice(notice: NewNotice, idempotencyKey: string): Promise<string> {
  const body = { ...notice, isGoodFaith: true as const };
  return (await call(reportsRoutes.sendNotice, { body, idempotencyKey })).noticeId;
}
