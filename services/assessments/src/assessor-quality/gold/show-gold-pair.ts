import { Inject, Injectable } from '@nestjs/common';
import type { StartGoldTest } from '../../photo-assessment/domain/commands.js';
import type { GoldShowing, Template } from './domain/showing.js';
import { drawShowing } from './draw-showing.js';
import { GoldQuery } from './gold.query.js';
import { GoldShowings } from './gold-showings.rows.js';

/** Puts a pair with an obvious answer among what a rater is offered, when it is time for one. */
@Injectable()
export class ShowGoldPair {
  constructor(
    @Inject(GoldShowings) private readonly showings: GoldShowings,
    @Inject(GoldQuery) private readonly pairs: GoldQuery,
  ) {}

  /** `templates` are the photo assessments of the page, in its order; among none there is no pair. */
  async offerTo(raterId: string, templates: readonly Template[], now: Date): Promise<GoldShowing | undefined> {
    await this.showings.forgetUnopened(raterId, now);
    const current = await this.showings.current(raterId, now);
    if (current || templates.length === 0) return current;
    const pair = await this.pairs.dueFor(raterId, await this.showings.shownTo(raterId));
    if (!pair) return undefined;
    await this.showings.add(drawShowing(pair, raterId, [templates[0]!, ...templates.slice(1)]), now);
    return this.showings.current(raterId, now);
  }
}

/** With which the showing's own photo assessment begins. */
export function goldStartOf(showing: GoldShowing): Omit<StartGoldTest, 'type' | 'at'> {
  const { testId, ownerId, goldId, photos, settings } = showing;
  const assessments = photos.map(({ assessmentId, photoId }) => ({ assessmentId, photoId }));
  return { testId, ownerId, goldId, finePhotoId: photos[0].photoId, settings, assessments };
}
