import { randomUUID } from 'node:crypto';
import { DomainError, type RecordedEvent } from '@candid/event-store';
import { ormOptions, runMigrations } from '@candid/platform/orm';
import { migratedDatabase, sizeOfRun, type TestDatabase } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import pg from 'pg';
import { migrations } from '../migrations/all.js';
import type { PhotoAssessmentEvent } from '../photo-assessment/events.js';
import { consistent, decider } from '../photo-assessment/photo-assessment.fixture.spec.js';
import {
  liveSlotOf,
  type PhotoAssessmentCommand,
  type PhotoAssessmentState,
} from '../photo-assessment/photo-assessment.js';
import { FeedProjection } from './feed.projection.js';
import { FeedQuery } from './feed.query.js';

const NOON = Date.UTC(2026, 0, 1, 12);
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();

interface PhotoAssessment {
  photoAssessmentId: string;
  ownerId: string;
  photoIds: string[];
  state: PhotoAssessmentState;
  events: PhotoAssessmentEvent[];
}

/** Generated step: after a waiting time, a person acts on a photo assessment or one of its photos. */
interface Step {
  kind: 'open' | 'submit' | 'end' | 'adjust' | 'hold' | 'release' | 'excuse';
  photoAssessment: number;
  person: number;
  photo: number;
  waitMinutes: number;
  difference: number;
  onlyOne: boolean;
  /** True if the test checks the feed after this step. Otherwise the projection receives the events together with later ones. */
  isLookedAt: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constant('open' as const) },
    { weight: 7, arbitrary: fc.constant('submit' as const) },
    { weight: 1, arbitrary: fc.constant('end' as const) },
    { weight: 3, arbitrary: fc.constant('adjust' as const) },
    { weight: 3, arbitrary: fc.constantFrom('hold' as const, 'release' as const, 'excuse' as const) },
  ),
  photoAssessment: fc.nat(2),
  person: fc.nat(5),
  photo: fc.nat(1),
  waitMinutes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 }), fc.constant(16)),
  difference: fc.integer({ min: -3, max: 3 }),
  onlyOne: fc.boolean(),
  isLookedAt: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 2, arbitrary: fc.constant(false) }),
});
const limits = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), fc.constant(4));
/** One flag per photo assessment: true if it is offered only to women in its first ten minutes. */
const firsts = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
const isWoman = (person: number) => person % 2 === 1;
const steps = fc.array(step, { minLength: 10, maxLength: 40 });

