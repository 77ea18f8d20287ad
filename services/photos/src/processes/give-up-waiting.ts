import { PRODUCT } from '@candid/contracts';
import { Commands, type SqlSession } from '@candid/event-store';
import { untilFew } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Injectable } from '@nestjs/common';
import { photoStreams } from '../photo/change-photo.js';

const BATCH_SIZE = 100;

/** A photo in `testing` whose start has not come. The time keeps PostgreSQL's precision. */
interface WaitingPhoto {
  photoId: string;
  uploadedAt: string;
}

const BEFORE_ALL: WaitingPhoto = { photoId: '00000000-0000-0000-0000-000000000000', uploadedAt: '-infinity' };

interface Run {
  now: Date;
  correlationId: string;
  signal: AbortSignal;
}

interface Outcome {
  /** How many photos were brought back to the bank. */
  returned: number;
  /** Photos that have a row but no events: the read model needs a rebuild. */
  unknownPhotoIds: string[];
}

/** Brings photos back to the bank that wait in `testing` for a start that never came. */
@Injectable()
export class GiveUpWaiting {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  /** The rows only suggest which photos to bring back; the photo's own events decide. */
  async run({ now, correlationId, signal }: Run): Promise<Outcome> {
    const waitMs = PRODUCT.holdMs;
    const before = new Date(now.getTime() - waitMs);
    const outcome: Outcome = { returned: 0, unknownPhotoIds: [] };
    let last = BEFORE_ALL;
    const nextBatch = async (limit: number) => {
      const batch = await waitingSince(this.database, before, { after: last, limit });
      for (const { photoId } of batch) {
        const done = await this.giveUp(photoId, { now, correlationId });
        if (done === 'returned') outcome.returned += 1;
        if (done === 'unknown') outcome.unknownPhotoIds.push(photoId);
      }
      last = batch.at(-1) ?? last;
      return batch.length;
    };
    await untilFew(BATCH_SIZE, nextBatch, signal);
    return outcome;
  }

  private async giveUp(
    photoId: string,
    { now, correlationId }: Omit<Run, 'signal'>,
  ): Promise<'returned' | 'kept' | 'unknown'> {
    const { answer, events } = await this.commands.execute({ metadata: { correlationId } }, {}, async (unit) => {
      const photo = await unit.load(photoStreams, photoId);
      if (photo.state.status === 'absent') return 'unknown' as const;
      photo.decide({ type: 'GiveUpWaiting', now, waitMs: PRODUCT.holdMs });
      return 'kept' as const;
    });
    return events.length > 0 ? 'returned' : answer;
  }
}

/** Photos uploaded before `before` for a test whose start has not come: the oldest after `after`. */
function waitingSince(
  session: SqlSession,
  before: Date,
  { after, limit }: { after: WaitingPhoto; limit: number },
): Promise<WaitingPhoto[]> {
  return session.query<WaitingPhoto>(
    `select photo_id as "photoId", uploaded_at::text as "uploadedAt" from photo
      where section = 'testing' and not test_started and uploaded_at <= $1::timestamptz
        and (uploaded_at, photo_id) > ($2::timestamptz, $3::uuid)
      order by uploaded_at, photo_id limit $4::int`,
    [before.toISOString(), after.uploadedAt, after.photoId, limit],
  );
}
