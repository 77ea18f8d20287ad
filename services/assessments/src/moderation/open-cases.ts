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
  photoId: string | null;
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

  /** A notice that names a photo joins the photo's case. */
  async noticed({ noticeId, reason, photoId }: ReceivedNotice, metadata: EventMetadata, session: SqlSession) {
    const at = this.clock().toISOString();
    const subject = await subjectOf(photoId, session);
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

async function subjectOf(photoId: string | null, session: SqlSession): Promise<CaseSubject> {
  const [row] = await session.query<{ owner_id: string }>(
    'select owner_id from owner_photo where photo_id = $1::uuid and not is_deleted',
    [photoId],
  );
  return row ? { kind: 'photo', subjectId: row.owner_id, photoId } : { kind: 'notice', subjectId: null, photoId: null };
}