describe('the feed after any sequence of opens, expiries, submissions, ends, resets, adjustments, holds and reports', () => {
  let database: TestDatabase;
  let orm: { em: EntityManager; close(force: boolean): Promise<void> };
  let feed: FeedQuery;
  let pool: pg.Pool;
  const projection = new FeedProjection();
  const pending: PhotoAssessmentEvent[] = [];

  beforeAll(async () => {
    database = await migratedDatabase({ migrations, runMigrations });
    const { applicationUrl } = database;
    orm = (await MikroORM.init(ormOptions({ url: applicationUrl, entities: [] }))) as never;
    pool = new pg.Pool({ connectionString: applicationUrl, max: 2 });
    feed = new FeedQuery({ pool });
  });
  afterAll(async () => {
    await pool.end();
    await orm.close(true);
    await database.drop();
  });

  /** Applies the command; a refused one changes nothing. */
  function happen(photoAssessment: PhotoAssessment, command: PhotoAssessmentCommand): void {
    const decided = decide(photoAssessment, command);
    photoAssessment.events.push(...decided);
    pending.push(...decided);
    photoAssessment.state = decided.reduce(decider.evolve, photoAssessment.state);
  }

  async function show(): Promise<void> {
    const events = pending.splice(0).map((event) => ({ ...event, metadata: {} })) as unknown as RecordedEvent[];
    await orm.em.fork().transactional((em) => projection.applyAll(events, em as EntityManager));
  }

  /** Makes these people participants. All of them look for women, and half of them are women. */
  async function takePart(people: readonly string[]): Promise<void> {
    await pool.query(
      `insert into participant (user_id, gender, seeks_gender)
       select user_id, case when is_woman then 'Woman' else 'Man' end, 'Woman'
       from unnest($1::uuid[], $2::boolean[]) as person (user_id, is_woman)`,
      [people, people.map((_, index) => isWoman(index))],
    );
  }

  function startedAssessments(
    testLimits: readonly number[],
    people: readonly string[],
    isFirst: readonly boolean[],
  ): PhotoAssessment[] {
    const photoAssessments = testLimits.map((testLimit, index): PhotoAssessment & { testLimit: number } => ({
      photoAssessmentId: randomUUID(),
      // The third photo assessment has the same owner as the first.
      ownerId: people[index % 2]!,
      photoIds: [randomUUID(), randomUUID()],
      state: decider.initialState(),
      events: [],
      testLimit,
    }));
    for (const [index, photoAssessment] of photoAssessments.entries()) {
      const { photoAssessmentId, ownerId, testLimit } = photoAssessment;
      const assessments = photoAssessment.photoIds.map((photoId) => ({ photoId, assessmentId: randomUUID() }));
      const isFirstAssessment = index === 2;
      const of = { photoAssessmentId, ownerId, isFirstAssessment, restartTokens: null };
      const open = { ...of, assessments, holdId: randomUUID(), at: at(0) };
      happen(photoAssessment, { type: 'OpenStart', ...open, settings: { ...consistent, testLimit } });
      const audienceFirstUntil = isFirst[index] ? at(10) : undefined;
      happen(photoAssessment, { type: 'ConfirmStart', ownerId, audienceFirstUntil, at: at(0) });
    }
    return photoAssessments;
  }

  /** Ids of the photos on all pages. */
  async function offered(assessorId: string, isDescribed: boolean, now: string): Promise<string[]> {
    const photoIds: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await feed.page({ userId: assessorId, countries: [], isDescribed }, new Date(now), cursor);
      photoIds.push(...page.entries.flatMap((entry) => entry.photoIds));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return photoIds;
  }

  it('offers exactly what may be rated: no own photo, none twice, none beyond its limit, and nothing is left out', async () => {
    await fc.assert(
      fc.asyncProperty(limits, firsts, steps, async (testLimits, isFirst, sequence) => {
        await pool.query('delete from open_assessment; delete from assessment_slot; delete from audience_first');
        pending.length = 0;
        const people = Array.from({ length: 6 }, () => randomUUID());
        await takePart(people);
        const photoAssessments = startedAssessments(testLimits, people, isFirst);
        let minutes = 1;
        for (const next of sequence) {
          minutes += next.waitMinutes;
          const photoAssessment = photoAssessments[next.photoAssessment]!;
          happen(photoAssessment, commandOf(next, photoAssessment, people, minutes));
          if (!next.isLookedAt) continue;
          await show();
          const person = (next.person + minutes) % people.length;
          const assessorId = people[person]!;
          const now = at(minutes);
          const seen = await offered(assessorId, isWoman(person), now);
          expect(new Set(seen).size).toBe(seen.length);
          for (const ownerId of new Set(photoAssessments.map((one) => one.ownerId))) {
            const own = photoAssessments.filter((one) => one.ownerId === ownerId);
            const theirTurn = own.filter((one) => isWoman(person) || !isForAudience(one, now));
            const others = own.filter((one) => !theirTurn.includes(one)).flatMap(({ photoIds }) => photoIds);
            expect(seen.filter((photoId) => others.includes(photoId))).toEqual([]);
            expectAllOf(theirTurn, assessorId, now, seen);
          }
        }
      }),
      { numRuns: sizeOfRun({ short: 25, whole: 75 }) },
    );
  });
});

