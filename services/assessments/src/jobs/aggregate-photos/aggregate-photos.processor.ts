import { PRODUCT } from '@candid/contracts';
import { EventStore, type SqlSession, together, type WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { LIMITS } from '../../config.js';
import { AGGREGATION_QUEUE, type AggregationPayload } from '../../results/aggregation.rows.js';
import { confidenceLevelOf, confidenceRangeOf } from '../../results/domain/confidence.js';
import { type ResultsEvent, resultsStreamId } from '../../results/domain/events.js';
import { rankComments } from '../../results/domain/rank-comments.js';
import {
  forgetResult,
  keepResult,
  loadResultVersions,
  loadSums,
  type PhotoResult,
  type PhotoSums,
} from '../../results/photo-result.rows.js';
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

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photoId, revision } = item.payload as AggregationPayload;
    const [, result, sums] = await together(
      lockPhoto(session, photoId),
      loadResultVersions(session, photoId),
      loadSums(session, photoId),
    );
    if (result && result.revision >= revision) return;
    // Afterwards: it may see more ratings than the revision that is noted, and never fewer.
    await rescoreFairly(session, photoId);
    if (!sums) return forgetResult(session, photoId);
    const streamVersion = (result?.streamVersion ?? 0) + 1;
    await together(
      sums.running ? requestSettling(session, sums) : Promise.resolve(),
      keepResult(session, resultOf(sums, streamVersion)),
      this.store.appendWithin(session, {
        streams: [{ streamId: resultsStreamId(photoId), expectedVersion: streamVersion - 1, events: [eventOf(sums)] }],
        metadata: { correlationId: item.id },
      }),
    );
  }
}

/** Two revisions of one photo wait for each other instead of conflicting; the second then finds its work done. */
export async function lockPhoto(session: SqlSession, photoId: string): Promise<void> {
  await session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [resultsStreamId(photoId)]);
}

function resultOf(sums: PhotoSums, streamVersion: number): PhotoResult {
  const [rangeLow, rangeHigh] = confidenceRangeOf(sums, PRODUCT);
  const { photoId, ownerId, revision } = sums;
  const rankedComments = rankComments(sums.comments);
  return {
    photoId,
    ownerId,
    revision,
    rangeLow,
    rangeHigh,
    level: confidenceLevelOf(sums),
    rankedComments,
    streamVersion,
  };
}

function eventOf({ photoId, ownerId, revision, timesRated, testTimesRated, testLimit }: PhotoSums): ResultsEvent {
  return { type: 'PhotoResultsUpdated', data: { photoId, ownerId, revision, timesRated, testTimesRated, testLimit } };
}
