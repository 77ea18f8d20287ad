import { reportsRoutes } from '@candid/contracts';
import { useQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../lib/api/call';
import { queryKeys } from '../../lib/query/keys';

export type Blocks = Answer<typeof reportsRoutes.listBlocks>;

/** People that this person has blocked, and assessors that they hide from. */
export function useBlocks() {
  return useQuery({
    queryKey: queryKeys.blocks(),
    queryFn: ({ signal }) => call(reportsRoutes.listBlocks, { signal }),
  });
}

export async function blockPerson(userId: string, idempotencyKey: string): Promise<void> {
  await call(reportsRoutes.blockPerson, { body: { userId }, idempotencyKey });
}

export async function unblockPerson(userId: string, idempotencyKey: string): Promise<void> {
  await call(reportsRoutes.unblockPerson, { params: { userId }, idempotencyKey });
}

/** @returns the id with which `showToAssessor` undoes it. */
export async function hideFromAssessor(ratingId: string, idempotencyKey: string): Promise<string> {
  return (await call(reportsRoutes.hideFromAssessor, { body: { ratingId }, idempotencyKey })).hideId;
}

export async function showToAssessor(hideId: string, idempotencyKey: string): Promise<void> {
  await call(reportsRoutes.showToAssessor, { params: { hideId }, idempotencyKey });
}
