import { type ScreeningFinding as Finding, MODERATION, type NoticePlace, type NoticeReason } from '@candid/contracts';
import { Commands, type EventMetadata, type SqlSession, type UnitOfWork, uuidOf } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { timeOf } from '../assessor-quality/show-gold-pair.js';
import { recordScreened } from '../holding/hold-photo.js';
import { type CaseSubject, type Circumstances, caseOfNotice, caseOfPhoto } from './case.js';
import { caseStreams } from './decide.js';
import { isGrave } from './hold-policy.js';
import { decideOnCase } from './moderate.js';
import { isBreakerOpen, recordNoticeHold } from './notice-holds.js';
import { ReporterFactsQuery } from './report.js';
import { reporterStreams, weightAt } from './reporter.js';

interface Screened {
  userId: string;
  photoId: string;
  findings: readonly Finding[];
}

interface ReceivedNotice {
  noticeId: string;
  reason: NoticeReason;
  place: NoticePlace | null;
  senderId: string | null;
  /** Absent in a confirmation. */
  fromElsewhere?: readonly string[];
  /** True if the sender confirmed the notice by mail. The notice itself may arrive later. */
  isConfirmed?: boolean;
}

/**
 * Opens cases for events of other services, within the transaction of the event. A version conflict repeats that
 * transaction. Redelivery changes nothing.
 */
@Injectable()
export class OpenCases {
  constructor(
    private readonly commands: Commands,
    private readonly reporters: ReporterFactsQuery,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Shows the photo to assessors, unless the findings together with an earlier report hold the photo. */
  async screened({ userId: ownerId, photoId, findings }: Screened, metadata: EventMetadata, session: SqlSession) {
    const at = this.clock().toISOString();
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      await recordScreened(unit, { ownerId, photoId, at });
      if (findings.length === 0) return;
      const caseId = caseOfPhoto(photoId);
      const subject = { kind: 'photo', subjectId: ownerId, photoId } as const;
      const command = { type: 'TakeScreening', caseId, subject, findings, holdId: uuidv7(), at } as const;
      await decideOnCase(unit, await unit.load(caseStreams, caseId), command, at);
    });
  }

  /** A notice about a photo joins the photo's case. A notice about an account or an unknown subject has its own. */
  async noticed(
    { noticeId, reason, place, senderId, fromElsewhere = [], isConfirmed = false }: ReceivedNotice,
    metadata: EventMetadata,
    session: SqlSession,
  ) {
    const now = this.clock();
    const at = now.toISOString();
    const subject = await subjectOf(place, session);
    const { photoId } = subject;
    const caseId = photoId === null ? caseOfNotice(noticeId) : caseOfPhoto(photoId);
    const circumstances = await circumstancesOf(subject, reason, session, now);
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const sender = senderId === null ? null : await this.sender(unit, senderId, now);
      const reportId = uuidOf(`report of notice ${noticeId}`);
      const of = { caseId, subject, reportId, noticeId, reason, holdId: uuidv7(), at };
      const command = { type: 'TakeNotice', ...of, sender, fromElsewhere, isConfirmed, circumstances } as const;
      const events = await decideOnCase(unit, await unit.load(caseStreams, caseId), command, at);
      const isHeld = events.some(({ type }) => type === 'CasePhotoHeld');
      if (isHeld && photoId !== null) await recordNoticeHold(session, photoId, now);
    });
  }

  private async sender(unit: UnitOfWork, senderId: string, now: Date) {
    const { standing, isNew } = await this.reporters.of(senderId, [], now);
    const { state } = await unit.load(reporterStreams, senderId);
    return { standing, isNew, weight: weightAt(state, now.toISOString()) };
  }
}

async function circumstancesOf(
  { subjectId: ownerId, photoId }: CaseSubject,
  reason: NoticeReason,
  session: SqlSession,
  now: Date,
): Promise<Circumstances> {
  if (ownerId === null || photoId === null || !isGrave(reason)) return { isOwnerNew: false, isBreakerOpen: false };
  return { isOwnerNew: await isNew(ownerId, session, now), isBreakerOpen: await isBreakerOpen(session, now) };
}

/** True if the owner's oldest photo is new. Photo ids begin with the time of creation and sort by it. */
async function isNew(ownerId: string, session: SqlSession, now: Date): Promise<boolean> {
  const [first] = await session.query<{ photo_id: string }>(
    'select photo_id from owner_photo where owner_id = $1::uuid order by photo_id limit 1',
    [ownerId],
  );
  return first?.photo_id[14] === '7' && now.getTime() - timeOf(first.photo_id) < MODERATION.newOwnerMs;
}

/** A notice about results concerns the photo if the photo assessment has only one photo, otherwise the owner. */
async function subjectOf(place: NoticePlace | null, session: SqlSession): Promise<CaseSubject> {
  switch (place?.kind) {
    case 'photo':
      return photoSubject(place.id, session);
    case 'photoAssessment': {
      const [row] = await session.query<{ subjectId: string; photoIds: string[] }>(
        'select owner_id as "subjectId", photo_ids as "photoIds" from photo_assessment where photo_assessment_id = $1::uuid',
        [place.id],
      );
      return row?.photoIds.length === 1
        ? photoSubject(row.photoIds[0]!, session)
        : { ...NOBODY, subjectId: row?.subjectId ?? null };
    }
    case 'account': {
      const [row] = await session.query<{ subjectId: string }>(
        'select user_id as "subjectId" from participant where user_id = $1::uuid and not has_left',
        [place.id],
      );
      return { ...NOBODY, ...row };
    }
    default:
      return NOBODY;
  }
}

const NOBODY: CaseSubject = { kind: 'notice', subjectId: null, photoId: null };

async function photoSubject(photoId: string, session: SqlSession): Promise<CaseSubject> {
  const [row] = await session.query<{ owner_id: string }>(
    'select owner_id from owner_photo where photo_id = $1::uuid and not is_deleted',
    [photoId],
  );
  return row ? { kind: 'photo', subjectId: row.owner_id, photoId } : NOBODY;
}
