import { setTimeout as delay } from 'node:timers/promises';
import { assessmentSettingsRoutes, PRODUCT, photosRoutes, supportRoutes, tokensRoutes } from '@candid/contracts';
import { eventually } from '../eventually.js';
import { jpegWithExif } from '../jpeg-with-exif.js';
import { Person } from '../people/person.js';
import type { AcceptedRating, Assessors } from './assessors.js';
import type { Random } from './random.js';
import type { Readings } from './readings.js';

type System = ConstructorParameters<typeof Person>[0];

export interface OwnerSurroundings {
  system: System;
  support: Person;
  readings: Readings;
  assessors: Assessors;
  random: Random;
  signal: AbortSignal;
}

const PRICE = PRODUCT.pricePerAssessorTokens;
/** For what other processes have yet to take in, some of which have just been killed. */
const WITHIN_MS = 60_000;
const PAUSE_MS = 300;
/** By lot, between two assessments. */
const READINGS_EACH = 3;
const settings = {
  ratingRequired: true,
  commentsRequired: false,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 0,
};

/** What somebody did, and so what has to be there at the end. */
export class Owner {
  tokens: number = PRODUCT.welcomeGrantTokens;
  /** Accepted ratings by photo; a photo that was deleted is not among them. */
  readonly ratings = new Map<string, AcceptedRating[]>();
  /** Photos whose counts the load does not follow: a first assessment that starts over. */
  hasStartedOver = false;
  refunds = 0;

  private constructor(
    readonly person: Person,
    private readonly around: OwnerSurroundings,
  ) {}

  static async signedUp(around: OwnerSurroundings): Promise<Owner> {
    return new Owner(await Person.signedUp(around.system), around);
  }

  /** From the first upload to a second assessment and its end, or until the load is over. */
  async live(): Promise<void> {
    await this.upload(2, 'testing');
    this.tokens = 0;
    const { random, assessors } = this.around;
    if (random.next() < 0.25) return this.startOver(random.between(0, 3));
    await this.pause();
    this.take(await assessors.rate(this.person, PRODUCT.firstAssessmentAssessors, { withComments: true }));
    await eventually(
      async () => {
        if (!(await this.person.user()).hasFirstTested) throw new Error('the first assessment is not complete');
      },
      { withinMs: WITHIN_MS },
    );
    await this.clearPool();
    while (!this.around.signal.aborted) {
      await this.setAside();
      await this.assessOne();
      await this.lookAround();
    }
  }

  /** The first assessment is cancelled by deleting one of its photos. */
  private async startOver(rated: number): Promise<void> {
    this.hasStartedOver = true;
    await this.around.assessors.rate(this.person, rated, { withComments: true });
    const [photo] = await this.person.photos('testing');
    await this.refunded(photosRoutes.deletePhoto, photo!._id);
    this.tokens = PRODUCT.welcomeGrantTokens - 2 * rated * PRICE;
    this.ratings.clear();
  }

  private async clearPool(): Promise<void> {
    const [first, second] = await this.person.photos('testing');
    await this.person.expect(photosRoutes.setProfile, { params: { photoId: first!._id } });
    await this.person.expect(photosRoutes.deactivate, { params: { photoId: second!._id } });
  }

  /** Tokens from support, some of them set aside for a start and released again. */
  private async setAside(): Promise<void> {
    const { userId } = this.person;
    const body = { amount: 5 * PRICE, reason: 'for a load' };
    await this.around.support.expect(supportRoutes.grant, { params: { userId }, body });
    this.tokens += body.amount;
    await this.person.expect(tokensRoutes.chargeTokens, { body: { userId, testLimit: 2 } });
    await this.pause();
    await this.person.expect(tokensRoutes.chargeTokens, { body: { userId, testLimit: -2 } });
  }

  /** One photo is stored, assessed by some, and its assessment ended or the photo deleted: the rest comes back. */
  private async assessOne(): Promise<void> {
    const { random, assessors } = this.around;
    const [photoId] = await this.upload(1, 'bank');
    const testLimit = random.between(2, 4);
    const rated = random.between(1, testLimit - 1);
    const start = { params: { photoId: photoId! }, body: { ...settings, testLimit } };
    await this.person.expect(assessmentSettingsRoutes.reactivate, start);
    this.take(await assessors.rate(this.person, rated, { withComments: false }));
    await this.pause();
    const isDeleted = random.next() < 0.5;
    await this.refunded(isDeleted ? photosRoutes.deletePhoto : photosRoutes.deactivate, photoId!);
    if (isDeleted) this.ratings.delete(photoId!);
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

  private async refunded(route: typeof photosRoutes.deletePhoto | typeof photosRoutes.deactivate, photoId: string) {
    await this.person.expect(route, { params: { photoId } });
    this.refunds += 1;
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
