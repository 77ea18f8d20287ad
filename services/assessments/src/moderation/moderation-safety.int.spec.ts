import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CaseDetail,
  type CaseId,
  identityEvents,
  MODERATION,
  moderationRpc,
  type NoticeId,
  PHOTO_REPORT_REASONS,
  type PhotoId,
  photosEvents,
  type ReportId,
  reportsRpc,
  type ScreeningFinding,
  type UserId,
} from '@candid/contracts';
import { inTransaction } from '@candid/event-store';
import type { Sent } from '@candid/platform';
import { tablesNaming } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newUserId, refusalOf } from '../assessments.fixture.spec.js';
import { replaceLinkedGroups } from '../linked-accounts/find-linked-accounts.js';
import { recordLeaving } from '../participants/participants.rows.js';
import { caseOfNotice } from './case.js';
import { caseOf, ModerationFixture } from './moderation.fixture.spec.js';
import { removeOldTexts } from './moderation-texts.rows.js';
import { reporterStreamId } from './reporter.js';

const DAY_MS = 24 * 3_600_000;
const forbidden = { code: 'FORBIDDEN' };

describe('moderation under attack, after a crash and with time', () => {
  let assessments: ModerationFixture;
  let mona: UserId;
  let max: UserId;

  beforeAll(async () => {
    assessments = await ModerationFixture.start();
    ({ mona, max } = assessments);
  });
  afterAll(() => assessments.stop());

  const typesOf = async (streamId: string) => (await assessments.eventsOf(streamId)).map(({ type }) => type);
  const ofCase = (photoId: PhotoId) => typesOf(`moderation-case-${caseOf(photoId)}`);
  const times = (types: string[], type: string) => types.filter((one) => one === type).length;
  const refundsOf = async (photoAssessmentId: string) =>
    (await assessments.eventsOf(`photo-assessment-${photoAssessmentId}`)).flatMap(({ type, data }) =>
      type === 'AssessedPhotoEnded' ? [data.refundTokens as number] : [],
    );
  const words = (photoId: PhotoId, kind: string) =>
    assessments.session.query<{ text: string }>('select text from moderation_text where case_id = $1 and kind = $2', [
      ...[caseOf(photoId), kind],
    ]);
  const deleteAccount = async (userId: UserId) => {
    const eraseAt = assessments.clock().toISOString();
    const left = await assessments.publish(identityEvents.AccountDeleted, { userId, eraseAt });
    await assessments.settled('end-assessments-on-account-deleted', left);
    await assessments.caughtUp();
  };
  const allowAssessor = async (userId: UserId) => {
    const approved = await assessments.publish(identityEvents.AssessorApproved, { userId, passkeyName: 'beta' });
    await assessments.settled('allow-assessor-on-assessor-approved', approved);
  };
  const sweep = () => {
    const now = assessments.clock().getTime();
    const ago = (ms: number) => new Date(now - ms);
    const before = { decidedBefore: ago(MODERATION.retentionMs), reasonsBefore: ago(MODERATION.appealMs) };
    return removeOldTexts(assessments.session, { ...before, limit: 1_000 });
  };
  /** A photo with a report that is not enough to hold the photo. */
  const reportedPhoto = async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const { photoIds } = await assessments.startedAssessment(ownerId, 1);
    const [photoId] = photoIds as [PhotoId];
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, ownerId);
    await assessments.report(reporter, photoId, 'other');
    return { ownerId, photoId, caseId: caseOf(photoId) };
  };
  /** An owner with two photos that are being assessed, each in its own photo assessment. */
  const ownerOfTwo = async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const [one, other] = [
      await assessments.startedAssessment(ownerId, 1),
      await assessments.startedAssessment(ownerId, 1),
    ];
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, ownerId);
    const photoIds = [one.photoIds[0]!, other.photoIds[0]!] as const;
    for (const photoId of photoIds) await assessments.report(reporter, photoId, 'minor');
    return { photoIds, assessmentIds: [one.photoAssessmentId, other.photoAssessmentId] };
  };

  it('takes each reason, and holds for it as its rule says', async () => {
    for (const reason of PHOTO_REPORT_REASONS) {
      const test = await assessments.startedAssessment();
      const [photoId] = test.photoIds as [PhotoId];
      const [one, other] = (await assessments.reporters(2, test)) as [UserId, UserId];
      await assessments.report(one, photoId, reason);
      expect((await assessments.detail(caseOf(photoId))).isHeld).toBe(reason === 'minor');
      await assessments.report(other, photoId, reason);
      expect(await assessments.detail(caseOf(photoId))).toMatchObject({ isHeld: true, reasons: [reason], reports: 2 });
      expect(times(await ofCase(photoId), 'CasePhotoHeld')).toBe(1);
    }
  });

  it('counts two linked accounts as one, also if they report at once', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [one, other, third] = (await assessments.reporters(3, test)) as [UserId, UserId, UserId];
    await inTransaction(assessments.store.pool, (session) =>
      replaceLinkedGroups(session, [{ kind: 'network', members: [one, other], reasons: [] }], assessments.clock()),
    );
    await Promise.all([one, other].map((userId) => assessments.report(userId, photoId, 'sexual')));
    const shown = await assessments.detail(caseOf(photoId));
    expect(shown).toMatchObject({ isHeld: false, reports: 2, pattern: { reporters: 2, linked: 2 } });
    expect(shown.detail.map(({ history }) => history?.linkedReporters)).toEqual([1, 1]);
    await assessments.report(third, photoId, 'sexual');
    expect(await assessments.detail(caseOf(photoId))).toMatchObject({ isHeld: true });
  });

  it('shows no moderator a case about themselves', async () => {
    const { ownerId, caseId } = await assessments.heldPhoto();
    expect(await refusalOf(assessments.detail(caseId, ownerId))).toMatchObject(forbidden);
    const queueOf = async (userId: UserId) => {
      const request = { status: 'waiting', limit: 100 } as const;
      return assessments.rpc.call(moderationRpc.listCases, request, assessments.asModerator(userId));
    };
    const [own, all] = [await queueOf(ownerId), await queueOf(mona)];
    expect(own.cases.map((one) => one.caseId)).toEqual(
      all.cases.map((one) => one.caseId).filter((one) => one !== caseId),
    );
    expect(all.waiting - own.waiting).toBe(1);
  });

  it('shows and decides nothing that the audit log does not take', async () => {
    const { caseId } = await assessments.heldPhoto();
    await assessments.claim(caseId);
    await assessments.session.query('alter table support_acts add constraint no_room check (false) not valid');
    try {
      const queue = assessments.rpc.call(moderationRpc.listCases, {}, assessments.asModerator());
      const refusals = [assessments.decideClaimed(caseId, 'noViolation'), assessments.detail(caseId), queue];
      for (const call of refusals) expect(await refusalOf(call)).toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      await assessments.session.query('alter table support_acts drop constraint no_room');
    }
    expect(await assessments.detail(caseId)).toMatchObject({ status: 'open', decisions: [] });
  });

  it('pages the queue without a gap', async () => {
    const cases: string[] = [];
    let cursor: string | undefined;
    do {
      const request = { status: 'waiting', limit: 3, ...(cursor !== undefined && { cursor }) } as const;
      const page = await assessments.rpc.call(moderationRpc.listCases, request, assessments.asModerator());
      cases.push(...page.cases.map(({ caseId }) => caseId));
      cursor = page.nextCursor ?? undefined;
      if (cursor === undefined) expect(cases).toHaveLength(page.waiting);
    } while (cursor !== undefined);
    expect(new Set(cases).size).toBe(cases.length);
    const foreign = assessments.rpc.call(moderationRpc.listCases, { cursor: 'x' }, assessments.asModerator());
    expect(await refusalOf(foreign)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('lists what is due first among equally grave cases, and marks those that the moderator may not decide', async () => {
    const noticeId = randomUUID() as NoticeId;
    const none = { place: null, senderId: null, fromElsewhere: [] };
    const notice = { noticeId, reason: 'illegal', ...none, receivedAt: new Date().toISOString() } as const;
    const received = await assessments.publish(identityEvents.NoticeReceived, notice);
    await assessments.settled('open-case-on-notice-received', received);
    assessments.passTime(10 * 60_000);
    const [minor, closing] = [await assessments.heldPhoto(), await assessments.heldPhoto()];
    await assessments.decide(closing.caseId, 'closeAccount');
    const listed = async (userId: UserId) => {
      const request = { status: 'waiting', limit: 100 } as const;
      const { cases } = await assessments.rpc.call(moderationRpc.listCases, request, assessments.asModerator(userId));
      return new Map(cases.map(({ caseId, mayDecide }) => [caseId, mayDecide]));
    };
    const [byMona, byMax, byReporter] = [await listed(mona), await listed(max), await listed(minor.reporter)];
    const order = [...byMona.keys()];
    expect(order.indexOf(minor.caseId)).toBeLessThan(order.indexOf(caseOfNotice(noticeId) as CaseId));
    expect([byMona, byMax, byReporter].map((of) => [of.get(minor.caseId), of.get(closing.caseId)])).toEqual([
      ...[
        [true, false],
        [true, true],
        [false, true],
      ],
    ]);
  });

  it('lists the cases of a reason, a kind or an account, each with its findings and earlier decisions', async () => {
    const { ownerId, photoId, caseId } = await assessments.heldPhoto();
    const second = randomUUID() as PhotoId;
    await assessments.notice(ownerId, second, 'contact');
    const screening: ScreeningFinding[] = [{ kind: 'otherAccount', photoId, userId: ownerId, likeness: 0.4 }];
    const data = { photoId: second, userId: ownerId, findings: screening, screenedAt: new Date().toISOString() };
    const screened = await assessments.publish(photosEvents.PhotoScreened, data);
    await assessments.settled('record-screening-on-photo-screened', screened);
    await assessments.decide(caseId, 'askForCrop');
    const listed = async (filter: Partial<Sent<typeof moderationRpc.listCases>>) => {
      const request = { limit: 100, ...filter };
      return (await assessments.rpc.call(moderationRpc.listCases, request, assessments.asModerator())).cases;
    };
    const ids = async (filter: Partial<Sent<typeof moderationRpc.listCases>>) =>
      (await listed({ subjectId: ownerId, ...filter })).map((one) => one.caseId);
    const [waiting] = await listed({ subjectId: ownerId });
    expect(waiting).toMatchObject({ caseId: caseOf(second), screening, earlier: ['askForCrop'] });
    expect(await ids({ status: 'all' })).toEqual([caseOf(second), caseId]);
    expect(await ids({ status: 'decided', reason: 'minor' })).toEqual([caseId]);
    expect(await ids({ reason: 'screening', kind: 'photo' })).toEqual([caseOf(second)]);
    expect(await ids({ reason: 'minor' })).toEqual([]);
    expect(await ids({ status: 'all', kind: 'assessor' })).toEqual([]);
    await assessments.decide(caseOf(second), 'passOn');
    const [sealed, cropped] = await listed({ status: 'decided', subjectId: ownerId });
    expect(sealed).toMatchObject({ caseId: caseOf(second), screening: [], earlier: ['askForCrop'] });
    expect(cropped).toMatchObject({ caseId, earlier: ['passOn'] });
  });

  it('takes all of a report or nothing, and once for a request that is sent again', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    const { openingId } = await assessments.open(reporter, test.ownerId);
    const sent = { text: 'Looks like fifteen.', key: randomUUID() };
    await assessments.session.query('alter table moderation_text rename to moderation_text_away');
    await refusalOf(assessments.report(reporter, photoId, 'minor', sent));
    await assessments.session.query('alter table moderation_text_away rename to moderation_text');
    expect(await ofCase(photoId)).toEqual([]);
    expect(await typesOf(reporterStreamId(reporter))).toEqual([]);
    await assessments.picture(openingId, photoId);
    const first = await assessments.report(reporter, photoId, 'minor', sent);
    expect(await assessments.report(reporter, photoId, 'minor', sent)).toEqual(first);
    expect(await ofCase(photoId)).toEqual(['CaseOpened', 'CaseReported', 'CasePhotoHeld']);
    expect(await words(photoId, 'report')).toEqual([{ text: sent.text }]);
  });

  it('decides and refunds once, however often a decision is sent', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const { photoIds, photoAssessmentId } = await assessments.startedAssessment(ownerId, 1);
    const [photoId] = photoIds as [PhotoId];
    const caseId = caseOf(photoId);
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, ownerId);
    await assessments.report(reporter, photoId, 'minor');
    await assessments.claim(caseId);
    const key = randomUUID();
    const decided = await Promise.all(
      [key, key, undefined].map((sentKey) => assessments.decideClaimed(caseId, 'removePhoto', mona, sentKey)),
    );
    for (const shown of decided) expect(shown).toMatchObject({ status: 'decided', isHeld: false });
    expect(times(await ofCase(photoId), 'CaseDecided')).toBe(1);
    expect(await refundsOf(photoAssessmentId)).toEqual([20]);
    expect(await words(photoId, 'reasons')).toHaveLength(1);
    expect(times(await typesOf(reporterStreamId(reporter)), 'ReportAnswered')).toBe(1);
    expect(await refusalOf(assessments.decideClaimed(caseId, 'noViolation', max))).toMatchObject({ code: 'CONFLICT' });
  });

  it('undoes a decision until it is appealed, and gives reporters their weight back', async () => {
    const { ownerId, photoId, caseId, reporter, photoAssessmentId } = await assessments.heldPhoto();
    const weight = async () => (await assessments.detail(caseId)).detail[0]!.history!.weight;
    await assessments.decide(caseId, 'askForCrop');
    expect(await refundsOf(photoAssessmentId)).toEqual([20, 20]);
    expect(await weight()).toBeCloseTo(1.25, 2);
    expect(await refusalOf(assessments.undo(caseId, 'My own.', ownerId))).toMatchObject(forbidden);
    const undone = await assessments.undo(caseId, 'The wrong button.');
    expect(undone).toMatchObject({ status: 'open', isHeld: true, decisions: [{ canBeUndone: false }] });
    expect(undone.decisions[0]).toMatchObject({
      ...{ reasons: 'Not what this is for.', undoReasons: 'The wrong button.', secondReasons: null },
    });
    expect(await weight()).toBe(1);
    const listed = async () => {
      const request = { status: 'all', limit: 100 } as const;
      const { cases } = await assessments.rpc.call(moderationRpc.listCases, request, assessments.asModerator());
      return cases.find((one) => one.caseId === caseId)?.decision;
    };
    expect(await listed()).toBeNull();
    await assessments.decide(caseId, 'removePhoto');
    expect(await listed()).toBe('removePhoto');
    await assessments.appeal(ownerId, caseId);
    expect(await refusalOf(assessments.undo(caseId, 'Too late.'))).toMatchObject({ code: 'CONFLICT' });
    expect(await assessments.decideAppeal(caseId, false, max)).toMatchObject({ status: 'decided' });
    expect(await refusalOf(assessments.decideAppeal(caseId, true, max))).toMatchObject({ code: 'CONFLICT' });
    expect(await weight()).toBeCloseTo(1.25, 2);
    const types = await ofCase(photoId);
    expect([times(types, 'DecisionUndone'), times(types, 'AppealDecided')]).toEqual([1, 1]);
    expect(await typesOf(reporterStreamId(reporter))).toEqual([
      ...['ReportSent', 'ReportAnswered', 'ReportAnswerWithdrawn', 'ReportAnswered'],
    ]);
  });

  it('keeps a person suspended by one decision when another is undone, and refunds once', async () => {
    const { photoIds, assessmentIds } = await ownerOfTwo();
    const [one, other] = photoIds.map(caseOf) as [ReturnType<typeof caseOf>, ReturnType<typeof caseOf>];
    await assessments.decide(one, 'suspendAccount');
    await assessments.decide(other, 'closeAccount');
    await assessments.confirm(other, true, max);
    for (const photoAssessmentId of assessmentIds) expect(await refundsOf(photoAssessmentId)).toEqual([20]);
    const { subject } = await assessments.undo(one, 'One decision is enough.');
    expect(subject).toMatchObject({ isClosed: true });
    expect((await assessments.undo(other, 'None at all.')).subject).toMatchObject({
      ...{ isClosed: false, suspendedUntil: null },
    });
  });

  it('shows why a second moderator did not confirm a closure', async () => {
    const { caseId } = await assessments.heldPhoto();
    await assessments.decide(caseId, 'closeAccount');
    const dropped = await assessments.confirm(caseId, false, max, 'A warning is enough.');
    expect(dropped).toMatchObject({ status: 'open', isHeld: true });
    expect(dropped.decisions).toMatchObject([{ decision: 'closeAccount', confirmedBy: null, canBeUndone: false }]);
    const words = { reasons: 'Not what this is for.', secondReasons: 'A warning is enough.', undoReasons: null };
    expect(dropped.decisions[0]).toMatchObject(words);
    expect(dropped.decisions[0]!.undoneAt).not.toBeNull();
  });

  it('lists reports and statements page by page, without a gap', async () => {
    const { ownerId } = await assessments.onboardedOwner();
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    const reportIds: string[] = [];
    const statementIds: string[] = [];
    for (const _ of [1, 2, 3]) {
      const { photoIds } = await assessments.startedAssessment(ownerId, 1);
      const [photoId] = photoIds as [PhotoId];
      await assessments.open(reporter, ownerId);
      reportIds.unshift((await assessments.report(reporter, photoId, 'minor')).reportId);
    }
    for (const { statementId } of await assessments.statementsOf(ownerId)) statementIds.push(statementId);
    expect(statementIds).toHaveLength(3);
    const pages = async <Page extends { nextCursor: string | null }>(read: (cursor?: string) => Promise<Page>) => {
      const all: Page[] = [];
      do all.push(await read(all.at(-1)?.nextCursor ?? undefined));
      while (all.at(-1)!.nextCursor !== null);
      return all;
    };
    const { listOwnReports, listStatements } = reportsRpc;
    const reports = await pages((cursor) =>
      assessments.rpc.call(listOwnReports, { userId: reporter, limit: 2, cursor }, assessments.context(reporter)),
    );
    expect(reports.map((page) => page.reports.map(({ reportId }) => reportId))).toEqual([
      reportIds.slice(0, 2),
      reportIds.slice(2),
    ]);
    const statements = await pages((cursor) =>
      assessments.rpc.call(listStatements, { userId: ownerId, limit: 1, cursor }, assessments.context(ownerId)),
    );
    expect(statements.map((page) => page.statements.map(({ statementId }) => statementId))).toEqual(
      statementIds.map((id) => [id]),
    );
  });

  it('lets whoever proposed a closure withdraw it while it waits', async () => {
    const { caseId } = await assessments.heldPhoto();
    const proposed = await assessments.decide(caseId, 'closeAccount');
    expect(proposed.decisions).toMatchObject([{ canBeUndone: true }]);
    expect((await assessments.detail(caseId, max)).decisions).toMatchObject([{ canBeUndone: false }]);
    const withdrawn = await assessments.undo(caseId, 'The wrong key.');
    expect(withdrawn).toMatchObject({ status: 'open', isHeld: true, mayDecide: true });
    expect(withdrawn.decisions).toMatchObject([
      { decision: 'closeAccount', undoReasons: 'The wrong key.', undoneAt: expect.any(String), canBeUndone: false },
    ]);
  });

  it('tells nobody of a report that led nowhere', async () => {
    const test = await assessments.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [reporter] = (await assessments.assessors(1)) as [UserId];
    await assessments.open(reporter, test.ownerId);
    await assessments.report(reporter, photoId, 'other');
    const { decisions } = await assessments.decide(caseOf(photoId), 'noViolation');
    expect(await assessments.statementsOf(test.ownerId)).toEqual([]);
    expect(await assessments.statementMail(decisions[0]!.statementId)).toEqual({ statement: null, appealToken: null });
    const held = await assessments.heldPhoto();
    await assessments.decide(held.caseId, 'noViolation');
    expect(await assessments.statementsOf(held.ownerId)).toMatchObject([
      { decision: 'noViolation' },
      { decision: 'hold' },
    ]);
  });

  it('names a deleted reporter to nobody but under a legal hold, and forgets what was written to a deleted person', async () => {
    const [decided, passedOn] = [await assessments.heldPhoto('Fifteen.'), await assessments.heldPhoto('Fourteen.')];
    await assessments.decide(decided.caseId, 'removePhoto');
    await assessments.decide(passedOn.caseId, 'passOn');
    for (const userId of [decided.reporter, passedOn.reporter, decided.ownerId]) await deleteAccount(userId);
    const shown = await assessments.detail(decided.caseId);
    expect(shown.detail).toMatchObject([{ reporterId: null, text: null, history: null, reason: 'minor' }]);
    expect(shown.decisions).toMatchObject([{ decision: 'removePhoto', rule: 'no-nudity', reasons: null }]);
    const rows = `select (select count(*)::int from moderation_report where reporter_id = any ($1::uuid[])) as reports,
      (select count(*)::int from moderation_case where state::text like any ($2::text[])) as states`;
    const gone = [decided.reporter, passedOn.reporter];
    expect(await assessments.session.query(rows, [gone, gone.map((userId) => `%${userId}%`)])).toEqual([
      { reports: 0, states: 0 },
    ]);
    const legal = assessments.context(newUserId(), { roles: ['user', 'legal'] });
    const evidence = await assessments.rpc.call(moderationRpc.getEvidence, { caseId: passedOn.caseId }, legal);
    expect(evidence.case.detail).toMatchObject([{ reporterId: passedOn.reporter, text: 'Fourteen.' }]);
    expect((await assessments.detail(passedOn.caseId)).detail).toEqual([]);
  });

  it('names a deleted account only as who a case or statement is about', async () => {
    const [own, other] = [await assessments.heldPhoto(), await assessments.heldPhoto()];
    const person = own.ownerId;
    await allowAssessor(person);
    await assessments.open(person, other.ownerId);
    await assessments.decide(own.caseId, 'removePhoto');
    await assessments.appeal(person, own.caseId, 'I am forty.');
    await assessments.report(person, other.photoIds[1]!, 'other', { text: 'Fifteen, too.' });
    await assessments.block(person, other.ownerId);
    await assessments.caughtUp();
    const named = async () =>
      (await tablesNaming(assessments.session, person)).filter((table) => /^(moderation|hidden|linked)_/.test(table));
    const written = ['hidden_person', 'hidden_photo', 'moderation_report', 'moderation_text'];
    const kept = ['moderation_case', 'moderation_statement'];
    expect((await named()).toSorted()).toEqual([...written, ...kept].toSorted());
    await deleteAccount(person);
    expect(await named()).toEqual(kept);
    assessments.passTime(MODERATION.retentionMs + MODERATION.appealMs);
    await sweep();
    expect(await named()).toEqual(kept);
  });

  it('takes no appeal that is filed while its author deletes the account', async () => {
    const { ownerId, photoId, caseId } = await assessments.heldPhoto();
    await assessments.registered(ownerId);
    await assessments.decide(caseId, 'removePhoto');
    let appealing: Promise<{ code: string }> | undefined;
    await inTransaction(assessments.store.pool, async (session) => {
      await recordLeaving(session, ownerId);
      appealing = refusalOf(assessments.appeal(ownerId, caseId));
      await sleep(200);
    });
    expect(await appealing).toMatchObject(forbidden);
    expect(await words(photoId, 'appeal')).toEqual([]);
  });

  it('keeps the words that an open appeal or a legal hold needs, and no others for longer than their time', async () => {
    const [passedOn, appealed, over] = [
      await assessments.heldPhoto('Passed on.'),
      await assessments.heldPhoto('Appealed.'),
      await assessments.heldPhoto('Over.'),
    ];
    await assessments.decide(passedOn.caseId, 'passOn');
    for (const { caseId } of [appealed, over]) await assessments.decide(caseId, 'removePhoto');
    await sweep();
    expect(await words(over.photoId, 'report')).toHaveLength(1);
    assessments.passTime(MODERATION.retentionMs + DAY_MS);
    await assessments.appeal(appealed.ownerId, appealed.caseId, 'I am forty.');
    await sweep();
    expect([await words(over.photoId, 'report'), await words(over.photoId, 'reasons')]).toMatchObject([[], [{}]]);
    assessments.passTime(MODERATION.appealMs);
    await sweep();
    expect(await words(over.photoId, 'reasons')).toEqual([]);
    for (const kind of ['report', 'reasons', 'appeal']) expect(await words(appealed.photoId, kind)).toHaveLength(1);
    expect(await words(passedOn.photoId, 'report')).toEqual([{ text: 'Passed on.' }]);
    await assessments.decideAppeal(appealed.caseId, false, max);
    assessments.passTime(MODERATION.appealMs + DAY_MS);
    await sweep();
    for (const kind of ['report', 'reasons', 'appeal']) expect(await words(appealed.photoId, kind)).toEqual([]);
  });

  it('keeps the words of an appeal that the read model does not show yet', async () => {
    const { ownerId, photoId, caseId } = await assessments.heldPhoto();
    await assessments.decide(caseId, 'removePhoto');
    await assessments.caughtUp();
    assessments.passTime(MODERATION.retentionMs + DAY_MS);
    await inTransaction(assessments.store.pool, async (session) => {
      // The lock stops the projection; the sweep can still read.
      await session.query('lock table moderation_case in exclusive mode');
      await assessments.appeal(ownerId, caseId, 'I am forty.');
      await sweep();
    });
    expect(await words(photoId, 'appeal')).toEqual([{ text: 'I am forty.' }]);
  });

  it('decides a case that newer reports reopened, although an appeal against its older decision waits', async () => {
    const { ownerId, photoId, caseId } = await reportedPhoto();
    const { decisions } = await assessments.decide(caseId, 'suspendAccount');
    const [suspension] = decisions;
    assessments.passTime(8 * DAY_MS);
    await assessments.notice(ownerId, photoId);
    const reopened = await assessments.detail(caseId);
    await assessments.appealStatement(ownerId, suspension!.statementId, 'It was a joke.');
    const { dueAt } = reopened;
    expect(await assessments.detail(caseId)).toMatchObject({ status: 'open', dueAt, mayDecide: true });
    assessments.passTime(MODERATION.appealMs);
    await sweep();
    for (const kind of ['reasons', 'appeal']) expect(await words(photoId, kind)).toHaveLength(1);
    expect(await assessments.decide(caseId, 'noViolation')).toMatchObject({ status: 'appealed', mayDecide: false });
    expect(await refusalOf(assessments.decideAppeal(caseId, true, mona))).toMatchObject(forbidden);
    expect(await assessments.decideAppeal(caseId, true, max)).toMatchObject({ status: 'decided' });
  });

  it('files an appeal against the decision of the statement shown, not against the newest', async () => {
    const { ownerId, photoId, caseId } = await reportedPhoto();
    const { decisions } = await assessments.decide(caseId, 'suspendAccount');
    const shown = decisions[0]!.statementId;
    assessments.passTime(8 * DAY_MS);
    await assessments.notice(ownerId, photoId);
    await assessments.decide(caseId, 'removePhoto');
    const stranger = assessments.appealStatement(newUserId(), shown);
    expect(await refusalOf(stranger)).toMatchObject({ code: 'NOT_FOUND' });
    await assessments.appealStatement(ownerId, shown);
    expect(await assessments.statementsOf(ownerId)).toMatchObject([
      { decision: 'removePhoto', appeal: null },
      { decision: 'suspendAccount', statementId: shown, appeal: { outcome: null } },
    ]);
  });

  it('lets who passed a case on undo that for half an hour, and keeps on record that it happened', async () => {
    const [mistaken, passedOn] = [await assessments.heldPhoto(), await assessments.heldPhoto()];
    for (const { caseId } of [mistaken, passedOn])
      expect(await assessments.decide(caseId, 'passOn')).toMatchObject({ decisions: [{ canBeUndone: true }] });
    expect((await assessments.detail(mistaken.caseId, max)).decisions).toMatchObject([{ canBeUndone: false }]);
    await assessments.undo(mistaken.caseId, 'The wrong button.');
    expect((await assessments.detail(mistaken.caseId)).decisions).toMatchObject([
      { decision: 'passOn', decidedBy: mona, undoneAt: expect.any(String) },
    ]);
    const acts = 'select message from support_acts where user_id = $1 and $2 = any (targets)';
    expect(await assessments.session.query(acts, [mona, mistaken.caseId])).toEqual(
      expect.arrayContaining([{ message: 'assessments.decideCase' }, { message: 'assessments.undoDecision' }]),
    );
    expect(await ofCase(mistaken.photoId)).toEqual(expect.arrayContaining(['CaseDecided', 'DecisionUndone']));
    assessments.passTime(MODERATION.passOnUndoMs + 60_000);
    expect((await assessments.detail(passedOn.caseId)).decisions).toMatchObject([{ canBeUndone: false }]);
    expect(await refusalOf(assessments.undo(passedOn.caseId, 'Too late.'))).toMatchObject(forbidden);
  });

  it('takes an evidence role and that of a moderator to act on what was passed on', async () => {
    const { ownerId, caseId } = await assessments.heldPhoto();
    await assessments.decide(caseId, 'passOn');
    const as = (...roles: ('moderator' | 'legal')[]) => assessments.context(newUserId(), { roles: ['user', ...roles] });
    const undo = { caseId, reasons: 'It shows an adult.' };
    const answer = { ...undo, isGranted: true };
    for (const context of [as('moderator'), as('legal')])
      expect(await refusalOf(assessments.rpc.call(moderationRpc.undoDecision, undo, context))).toMatchObject(forbidden);
    const { case: undone } = await assessments.rpc.call(moderationRpc.undoDecision, undo, as('moderator', 'legal'));
    expect(undone).toMatchObject({ status: 'open', isUnderLegalHold: false });
    await assessments.decide(caseId, 'passOn');
    await assessments.appeal(ownerId, caseId);
    for (const context of [as('moderator'), as('legal')])
      expect(await refusalOf(assessments.rpc.call(moderationRpc.decideAppeal, answer, context))).toMatchObject(
        forbidden,
      );
    const granted = await assessments.rpc.call(moderationRpc.decideAppeal, answer, as('moderator', 'legal'));
    expect(granted.case).toMatchObject({ status: 'decided', isUnderLegalHold: false });
  });

  it('shows evidence for reading only', async () => {
    const { caseId } = await assessments.heldPhoto();
    await assessments.decide(caseId, 'passOn');
    const context = assessments.context(newUserId(), { roles: ['user', 'legal'] });
    const { case: evidence } = await assessments.rpc.call(moderationRpc.getEvidence, { caseId }, context);
    expect(evidence).toMatchObject({ mayDecide: false, decisions: [{ canBeUndone: false }] });
  });

  it('shows a case with more notices than a page has in pages without a gap, and decides it', async () => {
    const { ownerId, photoId, caseId, reportId, reporter } = await assessments.heldPhoto('Too young.');
    const uploaded = { photoId, userId: ownerId, photoAssessmentId: null };
    const known = await assessments.publish(photosEvents.PhotoUploaded, uploaded, `photo-${photoId}`);
    await assessments.settled('record-owner-on-photo-uploaded', known);
    const noticeIds = Array.from({ length: 2 * MODERATION.reportsPerPage + 1 }, () => randomUUID() as NoticeId);
    let last: Awaited<ReturnType<typeof assessments.publish>> | undefined;
    for (const noticeId of noticeIds) {
      const received = {
        noticeId,
        reason: 'other',
        place: { kind: 'photo', id: photoId },
        ...{ senderId: null, fromElsewhere: [] },
        receivedAt: new Date().toISOString(),
      } as const;
      last = await assessments.publish(identityEvents.NoticeReceived, received);
    }
    await assessments.settled('open-case-on-notice-received', last!);
    const pageAfter = async (cursor?: ReportId) =>
      (await assessments.rpc.call(moderationRpc.getCase, { caseId, cursor }, assessments.asModerator())).case;
    const shown: CaseDetail['detail'] = [];
    let cursor: ReportId | null | undefined;
    do {
      const page = await pageAfter(cursor ?? undefined);
      expect(page.detail.length).toBeLessThanOrEqual(MODERATION.reportsPerPage);
      expect(page.reports).toBe(noticeIds.length + 1);
      shown.push(...page.detail);
      cursor = page.nextReports;
    } while (cursor !== null);
    expect(shown[0]).toMatchObject({ reportId, reporterId: reporter, text: 'Too young.' });
    expect(new Set(shown.map(({ noticeId }) => noticeId))).toEqual(new Set([null, ...noticeIds]));
    expect(shown).toHaveLength(noticeIds.length + 1);
    expect(await refusalOf(pageAfter(randomUUID() as ReportId))).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await assessments.decide(caseId, 'removePhoto')).toMatchObject({ status: 'decided' });
  });

  it('tells its numbers, of the desk and of what was decided', async () => {
    await assessments.heldPhoto();
    await assessments.caughtUp();
    const told = await assessments.service.platform.metrics.registry.metrics();
    const figureOf = (series: string) =>
      Number(
        told
          .split('\n')
          .find((line) => line.startsWith(series))
          ?.split(' ')
          .at(-1),
      );
    expect(figureOf('moderation_cases_waiting{severity="1"')).toBeGreaterThanOrEqual(1);
    expect(figureOf('moderation_oldest_overdue_seconds')).toBeGreaterThan(0);
    expect(figureOf('moderation_reports_total{reason="hateful"')).toBe(2);
    expect(figureOf('moderation_reports_total{reason="conduct"')).toBe(0);
    expect(figureOf('moderation_holds_total{reason="hateful"')).toBe(1);
    expect(figureOf('moderation_decisions_total{decision="passOn"')).toBe(8);
    expect(told).toContain('# TYPE moderation_decisions_total counter');
  });
});
