import { consumers, MODERATION, type RequestContext, photosRpc as rpc } from '@candid/contracts';
import { addWorkItem, Commands, type NewWorkItem, type SqlSession, type WorkItem } from '@candid/event-store';
import { awaitConsumer, CLOCK, type Clock, commandContext, RpcClient, RpcHandler, type Sent } from '@candid/platform';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { Assessments } from '../kernel/assessments.js';
import { PhotoQuery } from '../listing/photos.js';
import { ChangePhoto, photoStreams } from '../photo/change-photo.js';
import { isNeededByCase } from '../photo/moderate.js';
import type { PhotoState } from '../photo/photo.js';
import { removePreview } from '../photo/read-model.js';
import { placePicturesItem } from '../pictures/place-pictures.js';
import { forgetLikeness } from '../screening/likeness.rows.js';

/**
 * If a deleted photo can still be reported, its pictures stay for this time; otherwise they are removed at once
 * (`place-pictures.ts`). `purgeDueAt` says how long a case keeps them. The added hour is for slots that are still open.
 */
const KEPT_FOR_REPORTS_MS = MODERATION.reportableMs + 3_600_000;

export const reportableFrom = (now: Date): Date => new Date(now.getTime() + KEPT_FOR_REPORTS_MS);

interface Deletion {
  photoId: string;
  /** State of the photo after the deletion. */
  state: PhotoState;
  reportableUntil: Date | null;
  correlationId: string;
  causationId: string;
}

/** Writes the rows of a deletion. Call it in the transaction of the event, so that a crash leaves no pictures behind. */
export async function writeDeletion(session: SqlSession, deletion: Deletion): Promise<void> {
  const { photoId, state, reportableUntil, correlationId, causationId } = deletion;
  await removePreview(session, photoId);
  await addWorkItem(session, placePicturesItem(photoId, causationId));
  const isNeeded = state.status !== 'absent' && isNeededByCase(state.moderation);
  await forgetLikeness(session, { photoId, isNeeded: isNeeded || reportableUntil !== null });
  if (!reportableUntil) return;
  await addWorkItem(session, purgePicturesItem({ photoId, correlationId, causationId }, reportableUntil));
}

/**
 * Ends the photo's assessment, then deletes the photo. Pictures that a case needs, or that somebody may report, move to
 * quarantine. If the deletion fails, the assessment stays ended; a repeated request then only deletes the photo.
 */
@Controller()
export class DeletePhoto {
  constructor(
    private readonly changes: ChangePhoto,
    private readonly photos: PhotoQuery,
    private readonly assessments: Assessments,
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.deletePhoto)
  async deletePhoto({ userId, photoId }: Sent<typeof rpc.deletePhoto>, context: RequestContext) {
    // Reads the photo before its assessment ends, so that nothing ends if the database is unreachable.
    await this.photos.byIds([photoId]);
    const { isReportable = false, ...ended } = await this.assessments.end(
      { userId, photoId, removing: true, leavesPlanner: true },
      context,
    );
    const command = commandContext(rpc.deletePhoto, context);
    const { correlationId } = command.metadata;
    const reportableUntil = isReportable ? reportableFrom(this.clock()) : null;
    const { eventIds } = await this.changes.run(
      {
        photoId,
        userId,
        command: () => ({ type: 'DeletePhoto', userId, reportableUntil }),
        effect: (session, { state, photoEvents }) => {
          const causationId = photoEvents[0]!.eventId;
          return writeDeletion(session, { photoId, state, reportableUntil, correlationId, causationId });
        },
      },
      command,
    );
    await awaitConsumer(this.rpc, consumers.assessments['forget-photo-on-photo-deleted'], eventIds, context);
    return ended;
  }
}

const PURGE_PICTURES_QUEUE = 'photos-purge-pictures';

type PurgePicturesPayload = Pick<Deletion, 'photoId' | 'correlationId' | 'causationId'>;

export function purgePicturesItem(payload: PurgePicturesPayload, availableAt: Date): NewWorkItem {
  const { photoId, causationId } = payload;
  return { id: `purge-pictures:${photoId}:${causationId}`, queue: PURGE_PICTURES_QUEUE, payload, availableAt };
}

/**
 * Purges the pictures of a photo when their retention time in quarantine is over, according to the photo's events. Does
 * nothing after a later decision or during an appeal, because a later work item then purges them. Is idempotent.
 */
@Injectable()
export class PurgePicturesProcessor implements Processor {
  readonly queue = PURGE_PICTURES_QUEUE;

  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photoId, correlationId, causationId } = item.payload as PurgePicturesPayload;
    const command = { type: 'PurgePictures', now: this.clock(), retentionMs: MODERATION.retentionMs } as const;
    await this.commands.executeWithin(session, { metadata: { correlationId, causationId } }, async (unit) => {
      const photo = await unit.load(photoStreams, photoId);
      const events = photo.decide(command);
      if (events.length === 0) return;
      await removePreview(session, photoId);
      await forgetLikeness(session, { photoId, isNeeded: false });
      await addWorkItem(session, placePicturesItem(photoId, events[0]!.eventId));
    });
  }
}
