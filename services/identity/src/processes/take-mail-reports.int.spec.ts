import { randomUUID } from 'node:crypto';
import {
  assessmentsEvents,
  identityRpc,
  identitySupportRpc,
  noticesRpc,
  type Session,
  type UserId,
} from '@candid/contracts';
import { eventually, refusalOf } from '@candid/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { IdentityFixture, MAIL_REPORT_SECRET, PASSWORD } from '../identity.fixture.spec.js';
import { bounceMail, complaintMail } from '../mail/mail-report.fixture.spec.js';
import { type SmtpServer, startSmtpServer } from '../mail/smtp-server.fixture.spec.js';

const DAY_MS = 24 * 3_600_000;
const CAME_BACK =
  'Our last email to this address came back. Please check it for typing errors, or use another address.';

const newEmail = (): string => `${randomUUID()}@example.org`;

describe('a bounce', () => {
  let identity: IdentityFixture;
  let smtp: SmtpServer;
  beforeAll(async () => {
    [identity, smtp] = await Promise.all([IdentityFixture.start(), startSmtpServer()]);
  });
  afterAll(async () => {
    await identity.stop();
    await smtp.stop();
  });
  beforeEach(() => identity.startWorker(smtp.url));
  afterEach(async () => {
    await identity.stopWorker();
    smtp.behave('accept');
    identity.returnToPresent();
  });

  const allDone = () =>
    eventually(async () => {
      const open = `select payload from work_items where queue = 'mail' and completed_at is null`;
      expect(await identity.session.query(open)).toEqual([]);
    });
  const mailsTo = (email: string) => smtp.messages.filter((message) => message.includes(`\r\nTo: ${email}\r\n`));
  /** Returns the address to which a bounce of the newest mail to `email` returns. */
  const returnPathTo = (email: string): string => {
    const at = smtp.messages.findLastIndex((message) => message.includes(`\r\nTo: ${email}\r\n`));
    expect(smtp.returnPaths[at]).toMatch(/^bounces\+[0-9a-v]{48}@candid\.example$/);
    return smtp.returnPaths[at]!;
  };
  const report = (mail: string, secret = MAIL_REPORT_SECRET) => {
    const message = Buffer.from(mail, 'latin1').toString('base64');
    return identity.rpc.call(identityRpc.takeMailReport, { secret, message }, identity.caller());
  };
  const reported = async (outcome: string): Promise<number> => {
    const text = await identity.service.platform.metrics.registry.metrics();
    return Number(new RegExp(`mail_reports_total\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`).exec(text)?.[1]);
  };
  const requestCode = (email: string) => identity.rpc.call(identityRpc.requestSignupCode, { email }, identity.caller());
  const requestReset = (email: string) =>
    identity.rpc.call(identityRpc.requestPasswordReset, { email }, identity.caller());
  /** Sends an optional mail to the person. */
  const mail = async (userId: string) => {
    const ids = { photoAssessmentId: randomUUID(), userId, photoIds: [], isFirstAssessment: true };
    const data = { ...ids, completedAt: new Date().toISOString() };
    const event = await identity.publish(assessmentsEvents.PhotoAssessmentCompleted, data);
    await identity.settled('announce-on-photo-assessment-completed', event);
    await allDone();
  };
  const bouncedAt = async ({ user }: Session) => (await identity.getUser(user.userId)).emailBouncedAt;
  const untilBounced = (person: Session) => eventually(async () => expect(await bouncedAt(person)).not.toBeNull());
  const typesOf = async ({ user }: Session) =>
    (await identity.eventsOf(`account-${user.userId}`))
      .map(({ type }) => type)
      .filter((type) => /Email|Mails/.test(type));
  const confirm = (person: Session) =>
    identity.rpc.call(identityRpc.confirmEmail, { userId: person.user.userId }, identity.contextOf(person));

  it('ends the mails to an account until the owner confirms the address', async () => {
    const person = await identity.signUp();
    const { userId } = person.user;
    const staff = identity.caller({ userId: randomUUID() as UserId, roles: ['support'] });
    const found = () => identity.rpc.call(identitySupportRpc.getFoundAccount, { userId }, staff);
    await mail(userId);
    const to = returnPathTo(person.email);
    const sent = mailsTo(person.email).length;
    expect(await found()).toMatchObject({ emailBouncedAt: null });
    await report(bounceMail({ to }));
    await untilBounced(person);
    expect(await found()).toMatchObject({ emailBouncedAt: await bouncedAt(person) });
    await mail(userId);
    expect(mailsTo(person.email)).toHaveLength(sent);

    // A second bounce of the same day changes nothing, and an old one after the confirmation neither.
    await report(bounceMail({ to }));
    identity.passTime(2_000);
    expect((await confirm(person)).emailBouncedAt).toBeNull();
    await confirm(person);
    await report(bounceMail({ to }));
    expect(await typesOf(person)).toEqual(['EmailBounced', 'EmailConfirmed']);
    await mail(userId);
    expect(mailsTo(person.email)).toHaveLength(sent + 1);

    // A bounce of a mail that left after the confirmation counts again, once a day.
    identity.passTime(2_000);
    await mail(userId);
    await report(bounceMail({ to: returnPathTo(person.email) }));
    identity.passTime(DAY_MS);
    await report(bounceMail({ to: returnPathTo(person.email) }));
    const events = ['EmailBounced', 'EmailConfirmed', 'EmailBounced', 'EmailBounced'];
    expect(await typesOf(person)).toEqual(events);
    expect(JSON.stringify(await identity.eventsOf(`account-${userId}`))).not.toContain(person.email);
  });

  it('of a sign-up code is named in the answer to the next request for one', async () => {
    const email = newEmail();
    await requestCode(email);
    await allDone();
    await report(bounceMail({ to: returnPathTo(email) }));
    expect(await refusalOf(requestCode(email.toUpperCase()))).toMatchObject({
      ...{ code: 'VALIDATION_FAILED', message: CAME_BACK, details: [{ field: 'email', message: CAME_BACK }] },
    });
    await requestCode(newEmail());
    // Somebody may have created the mailbox meanwhile.
    identity.passTime(DAY_MS + 1);
    await requestCode(email);
    await allDone();
    expect(mailsTo(email)).toHaveLength(2);
    const person = await identity.signUp(email);
    await mail(person.user.userId);
    expect(mailsTo(email).filter((sent) => sent.includes('Subject: Your results are in'))).toHaveLength(1);
  });

  it('of an account reveals nothing to a person who asks for a sign-up code', async () => {
    const person = await identity.signUp();
    await mail(person.user.userId);
    await report(bounceMail({ to: returnPathTo(person.email) }));
    await untilBounced(person);
    const sent = mailsTo(person.email).length;
    expect(await requestCode(person.email)).toEqual({});
    expect(await requestReset(person.email)).toEqual({});
    await allDone();
    expect(mailsTo(person.email)).toHaveLength(sent);
  });

  it('stops reset links for a day; then a link that is used confirms the address', async () => {
    const person = await identity.signUp();
    await requestReset(person.email);
    await allDone();
    await report(bounceMail({ to: returnPathTo(person.email) }));
    await untilBounced(person);
    identity.passTime(DAY_MS + 1);
    const sent = mailsTo(person.email).length;
    const token = await identity.resetTokenFor(person.email);
    await allDone();
    expect(mailsTo(person.email)).toHaveLength(sent + 1);
    await identity.rpc.call(identityRpc.resetPassword, { token, newPassword: `${PASSWORD}9` }, identity.caller());
    expect(await typesOf(person)).toEqual(['EmailBounced', 'EmailConfirmed']);
  });

  it('can be an answer to the recipient, after which the mail is given up', async () => {
    const person = await identity.signUp();
    const visitor = newEmail();
    smtp.behave('no-mailbox');
    await mail(person.user.userId);
    await untilBounced(person);
    await requestCode(visitor);
    await allDone();
    expect(await refusalOf(requestCode(visitor))).toMatchObject({ message: CAME_BACK });
    expect((await identity.eventsOf(`account-${person.user.userId}`)).at(-1)).toMatchObject({
      ...{ type: 'EmailBounced', data: { status: '5.1.1' } },
    });
  });

  it('of a mail to somebody without an account stops the further ones', async () => {
    const email = newEmail();
    const notice = {
      ...({ reason: 'illegal', location: 'The third photo', text: 'It is mine.' } as const),
      name: 'Ben',
      email,
      isGoodFaith: true,
    } as const;
    await identity.rpc.call(noticesRpc.sendNotice, notice, identity.caller({ ip: '192.0.2.1' }));
    await allDone();
    await report(bounceMail({ to: returnPathTo(email) }));
    identity.passTime(2 * DAY_MS);
    await identity.rpc.call(noticesRpc.sendNotice, notice, identity.caller({ ip: '192.0.2.1' }));
    await allDone();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('has no effect if it is soft, forged, or about an account that is gone', async () => {
    const person = await identity.signUp();
    await mail(person.user.userId);
    const to = returnPathTo(person.email);
    const before = {
      soft: await reported('soft'),
      unknown: await reported('unknown'),
      ignored: await reported('ignored'),
    };
    await report(bounceMail({ to, status: '5.2.2' }));
    await report(bounceMail({ to: `bounces+${'0'.repeat(48)}@candid.example` }));
    await report(bounceMail({ to: 'bounces@candid.example' }));
    await report(`To: ${to}\r\nSubject: I am away\r\n\r\nStatus: 5.1.1\r\n`);
    expect(await refusalOf(report(bounceMail({ to }), 'x'.repeat(40)))).toMatchObject({
      ...{ code: 'VALIDATION_FAILED', message: 'The secret is not valid.' },
    });
    expect(await typesOf(person)).toEqual([]);
    const { soft, unknown, ignored } = before;
    expect([await reported('soft'), await reported('unknown')]).toEqual([soft + 1, unknown + 2]);
    expect(await reported('ignored')).toBe(ignored + 1);
    identity.passTime(31 * DAY_MS);
    await report(bounceMail({ to }));
    expect(await typesOf(person)).toEqual([]);
  });

  it('that is a complaint stops only the mails that the person can switch off', async () => {
    const person = await identity.signUp();
    const { userId } = person.user;
    await mail(userId);
    const to = returnPathTo(person.email);
    await report(complaintMail(to));
    await report(complaintMail(to));
    expect(await typesOf(person)).toEqual(['MailsChosen']);
    const asked = identity.rpc.call(identityRpc.getMailPreferences, { userId }, identity.contextOf(person));
    expect(Object.values(await asked)).toEqual([false, false, false, false, false]);
    const sent = mailsTo(person.email).length;
    await mail(userId);
    await requestReset(person.email);
    await allDone();
    expect(mailsTo(person.email)).toHaveLength(sent + 1);
  });
});
