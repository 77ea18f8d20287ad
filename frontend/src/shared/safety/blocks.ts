import { reportsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../lib/api/call';
import { hasCode } from '../../lib/api/errors';
import { queryKeys } from '../../lib/query/keys';

export type Blocks = Answer<typeof reportsRoutes.listBlocks>;

/** People that this person has blocked, and assessors that they hide from. */
export function useBlocks() {
  return useQuery({
    queryKey: queryKeys.blocks(),
    queryFn: ({ signal }) => call(reportsRoutes.listBlocks, { signal }),
  });
}

/** What somebody has undone already, in another tab or with a first press, is undone. */
async function undone(undoing: Promise<unknown>): Promise<void> {
  await undoing.catch((error: unknown) => {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
  });
}

export async function blockPerson(userId: string, idempotencyKey: string): Promise<void> {
  await call(reportsRoutes.blockPerson, { body: { userId }, idempotencyKey });
}

export async function unblockPerson(userId: string, idempotencyKey: string): Promise<void> {
  await undone(call(reportsRoutes.unblockPerson, { params: { userId }, idempotencyKey }));
}

/** @returns the id with which `showToAssessor` undoes it. */
export async function hideFromAssessor(ratingId: string, idempotencyKey: string): Promise<string> {
  return (await call(reportsRoutes.hideFromAssessor, { body: { ratingId }, idempotencyKey })).hideId;
}

export async function showToAssessor(hideId: string, idempotencyKey: string): Promise<void> {
  await undone(call(reportsRoutes.showToAssessor, { params: { hideId }, idempotencyKey }));
}
