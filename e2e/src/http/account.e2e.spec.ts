import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accountRoutes,
  assessmentsRoutes,
  identityRoutes,
  identitySupportRoutes,
  mailsRoutes,
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
import { reportBounce, returnPathOf } from '../people/bounces.js';
import { expectBalance, expectBalancedBooks } from '../people/money.js';
import { onboardedOwner, rateAll } from '../people/onboarded.js';
import { resetTokenOf } from '../people/reset-mail.js';

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
const remove = (person: Person) => person.call(accountRoutes.deleteAccount, { body: { password: person.password } });

describe('a mail that comes back', () => {
  it('ends the mails to the address, which support and the person see, until the person confirms it', async () => {
    const person = await Person.signedUp(system);
    const { userId, email } = person;
    await person.expect(identityRoutes.requestPasswordReset, { body: { email } });
    await resetTokenOf(person);
    expect(await reportBounce(system, await returnPathOf(system, person))).toBe(200);
    await eventually(async () => expect((await person.user()).emailBouncedAt).not.toBeNull());
    const { emailBouncedAt } = await person.user();
    expect(await found(email)).toMatchObject([{ emailBouncedAt }]);
    await person.expect(mailsRoutes.confirmEmail, { body: { userId } });
    expect((await person.user()).emailBouncedAt).toBeNull();
  });

  it('is named in the answer to a visitor who asks for another sign-up code', async () => {
    const visitor = new Person(system);
    const { email } = visitor;
    await visitor.expect(identityRoutes.requestSignupCode, { body: { email } });
    expect(await reportBounce(system, await returnPathOf(system, visitor))).toBe(200);
    expect(await visitor.call(identityRoutes.requestSignupCode, { body: { email } })).toMatchObject({
      ...{
        status: 400,
        body: {
          code: 'VALIDATION_FAILED',
          message: expect.stringMatching(/^Our last email to this address came back/),
        },
      },
    });
  });
});

describe('a password that is forgotten', () => {
  it('is replaced by the link in the mail, once, and every session ends', async () => {
    const { email, password, userId } = await Person.signedUp(system);
    const [person, elsewhere] = await Promise.all([1, 2].map(() => new Person(system, email, password).logIn()));
    const visitor = new Person(system);
    await visitor.expect(identityRoutes.requestPasswordReset, { body: { email } });
    const token = await resetTokenOf(person!);
    const valid = await visitor.expect(identityRoutes.validatePasswordReset, { params: { token } });
    expect(valid).toEqual({ success: true, valid: true, email: 'p***@people.example' });
    const body = { token, newPassword: 'Better-horse-10' };
    const answers = await Promise.all(
      [1, 2].map(() => new Person(system).call(identityRoutes.resetPassword, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    for (const session of [person!, elsewhere!]) {
      expect(await session.call(identityRoutes.refresh)).toMatchObject({ status: 401 });
    }
    expect(await visitor.call(identityRoutes.logIn, { body: { email, password } })).toMatchObject({ status: 401 });
    expect((await new Person(system, email, body.newPassword).logIn()).userId).toBe(userId);
    const folder = join(system.dataDirectory, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    expect(logs.join('')).toContain('"service":"identity"');
    for (const log of logs) for (const secret of [token, email]) expect(log).not.toContain(secret);
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
});

describe('the deletion of an account', () => {
  it('ends its sessions, gives back what nobody had worked for and removes the pictures', async () => {
    const person = await Person.signedUp(system);
    await person.expect(photosRoutes.uploadPhotos, { form: await person.uploadForm(await twoPhonePictures()) });
    await rateAll(person, [assessors[0]!]);
    const links = (await person.photos('testing')).map(({ path }) => new URL(path, system.baseUrl).href);
    const elsewhere = await new Person(system, person.email, person.password).logIn();
    const answer = await remove(person);
    if (answer.status !== 202) throw new Error(JSON.stringify(answer));
    const { deletionDate } = accountRoutes.deleteAccount.answer.parse(answer.body);
    expect(await remove(person)).toEqual({ status: 202, body: answer.body });
    for (const session of [person, elsewhere]) {
      const params = { userId: session.userId };
      expect(await session.call(identityRoutes.getUser, { params })).toMatchObject({ status: 401 });
    }
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
});
