import { RATING_REPORT_REASONS, type RequestContext, reportsRpc as rpc } from '@candid/contracts';
import { Commands, DomainError } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { BlocksQuery } from '../blocks/blocks.query.js';
import { type Excuse, excuseAssessor } from '../holding/suspend-person.js';
import { type AssessmentsSettings, SETTINGS } from '../kernel/config.js';
import { OwnWrites } from '../kernel/own-writes.js';
import { requireRemaining } from '../participants/participants.rows.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import { hasSeen } from '../photo-assessment/photo-assessment.js';
import { profileAssessmentStreams } from '../profile-assessment/decide.js';
import { caseOfAssessor, caseOfPhoto, caseStreamId, invalid, type TakeReport } from './case.js';
import { reportersOf } from './case-state.js';
import { caseStreams } from './decide.js';
import { decideOnCase } from './moderate.js';
import { keepText } from './moderation-texts.rows.js';
import { type ReporterFacts, reporterStreamId, reporterStreams, weightAt } from './reporter.js';
import { SeenPhotosQuery } from './seen-photos.query.js';

type ReportRequest = Sent<typeof rpc.report>;

/** The reported subject, and the photo from which the reporter is excused. */
interface Target extends Pick<TakeReport, 'caseId' | 'subject' | 'ratingId' | 'isPhotoDeleted'> {
  /** The stored id, which differs from the shown one for a gold pair. */
  photoId: string;
  excuse: Omit<Excuse, 'at'> | null;
}

const photoUnknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such photo.');

@Injectable()
export class ReporterFactsQuery {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS)
    private readonly settings: Pick<AssessmentsSettings, 'reporterAgeMinMs' | 'reporterSubmissionsMin'>,
  ) {}

  /** @param others the case's other reporters, from its stream, because the read model may lack concurrent reports */
  async of(reporterId: string, others: readonly string[], now: Date): Promise<Omit<ReporterFacts, 'weight'>> {
    const { reporterAgeMinMs, reporterSubmissionsMin } = this.settings;
    const approvedBefore = new Date(now.getTime() - reporterAgeMinMs).toISOString();
    const values = [reporterId, others, approvedBefore, reporterSubmissionsMin];
    const [facts] = await this.database.query<Omit<ReporterFacts, 'weight'>>(factsSql, values);
    return facts!;
  }
}

