import { randomUUID } from 'node:crypto';
import { EventStore } from '@candid/event-store';
import { ensureStream, wake } from '@candid/platform';
import { createDatabase } from '@candid/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { startAssessments, stopAssessments } from './assessments-process.js';
import type { Pipeline, PipelineServers } from './pipeline.js';

const RATINGS_PER_TEST = 100;
const STREAMS = ['assessments', 'identity', 'photos'];

/** Adds a trigger to the service's database: the commit of a changed score row sends a notification. */
const SHOW_SQL = `create function tell_score() returns trigger language plpgsql as $$
  begin perform pg_notify('score', new.photo_id || ' ' || new.times_rated); return null; end $$;
  create trigger tell_score after update on photo_score for each row execute function tell_score()`;

interface Lane {
  photoAssessmentId: string;
  photoId: string;
  assessmentId: string;
  ownerId: string;
  ratings: number;
}

/**
 * The product's pipeline: appends and announces an accepted rating as the service does; the running service's relay and
 * projections do the rest. The time ends at the notification of the commit that shows the rating in `photo_score`.
 */
export async function scorePipeline(servers: PipelineServers): Promise<Pipeline> {
  const database = await createDatabase({ clusterUrl: servers.postgresUrl });
  const nats = await connect({ servers: servers.natsUrl, noAsyncTraces: true });
  const manager = await jetstreamManager(nats);
  for (const stream of STREAMS) {
    await manager.streams.delete(stream.toUpperCase()).catch(() => false);
    await ensureStream(manager, stream);
  }
  const service = await startAssessments(database, servers.natsUrl);
  const pool = new pg.Pool({ connectionString: database.applicationUrl, max: 4 });
  const store = new EventStore({ pool });
  store.onCommitted((last) => wake(nats, 'assessments', last));
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  await listener.query(SHOW_SQL);
  await listener.query('listen score');
  const waiting = new Map<string, () => void>();
  listener.on('notification', ({ payload = '' }) => {
    waiting.get(payload)?.();
    waiting.delete(payload);
  });
  const lanes = new Map<number, Lane>();
  const expected = new Map<string, number>();

  async function laneOf(number: number): Promise<Lane> {
    const known = lanes.get(number);
    if (known && known.ratings < RATINGS_PER_TEST) return known;
    const lane: Lane = {
      photoAssessmentId: randomUUID(),
      photoId: randomUUID(),
      assessmentId: randomUUID(),
      ownerId: randomUUID(),
      ratings: 0,
    };
    await append(lane, 0, 'PhotoAssessmentStarted', testStarted(lane));
    lanes.set(number, lane);
    return lane;
  }

  async function append(
    { photoAssessmentId }: Lane,
    expectedVersion: number,
    type: string,
    data: object,
  ): Promise<void> {
    await store.append({
      streams: [{ streamId: `photo-assessment-${photoAssessmentId}`, expectedVersion, events: [{ type, data }] }],
      metadata: { correlationId: photoAssessmentId },
    });
  }

  return {
    rate: async (number) => {
      const lane = await laneOf(number);
      lane.ratings += 1;
      const score = 1 + (lane.ratings % 20);
      expected.set(lane.photoId, (expected.get(lane.photoId) ?? 0) + score);
      const shown = new Promise<void>((resolve) => waiting.set(`${lane.photoId} ${lane.ratings}`, resolve));
      const accepted = ratingsAccepted(lane);
      await pool.query('insert into rating_content values ($1, $2, $3, $4::jsonb)', [
        ...[accepted.submissionId, lane.photoId, score, '[[7, 45, 16]]'],
      ]);
      const start = performance.now();
      await append(lane, lane.ratings, 'RatingsAccepted', accepted);
      await shown;
      return performance.now() - start;
    },
    check: async () => {
      const { rows } = await pool.query<{ photo_id: string; total: number }>(
        'select photo_id, total_score as total from photo_score where times_rated > 0',
      );
      const isExact = rows.length === expected.size && rows.every((row) => expected.get(row.photo_id) === row.total);
      if (!isExact) throw new Error('the scores are not exactly what was rated');
    },
    close: async () => {
      await stopAssessments(service);
      await listener.end();
      await pool.end();
      for (const stream of STREAMS) await manager.streams.delete(stream.toUpperCase());
      await nats.drain();
      await database.drop();
    },
  };
}

function testStarted({ photoAssessmentId, photoId, assessmentId, ownerId }: Lane): object {
  return {
    photoAssessmentId,
    ownerId,
    holdId: randomUUID(),
    isFirstAssessment: false,
    startedAt: new Date().toISOString(),
    settings: {
      testLimit: RATINGS_PER_TEST,
      ratingRequired: true,
      commentsRequired: false,
      commentsNegative: true,
      commentsSelected: [],
      minComments: 0,
    },
    assessments: [{ photoId, assessmentId, testLimit: RATINGS_PER_TEST, amountTokens: 5 * RATINGS_PER_TEST }],
  };
}

function ratingsAccepted({ photoAssessmentId, photoId, assessmentId, ownerId }: Lane) {
  return {
    submissionId: randomUUID(),
    photoAssessmentId,
    ownerId,
    assessorId: randomUUID(),
    rewardTokens: 1,
    acceptedAt: new Date().toISOString(),
    ratings: [{ assessmentId, photoId, isRated: true, consumedTokens: 5 }],
  };
}
