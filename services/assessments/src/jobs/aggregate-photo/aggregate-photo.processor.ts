import { PRODUCT } from '@candid/contracts';
import { EventStore, type SqlSession, type WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '../../config.js';
import { AGGREGATION_QUEUE, type AggregationPayload } from '../../results/aggregation.rows.js';
import { confidenceLevelOf, confidenceRangeOf } from '../../results/domain/confidence.js';
import { type ResultsEvent, resultsStreamId } from '../../results/domain/events.js';
import { rankComments } from '../../results/domain/rank-comments.js';
import { PhotoResultRow } from '../../results/photo-result.entity.js';
import { PhotoScoreRow } from '../../results/photo-score.entity.js';
import { rescoreFairly } from '../../scoring/fair-scores.rows.js';
import { requestSettling } from '../../scoring/settling.rows.js';

/**
 * Brings a photo's derived results up to its newest sums, once per state of them: an item whose revision is covered, by a
 * redelivery or because a later one came first, changes nothing. Results, event and end of the item are one transaction.
 */
@Injectable()
export class AggregatePhotoProcessor implements Processor {
  readonly queue = AGGREGATION_QUEUE;
  readonly concurrency = LIMITS.aggregationsAtOnce;

  constructor(private readonly store: EventStore) {}

  async handle(item: WorkItem, { em, session }: WorkTransaction): Promise<void> {
    const { photoId, revision } = item.payload as AggregationPayload;
    await lockPhoto(session, photoId);
    const result = await em.findOne(PhotoResultRow, { photoId });
    if (result && result.revision >= revision) return;
    const score = await em.findOne(PhotoScoreRow, { photoId });
    // Afterwards: it may see more ratings than the revision that is noted, and never fewer.
    await rescoreFairly(session, photoId);
    if (!score) {
      await em.nativeDelete(PhotoResultRow, { photoId });
      return;
    }
    if (score.running) await requestSettling(session, score);
    const streamVersion = (result?.streamVersion ?? 0) + 1;
    await em.upsert(PhotoResultRow, resultOf(score, streamVersion));
    await this.store.appendWithin(session, {
      streams: [{ streamId: resultsStreamId(photoId), expectedVersion: streamVersion - 1, events: [eventOf(score)] }],
      metadata: { correlationId: item.id },
    });
  }
}

/** Two revisions of one photo wait for each other instead of conflicting; the second then finds its work done. */
export async function lockPhoto(session: SqlSession, photoId: string): Promise<void> {
  await session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [resultsStreamId(photoId)]);
}

function resultOf(score: PhotoScoreRow, streamVersion: number): PhotoResultRow {
  const [rangeLow, rangeHigh] = confidenceRangeOf(score, PRODUCT);
  const { photoId, ownerId, revision } = score;
  const rankedComments = rankComments(score.comments);
  return {
    photoId,
    ownerId,
    revision,
    rangeLow,
    rangeHigh,
    level: confidenceLevelOf(score),
    rankedComments,
    streamVersion,
  };
}

function eventOf({ photoId, ownerId, revision, timesRated, testTimesRated, testLimit }: PhotoScoreRow): ResultsEvent {
  return { type: 'PhotoResultsUpdated', data: { photoId, ownerId, revision, timesRated, testTimesRated, testLimit } };
}
