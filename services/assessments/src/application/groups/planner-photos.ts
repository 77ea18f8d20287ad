import { DomainError } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { OwnerPhotos } from '../../records/owner-photos.js';

/** What may be evaluated together: photos that all stand in the owner's planner. */
@Injectable()
export class PlannerPhotos {
  constructor(@Inject(OwnerPhotos) private readonly ownerPhotos: OwnerPhotos) {}

  /** Throws NOT_FOUND for photos of somebody else, CONFLICT for own ones outside the planner. */
  async require(ownerId: string, photoIds: readonly string[]): Promise<void> {
    const photos = await this.ownerPhotos.ownOf(ownerId, photoIds);
    if (photos.length < photoIds.length) throw new DomainError('NOT_FOUND', 'There is no such photo.');
    if (photos.some(({ inPlanner }) => !inPlanner)) {
      throw new DomainError('CONFLICT', 'Your Profile Planner has changed. Please check its photos and try again.');
    }
  }
}
