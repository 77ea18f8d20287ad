import { type NoticeReason, reportsRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

export interface NewNotice {
  readonly reason: NoticeReason;
  readonly location: string;
  readonly text: string;
  readonly name?: string;
  readonly email?: string;
}

/** @returns the id of the notice. */
export async function sendNotice(notice: NewNotice, idempotencyKey: string): Promise<string> {
  const body = { ...notice, isGoodFaith: true as const };
  return (await call(reportsRoutes.sendNotice, { body, idempotencyKey })).noticeId;
}
