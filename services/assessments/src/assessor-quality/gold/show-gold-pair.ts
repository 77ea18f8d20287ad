import { Injectable } from '@nestjs/common';
import type { StartGoldAssessment } from '../../photo-assessment/domain/commands.js';
import type { GoldShowing, Template } from './domain/showing.js';
import { drawShowing } from './draw-showing.js';
import { GoldQuery } from './gold.query.js';
import { GoldShowings } from './gold-showings.rows.js';

/** Puts a pair with an obvious answer among what an assessor is offered, when it is time for one. */
@Injectable()
export class ShowGoldPair {
  constructor(
    private readonly showings: GoldShowings,
    private readonly pairs: GoldQuery,
  ) {}

  /** `templates` are the photo assessments of the page, in its order; among none there is no pair. */
  async offerTo(assessorId: string, templates: readonly Template[], now: Date): Promise<GoldShowing | undefined> {
    await this.showings.forgetUnopened(assessorId, now);
    const current = await this.showings.current(assessorId, now);
    if (current || templates.length === 0) return current;
    const pair = await this.pairs.dueFor(assessorId, await this.showings.shownTo(assessorId));
    if (!pair) return undefined;
    await this.showings.add(drawShowing(pair, assessorId, [templates[0]!, ...templates.slice(1)]), now);
    return this.showings.current(assessorId, now);
  }
}

/** With which the showing's own photo assessment begins. */
export function goldStartOf(showing: GoldShowing): Omit<StartGoldAssessment, 'type' | 'at'> {
  const { photoAssessmentId, ownerId, goldId, photos, settings } = showing;
  const assessments = photos.map(({ assessmentId, photoId }) => ({ assessmentId, photoId }));
  return { photoAssessmentId, ownerId, goldId, finePhotoId: photos[0].photoId, settings, assessments };
}
