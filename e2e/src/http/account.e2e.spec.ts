import {
  accountRoutes,
  assessmentsRoutes,
  identityRoutes,
  identitySupportRoutes,
  photosRoutes,
} from '@candid/contracts';
import {
  eventually,
  joinSystem,
  Person,
  type SharedSystem,
  submissionFor,
  supportAgent,
  twoPhonePictures,
} from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectBalance, expectBalancedBooks } from '../people/money.js';
import { onboardedOwner, rateAll } from '../people/onboarded.js';
import { describePasswordReset } from './password-reset.js';

let system: SharedSystem;
let leave: () => Promise<void>;
let support: Person;
let assessors: Person[];
let owner: Person;
beforeAll(async () => {
  ({ system, leave } = await joinSystem());
  support = await supportAgent(system, 'support-of-accounts@people.example');
  assessors = await Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(system)));
  owner = await onboardedOwner(system, assessors);
});
afterAll(async () => leave?.());

const found = async (q: string) =>
  (await support.expect(identitySupportRoutes.findAccounts, { query: { q } })).accounts;
const remove = (person: Person, password = person.password) =>
  person.call(accountRoutes.deleteAccount, { body: { password } });

describePasswordReset(() => system);

describe('a sign-up code', () => {
  const INVALID = { status: 400, body: { code: 'SIGNUP_CODE_INVALID' } };

  it('is void once another is asked for, for its own address, and good once', async () => {
    const visitor = new Person(system);
    const ask = () => visitor.expect(identityRoutes.requestSignupCode, { body: { email: visitor.email } });
    const signUp = (signupCode: string, email = visitor.email) =>
      visitor.call(identityRoutes.signUp, {
        body: { email, password: visitor.password, signupCode, confirmAdult: true },
      });
    await ask();
    const first = await visitor.signupCode();
    await ask();
    const second = await eventually(async () => {
      const code = await visitor.signupCode();
      expect(code).not.toBe(first);
      return code;
    });
    expect(await signUp(first)).toMatchObject(INVALID);
    expect(await signUp(second, new Person(system).email)).toMatchObject(INVALID);
    expect(await signUp(second)).toMatchObject({ status: 201 });
    expect(await signUp(second)).toMatchObject(INVALID);
  });
});

