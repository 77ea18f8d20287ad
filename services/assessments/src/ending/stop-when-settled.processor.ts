import { Commands, DomainError, type WorkItem } from '@candid/event-store';
import { NotYetError, type Processor } from '@candid/platform/jobs';
import { Database } from '@candid/platform/orm';
import { defaultCertainty } from '@candid/scores';
import { Injectable } from '@nestjs/common';
import { scorePreferencesOf } from '../participants/participants.rows.js';
import { photoAssessmentStreams } from '../photo-assessment/decide.js';
import { settlingRatingsMin } from '../photo-assessment/decide-slot.js';
import { assessmentOf } from '../photo-assessment/photo-assessment.js';
import { SETTLING_QUEUE, type SettlingPayload } from '../results/photo-results.js';
import { AdjustedScoresQuery } from '../scoring/adjusted-scores.query.js';
import { EndAssessment } from './end-assessment.js';

interface RivalPhoto {
  photoId: string;
  running: boolean;
  timesRated: number;
}

/**
 * Ends a photo assessment when its question is settled. For several photos, the question is which one is the best. For
 * a single photo, the question is whether it beats the best photo in the planner. Unused tokens are refunded. Assessors
 * with a live slot may still submit, and no new slots are reserved. Redelivery changes nothing.
 */
@Injectable()
export class StopWhenSettledProcessor implements Processor {
  readonly queue = SETTLING_QUEUE;
  readonly waitsOutside = true;

  constructor(
    private readonly database: Database,
    private readonly fairScores: AdjustedScoresQuery,
    private readonly ending: EndAssessment,
    private readonly commands: Commands,
  ) {}

  async handle(item: WorkItem): Promise<void> {
    const { ownerId, photoId } = item.payload as SettlingPayload;
    const photos = await this.assessmentOf(ownerId, photoId);
    const running = photos.filter((photo) => photo.running);
    if (running.length === 0 || photos.some((photo) => photo.timesRated < settlingRatingsMin)) return;
    if (!(await this.isSettled(ownerId, photos))) return;
    const ends: boolean[] = [];
    for (const photo of running) ends.push(await this.hasEnded(ownerId, photo.photoId, item.id));
    if (ends.includes(false)) throw new NotYetError('somebody is still assessing it');
  }

  /**
   * Returns the photo and the photos assessed with it, without ended and deleted ones; completed ones still compete.
   * Returns nothing for a first assessment, because a first assessment never stops early.
   */
  private async assessmentOf(ownerId: string, photoId: string): Promise<RivalPhoto[]> {
    const photos = await this.database.query<RivalPhoto & { photoAssessmentId: string }>(
      `select s.photo_assessment_id as "photoAssessmentId", s.photo_id as "photoId", s.running,
         s.test_times_rated as "timesRated"
        from photo_score s where s.owner_id = $1
          and s.photo_assessment_id = (select photo_assessment_id from photo_score where photo_id = $2 and running)
          and exists (select from owner_photo p where p.owner_id = $1 and p.in_planner and not p.is_deleted)`,
      [ownerId, photoId],
    );
    if (photos.length === 0) return [];
    const { state } = await this.commands.load(photoAssessmentStreams, photos[0]!.photoAssessmentId);
    if (state.status !== 'started') return photos;
    return photos.filter(({ photoId: id }) => assessmentOf(state, id)?.status !== 'ended');
  }

  private async isSettled(ownerId: string, photos: readonly RivalPhoto[]): Promise<boolean> {
    const own = photos.map((photo) => photo.photoId);
    const rivals = own.length > 1 ? [] : await this.plannerPhotos(ownerId, own[0]!);
    if (own.length + rivals.length < 2) return false;
    const { compareBy } = await scorePreferencesOf(this.database, ownerId);
    if (own.length > 1) {
      const chances = await this.fairScores.chancesOfBest(own, compareBy);
      // A photo that only gets comments has no score, so no photo is known to be the best.
      return chances.size === own.length && Math.max(...chances.values()) >= defaultCertainty.settledFrom;
    }
    const { comparisons, ranking } = await this.fairScores.compare([...own, ...rivals], compareBy);
    const best = ranking.flat().find((photoId) => photoId !== own[0]);
    const duel = comparisons.find(({ photoIds }) => photoIds.includes(own[0]!) && photoIds.includes(best ?? ''));
    return duel?.winner !== undefined;
  }

  private async plannerPhotos(ownerId: string, except: string): Promise<string[]> {
    const rows = await this.database.query<{ photo_id: string }>(
      'select photo_id from owner_photo where owner_id = $1 and in_planner and not is_deleted and photo_id <> $2',
      [ownerId, except],
    );
    return rows.map((row) => row.photo_id);
  }

  /** Returns false while an assessor holds a slot on the photo. The queue then delivers the item again. */
  private async hasEnded(userId: string, photoId: string, correlationId: string): Promise<boolean> {
    const end = { userId, photoId, isRemoved: false, sparesSlots: true };
    try {
      const { answer } = await this.ending.run(end, { metadata: { correlationId, actor: 'settled' } });
      return answer.photoIds.includes(photoId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // `CONFLICT` means a concurrent command, so the item is retried. After any other refusal nothing is left to end.
      return error.code !== 'CONFLICT';
    }
  }
}
