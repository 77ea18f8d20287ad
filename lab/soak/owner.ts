import { setTimeout as delay } from 'node:timers/promises';
import { assessmentSettingsRoutes, PRODUCT, photosRoutes, supportRoutes, tokensRoutes } from '@candid/contracts';
import { eventually, jpegWithExif, Person, type Random } from '@candid/testing';
import type { AcceptedRating, Assessors } from './assessors.js';
import type { Moderation } from './moderation.js';
import type { Readings } from './readings.js';

type System = ConstructorParameters<typeof Person>[0];

interface OwnerSurroundings {
  system: System;
  support: Person;
  readings: Readings;
  assessors: Assessors;
  /** Undefined if nobody reports photos in this load. */
  moderation?: Moderation | undefined;
  random: Random;
  signal: AbortSignal;
}

const PRICE = PRODUCT.pricePerAssessorTokens;
const PAUSE_MS = 300;
/** The share of assessments in which a photo is reported. */
const REPORTED_SHARE = 0.4;
/** Number of random reads between two assessments. */
const READINGS_EACH = 3;
const settings = {
  ratingRequired: true,
  commentsRequired: false,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 0,
};

export class Owner {
  tokens: number = PRODUCT.welcomeGrantTokens;
  /** Accepted ratings by photo, without deleted photos. */
  readonly ratings = new Map<string, AcceptedRating[]>();
  /** True if the first assessment was started again. Its counts are then not checked. */
  hasStartedOver = false;
  /** True if a photo was removed, even temporarily. The owner's notifications are then not checked. */
  hasLostPhoto = false;
  refunds = 0;
  /** Number of submissions with at least one photo that still exists. */
  notifications = 0;
  /** Number of photo assessments that have all their ratings. */
  completions = 0;

  private constructor(
    readonly person: Person,
    private readonly around: OwnerSurroundings,
  ) {}

  static async signedUp(around: OwnerSurroundings): Promise<Owner> {
    return new Owner(await Person.signedUp(around.system), around);
  }

  /** Acts as an owner from the first upload to the end of a second assessment, or until the load ends. */
  async live(): Promise<void> {
    await this.upload(2, 'testing');
    this.tokens = 0;
    const { random } = this.around;
    if (random.next() < 0.25) return this.startOver(random.between(0, 3));
    await this.pause();
    this.take(await this.ratedBy(PRODUCT.firstAssessmentAssessors, { withComments: true }));
    this.completions += 1;
    await eventually(async () => {
      if (!(await this.person.user()).hasFirstTested) throw new Error('the first assessment is not complete');
    });
    await this.clearPool();
    while (!this.around.signal.aborted) {
      await this.setAside();
      await this.assessOrBeReported();
      await this.lookAround();
    }
  }

  /** Cancels the first assessment by deleting one of its photos. */
  private async startOver(rated: number): Promise<void> {
    this.hasStartedOver = true;
    await this.ratedBy(rated, { withComments: true });
    const [photo] = await this.person.photos('testing');
    await this.takeOut(photosRoutes.deletePhoto, photo!._id);
    this.refunds += 1;
    // The first reset gives back even the tokens spent on ratings. They pay for the new start.
    this.tokens = PRODUCT.welcomeGrantTokens;
    this.ratings.clear();
    this.notifications = 0;
  }

  private async clearPool(): Promise<void> {
    const [first, second] = await this.person.photos('testing');
    await this.person.expect(photosRoutes.setProfile, { params: { photoId: first!._id } });
    await this.person.expect(photosRoutes.deactivate, { params: { photoId: second!._id } });
  }

  /** Gets tokens from support, holds some of them for an assessment, and releases the hold. */
  private async setAside(): Promise<void> {
    const { userId } = this.person;
    const body = { amount: 5 * PRICE, reason: 'for a load' };
    await this.around.support.expect(supportRoutes.grant, { params: { userId }, body });
    this.tokens += body.amount;
    await this.person.expect(tokensRoutes.chargeTokens, { body: { userId, testLimit: 2 } });
    await this.pause();
    await this.person.expect(tokensRoutes.chargeTokens, { body: { userId, testLimit: -2 } });
  }

