import { randomUUID } from 'node:crypto';
import {
  type Decision,
  type IntegrationEventType,
  identityEvents,
  identityRpc,
  type Language,
  listTimelineRpc,
  MODERATION,
  moderationEvents,
  type NoticeId,
  noticesRpc,
  PRODUCT,
  reportsRpc,
  type Session,
  type Statement,
} from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture, PUBLIC_URL } from '../identity.fixture.spec.js';
import { type SmtpServer, startSmtpServer } from '../mail/smtp-server.fixture.spec.js';
import { removeNoticeCases, removeNoticeWords } from '../notices/notices.rows.js';

const DAY_MS = 24 * 3_600_000;
const newEmail = (): string => `${randomUUID()}@example.org`;

/** Test double of the assessments service that answers requests for statements. */
class Statements {
  private readonly known = new Map<string, Partial<Statement>>();
  private stopAnswering: (() => void) | undefined;

  constructor(private readonly nats: IdentityFixture['nats']) {}

  set(statementId: string, statement: Partial<Statement>): void {
    this.known.set(statementId, { ...this.known.get(statementId), ...statement });
  }

  come(): void {
    this.stopAnswering = this.nats.answer(reportsRpc.getStatementMail.subject, ({ statementId }) => {
      const statement = this.known.get(statementId) ?? null;
      return { statement, appealToken: statement && `token-of-${statementId}` };
    });
  }

  leave(): void {
    this.stopAnswering?.();
  }
}

