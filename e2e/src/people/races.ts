import { randomUUID } from 'node:crypto';
import { assessmentsRoutes, photosRoutes, assessmentSettingsRoutes as routes, supportRoutes } from '@candid/contracts';
import { jpegWithExif, type Person, submissionFor } from '@candid/testing';
import { expect } from '@jest/globals';

/** Settings of the races' assessments: a rating without comments, so that price and reward are simple numbers. */
const settings = {
  testLimit: 1,
  ratingRequired: true,
  commentsRequired: false,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 0,
};

/** Calls of an owner, and checks of their results. */
export class RacingOwner {
  constructor(
    readonly person: Person,
    private readonly support: Person,
  ) {}

  async stored(count: number): Promise<string[]> {
    const files = await Promise.all(
      Array.from({ length: count }, async (_, index) => ({
        bytes: await jpegWithExif({ width: 400, height: 500 }),
        name: `stored-${index}.jpg`,
      })),
    );
    const form = await this.person.uploadForm(files, 'bank');
    return (await this.person.expect(photosRoutes.uploadPhotos, { form })).photos.map(({ _id }) => _id);
  }

  grant(amount: number) {
    const body = { amount, reason: 'for a race' };
    return this.support.expect(supportRoutes.grant, { params: { userId: this.person.userId }, body });
  }

  start(photoId: string, testLimit = 1) {
    return this.person.call(routes.reactivate, { params: { photoId }, body: { ...settings, testLimit } });
  }

  extend(photoId: string, difference: number) {
    return this.person.call(routes.updateAssessment, { body: { photoId, difference } });
  }

  end(photoId: string) {
    return this.person.call(photosRoutes.deactivate, { params: { photoId } });
  }

  remove(photoId: string) {
    return this.person.call(photosRoutes.deletePhoto, { params: { photoId } });
  }

  /** Starts an assessment of a new photo, paid with tokens granted for it. */
  async running(testLimit: number): Promise<string> {
    const [photoId] = await this.stored(1);
    await this.grant(5 * testLimit);
    const answer = await this.start(photoId!, testLimit);
    expect(answer).toMatchObject({ status: 200 });
    return photoId!;
  }

  async tokens(): Promise<number> {
    return (await this.person.user()).tokenCount;
  }
}

/** Scores vary, because an assessor who always gives the same score is soon judged careless. */
let lastScore = 0;

/** Opens the owner's photo assessment and returns a function that sends the submission. */
export async function readyToRate(rater: Person, owner: Person, { withComments = false } = {}) {
  lastScore = (lastScore % 12) + 1;
  const { ratings, ...who } = await submissionFor(rater, owner.userId, lastScore);
  const without = ratings.map(({ photoId, rating }) => ({ photoId, rating, comments: [] }));
  const body = { ...who, ratings: withComments ? ratings : without };
  return () => rater.call(assessmentsRoutes.submitRatings, { body, idempotencyKey: randomUUID() });
}
