import type { RequestContext, UserId } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { PhotoQuery } from '../projections/photo/photo.query.js';
import { Assessments } from './assessments.js';

/** Ends all assessments of an owner without photos in the planner. */
@Injectable()
export class EndAllOfEmptyPlanner {
  constructor(
    @Inject(PhotoQuery) private readonly photos: PhotoQuery,
    @Inject(Assessments) private readonly assessments: Assessments,
  ) {}

  /** @returns the tokens that come back */
  async run(userId: UserId, context: RequestContext): Promise<number> {
    if (!(await this.isPlannerEmpty(userId))) {
      throw new DomainError('CONFLICT', 'There are photos in your Profile Planner.');
    }
    return this.assessments.endAll(userId, context);
  }

  /** A photo under assessment that goes back into the planner counts as standing there. */
  private async isPlannerEmpty(userId: UserId): Promise<boolean> {
    const [standing, testing] = await Promise.all([
      this.photos.listSection(userId, 'profile', { limit: 1 }),
      this.photos.listSection(userId, 'testing'),
    ]);
    return standing.listed.length === 0 && testing.listed.every(({ view }) => view.placeholder !== 'profile');
  }
}
