import { identityRoutes } from '@candid/contracts';
import { giveTokens, PASSKEY, Person, type SharedSystem, supportAgent } from '@candid/testing';
import { backToPlace, firstTest, firstTestDone, intoPlanner, rated, settled, start, stored } from './photo-acts.js';
import { confirmed, profileTest } from './profile-acts.js';

/** The people that the screens show. */
export interface Cast {
  /** Has just signed up and not yet seen the welcome. */
  newcomer: Person;
  /** Has seen the welcome and done nothing yet; not an approved assessor. */
  starter: Person;
  /** In the middle of the first assessment. */
  waiting: Person;
  /** The first assessment is complete, and no photo is in the planner. */
  tested: Person;
  /** Planner, bank and pool are full of photos; one profile assessment is done, one is running. */
  owner: Person;
  /** An approved assessor who may assess the others. */
  assessor: Person;
  /** Has the support role, and no photos. */
  support: Person;
}

export type Who = 'visitor' | keyof Cast;

type SignedUp = Omit<Cast, 'support'>;

const emails: Record<keyof SignedUp, string> = {
  newcomer: 'sam@people.example',
  starter: 'kim@people.example',
  waiting: 'lou@people.example',
  tested: 'ari@people.example',
  owner: 'robin@people.example',
  assessor: 'noa@people.example',
};

/** Brings all people to their states over HTTP. */
export async function prepareCast(system: SharedSystem): Promise<Cast> {
  const entries = await Promise.all(
    Object.entries(emails).map(async ([who, email]) => [who, await signedUp(system, email)] as const),
  );
  const cast = Object.fromEntries(entries) as unknown as SignedUp;
  const { newcomer: _new, ...seasoned } = cast;
  const seen = (person: Person) =>
    person.expect(identityRoutes.dismissFirstLogin, { params: { userId: person.userId } });
  await Promise.all(Object.values(seasoned).map(seen));
  await cast.assessor.expect(identityRoutes.approveAssessor, { body: { passkey: PASSKEY } });
  const raters = await Promise.all(Array.from({ length: 6 }, () => Person.approvedAssessor(system)));
  const [support] = await Promise.all([
    supportAgent(system),
    firstTest(cast.waiting, 3),
    firstTest(cast.tested, 1),
    firstTest(cast.owner, 0),
  ]);
  await rated(cast.waiting, raters.slice(0, 1));
  await rated(cast.tested, raters.slice(0, 4));
  await rated(cast.owner, raters.slice(0, 4));
  await Promise.all([firstTestDone(cast.tested), firstTestDone(cast.owner)]);
  await furnish(cast.owner, raters, support);
  return { ...cast, support };
}

async function signedUp(system: SharedSystem, email: string): Promise<Person> {
  const person = new Person(system, email);
  await person.expect(identityRoutes.requestSignupCode, { body: { email } });
  const signupCode = await person.signupCode();
  const body = { email, password: person.password, signupCode, confirmAdult: true };
  const { token, userId } = await person.expect(identityRoutes.signUp, { body });
  return Object.assign(person, { token, userId });
}

/** Fills the planner with three photos, the bank with four (two are rated), and the pool with two (one is complete). */
async function furnish(owner: Person, raters: readonly Person[], support: Person): Promise<void> {
  await giveTokens(support, owner.userId, 400);
  for (const photo of await owner.photos('testing')) await intoPlanner(owner, photo._id);
  await confirmed(owner, await profileTest(owner, 2, raters.slice(0, 2)));
  const [third, fourth, fifth, complete, running] = (await stored(owner, 0, [2, 3, 4, 5, 6, 7, 8])) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const photoId of [third, fourth, fifth]) {
    await start(owner, photoId, 3);
    await rated(owner, raters.slice(2, 5));
    await backToPlace(owner, photoId);
  }
  await intoPlanner(owner, third);
  await looked(owner);
  await profileTest(owner, 5, raters.slice(2, 4));
  await start(owner, complete, 2);
  await rated(owner, raters.slice(0, 2));
  await start(owner, running, 6);
  await rated(owner, raters.slice(2, 4));
}

/** Clears the counts once all ratings so far are in them, so that later counts are of the running assessments alone. */
async function looked(owner: Person): Promise<void> {
  const { userId } = owner;
  await settled(async () => {
    const { notificationNumber, generalNotifNumber } = await owner.user();
    if (notificationNumber < 13 || generalNotifNumber < 2) throw new Error('the account lacks some ratings');
  });
  await owner.expect(identityRoutes.clearNotifications, { body: { userId } });
  await owner.expect(identityRoutes.clearGeneralNotifications, { body: { userId } });
}
