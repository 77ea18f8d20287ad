import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  type PhotoId,
  photosRoutes,
  supportRoutes,
} from '@candid/contracts';
import {
  eventually,
  jpegWithExif,
  LocalStripe,
  moderatorAgent,
  Person,
  type RunningSystem,
  staffAgent,
  startSystem,
  supportAgent,
  UNDISTURBED_ENV,
} from '@candid/testing';
import { MODERATION_ENV } from '../people/moderation.js';
import { onboardedOwner } from '../people/onboarded.js';

export const COLUMNS = [
  ...(['anonymous', 'another user', 'an assessor without a slot', 'owner', 'support'] as const),
  'moderator',
  /** Staff with the role `safety-lead`. */
  'evidence',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Factor of the default rate limits, small enough for a test to reach each limit. */
export const RATE_LIMIT_FACTOR = 4;
/** Corrections above this number of tokens need a second member of staff. Grants that prepare a case are smaller. */
export const APPROVAL_TOKENS = 10_000;

type Staff = Pick<World, 'colleague' | 'otherModerator'> & {
  people: Pick<World['people'], 'support' | 'moderator' | 'evidence'>;
};

/** The people who send the calls of all columns. The worlds of one system share only the staff. */
export class World {
  private picture?: Buffer;

  private constructor(
    readonly system: RunningSystem,
    readonly people: Record<Exclude<Column, 'anonymous'>, Person>,
    /** Another member of staff, who requests the corrections on which support decides. */
    readonly colleague: Person,
    /** Second moderator. Claims cases, removes photos and proposes closures, so that `moderator` can respond. */
    readonly otherModerator: Person,
    /** Approved assessors who have rated the owner's first assessment. */
    readonly raters: Person[],
    /** Local server that replaces the payment provider. */
    readonly stripe: LocalStripe,
  ) {}

  /** Starts a system with `count` worlds. Ending one of the worlds ends the system. */
  static async begin(count = 1): Promise<[World, ...World[]]> {
    const stripe = await LocalStripe.start();
    const env = {
      ...UNDISTURBED_ENV,
      ...stripe.settings(),
      RATE_LIMIT_FACTOR: String(RATE_LIMIT_FACTOR),
      CORRECTION_APPROVAL_TOKENS: String(APPROVAL_TOKENS),
      TRIAL_APPROVALS_PER_DAY: '1000',
      TRUSTED_PROXIES: '127.0.0.1',
      ...MODERATION_ENV,
      SCREENING: 'off',
    };
    const system = await startSystem({ env }).catch(async (error: unknown) => {
      await stripe.stop();
      throw error;
    });
    try {
      const staff = await World.staffOf(system);
      const next = () => World.peopled(system, stripe, staff);
      return await Promise.all([next(), ...Array.from({ length: count - 1 }, next)]);
    } catch (error) {
      await system.stop();
      await stripe.stop();
      throw error;
    }
  }

  private static async staffOf(system: RunningSystem): Promise<Staff> {
    const [support, colleague, moderator, otherModerator, evidence] = await Promise.all([
      supportAgent(system),
      supportAgent(system, 'support-colleague@people.example'),
      moderatorAgent(system, 'moderator@people.example'),
      moderatorAgent(system, 'other-moderator@people.example'),
      staffAgent(system, 'safety-lead@people.example', 'safety-lead'),
    ]);
    return { people: { support, moderator, evidence }, colleague, otherModerator };
  }

  private static async peopled(system: RunningSystem, stripe: LocalStripe, staff: Staff): Promise<World> {
    const [raters, assessor, other] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system))),
      Person.approvedAssessor(system),
      Person.signedUp(system),
    ]);
    const owner = await onboardedOwner(system, raters);
    const people = { 'another user': other, 'an assessor without a slot': assessor, owner, ...staff.people };
    const world = new World(system, people, staff.colleague, staff.otherModerator, raters, stripe);
    await world.grant(owner, 5_000);
    return world;
  }

  async end(): Promise<void> {
    await this.system.stop();
    await this.stripe.stop();
  }

  get owner(): Person {
    return this.people.owner;
  }

  get assessor(): Person {
    return this.people['an assessor without a slot'];
  }

  get other(): Person {
    return this.people['another user'];
  }

  get support(): Person {
    return this.people.support;
  }

  get moderator(): Person {
    return this.people.moderator;
  }

  get safetyLead(): Person {
    return this.people.evidence;
  }

  person(column: Column): Person {
    return column === 'anonymous' ? new Person(this.system) : this.people[column];
  }

  newcomer = (): Promise<Person> => Person.signedUp(this.system);
  newAssessor = (): Promise<Person> => Person.approvedAssessor(this.system);

  async grant(person: Person, amount: number): Promise<void> {
    const body = { amount, reason: 'to try the contract' };
    await this.support.expect(supportRoutes.grant, { params: { userId: person.userId }, body });
  }

  /** A picture file small enough to be stored quickly. */
  async file(name = 'photo.jpg'): Promise<{ bytes: Buffer; name: string }> {
    this.picture ??= await jpegWithExif({ width: 160, height: 200 });
    return { bytes: this.picture, name };
  }

  async bankPhoto(person: Person = this.owner): Promise<PhotoId> {
    const form = await person.uploadForm([await this.file()], 'unrated');
    const { photos } = await person.expect(photosRoutes.uploadPhotos, { form });
    return photos[0]!._id;
  }

  /** Starts an assessment of a new photo. Ends all running assessments first if there are already six. */
  async runningPhoto(person: Person = this.owner, settings: object = {}): Promise<PhotoId> {
    const pool = await person.photos('testing');
    for (const { _id } of pool.length < 6 ? [] : pool) await this.endAssessment(_id, person);
    const photoId = await this.bankPhoto(person);
    const body = { ...SETTINGS, ...settings };
    await person.expect(assessmentSettingsRoutes.reactivate, { params: { photoId }, body });
    return photoId;
  }

  async endAssessment(photoId: PhotoId, person: Person = this.owner): Promise<void> {
    await person.expect(photosRoutes.deactivate, { params: { photoId } });
  }

  /** An onboarded owner with tokens and without photos under assessment. */
  async newOwner(): Promise<Person> {
    const owner = await onboardedOwner(this.system, this.raters);
    await this.grant(owner, 500);
    return owner;
  }

  /** Rates one photo without opening its photo assessment. */
  async rate(assessor: Person, owner: Person, photoId: PhotoId): Promise<void> {
    await assessor.expect(assessmentsRoutes.submitRatings, { body: ratingOf(assessor, owner, photoId) });
  }

  async settled(assertion: () => Promise<void>): Promise<void> {
    await eventually(assertion);
  }
}

export const SETTINGS = {
  testLimit: 2,
  ratingRequired: true,
  commentsRequired: true,
  commentsNegative: true,
  commentsSelected: [
    [1, 1],
    [1, 2],
  ] as [number, number][],
  minComments: 1,
};

export const ratingOf = (assessor: Person, owner: Person, photoId: PhotoId, rating: number | null = 12) => ({
  userId: owner.userId,
  raterId: assessor.userId,
  ratings: [{ photoId, rating, comments: [[1, 1, 15]] }],
});
