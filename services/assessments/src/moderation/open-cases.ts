import type { NoticePlace } from '@candid/contracts';
import { Commands, type EventMetadata, type SqlSession, uuidOf } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { caseStreams } from '../aggregates.js';
import { recordScreened } from '../holding/record-screening.js';
import { decideOnCase } from './case-effects.js';
import { caseOfNotice, caseOfPhoto } from './case-ids.js';
import type { CaseSubject, Finding, NoticeReason } from './domain/vocabulary.js';

interface Screened {
  userId: string;
  photoId: string;
  findings: readonly Finding[];
}

interface ReceivedNotice {
  noticeId: string;
  reason: NoticeReason;
  place: NoticePlace | null;
}

/**
 * Cases that other services' events open. Runs within the transaction of the event; a version conflict repeats that transaction.
 * Redelivery changes nothing.
 */
@Injectable()
export class OpenCases {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Assessors may see the photo from now on, unless what was found holds it with a report that came before. */
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

  /** A notice that names a photo joins the photo's case. One that names an account, or nothing known, has its own case. */
  async noticed({ noticeId, reason, place }: ReceivedNotice, metadata: EventMetadata, session: SqlSession) {
    const at = this.clock().toISOString();
    const subject = await subjectOf(place, session);
    const caseId = subject.photoId === null ? caseOfNotice(noticeId) : caseOfPhoto(subject.photoId);
    await this.commands.executeWithin(session, { metadata }, async (unit) => {
      const reportId = uuidOf(`report of notice ${noticeId}`);
      const command = {
        type: 'TakeNotice',
        caseId,
        subject,
        reportId,
        noticeId,
        reason,
        holdId: uuidv7(),
        at,
      } as const;
      await decideOnCase(unit, await unit.load(caseStreams, caseId), command, at);
    });
  }
}

/** The results of a photo assessment with one photo are about that photo, those of several about their owner. */
async function subjectOf(place: NoticePlace | null, session: SqlSession): Promise<CaseSubject> {
  switch (place?.kind) {
    case 'photo':
      return photoSubject(place.id, session);
    case 'photoAssessment': {
      const [row] = await session.query<{ owner_id: string; photo_ids: string[] }>(
        'select owner_id, photo_ids from photo_assessment where photo_assessment_id = $1::uuid',
        [place.id],
      );
      if (!row) return NOBODY;
      return row.photo_ids.length === 1
        ? photoSubject(row.photo_ids[0]!, session)
        : { ...NOBODY, subjectId: row.owner_id };
    }
    case 'account': {
      const [row] = await session.query<{ user_id: string }>(
        'select user_id from participant where user_id = $1::uuid and not has_left',
        [place.id],
      );
      return row ? { ...NOBODY, subjectId: row.user_id } : NOBODY;
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
