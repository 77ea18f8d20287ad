import { randomUUID } from 'node:crypto';
import {
  type CaseId,
  type Decision,
  type IntegrationEventType,
  identityEvents,
  moderationRpc,
  type NoticeId,
  type NoticeReason,
  type PhotoId,
  photosEvents,
  type ReportReason,
  reportsRpc,
  type StatementId,
  type UserId,
} from '@candid/contracts';
import { AssessmentsFixture, newUserId, type OwnAssessment } from '../assessments.fixture.spec.js';
import { caseOfPhoto } from './case.js';

export const caseOf = (photoId: PhotoId) => caseOfPhoto(photoId) as CaseId;

export class ModerationFixture extends AssessmentsFixture {
  readonly mona = newUserId();
  readonly max = newUserId();

  asModerator(userId: UserId = this.mona, key?: string) {
    const idempotency = key !== undefined && { idempotency: { key, fingerprint: '' } };
    return this.context(userId, { roles: ['user', 'moderator'], ...idempotency });
  }

  report(userId: UserId, photoId: PhotoId, reason: ReportReason, { text, key }: { text?: string; key?: string } = {}) {
    const idempotency = key === undefined ? {} : { idempotency: { key, fingerprint: reason } };
    return this.rpc.call(reportsRpc.report, { userId, photoId, reason, text }, this.context(userId, idempotency));
  }

  async detail(caseId: CaseId, userId = this.mona) {
    return (await this.rpc.call(moderationRpc.getCase, { caseId }, this.asModerator(userId))).case;
  }

  claim(caseId: CaseId, userId = this.mona) {
    return this.rpc.call(moderationRpc.claimCase, { caseId }, this.asModerator(userId));
  }

  /** Claims the case first. */
  async decide(caseId: CaseId, decision: Decision, userId = this.mona, key?: string) {
    await this.claim(caseId, userId);
    return this.decideClaimed(caseId, decision, userId, key);
  }

  async decideClaimed(caseId: CaseId, decision: Decision, userId = this.mona, key?: string) {
    const request = { caseId, decision, rule: 'no-nudity', reasons: 'Not what this is for.', days: 7 } as const;
    return (await this.rpc.call(moderationRpc.decideCase, request, this.asModerator(userId, key))).case;
  }

  async undo(caseId: CaseId, reasons: string, userId = this.mona) {
    return (await this.rpc.call(moderationRpc.undoDecision, { caseId, reasons }, this.asModerator(userId))).case;
  }

  async confirm(caseId: CaseId, isConfirmed: boolean, userId: UserId, reasons = 'I agree.') {
    const request = { caseId, isConfirmed, reasons };
    return (await this.rpc.call(moderationRpc.confirmClosure, request, this.asModerator(userId))).case;
  }

  async decideAppeal(caseId: CaseId, isGranted: boolean, userId: UserId, reasons = 'We were wrong.') {
    const request = { caseId, isGranted, reasons };
    return (await this.rpc.call(moderationRpc.decideAppeal, request, this.asModerator(userId))).case;
  }

  appeal(userId: UserId, caseId: CaseId, text = 'I am 31.') {
    return this.rpc.call(reportsRpc.appeal, { caseId, text }, this.context(userId));
  }

  appealStatement(userId: UserId, statementId: StatementId, text = 'I am 31.') {
    return this.rpc.call(reportsRpc.appeal, { statementId, text }, this.context(userId));
  }

  async statementsOf(userId: UserId) {
    return (await this.rpc.call(reportsRpc.listStatements, { userId }, this.context(userId))).statements;
  }

  /** Data of the first published event of this type about the case. */
  async publishedFor(type: IntegrationEventType, caseId: CaseId): Promise<object> {
    const consumer = await this.nats.jetstream.consumers.get('ASSESSMENTS', { filter_subjects: type.subject });
    for (;;) {
      const message = await consumer.next({ expires: 120_000 });
      if (!message) throw new Error(`no ${type.type} of case ${caseId}`);
      const { data } = message.json<{ data: { caseId: string } }>();
      if (data.caseId === caseId) return data;
    }
  }

  statementMail(statementId: StatementId) {
    return this.rpc.call(reportsRpc.getStatementMail, { statementId }, this.context());
  }

  async isOffered(assessorId: UserId, photoId: PhotoId) {
    const { entries } = await this.feed(assessorId);
    return entries.some(({ photos }) => photos.some((one) => one.photoId === photoId));
  }

  /** Assessors approved two hours ago who have the photos of `opened` open. The first four have submitted ratings. */
  async reporters(count: number, opened: OwnAssessment): Promise<UserId[]> {
    const assessors = await this.assessors(count);
    const before = await this.startedAssessment();
    for (const assessor of assessors.slice(0, 4)) await this.submit(before, assessor);
    this.passTime(2 * 3_600_000);
    for (const assessor of assessors) await this.open(assessor, opened.ownerId);
    return assessors;
  }

  /** A photo that is held because of one report of a possible minor. */
  async heldPhoto(text?: string) {
    const test = await this.startedAssessment();
    const [photoId] = test.photoIds as [PhotoId];
    const [reporter] = (await this.assessors(1)) as [UserId];
    await this.open(reporter, test.ownerId);
    const { reportId } = await this.report(reporter, photoId, 'minor', text === undefined ? {} : { text });
    return { ...test, photoId, caseId: caseOf(photoId), reporter, reportId };
  }

  /** Delivers a notice about a photo of the owner. Returns the event's data. */
  async notice(userId: UserId, photoId: PhotoId, reason: NoticeReason = 'notOwn') {
    const photo = { photoId, userId, photoAssessmentId: null };
    const uploaded = await this.publish(photosEvents.PhotoUploaded, photo, `photo-${photoId}`);
    await this.settled('record-owner-on-photo-uploaded', uploaded);
    const notice = {
      noticeId: randomUUID() as NoticeId,
      reason,
      place: { kind: 'photo', id: photoId },
      ...{ senderId: null, fromElsewhere: [] },
      receivedAt: this.clock().toISOString(),
    } as const;
    await this.settled('open-case-on-notice-received', await this.publish(identityEvents.NoticeReceived, notice));
    await this.caughtUp();
    return notice;
  }
}
