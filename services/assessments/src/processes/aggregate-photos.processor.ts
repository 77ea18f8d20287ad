import { EventStore, type SqlSession, together, type WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { RESCORING_QUEUE, type RescoringPayload } from '../assessor-quality/behaviour.rows.js';
import { LIMITS } from '../kernel/config.js';
import { confidenceLevelOf, confidenceRangeOf } from '../results/confidence.js';
import {
  AGGREGATION_QUEUE,
  type AggregationPayload,
  FORMER_AGGREGATION_QUEUE,
  forgetResults,
  keepResults,
  loadResultVersions,
  type PhotoResult,
  type PhotoRevision,
  type ResultsEvent,
  requestSettling,
  resultsStreamId,
} from '../results/photo-results.js';
import { rankComments } from '../results/rank-comments.js';
import { loadSums, type PhotoSums } from '../results/read-model.js';
import { refreshAdjustedScores } from '../scoring/adjusted-scores.rows.js';

/**
 * Derives photos' results from their newest sums. Does nothing for a revision whose results exist. One transaction
 * writes the results and events, and ends the work item.
 */
@Injectable()
export class AggregatePhotosProcessor implements Processor {
  readonly queue = AGGREGATION_QUEUE;
  readonly concurrency = LIMITS.aggregationsAtOnce;

  constructor(private readonly store: EventStore) {}

  handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photos } = item.payload as AggregationPayload;
    return this.aggregate(photos, session, item.id);
  }

  /** @param photos contains each photo once */
  async aggregate(photos: readonly PhotoRevision[], session: SqlSession, correlationId: string): Promise<void> {
    const photoIds = photos.map(({ photoId }) => photoId);
    const [, results, sums] = await together(
      lockPhotos(session, photoIds),
      loadResultVersions(session, photoIds),
      loadSums(session, photoIds),
    );
    const isDue = ({ photoId, revision }: PhotoRevision) => (results.get(photoId)?.revision ?? 0) < revision;
    const due = photos.filter(isDue).map(({ photoId }) => photoId);
    if (due.length === 0) return;
    // Runs after the sums are read, so the scores may contain more ratings than the sums, and never fewer.
    await refreshAdjustedScores(session, due);
    await forgetResults(
      session,
      due.filter((photoId) => !sums.has(photoId)),
    );
    const found = due.flatMap((photoId) => sums.get(photoId) ?? []);
    const versionOf = (photoId: string) => results.get(photoId)?.streamVersion ?? 0;
    if (found.length === 0) return;
    const streams = found.map((sums) => ({
      streamId: resultsStreamId(sums.photoId),
      expectedVersion: versionOf(sums.photoId),
      events: [eventOf(sums)],
    }));
    await together(
      keepResults(
        session,
        found.map((sums) => resultOf(sums, versionOf(sums.photoId) + 1)),
      ),
      this.store.appendWithin(session, { streams, metadata: { correlationId } }),
      ...found.filter(({ running }) => running).map((sums) => requestSettling(session, sums)),
    );
  }
}

/** Handles work items of earlier versions. */
@Injectable()
export class AggregatePhotoProcessor implements Processor {
  readonly queue = FORMER_AGGREGATION_QUEUE;

  constructor(private readonly all: AggregatePhotosProcessor) {}

  handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    return this.all.aggregate([item.payload as PhotoRevision], session, item.id);
  }
}

/** Two transactions for one photo run one after the other, without a conflict. The order of ids prevents deadlocks. */
async function lockPhotos(session: SqlSession, photoIds: readonly string[]): Promise<void> {
  await session.query(
    `select pg_advisory_xact_lock(hashtextextended(stream_id, 0)) from (
       select unnest($1::text[]) as stream_id order by 1) photo`,
    [photoIds.map(resultsStreamId)],
  );
}

function resultOf(sums: PhotoSums, streamVersion: number): PhotoResult {
  const { photoId, ownerId, revision, comments } = sums;
  const [rangeLow, rangeHigh] = confidenceRangeOf(sums);
  const range = { rangeLow, rangeHigh, level: confidenceLevelOf(sums) };
  return { photoId, ownerId, revision, ...range, rankedComments: rankComments(comments), streamVersion };
}

function eventOf({ photoId, ownerId, revision, timesRated, testTimesRated, testLimit }: PhotoSums): ResultsEvent {
  return { type: 'PhotoResultsUpdated', data: { photoId, ownerId, revision, timesRated, testTimesRated, testLimit } };
}

/** Removes ratings that no longer count from a photo's adjusted score. A repeat changes nothing. */
@Injectable()
export class RescorePhotoProcessor implements Processor {
  readonly queue = RESCORING_QUEUE;

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photoId } = item.payload as RescoringPayload;
    await lockPhotos(session, [photoId]);
    await refreshAdjustedScores(session, [photoId]);
  }
}
