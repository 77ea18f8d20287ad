import { assessmentSettingsRoutes, assessmentsRoutes, identityRoutes, photosRoutes } from '@candid/contracts';
import {
  eventually,
  giveTokens,
  Person,
  type SharedSystem,
  submissionFor,
  supportAgent,
  twoPhonePictures,
} from '@candid/testing';
import { onboardedOwner } from './onboarded.js';

const settings = {
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: [
    [1, 1],
    [1, 2],
  ],
  minComments: 1,
};

/** An owner after the first assessment: one photo in the planner, others in the bank, tokens for more assessments. */
export class RatedOwner {
  private constructor(
    readonly person: Person,
    readonly assessors: readonly Person[],
    readonly planned: string,
    readonly banked: string,
  ) {}

  static async ready(system: SharedSystem): Promise<RatedOwner> {
    const [support, assessors] = await Promise.all([
      supportAgent(system),
      Promise.all(Array.from({ length: 5 }, () => Person.approvedAssessor(system))),
    ]);
    const person = await onboardedOwner(system, assessors.slice(0, 4));
    const { userId } = person;
    const [[planned], [banked]] = await Promise.all([
      person.photos('profile'),
      person.photos('rated'),
      person.expect(identityRoutes.dismissFirstLogin, { params: { userId } }),
      giveTokens(support, userId, 300),
    ]);
    return new RatedOwner(person, assessors, planned!._id, banked!._id);
  }

  /** Adds an unrated photo to the bank. */
  async addPhoto(): Promise<string> {
    const form = await this.person.uploadForm((await twoPhonePictures()).slice(0, 1), 'unrated');
    const { photos } = await this.person.expect(photosRoutes.uploadPhotos, { form });
    return photos[0]!._id;
  }

  /** Starts a new assessment of a photo and returns its id. */
  async start(photoId: string, testLimit: number): Promise<string> {
    const body = { ...settings, testLimit };
    const { photo } = await this.person.expect(assessmentSettingsRoutes.reactivate, { params: { photoId }, body });
    return photo.testId!;
  }

  /** One of the five assessors rates all open photos. */
  async rate(assessor: number, score: number): Promise<void> {
    const body = await submissionFor(this.assessors[assessor]!, this.person.userId, score);
    await this.assessors[assessor]!.expect(assessmentsRoutes.submitRatings, { body });
  }

  /** Returns a photo to the bank once its assessment is complete. */
  async putBack(photoId: string): Promise<void> {
    await eventually(() => this.person.expect(photosRoutes.returnPhoto, { params: { photoId } }));
  }
}
