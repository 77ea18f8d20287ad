import { DomainError, type SqlSession } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { lockInPlanner, OwnerPhotos } from '../owner/owner-photos.rows.js';

const plannerChanged = (): DomainError =>
  new DomainError('CONFLICT', 'Your Profile Planner has changed. Please check its photos and try again.');

export const TOO_FEW_TOKENS = 'Insufficient tokens. Please purchase more tokens.';

/** What may be assessed together: own photos that all stand in the planner. */
@Injectable()
export class PlannerPhotos {
  constructor(private readonly ownerPhotos: OwnerPhotos) {}

  /**
   * @returns the check whether they all stand in the planner, which throws CONFLICT: how far the owner is comes before it.
   * Throws NOT_FOUND for photos of somebody else.
   */
  async requireOwn(ownerId: string, photoIds: readonly string[]): Promise<{ requireInPlanner: () => void }> {
    const photos = await this.ownerPhotos.ownOf(ownerId, photoIds);
    if (photos.length < photoIds.length) throw new DomainError('NOT_FOUND', 'There is no such photo.');
    const requireInPlanner = (): void => {
      if (!photos.every(({ inPlanner }) => inPlanner)) throw plannerChanged();
    };
    return { requireInPlanner };
  }

  /**
   * Once more in the transaction of the append: a move that was told of since then is seen, and the next one waits for the
   * commit and finds what to end.
   */
  async keepInPlanner(session: SqlSession, photoIds: readonly string[]): Promise<void> {
    if ((await lockInPlanner(session, photoIds)) < photoIds.length) throw plannerChanged();
  }
}