  /** Lets some or all assessors rate a new photo, then ends the assessment or deletes the photo. */
  private async assessOne(): Promise<void> {
    const { random } = this.around;
    const [photoId] = await this.upload(1, 'bank');
    const testLimit = random.between(2, 4);
    const rated = random.between(1, testLimit);
    if (rated === testLimit) this.completions += 1;
    const start = { params: { photoId: photoId! }, body: { ...settings, testLimit } };
    await this.person.expect(assessmentSettingsRoutes.reactivate, start);
    this.take(await this.ratedBy(rated, { withComments: false }));
    await this.pause();
    const isDeleted = random.next() < 0.5;
    await this.takeOut(isDeleted ? photosRoutes.deletePhoto : photosRoutes.deactivate, photoId!);
    if (rated < testLimit) this.refunds += 1;
    if (isDeleted) {
      this.ratings.delete(photoId!);
      this.notifications -= rated;
    }
    this.tokens -= rated * PRICE;
  }

  private assessOrBeReported(): Promise<void> {
    const { moderation, random } = this.around;
    return moderation && random.next() < REPORTED_SHARE ? this.beReported(moderation) : this.assessOne();
  }

  /** Starts an assessment whose photo is reported and decided on. Unused tokens are refunded after any decision. */
  private async beReported(moderation: Moderation): Promise<void> {
    const { random, assessors } = this.around;
    const [photoId] = await this.upload(1, 'bank');
    const start = { params: { photoId: photoId! }, body: { ...settings, testLimit: 5 } };
    await this.person.expect(assessmentSettingsRoutes.reactivate, start);
    let rated = random.between(0, 2);
    this.take(await this.ratedBy(rated, { withComments: false }));
    const outcome = await moderation.reportAndDecide(this.person, photoId!, assessors);
    if (outcome === 'goes on') {
      this.take(await assessors.rateAsNewcomer(this.person));
      this.notifications += 1;
      rated += 1;
      await this.takeOut(photosRoutes.deactivate, photoId!);
    }
    if (outcome === 'removed') this.ratings.delete(photoId!);
    if (outcome === 'removed' || outcome === 'restored') this.hasLostPhoto = true;
    this.refunds += 1;
    this.tokens -= rated * PRICE;
  }

  private async lookAround(): Promise<void> {
    const { random, readings, support } = this.around;
    const params = { userId: this.person.userId };
    for (let done = 0; done < READINGS_EACH; done += 1) {
      await this.person.expect(random.pick(readings.user), { params });
      await support.expect(random.pick(readings.support), { params });
    }
  }

  private async takeOut(route: typeof photosRoutes.deletePhoto | typeof photosRoutes.deactivate, photoId: string) {
    await this.person.expect(route, { params: { photoId } });
  }

  private async ratedBy(count: number, { withComments }: { withComments: boolean }): Promise<AcceptedRating[]> {
    this.notifications += count;
    return this.around.assessors.rate(this.person, count, { withComments });
  }

  private async upload(count: number, section: 'testing' | 'bank'): Promise<string[]> {
    const picture = async (index: number) => ({
      bytes: await jpegWithExif({ width: 400, height: 500 }),
      name: `photo-${index}.jpg`,
    });
    const files = await Promise.all(Array.from({ length: count }, (_, index) => picture(index)));
    const form = await this.person.uploadForm(files, section);
    const { photos } = await this.person.expect(photosRoutes.uploadPhotos, { form });
    for (const { _id } of photos) this.ratings.set(_id, []);
    return photos.map(({ _id }) => _id);
  }

  private take(accepted: AcceptedRating[]): void {
    for (const rating of accepted) this.ratings.get(rating.photoId)?.push(rating);
  }

  private async pause(): Promise<void> {
    await delay(this.around.random.between(0, PAUSE_MS), undefined, { signal: this.around.signal }).catch(
      () => undefined,
    );
  }
}
