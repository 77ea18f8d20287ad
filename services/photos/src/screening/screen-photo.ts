import type { ScreeningFinding } from '@candid/contracts';
import { Commands, type NewWorkItem, type WorkItem } from '@candid/event-store';
import { CLOCK, type Clock } from '@candid/platform';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import type { ObjectStorage } from '@candid/platform/object-storage';
import { Inject, Injectable } from '@nestjs/common';
import { WORKER_CONFIG, type WorkerConfig } from '../kernel/config.js';
import { OBJECT_STORAGE } from '../kernel/object-storage.js';
import { photoStreams } from '../photo/change-photo.js';
import { isRemoved } from '../photo/moderation.js';
import type { Faces, KeptPhoto } from '../photo/photo.js';
import { prefixOfRemoved, renditionIn, renditionKey } from '../pictures/object-keys.js';
import { compareLikeness, type Likeness } from './likeness.js';
import { findCandidates, keepLikeness, lockLikeness, tokensOf } from './likeness.rows.js';
import { Screener, ScreeningFailedError } from './screener.js';
import type { Screening } from './screening-process.js';

const SCREEN_PHOTO_QUEUE = 'photos-screen';

type ScreenPhotoPayload = Pick<KeptPhoto, 'photoId'>;

export function screenPhotoItem(photoId: string): NewWorkItem {
  const payload: ScreenPhotoPayload = { photoId };
  return { id: `screen-photo:${photoId}`, queue: SCREEN_PHOTO_QUEUE, payload };
}

/** Width of the screened rendition in pixels: wide enough for the models, and fast to read. */
const SCREENED_WIDTH = 540;

/** Number of attempts. If all of them fail, a moderator screens the picture. */
const ATTEMPTS_MAX = 3;

/** Largest number of similar photos in the findings. More photos would tell a moderator nothing new. */
const LIKE_PHOTOS_MAX = 5;

const SEEN: readonly Faces[] = ['none', 'one', 'several'];

type ScreeningSettings = Pick<WorkerConfig, 'SCREENING_FACES' | 'SCREENING_NUDITY' | 'NUDITY_THRESHOLD'>;

/** Screens a stored photo before assessors see it. Hides and removes nothing. Skips screened photos. */
@Injectable()
export class ScreenPhotoProcessor implements Processor {
  readonly queue = SCREEN_PHOTO_QUEUE;
  readonly concurrency = 1;
  readonly waitsOutside = true;

  constructor(
    private readonly commands: Commands,
    private readonly screener: Screener,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WORKER_CONFIG) private readonly settings: ScreeningSettings,
  ) {}

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photoId } = item.payload as ScreenPhotoPayload;
    const { state: photo } = await this.commands.load(photoStreams, photoId);
    if (photo.status !== 'kept' || !photo.awaitsScreening) return;
    const screening = await this.lookAt(photo, item.attempts + 1 >= ATTEMPTS_MAX);
    const findings: ScreeningFinding[] = screening ? this.nudityIn(screening) : [{ kind: 'failed' }];
    if (screening?.likeness) findings.push(...(await likePhotos(session, photo, screening.likeness)));
    const faces = SEEN[screening?.faces ?? -1] ?? 'unknown';
    const { correlationId = item.id } = item.cause;
    await this.commands.executeWithin(session, { metadata: { correlationId } }, async (unit) => {
      const loaded = await unit.load(photoStreams, photoId);
      const events = loaded.decide({ type: 'ScreenPhoto', findings, faces, now: this.clock() });
      if (events.length === 0 || loaded.state.status !== 'kept' || !screening?.likeness) return;
      const { userId, moderation } = loaded.state;
      const { marks } = screening.likeness;
      await keepLikeness(session, { photoId, userId, marks, isRemoved: isRemoved(moderation) });
    });
  }

  /** @returns undefined if this was the last attempt and it failed */
  private async lookAt({ photoId }: KeptPhoto, isLastAttempt: boolean): Promise<Screening | undefined> {
    const { SCREENING_FACES: faces, SCREENING_NUDITY: nudity } = this.settings;
    const wanted = { likeness: true, nudity: nudity === 'on', faces: faces === 'on' };
    try {
      const picture = await this.picture(photoId);
      return await this.screener.screen({ picture, ...wanted }, SCREEN_PHOTO_QUEUE);
    } catch (error) {
      if (error instanceof ScreeningFailedError && isLastAttempt) return undefined;
      throw error;
    }
  }

  private async picture(photoId: string): Promise<Buffer> {
    const object =
      (await this.storage.get(renditionKey(photoId, SCREENED_WIDTH))) ??
      (await this.storage.get(renditionIn(prefixOfRemoved(photoId), SCREENED_WIDTH)));
    if (!object) throw new ScreeningFailedError('the picture is not there');
    return Buffer.concat(await object.stream.toArray());
  }

  private nudityIn({ nudity }: Screening): ScreeningFinding[] {
    if (nudity === null || nudity < this.settings.NUDITY_THRESHOLD) return [];
    return [{ kind: 'nudity', score: Math.min(1, Math.round(nudity * 100) / 100) }];
  }
}

async function likePhotos(
  session: WorkTransaction['session'],
  own: KeptPhoto,
  ownLikeness: Likeness,
): Promise<ScreeningFinding[]> {
  const tokens = tokensOf([...ownLikeness.marks, ...ownLikeness.mirrored]);
  await lockLikeness(session);
  const candidates = await findCandidates(session, { photoId: own.photoId, userId: own.userId, tokens });
  return candidates
    .map((photo) => ({ photo, likeness: compareLikeness(ownLikeness, photo.marks) }))
    .filter((compared) => compared.likeness > 0)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, LIKE_PHOTOS_MAX)
    .flatMap(({ photo: { photoId, userId, isRemoved: isOfRemoved }, likeness }): ScreeningFinding[] => {
      if (isOfRemoved) return [{ kind: 'removedBefore', photoId, likeness }];
      return userId === null ? [] : [{ kind: 'otherAccount', photoId, userId, likeness }];
    });
}