function decide(photoAssessment: PhotoAssessment, command: PhotoAssessmentCommand): PhotoAssessmentEvent[] {
  try {
    return decider.decide(command, photoAssessment.state);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

function commandOf(
  { kind, person, photo, difference, onlyOne }: Step,
  photoAssessment: PhotoAssessment,
  people: string[],
  minutes: number,
) {
  const { ownerId } = photoAssessment;
  const photoId = photoAssessment.photoIds[photo]!;
  const assessorId = people[person]!;
  const now = at(minutes);
  const ids = { holdId: randomUUID(), refundId: randomUUID() };
  const rated = onlyOne ? [photoId] : photoAssessment.photoIds;
  const ratings = rated.map((id) => ({ photoId: id, rating: 14, comments: [[1, 1, 12]] }));
  const commands: Record<Step['kind'], PhotoAssessmentCommand> = {
    open: { type: 'ReserveSlot', ownerId, assessorId, ...asked, at: now },
    submit: {
      ...{ type: 'SubmitRatings', submissionId: randomUUID(), ownerId, assessorId, ratings },
      ...{ earlier: [], photosTogether: ratings.length, isVisible: true, minLookMs: 0, at: now },
    },
    end: { type: 'EndAssessment', ownerId, photoId, isRemoved: onlyOne, isOnboarding: true, at: now },
    hold: { type: 'HoldAssessedPhoto', photoId, at: now },
    release: { type: 'ReleaseAssessedPhoto', photoId, at: now },
    excuse: { type: 'ExcuseAssessor', assessorId, photoId, at: now },
    adjust: { type: 'AdjustAssessment', ownerId, photoId, difference, ...ids, isOnboarding: false, at: now },
  };
  return commands[kind];
}

const asked = { openingId: 'opening-1', photosMax: 6, holdMsMax: 24 * 3_600_000 };

const isForAudience = ({ events }: PhotoAssessment, now: string): boolean =>
  events.some(({ type, data }) => type === 'PhotoAssessmentStarted' && (data.audienceFirstUntil ?? '') > now);

/** Expects the feed to show all rateable photos of an owner, and an opening to reserve a slot on every shown photo. */
function expectAllOf(photoAssessments: PhotoAssessment[], assessorId: string, now: string, seen: string[]): void {
  const shown = seen.filter((photoId) =>
    photoAssessments.some((photoAssessment) => photoAssessment.photoIds.includes(photoId)),
  );
  const may = photoAssessments.map((photoAssessment) => rateable(photoAssessment, assessorId, now));
  expect(shown.toSorted()).toEqual(may.flat().toSorted());
  const places = photoAssessments
    .filter((_, index) => may[index]!.length > 0)
    .flatMap((photoAssessment) => {
      const reserve = { type: 'ReserveSlot', ownerId: photoAssessment.ownerId, assessorId, ...asked, at: now } as const;
      const state = decider.decide(reserve, photoAssessment.state).reduce(decider.evolve, photoAssessment.state);
      if (state.status !== 'started') throw new Error('a photoAssessment that is shown runs');
      const promised = liveSlotOf(state, assessorId, now)!.assessmentIds;
      return state.assessments.filter(({ assessmentId }) => promised.includes(assessmentId));
    });
  expect(places.map(({ photoId }) => photoId)).toEqual(expect.arrayContaining(shown));
}

/** Computes the expected feed from the history alone, independently of the decider's state and of the projection's rows. */
function rateable({ ownerId, events }: PhotoAssessment, assessorId: string, now: string): string[] {
  const open = new Map<
    string,
    { photoId: string; limit: number; assessors: string[]; isHeld: boolean; not: string[] }
  >();
  const slots = new Map<string, { until: string; assessmentIds: string[] }>();
  for (const { type, data } of events) {
    if (type === 'PhotoAssessmentStarted') {
      for (const { assessmentId, photoId, testLimit } of data.assessments) {
        open.set(assessmentId, { photoId, limit: testLimit, assessors: [], isHeld: false, not: [] });
      }
    } else if (type === 'SlotReserved') {
      slots.set(data.assessorId, { until: data.expiresAt, assessmentIds: data.assessmentIds });
    } else if (type === 'RatingsAccepted') {
      for (const { assessmentId } of data.ratings) open.get(assessmentId)!.assessors.push(data.assessorId);
      for (const { assessmentId } of data.uncounted ?? []) open.get(assessmentId)!.not.push(data.assessorId);
      slots.delete(data.assessorId);
    } else if (type === 'AssessedPhotoHeld' || type === 'AssessedPhotoReleased') {
      open.get(data.assessmentId)!.isHeld = type === 'AssessedPhotoHeld';
      if (type === 'AssessedPhotoHeld') for (const slot of slots.values()) leave(slot, data.assessmentId);
    } else if (type === 'AssessorExcused') {
      open.get(data.assessmentId)!.not.push(data.assessorId);
      leave(slots.get(data.assessorId), data.assessmentId);
    } else if (type === 'AssessedPhotoExtended' || type === 'AssessedPhotoShrunk') {
      open.get(data.assessmentId)!.limit = data.testLimit;
    } else if (type === 'AssessedPhotoEnded') {
      open.get(data.assessmentId)!.limit = 0;
    }
  }
  if (assessorId === ownerId) return [];
  return [...open].flatMap(([assessmentId, { photoId, limit, assessors, isHeld, not }]) => {
    if (isHeld || not.includes(assessorId)) return [];
    const others = [...slots].filter(
      ([holder, slot]) => holder !== assessorId && slot.until > now && slot.assessmentIds.includes(assessmentId),
    );
    return !assessors.includes(assessorId) && assessors.length + others.length < limit ? [photoId] : [];
  });
}

function leave(slot: { assessmentIds: string[] } | undefined, assessmentId: string): void {
  if (slot) slot.assessmentIds = slot.assessmentIds.filter((id) => id !== assessmentId);
}
