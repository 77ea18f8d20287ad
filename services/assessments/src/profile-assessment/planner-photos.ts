import { DomainError, type SqlSession } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { lockInPlanner, OwnerPhotos } from '../owner/owner-photos.rows.js';

const plannerChanged = (): DomainError =>
  new DomainError('CONFLICT', 'Your Profile Planner has changed. Please check its photos and try again.');

export const TOO_FEW_TOKENS = 'Insufficient tokens. Please purchase more tokens.';

/** Checks that photos may be assessed as a profile: they are the owner's and all in the planner. */
@Injectable()
export class PlannerPhotos {
  constructor(private readonly ownerPhotos: OwnerPhotos) {}

  /**
   * @returns the check that all photos are in the planner, which throws CONFLICT; callers first check the owner's
   * progress @throws DomainError NOT_FOUND for photos that are not the owner's
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
   * Repeats the planner check within the transaction of an append and locks the photos. It sees every move handled
   * since then. A later move waits for the commit and finds what to end. @throws DomainError CONFLICT
   */
  async keepInPlanner(session: SqlSession, photoIds: readonly string[]): Promise<void> {
    if ((await lockInPlanner(session, photoIds)) < photoIds.length) throw plannerChanged();
  }
}