/** One append records the report, excuses its reporter from the photo and, if the policy demands it, holds the photo. */
@Controller()
export class Report {
  constructor(
    private readonly commands: Commands,
    private readonly seen: SeenPhotosQuery,
    private readonly ratings: BlocksQuery,
    private readonly reporters: ReporterFactsQuery,
    private readonly ownWrites: OwnWrites,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError NOT_FOUND, ALREADY_REPORTED, RATE_LIMITED, VALIDATION_FAILED */
  @RpcHandler(rpc.report)
  async report(request: ReportRequest, context: RequestContext) {
    const command = commandContext(rpc.report, context);
    const first = await this.commands.firstAnswer<{ reportId: string }>(command);
    if (first) return first.answer as Reply<typeof rpc.report>;
    const { userId: reporterId, reason } = request;
    const { excuse, ...target } = await this.targetOf(request);
    const { caseId } = target;
    const serialBy = [caseStreamId(caseId), reporterStreamId(reporterId), `assessor ${reporterId}`];
    const { answer, events } = await this.commands.execute(command, { serialBy }, async (unit) => {
      unit.guardAppend((session) => requireRemaining(session, reporterId));
      const now = this.clock();
      const at = now.toISOString();
      const reportId = uuidv7();
      const reporter = await unit.load(reporterStreams, reporterId);
      const loaded = await unit.load(caseStreams, caseId);
      const others = loaded.state.status === 'known' ? reportersOf(loaded.state) : [];
      const facts = { ...(await this.reporters.of(reporterId, others, now)), weight: weightAt(reporter.state, at) };
      const taken = { ...target, reportId, reporterId, reason, reporter: facts, holdId: uuidv7(), at };
      await decideOnCase(unit, loaded, { type: 'TakeReport', ...taken }, at);
      if (excuse) await excuseAssessor(unit, { ...excuse, at });
      const text = request.text?.trim();
      if (text) {
        const kept = { textId: reportId, caseId, kind: 'report', authorId: reporterId, text, at } as const;
        unit.writeWithEvents((session) => keepText(session, kept));
      }
      reporter.decide({ type: 'Send', reporterId, reportId, caseId, at });
      return { reportId };
    });
    await this.ownWrites.shownEverywhere(events);
    return answer as Reply<typeof rpc.report>;
  }

  private targetOf(request: ReportRequest): Promise<Target> {
    const isAboutRating = (RATING_REPORT_REASONS as readonly string[]).includes(request.reason);
    if (isAboutRating !== (request.ratingId !== undefined))
      throw invalid('ratingId', isAboutRating ? 'Please name the rating.' : 'A photo is reported without a rating.');
    return request.ratingId === undefined ? this.photoOf(request) : this.ratingOf(request, request.ratingId);
  }

  private async photoOf({ userId: assessorId, photoId }: ReportRequest): Promise<Target> {
    const found = await this.seen.find(assessorId, photoId, this.clock());
    if (!found) return this.deletedPhotoOf(assessorId, photoId);
    if (found.accountId === assessorId) throw photoUnknown();
    if (found.photoAssessmentId !== null && !(await this.wasOpen(found.photoAssessmentId, photoId, assessorId)))
      throw photoUnknown();
    const { ownerId, accountId, storedPhotoId, goldAssessmentId } = found;
    return {
      caseId: caseOfPhoto(storedPhotoId),
      subject: { kind: 'photo', subjectId: accountId, photoId: storedPhotoId },
      photoId: storedPhotoId,
      ratingId: null,
      excuse: { assessorId, ownerId, photoId, goldAssessmentId: goldAssessmentId ?? undefined },
      isPhotoDeleted: false,
    };
  }

  /** An assessor who had a slot on a photo within the last day can report the photo even after its deletion. */
  private async deletedPhotoOf(assessorId: string, photoId: string): Promise<Target> {
    for (const { ownerId, subjectId, kind } of await this.seen.openingsOfDeleted(assessorId, photoId, this.clock())) {
      const wasShown =
        kind === 'photos' ? this.wasOpen(subjectId, photoId, assessorId) : this.wasInProfile(subjectId, photoId);
      if (!(await wasShown)) continue;
      const subject = { kind: 'photo', subjectId: ownerId, photoId } as const;
      return { caseId: caseOfPhoto(photoId), subject, photoId, ratingId: null, excuse: null, isPhotoDeleted: true };
    }
    throw photoUnknown();
  }

  private async wasInProfile(assessmentId: string, photoId: string): Promise<boolean> {
    const { state } = await this.commands.load(profileAssessmentStreams, assessmentId);
    return state.status === 'known' && state.photoIds.includes(photoId);
  }

  /** Returns false for a photo that was held or added after the assessor opened the photo assessment. */
  private async wasOpen(photoAssessmentId: string, photoId: string, assessorId: string): Promise<boolean> {
    const { state } = await this.commands.load(photoAssessmentStreams, photoAssessmentId);
    return state.status === 'started' && hasSeen(state, photoId, assessorId);
  }

  /** The case is about the assessor who gave the rating. The owner does not learn who the assessor is. */
  private async ratingOf({ userId: ownerId, photoId }: ReportRequest, ratingId: string): Promise<Target> {
    const [rating, photoOwnerId] = await Promise.all([
      this.ratings.ratingOf(ownerId, ratingId),
      this.seen.ownerOf(photoId),
    ]);
    if (!rating || photoOwnerId !== ownerId) throw photoUnknown();
    return {
      caseId: caseOfAssessor(rating.assessorId),
      subject: { kind: 'assessor', subjectId: rating.assessorId, photoId: null },
      photoId,
      ratingId,
      excuse: null,
      isPhotoDeleted: false,
    };
  }
}

/** $2 contains the case's other reporters. Reporter $1 is new if not approved at $3 or below $4 submissions. */
const factsSql = `select
    coalesce((select s.standing from assessor_standing s where s.assessor_id = $1::uuid), 'good') as standing,
    not exists (select from participant p where p.user_id = $1::uuid and p.is_approved and p.approved_at <= $3::timestamptz)
      or (select count(*) from (select from assessor_submission a where a.assessor_id = $1::uuid limit $4::int) few) < $4::int
      as "isNew",
    array(select distinct other.user_id from linked_account own join linked_account other using (group_id)
      where own.user_id = $1::uuid and other.user_id <> $1::uuid and other.user_id = any ($2::uuid[]))::text[] as "linkedReporterIds"`;