describe('a session', () => {
  it('stays one for two tabs that refresh at once', async () => {
    const { email, password } = owner;
    const tab = await new Person(system, email, password).logIn();
    const other = new Person(system, email, password);
    other.cookie = tab.cookie;
    const answers = await Promise.all([tab.call(identityRoutes.refresh), other.call(identityRoutes.refresh)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(other.cookie).toBe(tab.cookie);
    expect(await tab.call(identityRoutes.refresh)).toMatchObject({ status: 200 });
  });

  it('ends with the log-out, in every tab, and in no other session', async () => {
    const { email, password } = owner;
    const [here, elsewhere] = await Promise.all([1, 2].map(() => new Person(system, email, password).logIn()));
    const { cookie } = here!;
    await here!.expect(identityRoutes.logOut);
    here!.cookie = cookie;
    expect(await here!.call(identityRoutes.refresh)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await elsewhere!.call(identityRoutes.refresh)).toMatchObject({ status: 200 });
    await here!.expect(identityRoutes.logOut);
  });
});

describe('the export of an account', () => {
  it('holds everything, with links that work', async () => {
    await owner.expect(identityRoutes.sendFeedback, { body: { feedback: 'Lovely', email: owner.email } });
    const exported = await owner.expect(accountRoutes.exportAccount);
    expect(exported).toMatchObject({
      account: { userId: owner.userId, email: owner.email, hasMadeFirstProfile: true },
      preferences: { locationsPreference: 'All' },
      ratingsGiven: [],
      feedback: [{ feedback: 'Lovely', email: owner.email }],
      analytics: [],
    });
    expect(exported.photos).toHaveLength(2);
    expect(exported.ratingsReceived).toHaveLength(8);
    expect(exported.statement.map(({ code }) => code)).toEqual(expect.arrayContaining(['grant', 'hold']));
    for (const { path, renditions } of exported.photos) {
      for (const link of [path, ...renditions.map((rendition) => rendition.path)]) {
        expect((await fetch(link)).status).toBe(200);
      }
    }
  });

  it('holds what an assessor gave, and names nobody', async () => {
    const { ratingsGiven, ratingsReceived } = await assessors[0]!.expect(accountRoutes.exportAccount);
    expect(ratingsGiven).toHaveLength(2);
    expect(ratingsReceived).toEqual([]);
    expect(JSON.stringify(ratingsGiven)).not.toContain(owner.userId);
  });

  it('is a download of one’s own alone', async () => {
    const response = await fetch(`${system.baseUrl}/api/account/export`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="candid-[\d-]+\.json"$/);
    await response.text();
    expect(await new Person(system).call(accountRoutes.exportAccount)).toMatchObject({ status: 401 });
  });
});

describe('the deletion of an account', () => {
  let person: Person;
  let links: string[];
  let deletionDate: string;

  it('needs the password', async () => {
    person = await Person.signedUp(system);
    await person.expect(photosRoutes.uploadPhotos, { form: await person.uploadForm(await twoPhonePictures()) });
    await rateAll(person, [assessors[0]!]);
    links = (await person.photos('testing')).map(({ path }) => new URL(path, system.baseUrl).href);
    expect(await remove(person, 'Wrong-horse-9')).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED', message: 'The password is not right. Nothing was deleted.' },
    });
    expect(await remove(person, '')).toMatchObject({ status: 400 });
    expect((await person.photos('testing')).length).toBe(2);
  });

  it('answers with the date, and the same again', async () => {
    const elsewhere = await new Person(system, person.email, person.password).logIn();
    const answer = await remove(person);
    if (answer.status !== 202) throw new Error(JSON.stringify(answer));
    deletionDate = (answer.body as { deletionDate: string }).deletionDate;
    const daysLeft = (Date.parse(deletionDate) - Date.now()) / (24 * 3_600_000);
    expect(daysLeft).toBeGreaterThan(29);
    expect(daysLeft).toBeLessThanOrEqual(30);
    expect(await remove(person)).toEqual({ status: 202, body: answer.body });
    expect(await elsewhere.call(identityRoutes.refresh)).toMatchObject({ status: 401 });
    for (const session of [person, elsewhere]) {
      const params = { userId: session.userId };
      expect(await session.call(identityRoutes.getUser, { params })).toMatchObject({ status: 401 });
    }
    expect(await elsewhere.call(accountRoutes.exportAccount)).toMatchObject({ status: 401 });
    const { email, password } = person;
    expect(await new Person(system).call(identityRoutes.logIn, { body: { email, password } })).toMatchObject({
      status: 401,
      body: { message: 'failed to log in' },
    });
  });

  it('gives back what nobody had worked for, and removes the pictures', async () => {
    await eventually(async () =>
      expect(await found(person.userId)).toMatchObject([{ balance: 30, held: 0, eraseAt: deletionDate }]),
    );
    for (const link of links) {
      await eventually(async () => expect((await fetch(link)).status).toBe(404));
    }
    const { data } = await assessors[1]!.expect(assessmentsRoutes.listPublicTests, {
      query: { currentUserId: assessors[1]!.userId },
    });
    expect(data.map(({ userId }) => userId)).not.toContain(person.userId);
    await expectBalancedBooks(support);
  });

  it('is told by mail, with the day', async () => {
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(deletionDate));
    const mail = await person.mail((text) => text.startsWith('Your Candid account is deleted'));
    expect(mail).toContain(day);
  });

  it('holds the address until then', async () => {
    const visitor = new Person(system, person.email);
    await visitor.expect(identityRoutes.requestSignupCode, { body: { email: person.email } });
    await eventually(async () => {
      const signupCode = await visitor.signupCode();
      const body = { email: person.email, password: person.password, signupCode, confirmAdult: true };
      expect(await visitor.call(identityRoutes.signUp, { body })).toMatchObject({
        status: 409,
        body: { code: 'EMAIL_TAKEN', message: expect.stringContaining('is being deleted') },
      });
    });
  });

  it('in the middle of four submissions pays each that was accepted, and gives the rest back', async () => {
    const racer = await Person.signedUp(system);
    await racer.expect(photosRoutes.uploadPhotos, { form: await racer.uploadForm(await twoPhonePictures()) });
    const before = await Promise.all(assessors.map(async (assessor) => (await assessor.user()).tokenCount));
    const submissions = await Promise.all(assessors.map((assessor) => submissionFor(assessor, racer.userId, 12)));
    const [deleted, ...answers] = await Promise.all([
      remove(racer),
      ...assessors.map((assessor, index) =>
        assessor.call(assessmentsRoutes.submitRatings, { body: submissions[index] }),
      ),
    ]);
    expect(deleted).toMatchObject({ status: 202 });
    for (const [index, answer] of answers.entries()) {
      const earned = answer.status === 201 ? (answer.body as { tokensEarned: number }).tokensEarned : 0;
      expect(earned > 0).toBe(answer.status === 201);
      await expectBalance(assessors[index]!, before[index]! + earned);
    }
    const accepted = answers.filter(({ status }) => status === 201).length;
    await eventually(async () =>
      expect(await found(racer.userId)).toMatchObject([{ balance: 40 - accepted * 10, held: 0 }]),
    );
    await expectBalancedBooks(support);
  });

  it('leaves the ratings that an assessor gave counted', async () => {
    const gone = assessors[3]!;
    const ratedBefore = (await owner.photos('profile'))[0]!.timesRated;
    expect(await remove(gone)).toMatchObject({ status: 202 });
    expect((await owner.photos('profile'))[0]!.timesRated).toBe(ratedBefore);
    await expectBalance(owner, 0);
    await expectBalancedBooks(support);
  });
});

describe('support', () => {
  it('reads feedback', async () => {
    const { entries } = await support.expect(identitySupportRoutes.listFeedback, { query: { limit: '5' } });
    expect(entries.map(({ feedback }) => feedback)).toContain('Lovely');
  });
});
