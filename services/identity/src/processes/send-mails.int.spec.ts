import { randomUUID } from 'node:crypto';
import {
  accountRpc,
  assessmentsEvents,
  type IntegrationEventType,
  identityRpc,
  identitySupportRpc,
  profileAssessmentsEvents,
  type UserId,
} from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { IdentityFixture, PASSWORD, PUBLIC_URL } from '../identity.fixture.spec.js';
import { type SmtpServer, startSmtpServer } from '../mail/smtp-server.fixture.spec.js';

interface ReceivedMail {
  subject: string;
  text: string;
  html: string;
}

const newEmail = (): string => `${randomUUID()}@example.org`;

/** Returns the newest mails first, once at least `count` have arrived. */
async function inboxOf(email: string, count = 1): Promise<ReceivedMail[]> {
  return eventually(async () => {
    const response = await fetch(`${process.env['TEST_MAIL_URL']}/api/messages?to=${email}&waitMs=1000`);
    const mails = (await response.json()) as ReceivedMail[];
    if (mails.length < count) throw new Error(`${mails.length} of ${count} mails`);
    return mails;
  });
}

describe('mail', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());
  afterEach(() => identity.stopWorker());

  const startMailing = (smtpUrl?: string) => identity.startWorker(smtpUrl);
  const requestCode = (email: string) => identity.rpc.call(identityRpc.requestSignupCode, { email }, identity.caller());
  const requestReset = (email: string) =>
    identity.rpc.call(identityRpc.requestPasswordReset, { email }, identity.caller());
  const newestOf = (email: string, wanted: string) =>
    eventually(
      async () =>
        (await inboxOf(email)).find(({ subject }) => subject === wanted) ?? Promise.reject(new Error('not there')),
    );
  const codeIn = ({ text }: ReceivedMail): string => /signup\?code=([^\s#]+)/.exec(text)![1]!;
  const signUp = (email: string, signupCode: string) =>
    identity.rpc.call(identityRpc.signUp, { email, password: PASSWORD, signupCode }, identity.caller());
  const openMails = () =>
    identity.session.query<{ attempts: number }>(
      `select attempts from work_items where queue = 'mail' and completed_at is null`,
    );

  it('brings a sign-up code that works, and stores it nowhere else', async () => {
    await startMailing();
    const email = newEmail();
    await requestCode(email);
    const [mail] = (await inboxOf(email)) as [ReceivedMail];
    const code = codeIn(mail);
    expect(mail.subject).toBe('Your Candid sign-up code');
    const link = `${PUBLIC_URL}/signup?code=${code}#email=${encodeURIComponent(email)}`;
    expect(mail.text).toContain(`${link}\n`);
    expect(mail.html).toContain(`href="${link}"`);
    const stored = await identity.session.query<{ text: string }>(
      'select s::text as text from signup_codes s union all select w::text from work_items w union all select i::text from idempotency_records i',
    );
    expect(stored.filter(({ text }) => text.includes(code))).toEqual([]);
    await eventually(async () => expect(await openMails()).toEqual([]));
    await signUp(email, code);
  });

  it('brings the answer of support, without the words of the message that it answers', async () => {
    await startMailing();
    const email = newEmail();
    const feedback = `Words of anybody ${randomUUID()}`;
    await identity.rpc.call(identityRpc.sendFeedback, { feedback, email }, identity.caller());
    const staff = identity.caller({ userId: randomUUID() as UserId, roles: ['support'] });
    const { entries } = await identity.rpc.call(identitySupportRpc.listFeedback, { limit: 100, state: 'open' }, staff);
    const { feedbackId } = entries.find((entry) => entry.feedback === feedback)!;
    await identity.rpc.call(identitySupportRpc.answerFeedback, { feedbackId, text: 'First.\n\nSecond.' }, staff);
    const [mail] = (await inboxOf(email)) as [ReceivedMail];
    expect(mail.subject).toBe('Candid has answered your message');
    expect(mail.text).toContain('First.\n\nSecond.\n\n');
    expect(mail.text).not.toContain(feedback);
  });

  it('brings a reset link that works, and stores it nowhere else', async () => {
    await startMailing();
    const { email } = await identity.signUp();
    await requestReset(email);
    const mail = await newestOf(email, 'Reset your Candid password');
    const token = /reset-password\?token=(\S+)/.exec(mail.text)![1]!;
    expect(mail.text).toContain(`${PUBLIC_URL}/reset-password?token=${token}\n`);
    expect(mail.html).toContain(`href="${PUBLIC_URL}/reset-password?token=${token}"`);
    expect(mail.text).not.toContain(email);
    const newPassword = 'Correct-horse-9';
    await identity.rpc.call(identityRpc.resetPassword, { token, newPassword }, identity.caller());
    await identity.rpc.call(identityRpc.logIn, { email, password: newPassword }, identity.caller());
    const stored = await identity.session.query<{ text: string }>(
      'select r::text as text from password_resets r union all select w::text from work_items w union all select i::text from idempotency_records i',
    );
    expect(stored.filter(({ text }) => text.includes(token))).toEqual([]);
  });

  it('sends no reset link to an address without an account', async () => {
    await startMailing();
    const email = newEmail();
    await requestReset(email);
    await eventually(async () => expect(await openMails()).toEqual([]));
    await requestCode(email);
    expect((await inboxOf(email)).map(({ subject }) => subject)).toEqual(['Your Candid sign-up code']);
    const [row] = await identity.session.query<{ token_hashes: string[] }>(
      'select token_hashes from password_resets where email = $1',
      [email],
    );
    expect(row!.token_hashes).toEqual([]);
  });

  interface Fact {
    type: IntegrationEventType;
    data: object;
  }
  const factsOf = (userId: string) => {
    const [photoAssessmentId, profileAssessmentId, at] = [randomUUID(), randomUUID(), new Date().toISOString()];
    const round = { profileAssessmentId, assessmentId: randomUUID(), userId };
    const submission = { submissionId: randomUUID(), photoAssessmentId, userId, assessorId: randomUUID() };
    const rated = { ...submission, rewardTokens: 0, acceptedAt: at, ratings: [] };
    const assessment = { photoId: randomUUID(), photoAssessmentId, userId, refundTokens: 5 };
    const completed = { photoAssessmentId, userId, photoIds: [], isFirstAssessment: true, completedAt: at };
    const { RatingsAccepted, AssessedPhotoEnded, PhotoAssessmentCompleted } = assessmentsEvents;
    const { ProfileRoundCompleted, ProfileRoundEnded } = profileAssessmentsEvents;
    const facts = {
      rated: { type: RatingsAccepted, data: { ...rated, isFirst: true } },
      ratedAgain: { type: RatingsAccepted, data: { ...rated, submissionId: randomUUID(), isFirst: false } },
      ended: {
        type: AssessedPhotoEnded,
        data: { ...assessment, assessmentId: randomUUID(), isPhotoAssessmentOver: false },
      },
      endedLast: {
        type: AssessedPhotoEnded,
        data: { ...assessment, assessmentId: randomUUID(), isPhotoAssessmentOver: true },
      },
      // Moderation ended this photo, so the only mail is the one about the decision's statement.
      endedByModeration: {
        type: AssessedPhotoEnded,
        data: { ...assessment, assessmentId: randomUUID(), isPhotoAssessmentOver: true, isByModeration: true },
      },
      completed: { type: PhotoAssessmentCompleted, data: completed },
      completedAgain: {
        type: PhotoAssessmentCompleted,
        data: { ...completed, completedAt: new Date(0).toISOString() },
      },
      groupEnded: { type: ProfileRoundEnded, data: { ...round, refundTokens: 5, endedAt: at } },
      groupEndedByModeration: {
        type: ProfileRoundEnded,
        data: { ...round, assessmentId: randomUUID(), refundTokens: 5, endedAt: at, isByModeration: true },
      },
      groupCompleted: { type: ProfileRoundCompleted, data: { ...round, completedAt: at } },
    };
    return { photoAssessmentId, ...facts };
  };
  const SUBSCRIBERS = new Map<unknown, string>([
    [assessmentsEvents.RatingsAccepted, 'announce-on-ratings-accepted'],
    [assessmentsEvents.AssessedPhotoEnded, 'mail-on-assessed-photo-ended'],
    [assessmentsEvents.PhotoAssessmentCompleted, 'announce-on-photo-assessment-completed'],
    [profileAssessmentsEvents.ProfileRoundEnded, 'mail-on-profile-round-ended'],
    [profileAssessmentsEvents.ProfileRoundCompleted, 'announce-on-profile-round-completed'],
  ]);
  /** Publishes each fact as two events, and delivers the first event twice. */
  const arrive = async (...facts: Fact[]) => {
    for (const { type, data } of facts) {
      const event = await identity.publish(type, data);
      await identity.deliver(type, event);
      const again = await identity.publish(type, data);
      await identity.settled(SUBSCRIBERS.get(type)!, event, again);
    }
  };
  const workOf = (userId: string) =>
    identity.session.query<{ kind: string; token: string }>(
      `select payload->>'kind' as kind, payload->>'unsubscribeToken' as token from work_items
        where payload->>'userId' = $1 order by 1`,
      [userId],
    );
  const subjectsOf = async (email: string, count: number) =>
    (await inboxOf(email, count)).map(({ subject }) => subject).toSorted();

  it('sends one mail per occasion, however often the event arrives', async () => {
    await startMailing();
    const { user, email } = await identity.signUp();
    const { photoAssessmentId, ...facts } = factsOf(user.userId);
    await arrive(...Object.values(facts));
    const subjects = [
      'Your assessment has ended',
      'Your assessment has ended',
      'Your first rating is in',
      'Your profile results are in',
      'Your results are in',
      'Your results are in',
    ];
    await eventually(async () => expect(await openMails()).toEqual([]));
    expect((await subjectsOf(email, subjects.length)).filter((subject) => !subject.includes('code'))).toEqual(subjects);
    const mail = await newestOf(email, 'Your results are in');
    expect(mail.text).toContain(`${PUBLIC_URL}/test/${photoAssessmentId}\n`);
    expect(mail.html).toContain(`href="${PUBLIC_URL}/test/${photoAssessmentId}"`);
    expect(mail.text).toContain(`${PUBLIC_URL}/unsubscribe?token=`);
  });

  it('writes a code in the language of its request, and later mails in that of the person', async () => {
    await startMailing();
    const email = newEmail();
    const german = identity.caller({ language: 'de' });
    await identity.rpc.call(identityRpc.requestSignupCode, { email }, german);
    const [mail] = (await inboxOf(email)) as [ReceivedMail];
    expect(mail.subject).toBe('Dein Registrierungscode für Candid');
    expect(mail.text).toMatch(/^Hallo,\n\nhier ist dein Registrierungscode\..* in den nächsten 14 Tagen\.\n/);
    expect(mail.html).toContain('<html lang="de">');
    const form = { email, password: PASSWORD, signupCode: codeIn(mail) };
    const session = await identity.rpc.call(identityRpc.signUp, form, german);
    const { userId } = session.user;
    await requestReset(email);
    const reset = await newestOf(email, 'Neues Passwort für Candid');
    expect(reset.text).toContain('30 Minuten lang ab der Anfrage');
    await arrive(factsOf(userId).completed);
    const results = await newestOf(email, 'Deine Ergebnisse sind da');
    expect(results.text).toContain('Ergebnisse ansehen:\n');
    expect(results.text).toContain('E-Mails dieser Art abbestellen:\n');
    await identity.rpc.call(identityRpc.updateLanguage, { userId, language: 'en' }, identity.contextOf(session));
    await arrive(factsOf(userId).endedLast);
    await newestOf(email, 'Your assessment has ended');
  });

  it('is in the language of its request, else in English, if the account has none', async () => {
    await startMailing();
    const { user, email } = await identity.signUp();
    await identity.rpc.call(identityRpc.requestPasswordReset, { email }, identity.caller({ language: 'de' }));
    await newestOf(email, 'Neues Passwort für Candid');
    await arrive(factsOf(user.userId).completed);
    await newestOf(email, 'Your results are in');
  });

  it('sends no mail of a kind that is switched off when it would leave, and the others', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const { rated, completed, endedLast, groupCompleted } = factsOf(userId);
    await arrive(rated, completed, endedLast, groupCompleted);
    const choice = { userId, firstRating: false, ended: false };
    await identity.rpc.call(identityRpc.updateMailPreferences, choice, identity.contextOf(session));
    const { token } = (await workOf(userId)).find(({ kind }) => kind === 'results')!;
    await identity.rpc.call(identityRpc.unsubscribe, { token }, identity.caller());
    await startMailing();
    await eventually(async () => expect(await openMails()).toEqual([]));
    expect((await subjectsOf(session.email, 1)).filter((subject) => !subject.includes('code'))).toEqual([
      'Your profile results are in',
    ]);
  });

  it('sends nothing to an account that is deleted by then', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const { photoAssessmentId: _, ...facts } = factsOf(userId);
    await arrive(...Object.values(facts));
    const token = (await workOf(userId))[0]!.token;
    const own = identity.contextOf(session);
    await identity.rpc.call(accountRpc.deleteAccount, { userId, password: PASSWORD }, own);
    await startMailing();
    await eventually(async () => expect(await openMails()).toEqual([]));
    const subjects = (await subjectsOf(session.email, 1)).filter((subject) => !subject.includes('code'));
    expect(subjects).toEqual(['Your Candid account is deleted']);
    await identity.rpc.call(identityRpc.unsubscribe, { token }, identity.caller());
  });

  it('sends nothing for a request that was voided before its mail left', async () => {
    const email = newEmail();
    await requestCode(email);
    await requestCode(email);
    await startMailing();
    await eventually(async () => expect(await openMails()).toEqual([]));
    expect(await inboxOf(email)).toHaveLength(1);
  });

  describe('with a mail server that does not take everything', () => {
    let smtp: SmtpServer;
    beforeAll(async () => {
      smtp = await startSmtpServer();
    });
    afterAll(() => smtp.stop());

    it('keeps trying, and every code that was ever sent is good', async () => {
      smtp.behave('put-off');
      await startMailing(smtp.url);
      const email = newEmail();
      await requestCode(email);
      await eventually(() => expect(smtp.messages.length).toBeGreaterThanOrEqual(1));
      smtp.behave('accept');
      await eventually(async () => expect(await openMails()).toEqual([]));
      expect(smtp.messages.length).toBeGreaterThanOrEqual(2);
      const [first, last] = [smtp.messages[0]!, smtp.messages.at(-1)!];
      const idOf = (message: string) => /^Message-ID:\s*(<[^>]+>)/im.exec(message)![1];
      expect(idOf(first)).toBe(idOf(last));
      const code = /[0-9A-Z]{5}(-[0-9A-Z]{5}){3}/.exec(first)![0];
      expect(last).not.toContain(code);
      await signUp(email, code);
    });
  });
});
