import { randomUUID } from 'node:crypto';
import { assessmentsRoutes, PRODUCT } from '@candid/contracts';
import { eventually, Person, type Random, submissionFor } from '@candid/testing';

type System = ConstructorParameters<typeof Person>[0];

/** Submissions per assessor. If there were more, the service would judge these fast assessors careless. */
const SUBMISSIONS_EACH = 8;

export interface Assessor {
  person: Person;
  submissions: number;
  /** Balance that the assessor must have at the end. */
  tokens: number;
}

export interface AcceptedRating {
  photoId: string;
  score: number;
}

/** Pool of assessors. Each assessor makes a few submissions, one at a time. */
export class Assessors {
  readonly all: Assessor[] = [];
  private readonly free: Assessor[] = [];

  constructor(
    private readonly system: System,
    private readonly random: Random,
  ) {}

  /** Lets `count` different assessors rate all photos that the owner has under assessment, one after another. */
  async rate(owner: Person, count: number, { withComments }: { withComments: boolean }): Promise<AcceptedRating[]> {
    const accepted: AcceptedRating[] = [];
    const busy: Assessor[] = [];
    try {
      for (let done = 0; done < count; done += 1) {
        const assessor = await this.take();
        busy.push(assessor);
        accepted.push(...(await this.submit(assessor, owner, withComments)));
      }
    } finally {
      this.free.push(...busy.filter(({ submissions }) => submissions < SUBMISSIONS_EACH));
    }
    return accepted;
  }

  /** Submits as a new assessor, because all others may have rated this owner already. */
  async rateAsNewcomer(owner: Person): Promise<AcceptedRating[]> {
    return this.submit(await this.newcomer(), owner, false);
  }

  /** Creates an assessor that is not in the pool. The invariants check this assessor's balance, too. */
  async newcomer(): Promise<Assessor> {
    const person = await Person.approvedAssessor(this.system);
    const assessor: Assessor = { person, submissions: 0, tokens: PRODUCT.welcomeGrantTokens };
    this.all.push(assessor);
    return assessor;
  }

  /** Waits until the assessor can rate photos of the owner. @returns a submission for all of them */
  private opened(assessor: Assessor, owner: Person) {
    const open = async () => {
      const submission = await submissionFor(assessor.person, owner.userId, this.random.between(1, 19));
      if (submission.ratings.length === 0) throw new Error('there was nothing to rate in an open test');
      return submission;
    };
    return eventually(open, { everyMs: 500 });
  }

  private async submit(assessor: Assessor, owner: Person, withComments: boolean): Promise<AcceptedRating[]> {
    assessor.submissions += 1;
    const { ratings, ...who } = await this.opened(assessor, owner);
    const sent = withComments ? ratings : ratings.map((rating) => ({ ...rating, comments: [] }));
    const { tokensEarned } = await assessor.person.expect(assessmentsRoutes.submitRatings, {
      body: { ...who, ratings: sent },
      idempotencyKey: randomUUID(),
    });
    assessor.tokens += tokensEarned;
    return ratings.map(({ photoId, rating }) => ({ photoId, score: rating }));
  }

  private async take(): Promise<Assessor> {
    return this.free.shift() ?? this.newcomer();
  }
}
