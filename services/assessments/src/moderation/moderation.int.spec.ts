import { randomUUID } from 'node:crypto';
import {
  type CaseId,
  identityEvents,
  MODERATION,
  moderationEvents,
  moderationRpc,
  type NoticeId,
  type NoticePlace,
  type PhotoId,
  photosEvents,
  reportsRpc,
  type ScreeningFinding,
  type UserId,
} from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newUserId, refusalOf } from '../assessments.fixture.spec.js';
import { caseOfNotice } from './case.js';
import { caseOf, ModerationFixture } from './moderation.fixture.spec.js';

const DAY_MS = 24 * 3_600_000;
const unsupported = { senderId: null, fromElsewhere: [] };

describe('moderation', () => {
  let assessments: ModerationFixture;
  let mona: UserId;
  let max: UserId;

  beforeAll(async () => {
    assessments = await ModerationFixture.start();
    ({ mona, max } = assessments);
  });
  afterAll(async () => {
    await assessments.stop();
  });

  it('holds a photo for possibly under 18 at once, and goes on when a moderator finds no violation', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [reporter, other] = (await assessments.assessors(2)) as [UserId, UserId];
    const { openingId } = await assessments.open(other, test.ownerId);
    await assessments.open(reporter, test.ownerId);
    const { reportId } = await assessments.report(reporter, photoId, 'minor', { text: 'Looks like fifteen.' });
    expect(await refusalOf(assessments.picture(openingId, photoId))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await assessments.isOffered(other, photoId)).toBe(false);
    const [held] = await assessments.statementsOf(test.ownerId);
    expect(held).toMatchObject({ decision: 'hold', photoId, about: ['minor'], appealUntil: null, undoneAt: null });
    const [published] = await assessments.published(moderationEvents.PhotoHeld, 1);
    expect(published.data).toMatchObject({ photoId, userId: test.ownerId, statementId: held!.statementId });
    const shown = await assessments.detail(caseOf(photoId));
    expect(shown).toMatchObject({ severity: 1, isHeld: true, status: 'open', reasons: ['minor'], mayDecide: true });
    const holding = {
      reportId,
      reporterId: reporter,
      text: 'Looks like fifteen.',
      isCounted: false,
      holdsAtOnce: true,
    };
    expect(shown.detail).toMatchObject([holding]);
    await assessments.decide(caseOf(photoId), 'noViolation');
    const after = await assessments.open((await assessments.assessors(1))[0]!, test.ownerId);
    expect(after.photos.map((photo) => photo.photoId)).toContain(photoId);
    expect(await assessments.isOffered(reporter, photoId)).toBe(false);
    const own = await assessments.rpc.call(
      reportsRpc.listOwnReports,
      { userId: reporter },
      assessments.context(reporter),
    );
    expect(own.reports).toMatchObject([{ reportId, outcome: 'rejected', text: 'Looks like fifteen.' }]);
  });

  it('holds for another reason by two in good standing, not by one, and never twice for one reporter', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [one, other] = (await assessments.reporters(2, test)) as [UserId, UserId];
    await assessments.report(one, photoId, 'sexual');
    expect((await assessments.detail(caseOf(photoId))).isHeld).toBe(false);
    expect(await refusalOf(assessments.report(one, photoId, 'hateful'))).toMatchObject({ code: 'ALREADY_REPORTED' });
    await assessments.report(other, photoId, 'contact');
    expect(await assessments.detail(caseOf(photoId))).toMatchObject({ isHeld: true, reports: 2, severity: 2 });
  });

  it('holds by one report that the screening agrees with', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const findings: ScreeningFinding[] = [{ kind: 'nudity', score: 0.97 }];
    const data = { photoId, userId: test.ownerId, findings, screenedAt: new Date().toISOString() };
    const screened = await assessments.publish(photosEvents.PhotoScreened, data);
    await assessments.settled('record-screening-on-photo-screened', screened);
    await assessments.deliver(photosEvents.PhotoScreened, screened);
    const [one] = (await assessments.reporters(1, test)) as [UserId];
    expect(await assessments.detail(caseOf(photoId))).toMatchObject({
      isHeld: false,
      reasons: ['screening'],
      screening: findings,
    });
    await assessments.report(one, photoId, 'sexual');
    expect(await assessments.detail(caseOf(photoId))).toMatchObject({ isHeld: true });
    const [held] = await assessments.statementsOf(test.ownerId);
    expect(held).toMatchObject({ usedScreening: true });
  });

  it('holds nothing for fifty new accounts, and shows the pattern', async () => {
    const test = await assessments.startedAssessment(newUserId(), 2);
    const [photoId] = test.photoIds as [PhotoId];
    const accounts = await assessments.assessors(50);
    for (const account of accounts) {
      await assessments.open(account, test.ownerId);
      await assessments.report(account, photoId, 'sexual');
    }
    const shown = await assessments.detail(caseOf(photoId));
    expect(shown).toMatchObject({ isHeld: false, reports: 50 });
    expect(shown.pattern).toMatchObject({ reporters: 50, newAccounts: 50, looksArranged: true });
  });

  it('knows no photo that the reporter was not shown within a day, nor an own one', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [assessor, stranger] = (await assessments.assessors(2)) as [UserId, UserId];
    const unknown = { code: 'NOT_FOUND' };
    expect(await refusalOf(assessments.report(stranger, photoId, 'other'))).toMatchObject(unknown);
    expect(await refusalOf(assessments.report(test.ownerId, photoId, 'other'))).toMatchObject(unknown);
    await assessments.open(assessor, test.ownerId);
    assessments.passTime(DAY_MS + 3_600_000);
    expect(await refusalOf(assessments.report(assessor, photoId, 'other'))).toMatchObject(unknown);
  });

  it('lets one moderator at a time decide, none about their own, and nobody but moderators look', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, test.ownerId);
    await assessments.report(reporter, photoId, 'minor');
    const caseId = caseOf(photoId);
    const claims = await Promise.allSettled([assessments.claim(caseId, mona), assessments.claim(caseId, max)]);
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const loser = claims[0]!.status === 'fulfilled' ? max : mona;
    expect(await refusalOf(assessments.claim(caseId, loser))).toMatchObject({ code: 'CASE_CLAIMED' });
    for (const own of [test.ownerId, reporter])
      expect(await refusalOf(assessments.claim(caseId, own))).toMatchObject({ code: 'FORBIDDEN' });
    const support = assessments.context(newUserId(), { roles: ['user', 'support'] });
    expect(await refusalOf(assessments.rpc.call(moderationRpc.listCases, {}, support))).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('removes a photo with its unused tokens once, for a decision that is sent twice, and restores it by undo', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const test = await assessments.startedAssessment(ownerId, 1);
    const [photoId] = test.photoIds as [PhotoId];
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, ownerId);
    await assessments.report(reporter, photoId, 'minor');
    const key = randomUUID();
    await assessments.decide(caseOf(photoId), 'removePhoto', mona, key);
    await assessments.decide(caseOf(photoId), 'removePhoto', mona, key).catch(() => undefined);
    const ended = (await assessments.eventsOf(`photo-assessment-${test.photoAssessmentId}`)).filter(
      ({ type }) => type === 'AssessedPhotoEnded',
    );
    expect(ended.map(({ data }) => [data.refundTokens, data.isByModeration])).toEqual([[20, true]]);
    const [statement] = await assessments.statementsOf(ownerId);
    expect(statement).toMatchObject({ decision: 'removePhoto', rule: 'no-nudity', reasons: 'Not what this is for.' });
    expect(Date.parse(statement!.appealUntil!) - Date.parse(statement!.issuedAt)).toBe(MODERATION.appealMs);
    const undo = { caseId: caseOf(photoId), reasons: 'A mistake of ours.' };
    const undone = await assessments.rpc.call(moderationRpc.undoDecision, undo, assessments.asModerator(mona));
    expect(undone.case).toMatchObject({ status: 'open', isHeld: true });
    const decided = (await assessments.eventsOf(`moderation-case-${caseOf(photoId)}`)).filter(
      ({ type }) => type === 'CaseDecided',
    );
    expect(decided).toHaveLength(1);
  });

  it('suspends a person, whose appeal by the link of the mail another moderator decides, once', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const test = await assessments.startedAssessment(ownerId, 1);
    const [photoId] = test.photoIds as [PhotoId];
    const caseId = caseOf(photoId);
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, ownerId);
    await assessments.report(reporter, photoId, 'minor');
    await assessments.decide(caseId, 'suspendAccount');
    expect((await assessments.feed(reporter)).entries.filter(({ userId }) => userId === ownerId)).toEqual([]);
    const [statement] = await assessments.statementsOf(ownerId);
    const mail = await assessments.rpc.call(
      reportsRpc.getStatementMail,
      { statementId: statement!.statementId },
      assessments.context(),
    );
    const token = mail.appealToken!;
    const anybody = assessments.context();
    const appeal = (text: string) => assessments.rpc.call(reportsRpc.appeal, { token, text }, anybody);
    expect(
      await refusalOf(
        assessments.rpc.call(reportsRpc.appeal, { token: `${token.slice(0, -4)}AAAA`, text: 'x' }, anybody),
      ),
    ).toMatchObject({
      code: 'NOT_FOUND',
    });
    await appeal('I am 31, my passport says so.');
    expect(await refusalOf(appeal('Again.'))).toMatchObject({ code: 'ALREADY_APPEALED' });
    expect(await assessments.detail(caseId, mona)).toMatchObject({ status: 'appealed', mayDecide: false });
    const answer = { caseId, isGranted: true, reasons: 'We were wrong.' };
    expect(
      await refusalOf(assessments.rpc.call(moderationRpc.decideAppeal, answer, assessments.asModerator(mona))),
    ).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await assessments.detail(caseId, max)).decisions[0]!.appeal!.text).toBe('I am 31, my passport says so.');
    const granted = await assessments.rpc.call(moderationRpc.decideAppeal, answer, assessments.asModerator(max));
    expect(granted.case).toMatchObject({ status: 'decided', isHeld: false });
    const [after] = await assessments.statementsOf(ownerId);
    expect(after).toMatchObject({ appeal: { outcome: 'granted', reasons: 'We were wrong.' } });
    expect(after!.undoneAt).not.toBeNull();
    const published = await assessments.published(moderationEvents.AppealDecided, 1);
    expect(published[0].data).toMatchObject({ isGranted: true, answered: [{ reporterId: reporter, isUpheld: false }] });
  });

  it('refuses an appeal after six months', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, test.ownerId);
    await assessments.report(reporter, photoId, 'minor');
    await assessments.decide(caseOf(photoId), 'removePhoto');
    assessments.passTime(MODERATION.appealMs + DAY_MS);
    const late = { caseId: caseOf(photoId), text: 'Too late.' };
    const refusal = await refusalOf(assessments.rpc.call(reportsRpc.appeal, late, assessments.context(test.ownerId)));
    expect(refusal).toMatchObject({ code: 'APPEAL_EXPIRED' });
  });

  it('closes an account only with a second moderator', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const caseId = caseOf(photoId);
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, test.ownerId);
    await assessments.report(reporter, photoId, 'minor');
    expect(await assessments.decide(caseId, 'closeAccount')).toMatchObject({ status: 'awaiting-second' });
    const confirm = { caseId, isConfirmed: true, reasons: 'I agree.' };
    const confirming = (userId: UserId) =>
      assessments.rpc.call(moderationRpc.confirmClosure, confirm, assessments.asModerator(userId));
    expect(await refusalOf(confirming(mona))).toMatchObject({ code: 'FORBIDDEN' });
    const { case: closed } = await confirming(max);
    expect(closed).toMatchObject({ status: 'decided', subject: { isClosed: true } });
    expect(closed.decisions[0]).toMatchObject({ decision: 'closeAccount', decidedBy: mona, confirmedBy: max });
  });

  it('shows what was passed on to the evidence roles only', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const caseId = caseOf(photoId);
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, test.ownerId);
    await assessments.report(reporter, photoId, 'minor', { text: 'Please look.' });
    await assessments.decide(caseId, 'passOn');
    expect(await assessments.detail(caseId)).toMatchObject({
      isUnderLegalHold: true,
      detail: [],
      ratings: [],
      mayDecide: false,
    });
    const [stated] = await assessments.statementsOf(test.ownerId);
    const due = { decision: 'passOn', photoId, rule: 'no-nudity', reasons: 'Not what this is for.', undoneAt: null };
    expect(stated).toMatchObject({ ...due, appealUntil: expect.any(String) });
    const { statement, appealToken } = await assessments.statementMail(stated!.statementId);
    expect([statement, typeof appealToken]).toEqual([stated, 'string']);
    const asked = (roles: ('user' | 'moderator' | 'legal')[]) =>
      assessments.rpc.call(moderationRpc.getEvidence, { caseId }, assessments.context(newUserId(), { roles }));
    expect(await refusalOf(asked(['user', 'moderator']))).toMatchObject({ code: 'FORBIDDEN' });
    expect((await asked(['user', 'legal'])).case.detail).toMatchObject([{ text: 'Please look.' }]);
  });

  it('opens a case of a reported rating about its assessor, whom the owner does not learn', async () => {
    const { ownerId, firstAssessment } = await assessments.onboardedOwner();
    const [photoId] = firstAssessment.photoIds as [PhotoId];
    const [rating] = await assessments.ratingsOf(ownerId, photoId);
    const request = { userId: ownerId, photoId, reason: 'conduct', ratingId: rating!.ratingId } as const;
    await assessments.rpc.call(reportsRpc.report, request, assessments.context(ownerId));
    const { cases } = await assessments.rpc.call(
      moderationRpc.listCases,
      { status: 'all', limit: 100 },
      assessments.asModerator(mona),
    );
    const about = cases.find(({ kind }) => kind === 'assessor')!;
    expect(about).toMatchObject({ severity: 4, isHeld: false });
    expect((await assessments.detail(about.caseId)).ratings).toMatchObject([{ ratingId: rating!.ratingId, score: 14 }]);
  });

  it('takes a notice once, and joins it to the case of a photo that it names', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const receivedAt = new Date().toISOString();
    const noticeId = randomUUID() as NoticeId;
    const data = { noticeId, reason: 'illegal', place: null, ...unsupported, receivedAt } as const;
    const event = await assessments.publish(identityEvents.NoticeReceived, data);
    await assessments.settled('open-case-on-notice-received', event);
    await assessments.deliver(identityEvents.NoticeReceived, event);
    const caseId = caseOfNotice(noticeId) as CaseId;
    expect(await assessments.detail(caseId)).toMatchObject({
      kind: 'notice',
      severity: 1,
      reports: 1,
      subjectId: null,
    });
    const named = await assessments.notice(test.ownerId, photoId);
    expect(await assessments.detail(caseOf(photoId))).toMatchObject({
      kind: 'photo',
      isHeld: false,
      reasons: ['notOwn'],
    });
    await assessments.decide(caseOf(photoId), 'removePhoto');
    const late = { ...named, noticeId: randomUUID() as NoticeId };
    const arrived = await assessments.publish(identityEvents.NoticeReceived, late);
    await assessments.settled('open-case-on-notice-received', arrived);
    const [told] = await assessments.published(moderationEvents.LateReportAnswered, 1);
    expect(told.data).toMatchObject({
      ...{ caseId: caseOf(photoId), decision: 'removePhoto' },
      answered: { noticeId: late.noticeId, isUpheld: true },
    });
  });

  it('opens a case about the account that a notice names, with its photos, and decides about the person', async () => {
    const test = await assessments.startedAssessment(newUserId(), 2);
    const { ownerId, photoIds } = test;
    const noticed = async (place: NoticePlace) => {
      const noticeId = randomUUID() as NoticeId;
      const data = { noticeId, reason: 'notOwn', place, ...unsupported, receivedAt: new Date().toISOString() } as const;
      const event = await assessments.publish(identityEvents.NoticeReceived, data);
      await assessments.settled('open-case-on-notice-received', event);
      return caseOfNotice(noticeId) as CaseId;
    };
    const unknown = await noticed({ kind: 'account', id: ownerId });
    expect(await assessments.detail(unknown)).toMatchObject({ subjectId: null, subject: null, accountPhotoIds: [] });
    await assessments.claim(unknown);
    const suspending = assessments.decideClaimed(unknown, 'suspendAccount');
    expect(await refusalOf(suspending)).toMatchObject({ code: 'VALIDATION_FAILED' });

    const registered = { userId: ownerId, country: 'NL', hasWelcomeGrant: true };
    const signedUp = await assessments.publish(identityEvents.UserRegistered, registered, `account-${ownerId}`);
    await assessments.settled('record-country-on-user-registered', signedUp);
    const account = await noticed({ kind: 'account', id: ownerId });
    const results = await noticed({ kind: 'photoAssessment', id: test.photoAssessmentId });
    for (const caseId of [account, results]) {
      const shown = await assessments.detail(caseId);
      expect(shown).toMatchObject({ kind: 'notice', subjectId: ownerId, photoId: null, isHeld: false });
      expect(shown.accountPhotoIds.toSorted()).toEqual(photoIds.toSorted());
    }
    // Passing on only the words of a notice restricts nobody, so the owner gets no statement.
    await assessments.decide(results, 'passOn');
    expect(await assessments.statementsOf(ownerId)).toEqual([]);
    expect(await refusalOf(assessments.appeal(ownerId, results))).toMatchObject({ code: 'NOT_FOUND' });
    const published = await assessments.publishedFor(moderationEvents.CaseDecided, results);
    expect(published).toMatchObject({ decision: 'passOn', userId: ownerId, toldTo: null });
    await assessments.decide(account, 'suspendAccount');
    expect(await assessments.statementsOf(ownerId)).toMatchObject([{ decision: 'suspendAccount', photoId: null }]);
  });

  it('takes a report about a photo that its owner deleted within a day, and asks for its pictures', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [reporter, late, stranger] = (await assessments.assessors(3)) as [UserId, UserId, UserId];
    for (const assessor of [reporter, late]) await assessments.open(assessor, test.ownerId);
    const deleted = { photoId, userId: test.ownerId };
    const event = await assessments.publish(photosEvents.PhotoDeleted, deleted, `photo-${photoId}`, 9);
    await assessments.settled('forget-photo-on-photo-deleted', event);
    await assessments.caughtUp();
    await assessments.report(reporter, photoId, 'contact');
    const [kept] = await assessments.published(moderationEvents.DeletedPhotoReported, 1);
    expect(kept.data).toMatchObject({ ...deleted, caseId: caseOf(photoId) });
    expect(await assessments.detail(caseOf(photoId))).toMatchObject({ photoId, isHeld: false, reasons: ['contact'] });
    expect(await refusalOf(assessments.report(stranger, photoId, 'contact'))).toMatchObject({ code: 'NOT_FOUND' });
    assessments.passTime(MODERATION.reportableMs + DAY_MS / 24);
    expect(await refusalOf(assessments.report(late, photoId, 'contact'))).toMatchObject({ code: 'NOT_FOUND' });
    await assessments.decide(caseOf(photoId), 'noViolation');
  });

  it('counts what a transparency report needs, and lists what waits by gravity', async () => {
    const day = (offsetDays: number) =>
      new Date(assessments.clock().getTime() + offsetDays * DAY_MS).toISOString().slice(0, 10);
    const span = { from: day(-400), to: day(1) };
    const counted = await assessments.rpc.call(moderationRpc.transparencyReport, span, assessments.asModerator(mona));
    const of = (amounts: { key: string; count: number }[], key: string) =>
      amounts.find((amount) => amount.key === key)?.count;
    expect(of(counted.reportsByReason, 'sexual')).toBe(52);
    expect(of(counted.decisions, 'removePhoto')).toBe(3);
    expect(counted).toMatchObject({ appeals: 1, appealsGranted: 1, undone: 1 });
    expect(counted.p95MsToDecide!).toBeGreaterThanOrEqual(counted.medianMsToDecide!);
    const { cases, waiting } = await assessments.rpc.call(
      moderationRpc.listCases,
      { limit: 100 },
      assessments.asModerator(mona),
    );
    expect(cases).toHaveLength(waiting);
    const severities = cases.map(({ severity }) => severity);
    expect(severities).toEqual(severities.toSorted());
  });

  it('forgets the words of a decided case after their time, and those of an account that is deleted', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [reporter, leaving] = (await assessments.assessors(2)) as [UserId, UserId];
    await assessments.open(reporter, test.ownerId);
    await assessments.open(leaving, test.ownerId);
    await assessments.report(reporter, photoId, 'minor', { text: 'Too young.' });
    await assessments.report(leaving, photoId, 'other', { text: 'Something else.' });
    const eraseAt = new Date().toISOString();
    const left = await assessments.publish(identityEvents.AccountDeleted, { userId: leaving, eraseAt });
    await assessments.settled('end-assessments-on-account-deleted', left);
    const texts = async () => (await assessments.detail(caseOf(photoId))).detail.map(({ text }) => text);
    expect(await texts()).toEqual(['Too young.', null]);
    await assessments.decide(caseOf(photoId), 'noViolation');
    assessments.passTime(MODERATION.retentionMs + DAY_MS);
    await assessments.startWorker();
    const words = () =>
      assessments.session.query(`select from moderation_text where kind = 'report' and case_id = $1`, [
        caseOf(photoId),
      ]);
    await eventually(async () => expect(await words()).toEqual([]));
    await assessments.stopWorker();
    expect(await texts()).toEqual([null, null]);
  });
});
