import type { RequestContext, UserId } from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { Assessments } from '../assessments/assessments.js';
import { PhotoQuery } from '../listing/photo.query.js';

/** Ends all assessments of an owner without photos in the planner. */
@Injectable()
export class EndAllOfEmptyPlanner {
  constructor(
    private readonly photos: PhotoQuery,
    private readonly assessments: Assessments,
  ) {}

  /** @returns the tokens that come back */
  async run(userId: UserId, context: RequestContext): Promise<number> {
    const { standing, returning } = await this.photos.plannerOf(userId);
    // A photo under assessment that goes back into the planner counts as standing there.
    if (standing.size + returning.size > 0) {
      throw new DomainError('CONFLICT', 'There are photos in your Profile Planner.');
    }
    return this.assessments.endAll(userId, context);
  }
}
