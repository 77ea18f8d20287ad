import { identityRoutes, supportRoutes } from '@candid/contracts';
import { Person, type SharedSystem, supportAgent } from '@candid/testing';
import { backToPlace, firstTest, firstTestDone, intoPlanner, rated, stored } from '../screens/photo-acts.js';

/** Creates owners with different dashboards, and the assessors who rate them. */
export class DashboardPeople {
  private constructor(
    private readonly system: SharedSystem,
    readonly raters: readonly Person[],
    private readonly support: Person,
  ) {}

  static async ready(system: SharedSystem): Promise<DashboardPeople> {
    const [support, raters] = await Promise.all([
      supportAgent(system),
      Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system))),
    ]);
    return new DashboardPeople(system, raters, support);
  }

  /** A person who has dismissed the welcome. */
  async starter(): Promise<Person> {
    const person = await Person.signedUp(this.system);
    await person.expect(identityRoutes.dismissFirstLogin, { params: { userId: person.userId } });
    return person;
  }

  /** An owner with one photo in the planner, one rated and two unrated ones in the bank, and tokens. */
  async settledOwner(tokens = 100): Promise<Person> {
    const owner = await this.starter();
    await firstTest(owner, 4);
    await rated(owner, this.raters);
    await firstTestDone(owner);
    const [first, second] = await owner.photos('testing');
    await intoPlanner(owner, first!._id);
    await backToPlace(owner, second!._id);
    await stored(owner, 4, [2, 3]);
    await this.give(owner, tokens);
    return owner;
  }

  async give({ userId }: Person, tokens: number): Promise<void> {
    const body = { amount: tokens, reason: 'for the test' };
    await this.support.expect(supportRoutes.grant, { params: { userId }, body });
  }
}