describe('mails about reports and decisions', () => {
  let identity: IdentityFixture;
  let smtp: SmtpServer;
  let statements: Statements;
  beforeAll(async () => {
    [identity, smtp] = await Promise.all([IdentityFixture.start(), startSmtpServer()]);
    statements = new Statements(identity.nats);
    statements.come();
  });
  afterAll(async () => {
    await Promise.all([identity.stop(), smtp.stop()]);
  });
  afterEach(() => identity.stopWorker());

  const startMailing = () => identity.startWorker(smtp.url);
  const openMails = () =>
    identity.session.query<{ id: string; attempts: number; lastError: string | null }>(
      `select id, attempts, last_error as "lastError" from work_items
        where queue = 'mail' and completed_at is null and available_at <= now()`,
    );
  const allSent = () => eventually(async () => expect(await openMails()).toEqual([]));
  /** Mails in the order of their arrival, without those of a sign-up. */
  const lettersTo = (email: string): { subject: string; text: string }[] =>
    smtp.messages
      .filter((message) => message.includes(`To: ${email}`) && !/^Subject: .*sign-up code/m.test(message))
      .map((message) => ({ subject: /^Subject: (.*)\r$/m.exec(message)![1]!, text: plainOf(message) }));
  const subjectsTo = (email: string): string[] => lettersTo(email).map(({ subject }) => subject);

  const now = (): string => identity.clock().toISOString();
  const about = ({ user }: Session, decision: Decision = 'removePhoto') => ({
    ...{ caseId: randomUUID(), statementId: randomUUID(), kind: 'photo', decision },
    ...{ userId: user.userId, toldTo: user.userId, photoId: randomUUID() },
  });
  const stated = (of: ReturnType<typeof about>, change: Partial<Statement> = {}) =>
    statements.set(of.statementId, {
      ...{ statementId: of.statementId, caseId: of.caseId, decision: of.decision, photoId: of.photoId },
      ...{
        about: ['sexual'],
        rule: 'no-nudity',
        reasons: 'Because of the pose.',
        usedScreening: false,
        issuedAt: now(),
      },
      ...{ until: null, appealUntil: now(), appeal: null, undoneAt: null },
      ...change,
    } as Partial<Statement>);
  /** Publishes two events with the same data, and delivers the first one twice. */
  const arrive = async (subscriber: string, type: IntegrationEventType, data: object) => {
    const event = await identity.publish(type, data);
    await identity.deliver(type, event);
    await identity.settled(subscriber, event, await identity.publish(type, data));
  };
  const decide = (of: ReturnType<typeof about>, answered: object[] = []) => {
    const data = { ...of, rule: 'no-nudity', until: null, decidedAt: now(), answered };
    return arrive('mail-on-case-decided', moderationEvents.CaseDecided, data);
  };
  const { PhotoHeld, PhotoHoldReleased, AppealFiled, AppealDecided, DecisionUndone, CaseDecided } = moderationEvents;
  const { LateReportAnswered } = moderationEvents;
  const hold = ({ decision: _, kind: _kind, ...of }: ReturnType<typeof about>) =>
    arrive('mail-on-photo-held', PhotoHeld, { ...of, reason: 'sexual', heldAt: now() });
  const release = ({ caseId, photoId, userId }: ReturnType<typeof about>) =>
    arrive('mail-on-photo-hold-released', PhotoHoldReleased, { caseId, photoId, userId, releasedAt: now() });

  it('tells the owner of the hold, the decision, the appeal and its outcome, each once', async () => {
    await startMailing();
    const owner = await identity.signUp();
    const held = about(owner);
    stated(held, { decision: 'hold', rule: null, reasons: null });
    await hold(held);
    await allSent();
    const decided = { ...about(owner), caseId: held.caseId };
    stated(decided);
    statements.set(held.statementId, { undoneAt: now() });
    await decide(decided);
    await allSent();
    stated(decided, { appeal: { filedAt: now(), outcome: null, reasons: null, decidedAt: null } });
    await arrive('mail-on-appeal-filed', AppealFiled, { ...decided, filedAt: now() });
    await allSent();
    stated(decided, {
      appeal: { filedAt: now(), outcome: 'granted', reasons: 'You were right.', decidedAt: now() },
      undoneAt: now(),
    });
    const answer = { isGranted: true, answerId: randomUUID(), decidedAt: now(), answered: [] };
    await arrive('mail-on-decision-undone', DecisionUndone, { ...decided, undoneAt: now() });
    await arrive('mail-on-appeal-decided', AppealDecided, { ...decided, ...answer });
    await allSent();
    expect(subjectsTo(owner.email)).toEqual([
      'One of your photos is held for review',
      'We removed one of your photos',
      'We have your appeal',
      'Your appeal is granted',
    ]);
    const { text } = lettersTo(owner.email)[1]!;
    for (const said of ['Because of the pose.', 'Nothing sexual', `/appeal?token=token-of-${decided.statementId}`])
      expect(text).toContain(said);
  });

  it('says that a photo is back only to who was told that it is held', async () => {
    const [told, untold, back] = [await identity.signUp(), await identity.signUp(), await identity.signUp()];
    const [first, second, third] = [about(told), about(untold), about(back, 'suspendAccount')];
    stated(first, { decision: 'hold' });
    stated(second, { decision: 'hold', undoneAt: now() });
    stated(third, { decision: 'suspendAccount', until: now(), undoneAt: now() });
    await startMailing();
    await hold(first);
    await allSent();
    await hold(second);
    await release(second);
    await release(first);
    await arrive('mail-on-decision-undone', DecisionUndone, { ...third, undoneAt: now() });
    await decide(about(told, 'noViolation'));
    await allSent();
    expect(subjectsTo(told.email)).toEqual(['One of your photos is held for review', 'Your photo is back']);
    expect(subjectsTo(untold.email)).toEqual([]);
    expect(lettersTo(back.email)[0]!.text).toContain('we took back the suspension of your account');
  });

  it('waits for the statement, and while nobody answers', async () => {
    const owner = await identity.signUp();
    const decided = about(owner);
    statements.leave();
    await startMailing();
    await decide(decided);
    const failures = async () => {
      const unsent = `select last_error as "lastError" from work_items where queue = 'mail' and completed_at is null`;
      const [mail] = await identity.session.query<{ lastError: string | null }>(unsent);
      return mail?.lastError ?? '';
    };
    await eventually(async () => expect(await failures()).toContain('UNAVAILABLE'));
    statements.come();
    await eventually(async () => expect(await failures()).toContain('cannot be read yet'));
    stated(decided);
    await eventually(() => expect(subjectsTo(owner.email)).toEqual(['We removed one of your photos']));
  });

  it('tells a reporter once a day what became of all reports, unless they are switched off', async () => {
    // The spec starts at noon (UTC), so that everything happens on one day.
    identity.passTime(1.5 * DAY_MS - (identity.clock().getTime() % DAY_MS));
    const [reporter, silent] = [await identity.signUp(), await identity.signUp()];
    const reported = ({ user }: Session, isUpheld: boolean) => ({
      ...{ reportId: randomUUID(), reporterId: user.userId, noticeId: null, isUpheld },
    });
    const off = { userId: silent.user.userId, reportOutcome: false };
    await identity.rpc.call(identityRpc.updateMailPreferences, off, identity.contextOf(silent));
    const nobody = { ...about(reporter), userId: null, toldTo: null, photoId: null };
    const first = { ...nobody, rule: 'law', until: null, decidedAt: now() };
    const answered = [reported(reporter, true), reported(silent, true), reported(reporter, false)];
    await arrive('answer-on-case-decided', CaseDecided, { ...first, answered });
    await startMailing();
    await allSent();
    const [letter, ...others] = lettersTo(reporter.email);
    expect(others).toEqual([]);
    expect(letter!.subject).toBe('What became of your reports');
    for (const said of [
      'decided on 2 reports',
      '1 report was right',
      'In 1 report we found no violation',
      'unsubscribe?token=',
    ])
      expect(letter!.text).toContain(said);
    expect(subjectsTo(silent.email)).toEqual([]);
    const again = { ...first, caseId: randomUUID(), statementId: randomUUID(), answered: [reported(reporter, true)] };
    await arrive('answer-on-case-decided', CaseDecided, again);
    const waiting = await identity.session.query<{ midnight: boolean }>(
      `select available_at = date_trunc('day', available_at, 'UTC') and available_at > now() as midnight
         from work_items where queue = 'mail' and completed_at is null and payload->>'userId' = $1`,
      [reporter.user.userId],
    );
    expect(waiting).toEqual([{ midnight: true }]);
    await allSent();
    expect(lettersTo(reporter.email)).toHaveLength(1);
    // Support traces the decision to its mails, and must not learn who reported.
    const requests = await identity.session.query<{ id: string }>(
      `select payload->>'correlationId' as id from work_items where payload->>'userId' = $1`,
      [reporter.user.userId],
    );
    const requestIds = requests.map(({ id }) => id);
    const support = identity.caller({ userId: randomUUID() as never, roles: ['user', 'support'] });
    const asked = { requestIds, limit: 200 };
    const { steps } = await identity.rpc.call(listTimelineRpc('identity'), asked, support);
    expect(requestIds).toHaveLength(2);
    expect(JSON.stringify(steps)).not.toContain(reporter.user.userId);
  });

  describe('a notice', () => {
    const send = (more: object = {}, ip: string = randomUUID(), language: Language = 'en') =>
      identity.rpc.call(
        noticesRpc.sendNotice,
        { reason: 'illegal', location: 'The third photo', text: 'It is mine.', isGoodFaith: true, ...more },
        identity.caller({ ip, language }),
      );
    const read = async (noticeId: NoticeId) => {
      const staff = identity.caller({ userId: randomUUID() as never, roles: ['user', 'moderator'] });
      return (await identity.rpc.call(noticesRpc.getNotices, { noticeIds: [noticeId] }, staff)).notices[0]!;
    };
    const rowOf = async (noticeId: NoticeId) => {
      const [row] = await identity.session.query<{ text: string }>(
        'select n::text as text from notices n where notice_id = $1::uuid',
        [noticeId],
      );
      return row!.text;
    };
    const eventOf = async (noticeId: NoticeId, type: 'NoticeReceived' | 'NoticeConfirmed') => {
      const rows = await identity.session.query<{ event_id: string }>(
        'select event_id from events where stream_id = $1 and type = $2',
        [`notice-${noticeId}`, type],
      );
      expect(rows).toHaveLength(1);
      return identity.publishedEvent(identityEvents[type], rows[0]!.event_id);
    };
    const decideOn = (noticeId: NoticeId, more: object = {}) =>
      arrive('answer-on-case-decided', CaseDecided, {
        ...{ caseId: randomUUID(), statementId: randomUUID(), kind: 'notice', decision: 'noViolation', userId: null },
        ...{ photoId: null, rule: null, until: null, decidedAt: now() },
        answered: [{ reportId: randomUUID(), reporterId: null, noticeId, isUpheld: false }],
        ...more,
      });
    const sweep = async () => {
      await removeNoticeWords(identity.session, identity.clock(), 100);
      await removeNoticeCases(identity.session, identity.clock(), 100);
    };

    it('gets a receipt and the outcome, and reaches moderators without name and address', async () => {
      await startMailing();
      const email = newEmail();
      const photoId = randomUUID();
      const location = `${PUBLIC_URL}/api/media/photos/${photoId}/640.webp`;
      const { noticeId } = await send({ email, name: 'Mia Muster', location });
      const [event] = await identity.session.query<{ event_id: string; text: string }>(
        'select event_id, data::text as text from events where stream_id = $1',
        [`notice-${noticeId}`],
      );
      expect(event!.text).not.toMatch(/It is mine|Mia|example/);
      const { data } = await identity.publishedEvent(identityEvents.NoticeReceived, event!.event_id);
      expect(data).toMatchObject({ noticeId, place: { kind: 'photo', id: photoId }, reason: 'illegal' });
      const shown = await read(noticeId);
      expect(shown).toEqual({
        noticeId,
        reason: 'illegal',
        location,
        text: 'It is mine.',
        receivedAt: data.receivedAt,
      });
      await allSent();
      await decideOn(noticeId, { kind: 'photo', photoId, userId: randomUUID() });
      await allSent();
      expect(subjectsTo(email)).toEqual(['We have your notice', 'What became of your notice']);
      for (const named of [noticeId, photoId]) expect(lettersTo(email)[0]!.text).toContain(named);
      expect(lettersTo(email)[1]!.text).toContain('neither the law nor our guidelines');
    });

    it('is answered in the language of the person, else in its own', async () => {
      await startMailing();
      const [email, person, undecided] = [newEmail(), await identity.signUp(), await identity.signUp()];
      const choice = { userId: person.user.userId, language: 'en' } as const;
      await identity.rpc.call(identityRpc.updateLanguage, choice, identity.contextOf(person));
      const { noticeId } = await send({ email }, undefined, 'de');
      for (const to of [person.email, undecided.email]) await send({ email: to }, undefined, 'de');
      await allSent();
      await decideOn(noticeId);
      await allSent();
      expect(subjectsTo(email)).toEqual(['Wir haben deine Meldung', 'Wir konnten nicht finden, was du gemeldet hast']);
      expect(lettersTo(email)[0]!.text).toContain('Dein Grund: Inhalt, der gegen das Gesetz verstößt');
      expect(subjectsTo(person.email)).toEqual(['We have your notice']);
      expect(subjectsTo(undecided.email)).toEqual(['Wir haben deine Meldung']);
    });

    it('of the gravest kind names those of other networks about the photo, and is confirmed by the link of its receipt', async () => {
      await startMailing();
      const sender = await identity.signUp();
      const grave = { reason: 'minor', location: `/api/photos/${randomUUID()}` };
      const [one, another] = ['192.0.2.1', '198.51.100.1'];
      const first = await send({ ...grave, email: sender.email, name: 'Mia' }, one);
      const again = await send({ ...grave, email: newEmail(), name: 'Mia' }, '192.0.2.77');
      const second = await send({ ...grave, email: newEmail(), name: 'Mo' }, another);
      const received = async (noticeId: NoticeId) => (await eventOf(noticeId, 'NoticeReceived')).data;
      expect(await received(first.noticeId)).toMatchObject({ fromElsewhere: [], senderId: null });
      expect(await received(again.noticeId)).toMatchObject({ fromElsewhere: [] });
      const { fromElsewhere } = await received(second.noticeId);
      expect(fromElsewhere.toSorted()).toEqual([first.noticeId, again.noticeId].toSorted());
      await allSent();
      const token = decodeURIComponent(/confirm-notice\?token=(\S+)/.exec(lettersTo(sender.email).at(-1)!.text)![1]!);
      const confirm = (made: string) => identity.rpc.call(noticesRpc.confirmNotice, { token: made }, identity.caller());
      await expect(confirm(`${second.noticeId}.${token.split('.')[1]}`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await confirm(token);
      await confirm(token);
      const { data } = await eventOf(first.noticeId, 'NoticeConfirmed');
      expect(data).toMatchObject({ noticeId: first.noticeId, reason: 'minor', senderId: sender.user.userId });
    });

    it('that led to nobody is answered with the request for an address, and claims no examination', async () => {
      await startMailing();
      const email = newEmail();
      const [unfound, passedOn] = [await send({ email }), await send({ email })];
      await allSent();
      await decideOn(unfound.noticeId);
      await allSent();
      const answered = [{ reportId: randomUUID(), reporterId: null, noticeId: passedOn.noticeId, isUpheld: true }];
      await decideOn(passedOn.noticeId, { decision: 'passOn', rule: 'law', answered });
      await allSent();
      const [asked, passed] = lettersTo(email).slice(-2);
      expect(asked!.subject).toBe('We could not find what you reported');
      expect(asked!.text).toContain('answer this email with its address');
      expect(passed!.text).toContain('We pass on what you wrote');
      for (const { text } of [asked!, passed!]) {
        expect(text).toContain('could not find the content');
        expect(text).not.toMatch(/We found|as it is|acted on it/);
      }
    });

    it('carries none of its words to an address that may be somebody else’s', async () => {
      await startMailing();
      const email = newEmail();
      const location = 'Log in at https://evil.example/photo/ to keep your account.';
      const { noticeId } = await send({ email, name: 'evil.example', location, text: 'evil.example' });
      await allSent();
      await decideOn(noticeId);
      await allSent();
      expect(lettersTo(email)).toHaveLength(2);
      for (const letter of lettersTo(email)) expect(JSON.stringify(letter)).not.toContain('evil.example');
    });

    it('needs no address, refuses a wrong one, and is bounded by address and by network', async () => {
      const { noticeId } = await send();
      expect(await read(noticeId)).toMatchObject({ noticeId });
      expect(await codeOf(send({ email: 'nobody' }))).toBe('VALIDATION_FAILED');
      const email = newEmail();
      for (let sent = 0; sent < 5; sent += 1) await send({ email });
      expect(await codeOf(send({ email }))).toBe('RATE_LIMITED');
      const network = '192.0.2.7';
      for (let sent = 0; sent < 20; sent += 1) await send({}, network);
      expect(await codeOf(send({}, network))).toBe('RATE_LIMITED');
    });

    it('is refused where many wait about the same photo for the same reason, until they are decided', async () => {
      const location = `${PUBLIC_URL}/api/photos/${randomUUID()}`;
      const waiting: NoticeId[] = [];
      while (waiting.length < MODERATION.noticesPerPhotoAndReasonMax) waiting.push((await send({ location })).noticeId);
      expect(await codeOf(send({ location }))).toBe('RATE_LIMITED');
      await send({ location, reason: 'minor' });
      await send();
      await decideOn(waiting[0]!);
      await send({ location });
      expect(await codeOf(send({ location }))).toBe('RATE_LIMITED');
    });

    it('that comes after the decision is answered, told and kept like the others of its case', async () => {
      const [email, evidenceEmail] = [newEmail(), newEmail()];
      const [late, evidence] = [(await send({ email })).noticeId, (await send({ email: evidenceEmail })).noticeId];
      const answerLate = (noticeId: NoticeId, decision: Decision, decidedAt: string) =>
        arrive('answer-on-late-report-answered', LateReportAnswered, {
          ...{ caseId: randomUUID(), statementId: randomUUID(), decision, decidedAt, answeredAt: now() },
          answered: { reportId: randomUUID(), reporterId: null, noticeId, isUpheld: decision !== 'noViolation' },
        });
      // The decision is older than the retention time, so nothing about the case is kept except the late notices.
      const before = new Date(identity.clock().getTime() - 2 * MODERATION.retentionMs).toISOString();
      await startMailing();
      await answerLate(late, 'removePhoto', before);
      await answerLate(evidence, 'passOn', before);
      await allSent();
      expect(subjectsTo(email)).toEqual(['We have your notice', 'What became of your notice']);
      expect(lettersTo(email)[1]!.text).toContain('acted on it');
      const legal = identity.caller({ userId: randomUUID() as never, roles: ['user', 'legal'] });
      const asked = { noticeIds: [late, evidence] };
      const { notices } = await identity.rpc.call(noticesRpc.getEvidenceNotices, asked, legal);
      expect(notices).toMatchObject([{ noticeId: evidence, text: 'It is mine.' }]);
      await sweep();
      expect(await rowOf(late)).toContain(email);
      identity.passTime(MODERATION.retentionMs + 60_000);
      await sweep();
      expect(await rowOf(late)).not.toContain(email);
      expect(await read(late)).toMatchObject({ location: '', text: '' });
      expect(await rowOf(evidence)).toContain(evidenceEmail);
    });

    it('that nobody decides about loses its words and its address all the same', async () => {
      const email = newEmail();
      const [waiting, reopened] = [(await send({ email })).noticeId, (await send({ email })).noticeId];
      const caseId = randomUUID();
      await decideOn(reopened, { caseId });
      identity.passTime(DAY_MS);
      const undone = { caseId, statementId: randomUUID(), kind: 'notice', decision: 'noViolation', undoneAt: now() };
      await arrive('reopen-on-decision-undone', DecisionUndone, { ...undone, userId: null, photoId: null });
      identity.passTime(MODERATION.waitingNoticeMs - DAY_MS - 60_000);
      await sweep();
      expect(await rowOf(waiting)).toContain(email);
      identity.passTime(120_000);
      await sweep();
      expect(await rowOf(waiting)).not.toContain(email);
      expect(await rowOf(reopened)).toContain(email);
      identity.passTime(DAY_MS);
      await sweep();
      expect(await rowOf(reopened)).not.toContain(email);
    });

    it('loses its words and its address 30 days after the outcome, later while an appeal or the law needs them', async () => {
      const email = newEmail();
      const kept = { location: 'The third photo', text: 'It is mine.' };
      const [open, decided, appealed, passedOn] = [
        await send({ email }),
        await send({ email }),
        await send({ email }),
        await send({ email }),
      ].map(({ noticeId }) => noticeId) as [NoticeId, NoticeId, NoticeId, NoticeId];
      const caseId = randomUUID();
      const closed = { caseId, statementId: randomUUID(), kind: 'notice', decision: 'noViolation' };
      await arrive('keep-on-appeal-filed', AppealFiled, { ...closed, userId: null, photoId: null, filedAt: now() });
      await decideOn(decided);
      await decideOn(appealed, { caseId });
      await decideOn(passedOn, { decision: 'passOn' });
      identity.passTime(MODERATION.retentionMs - 60_000);
      await sweep();
      expect(await read(decided)).toMatchObject(kept);
      identity.passTime(120_000);
      await sweep();
      expect(await read(decided)).toMatchObject({ location: '', text: '' });
      expect(await rowOf(decided)).not.toContain(email);
      for (const noticeId of [open, appealed, passedOn]) expect(await read(noticeId)).toMatchObject(kept);
      const answer = { isGranted: false, answerId: randomUUID(), decidedAt: now(), answered: [] };
      const end = { ...closed, userId: null, photoId: null, ...answer };
      await arrive('keep-no-longer-on-appeal-decided', AppealDecided, end);
      identity.passTime(PRODUCT.erasureMs + 60_000);
      await sweep();
      expect(await rowOf(appealed)).not.toContain(email);
      expect(await read(passedOn)).toMatchObject(kept);
    });
  });
});

/** Decodes the plain-text part, which is quoted-printable. */
function plainOf(message: string): string {
  const [, plain = ''] = /text\/plain.*?\r\n\r\n(.*?)\r\n--/s.exec(message) ?? [];
  const bytes = plain
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
