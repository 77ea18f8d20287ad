import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { accountRoutes, assessmentsRoutes, identityRoutes, pushRoutes, TRIAL } from '@candid/contracts';
import { inServiceDatabase, PASSKEY, Person } from '@candid/testing';
import { expect } from '@jest/globals';
import { ANY_MAIL, mailHeaders } from '../../people/bounces.js';
import { resetTokenOf } from '../../people/reset-mail.js';
import { unsubscribeTokenOf } from '../../people/unsubscribe-mail.js';
import { type Cases, refuses } from '../case.js';
import { send } from '../wire.js';
import { RATE_LIMIT_FACTOR, type World } from '../world.js';
import { suspendedPerson } from './moderated.js';
import { once } from './people.js';
import { secondFactorLogIns } from './second-factor.js';

const EMAIL = 'Please enter a valid email address.';
const CHECK = 'Please check what you entered.';
const SUSPENDED = /^Your account is suspended until .* Our email explains why, and how to appeal\.$/;
const NOT_ASSESSOR = { code: 'FORBIDDEN', message: 'Only approved assessors may assess photos.' } as const;
const COUNTRY = 'Please choose a country from the list.';
const AGES = 'Please choose ages that span at least ten years.';
const YEARS = 'Please choose the years from the list.';

const email = (): string => `contract-${randomBytes(6).toString('hex')}@people.example`;
const nobody = (world: World): Person => new Person(world.system);
const asked = (said: string) => (received: { body: unknown }) => expect(received.body).toMatchObject({ message: said });

const NO_SUBSCRIPTION = 'This browser gets no notifications already.';
function browserSubscription(service = 'https://web.push.apple.com/') {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return { endpoint: `${service}${randomUUID()}`, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}

async function signUpForm(world: World, person = nobody(world)) {
  const known = person.userId && (await person.signupCode());
  await person.expect(identityRoutes.requestSignupCode, { body: { email: person.email } });
  let signupCode = '';
  await world.settled(async () => {
    signupCode = await person.signupCode();
    expect(signupCode).not.toBe(known);
  });
  return { email: person.email, password: person.password, signupCode, confirmAdult: true };
}

/** Starts a new session of the person, so that ending it does not end the session that other cases use. */
async function session(world: World): Promise<Person> {
  const { email: known, password } = world.other;
  return new Person(world.system, known, password).logIn();
}

const lastTokens = new WeakMap<World, string>();
const forgetful = once((world) => world.newcomer());
async function resetToken(world: World): Promise<string> {
  const person = await forgetful(world);
  await person.expect(identityRoutes.requestPasswordReset, { body: { email: person.email } });
  return await newerThan(person, lastTokens.get(world), world);
}

async function newerThan(person: Person, known: string | undefined, world: World): Promise<string> {
  let token = '';
  await world.settled(async () => {
    token = await resetTokenOf(person);
    expect(token).not.toBe(known);
  });
  lastTokens.set(world, token);
  return token;
}

const ASSESSOR_ALREADY = { code: 'CONFLICT', message: 'You are an assessor already.' } as const;
const TRIAL_OVER = 'This trial is over. Please start another one.';

/** Trials of one mailbox, with the rate limits of the stage. */
const TRIALS_MAX = TRIAL.perMailbox * RATE_LIMIT_FACTOR;

const trialPerson = once((world) => world.newcomer());

/** Pairs for trials. All are of the same two photos, because only their number matters here. */
const trialPairs = once(async (world) => {
  const house = await world.newOwner();
  const photos = [await world.bankPhoto(house), await world.bankPhoto(house)];
  const sql = `insert into gold_pair (gold_id, owner_id, fine_photo_id, bad_photo_id, registered_at, is_for_trials)
    select gen_random_uuid(), $1, $2, $3, now(), true from generate_series(1, ${TRIAL.pairsExistingMin})`;
  await inServiceDatabase(world.system, 'assessments', sql, [house.userId, ...photos]);
});

/** Always chooses the left photo; passes once in 1,024 trials. */
async function guess(person: Person): Promise<void> {
  const { trialId, pairs } = await person.expect(identityRoutes.startAssessorTrial);
  const body = { photoIds: pairs.map(([left]) => left._id) };
  await person.expect(identityRoutes.answerAssessorTrial, { params: { trialId }, body });
}

const candidate = once((world) => world.newcomer());
const guesser = once((world) => world.newcomer());

export const identityCases: Cases = {
  requestSignupCode: {
    request: () => ({ body: { email: email() } }),
    check: asked('Your 1-time Sign-Up Code will arrive shortly.'),
    refusals: [
      refuses('VALIDATION_FAILED', EMAIL, (world) => [nobody(world), { body: { email: 'a b@c.de' } }], [
        { field: 'email', message: EMAIL },
      ]),
    ],
  },
  signUp: {
    request: async (world) => ({ body: await signUpForm(world) }),
    refusals: [
      refuses(
        'VALIDATION_FAILED',
        'Please correct all errors before submitting.',
        (world) => [
          nobody(world),
          { body: { email: 'nobody', password: 'short', phoneNumber: 'x', signupCode: 'a', confirmAdult: true } },
        ],
        [
          { field: 'email', message: EMAIL },
          {
            field: 'password',
            message: 'Password must be 8+ characters and include upper, lower, and special characters.',
          },
          { field: 'phoneNumber', message: 'Please enter a valid phone number.' },
        ],
      ),
      refuses(
        'SIGNUP_CODE_INVALID',
        'This Sign-Up Code is not valid for this email address. Please request a new one.',
        async (world) => [nobody(world), { body: { ...(await signUpForm(world)), email: email() } }],
      ),
      refuses('EMAIL_TAKEN', 'There is already an account with this email address. Please log in.', async (world) => [
        nobody(world),
        { body: await signUpForm(world, await forgetful(world)) },
      ]),
    ],
  },
  logIn: {
    request: ({ other }) => ({ body: { email: other.email, password: other.password } }),
    refusals: [
      refuses('VALIDATION_FAILED', 'Please provide an email', (world) => [
        nobody(world),
        { body: { email: '', password: '' } },
      ]),
      refuses('VALIDATION_FAILED', 'Please provide a password', (world) => [
        nobody(world),
        { body: { email: email(), password: '' } },
      ]),
      refuses('UNAUTHENTICATED', 'failed to log in', (world) => [
        nobody(world),
        { body: { email: world.other.email, password: 'Wrong-password-1' } },
      ]),
      refuses('UNAUTHENTICATED', 'failed to log in', (world) => [
        nobody(world),
        { body: { email: email(), password: world.other.password } },
      ]),
      ...secondFactorLogIns,
      refuses('ACCOUNT_SUSPENDED', SUSPENDED, async (world) => {
        const { email, password } = await suspendedPerson(world);
        return [nobody(world), { body: { email, password } }];
      }),
    ],
  },
  refresh: {
    request: async (world) => ({ cookie: (await session(world)).cookie }),
    refusals: [
      refuses('UNAUTHENTICATED', 'Please log in.', (world) => [nobody(world), {}]),
      refuses('UNAUTHENTICATED', 'Please log in again.', (world) => [nobody(world), { cookie: 'candid_refresh=none' }]),
      refuses('ACCOUNT_SUSPENDED', SUSPENDED, async (world) => [
        nobody(world),
        { cookie: (await suspendedPerson(world)).cookie },
      ]),
    ],
  },
  logOut: {
    request: async (world) => {
      const { cookie, token } = await session(world);
      return { cookie, token };
    },
  },
  requestPasswordReset: {
    request: () => ({ body: { email: email() } }),
    check: asked('If an account exists with this email, you will receive a password reset link shortly.'),
    refusals: [
      refuses('VALIDATION_FAILED', EMAIL, (world) => [nobody(world), { body: { email: 'nobody' } }], [
        { field: 'email', message: EMAIL },
      ]),
    ],
  },
  validatePasswordReset: {
    // A token longer than any that was sent gets the same answer as any unknown token.
    request: () => ({ params: { token: randomBytes(750).toString('base64url') } }),
    check: ({ body }) => expect(body).toEqual({ success: true, valid: false }),
  },
  resetPassword: {
    request: async (world) => ({ body: { token: await resetToken(world), newPassword: 'New-password-7' } }),
    check: asked('Password successfully reset. You can now log in with your new password.'),
    refusals: [
      refuses(
        'VALIDATION_FAILED',
        'Password must contain at least 8 characters, an uppercase letter, a lowercase letter, a number, a special character',
        (world) => [nobody(world), { body: { token: 'none', newPassword: '' } }],
      ),
      refuses('VALIDATION_FAILED', 'Password must contain a number', (world) => [
        nobody(world),
        { body: { token: 'none', newPassword: 'No-number-here' } },
      ]),
      refuses('RESET_TOKEN_INVALID', 'Invalid or expired password reset link. Please request a new one.', (world) => [
        nobody(world),
        { body: { token: 'none', newPassword: 'New-password-7' } },
      ]),
    ],
  },
  getUser: { request: (_, { userId }) => ({ params: { userId } }) },
  profile: { request: (_, { userId }) => ({ body: { userId } }) },
  dismissFirstLogin: { request: (_, { userId }) => ({ params: { userId } }) },
  approveAssessor: {
    actor: candidate,
    request: async (world) => ({ body: { passkey: PASSKEY }, token: (await candidate(world)).token }),
    columns: { anonymous: { code: 'UNAUTHENTICATED', message: 'Please log in.' } },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ other }) => [other, { body: { passkey: 7 } }]),
      refuses('PASSKEY_INCORRECT', 'Incorrect passkey. Please try again.', ({ other }) => [
        other,
        { body: { passkey: 'wrong' } },
      ]),
      refuses('RATE_LIMITED', 'Too many tries. Please try again later.', async (world) => {
        const person = await guesser(world);
        const body = { passkey: 'wrong' };
        const sender = { baseUrl: world.system.baseUrl, token: person.token, address: person.address };
        for (let tries = 0; tries < 20; tries += 1) await send(identityRoutes.approveAssessor, { body }, sender);
        return [person, { body }];
      }),
    ],
  },
  getAssessorTrial: {
    actor: candidate,
    request: async (world) => {
      await trialPairs(world);
      return {};
    },
    check: ({ body }) => expect(body).toMatchObject({ isOffered: true, retryAt: null }),
  },
  startAssessorTrial: {
    actor: trialPerson,
    request: async (world) => {
      await trialPairs(world);
      return {};
    },
    columns: { 'an assessor without a slot': ASSESSOR_ALREADY },
    check: ({ body }) => {
      const { pairs } = body as { pairs: object[][] };
      const told = new Set(pairs.flat().flatMap((photo) => Object.keys(photo)));
      expect([...told].toSorted()).toEqual(['_id', 'path', 'preview', 'renditions']);
    },
    refusals: [
      refuses('CONFLICT', ASSESSOR_ALREADY.message, ({ assessor }) => [assessor, {}]),
      refuses('RATE_LIMITED', /^You have used up your trials for now\./, async (world) => {
        const person = await world.newcomer();
        await trialPairs(world);
        for (let tries = 0; tries < TRIALS_MAX; tries += 1) await guess(person);
        return [person, {}];
      }),
    ],
  },
  answerAssessorTrial: {
    actor: trialPerson,
    request: async (world) => {
      await trialPairs(world);
      const { trialId, pairs } = await (await trialPerson(world)).expect(identityRoutes.startAssessorTrial);
      return { params: { trialId }, body: { photoIds: pairs.map(([left]) => left._id) } };
    },
    notFound: TRIAL_OVER,
    refusals: [
      refuses('NOT_FOUND', TRIAL_OVER, ({ other }) => [
        other,
        {
          params: { trialId: randomUUID() },
          body: { photoIds: Array.from({ length: TRIAL.pairs }, () => randomUUID()) },
        },
      ]),
      refuses('VALIDATION_FAILED', CHECK, ({ other }) => [
        other,
        { params: { trialId: randomUUID() }, body: { photoIds: [] } },
      ]),
    ],
    elsewhere: { TOO_FAST: 'services/assessments/src/assessor-quality/gold.int.spec.ts: the stage has no look time' },
  },
  getLookingFor: {
    request: ({ owner }) => ({ params: { userId: owner.userId } }),
    columns: {
      'another user': NOT_ASSESSOR,
      'an assessor without a slot': { code: 'NOT_FOUND', message: 'There is no such account.' },
      support: NOT_ASSESSOR,
      moderator: NOT_ASSESSOR,
    },
    check: ({ body }) =>
      expect(body).toEqual({
        success: true,
        lookingFor: { gender: 'All', relationshipType: 'Either', ageFrom: null, ageTo: null },
      }),
    refusals: [
      refuses('NOT_FOUND', 'There is nothing here.', ({ assessor }) => [assessor, { params: { userId: 'nobody' } }]),
    ],
  },
  updateLookingFor: {
    request: (_, { userId }) => ({ body: { userId, gender: 'Woman', relationshipType: null, ageFrom: 25, ageTo: 35 } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner }) => [owner, { body: { userId: owner.userId, gender: 'Robot' } }]),
      refuses('VALIDATION_FAILED', CHECK, ({ owner }) => [owner, { body: { userId: owner.userId, ageFrom: 17 } }]),
      refuses('VALIDATION_FAILED', AGES, ({ owner }) => [
        owner,
        { body: { userId: owner.userId, ageFrom: 40, ageTo: 48 } },
      ]),
    ],
  },
  getSelfDescription: {
    request: (_, { userId }) => ({ params: { userId } }),
    check: ({ body }) =>
      expect(body).toEqual({ success: true, selfDescription: { gender: null, interestedIn: null, bornFrom: null } }),
  },
  updateSelfDescription: {
    request: (_, { userId }) => ({ body: { userId, gender: 'Woman', interestedIn: null, bornFrom: 1990 } }),
    check: ({ body }) =>
      expect(body).toEqual({ success: true, selfDescription: { gender: 'Woman', interestedIn: null, bornFrom: 1990 } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, bornFrom: 1991 } },
      ]),
      refuses('VALIDATION_FAILED', YEARS, ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, bornFrom: 2090 } },
      ]),
    ],
  },
  getLocationPreferences: { request: (_, { userId }) => ({ params: { userId } }) },
  updateLocationPreferences: {
    request: (_, { userId }) => ({ body: { userId, locationsPreference: 'All', country: 'FR' } }),
    check: ({ body }) => expect(body).toEqual({ success: true, locationsPreference: 'All', country: 'FR' }),
    refusals: [
      refuses('VALIDATION_FAILED', COUNTRY, ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, locationsPreference: 'All', country: 'EU' } },
      ]),
      refuses('VALIDATION_FAILED', CHECK, ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId, locationsPreference: 'Mars' } },
      ]),
    ],
  },
  getMailPreferences: { request: (_, { userId }) => ({ params: { userId } }) },
  updateMailPreferences: {
    request: (_, { userId }) => ({ body: { userId, ended: false } }),
    check: ({ body }) => expect(body).toMatchObject({ mails: { ended: false, results: true } }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner: { userId }, owner }) => [owner, { body: { userId, ended: 'no' } }]),
    ],
  },
  getPushState: {
    request: () => ({}),
    check: ({ body }) =>
      expect(body).toMatchObject({ publicKey: expect.stringMatching(/^[\w-]{87}$/), subscriptions: [] }),
  },
  subscribeToPush: {
    request: () => ({ body: { subscription: browserSubscription(), kinds: ['results'] } }),
    refusals: [
      refuses('VALIDATION_FAILED', 'This browser cannot get notifications from us.', ({ owner }) => [
        owner,
        { body: { subscription: browserSubscription('https://127.0.0.1/push'), kinds: ['results'] } },
      ]),
    ],
  },
  unsubscribeFromPush: {
    request: async (_, person) => {
      const body = { subscription: browserSubscription(), kinds: ['results' as const] };
      return { params: { id: (await person.expect(pushRoutes.subscribeToPush, { body })).id } };
    },
    notFound: NO_SUBSCRIPTION,
    refusals: [refuses('NOT_FOUND', NO_SUBSCRIPTION, ({ other }) => [other, { params: { id: randomUUID() } }])],
  },
  seeUnsubscribe: {
    request: () => ({ params: { token: randomBytes(300).toString('base64url') } }),
    check: ({ body }) => expect(body).toEqual({ success: true, valid: false }),
  },
  unsubscribe: {
    request: async ({ owner }) => ({
      params: { token: await unsubscribeTokenOf(owner, (text) => text.startsWith('Your first rating')) },
    }),
    check: ({ body }) => expect(body).toMatchObject({ mail: 'firstRating' }),
    refusals: [
      refuses(
        'UNSUBSCRIBE_TOKEN_INVALID',
        'This link is not valid. Log in to choose your emails in Preferences.',
        (world) => [nobody(world), { params: { token: 'none' } }],
      ),
    ],
  },
  confirmEmail: {
    request: (_, { userId }) => ({ body: { userId } }),
    check: ({ body }) => expect(body).toEqual({ success: true }),
  },
  takeMailReport: {
    isSigned: true,
    request: () => ({ body: ANY_MAIL, headers: mailHeaders() }),
    check: ({ body }) => expect(body).toEqual({ success: true }),
    refusals: [
      refuses('VALIDATION_FAILED', 'The secret is not valid.', (world) => [
        nobody(world),
        { body: ANY_MAIL, headers: mailHeaders('another secret of thirty-two characters') },
      ]),
      refuses('VALIDATION_FAILED', 'The secret is not valid.', (world) => [nobody(world), { body: {} }]),
    ],
  },
  clearNotifications: {
    request: (_, { userId }) => ({ body: { userId } }),
    check: ({ body }) => expect(body).toEqual({ success: true, notificationNumber: 0 }),
  },
  clearGeneralNotifications: {
    request: (_, { userId }) => ({ body: { userId } }),
    check: ({ body }) => expect(body).toEqual({ success: true, generalNotifNumber: 0 }),
  },
  listOwnFeedback: {
    request: async ({ owner }) => {
      await owner.expect(identityRoutes.sendFeedback, { body: { feedback: 'Mine.', subject: 'tokens' } });
      return {};
    },
    check: ({ body }, { owner }, who) => {
      const { feedback } = accountRoutes.listOwnFeedback.answer.parse(body);
      const isShown = feedback.some((message) => message.feedback === 'Mine.' && message.subject === 'tokens');
      expect(isShown).toBe(who.userId === owner.userId);
    },
    refusals: [
      refuses('VALIDATION_FAILED', 'This is not a cursor of this list.', ({ owner }) => [
        owner,
        { query: { cursor: 'x' } },
      ]),
    ],
  },
  sendFeedback: {
    request: () => ({ body: { email: email(), feedback: 'It works.' } }),
    refusals: [
      refuses('VALIDATION_FAILED', 'Please enter some feedback.', (world) => [
        nobody(world),
        { body: { feedback: ' \n ' } },
      ]),
      refuses('VALIDATION_FAILED', 'Feedback cannot exceed 1000 words.', (world) => [
        nobody(world),
        { body: { feedback: 'word '.repeat(1001) } },
      ]),
      refuses('VALIDATION_FAILED', EMAIL, (world) => [nobody(world), { body: { email: 'nobody', feedback: 'Fine.' } }]),
    ],
  },
  recordAnalytics: {
    request: () => ({
      body: { events: Array.from({ length: 50 }, () => ({ name: 'page_view', props: { first: true } })) },
    }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, (world) => [
        nobody(world),
        { body: { events: Array.from({ length: 51 }, () => ({ name: 'page_view' })) } },
      ]),
    ],
  },
  fetchComments: {
    request: () => ({}),
    check: ({ body }) => {
      const { data } = assessmentsRoutes.fetchComments.answer.parse(body);
      expect(data.map((section) => section.quality.length)).toEqual([7, 3, 3, 14, 12, 4, 6]);
    },
  },
  fetchGeneralComments: { request: () => ({}) },
};
