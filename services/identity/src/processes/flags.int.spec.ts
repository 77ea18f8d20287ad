import { randomUUID } from 'node:crypto';
import {
  assessmentsEvents,
  type IntegrationEventType,
  identityEvents,
  identityRpc,
  photosEvents,
  profileAssessmentsEvents,
} from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdentityFixture } from '../identity.fixture.spec.js';

const time = (minute: number): string => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();

const newFlags = {
  hasFirstTested: false,
  hasMadeFirstProfile: false,
  hasCompletedFirstAssessment: false,
  firstTestedDate: null,
};

interface Fact {
  subscriber: string;
  type: IntegrationEventType;
  data: object;
  recordedAt: string;
}

const testStarted = (userId: string, photoAssessmentId: string, minute: number, isFirstAssessment = true): Fact => ({
  subscriber: 'flag-on-photo-assessment-started',
  type: assessmentsEvents.PhotoAssessmentStarted,
  data: {
    photoAssessmentId,
    userId,
    isFirstAssessment,
    holdId: randomUUID(),
    startedAt: time(minute),
    assessments: [],
  },
  recordedAt: time(minute),
});

const testCompleted = (userId: string, photoAssessmentId: string, minute: number, isFirstAssessment = true): Fact => ({
  subscriber: 'flag-on-photo-assessment-completed',
  type: assessmentsEvents.PhotoAssessmentCompleted,
  data: { photoAssessmentId, userId, photoIds: [], isFirstAssessment, completedAt: time(minute) },
  recordedAt: time(minute),
});

const reset = (userId: string, photoAssessmentId: string, minute: number): Fact => ({
  subscriber: 'reset-on-first-assessment-reset',
  type: assessmentsEvents.FirstAssessmentReset,
  data: { photoAssessmentId, userId, photoIds: [], givenBackTokens: 0, restartTokens: 40 },
  recordedAt: time(minute),
});

const placed = (userId: string, minute: number, wasFirstProfileSet = true): Fact => ({
  subscriber: 'flag-on-photo-placed-in-profile',
  type: photosEvents.PhotoPlacedInProfile,
  data: { photoId: randomUUID(), userId, wasFirstProfileSet },
  recordedAt: time(minute),
});

const rated = (userId: string, photoId: string = randomUUID()): Fact => ({
  subscriber: 'count-on-ratings-accepted',
  type: assessmentsEvents.RatingsAccepted,
  data: {
    submissionId: randomUUID(),
    photoAssessmentId: randomUUID(),
    userId,
    assessorId: randomUUID(),
    rewardTokens: 20,
    acceptedAt: time(0),
    ratings: [{ assessmentId: randomUUID(), photoId, isRated: true, consumedTokens: 5 }],
  },
  recordedAt: time(0),
});

const evaluated = (userId: string, photoIds: string[]): Fact => ({
  subscriber: 'count-on-profile-rating-accepted',
  type: profileAssessmentsEvents.ProfileRatingAccepted,
  data: {
    ...{ profileAssessmentId: randomUUID(), assessmentId: randomUUID(), userId, submissionId: randomUUID(), photoIds },
    ...{ assessorId: randomUUID(), comments: [], consumedTokens: 5, rewardTokens: 5, acceptedAt: time(0) },
  },
  recordedAt: time(0),
});

const photoDeleted = (userId: string, photoId: string): Fact => ({
  subscriber: 'uncount-on-photo-deleted',
  type: photosEvents.PhotoDeleted,
  data: { photoId, userId },
  recordedAt: time(1),
});

describe('an account that receives events of other services', () => {
  let identity: IdentityFixture;
  beforeAll(async () => {
    identity = await IdentityFixture.start();
  });
  afterAll(() => identity.stop());

  async function publish({ type, data, recordedAt }: Fact) {
    const event = { ...identity.eventOf(type, data), recordedAt };
    await identity.deliver(type, event);
    return event;
  }

  /** Delivers the facts one after the other in the given order, each of them twice. */
  async function arrive(...facts: Fact[]): Promise<void> {
    for (const fact of facts) {
      const { subscriber, type } = fact;
      const event = await publish(fact);
      await identity.settled(subscriber, event);
      await identity.deliver(type, event);
    }
  }

  it('sets its onboarding flags step by step', async () => {
    const { user } = await identity.signUp();
    const photoAssessmentId = randomUUID();
    await arrive(testStarted(user.userId, photoAssessmentId, 1));
    await eventually(async () =>
      expect(await identity.getUser(user.userId)).toEqual({ ...user, firstTestedDate: time(1) }),
    );
    await arrive(testCompleted(user.userId, photoAssessmentId, 2), placed(user.userId, 3));
    await eventually(async () =>
      expect(await identity.getUser(user.userId)).toEqual({
        ...user,
        firstTestedDate: time(1),
        hasFirstTested: true,
        hasMadeFirstProfile: true,
        hasCompletedFirstAssessment: true,
      }),
    );
  });

  it('ends with the same flags in any order: a late reset of an older test does not affect the newer one', async () => {
    const [older, newer] = [randomUUID(), randomUUID()];
    const facts = (userId: string): Fact[] => [
      testStarted(userId, older, 1),
      reset(userId, older, 2),
      testStarted(userId, newer, 3),
      testCompleted(userId, newer, 4),
      placed(userId, 5),
    ];
    const people = await Promise.all([identity.signUp(), identity.signUp(), identity.signUp()]);
    const orders = [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 3, 4, 1, 0],
    ];
    await Promise.all(
      people.map(({ user }, person) => {
        const told = facts(user.userId);
        return arrive(...orders[person]!.map((index) => told[index]!));
      }),
    );
    for (const { user } of people) {
      await eventually(async () =>
        expect(await identity.getUser(user.userId)).toMatchObject({
          hasFirstTested: true,
          hasMadeFirstProfile: true,
          hasCompletedFirstAssessment: true,
          firstTestedDate: time(3),
        }),
      );
    }
  });

  it('clears its flags when the current assessment is reset', async () => {
    const { user } = await identity.signUp();
    const photoAssessmentId = randomUUID();
    await arrive(
      reset(user.userId, photoAssessmentId, 3),
      testCompleted(user.userId, photoAssessmentId, 2),
      testStarted(user.userId, photoAssessmentId, 1),
    );
    await eventually(async () => expect(await identity.getUser(user.userId)).toMatchObject(newFlags));
  });

  it('leaves the flags alone for later assessments and later planner photos', async () => {
    const { user } = await identity.signUp();
    const { userId } = user;
    const photoAssessmentId = randomUUID();
    await arrive(
      testStarted(userId, photoAssessmentId, 1, false),
      testCompleted(userId, photoAssessmentId, 2, false),
      placed(userId, 3, false),
    );
    expect(await identity.getUser(userId)).toEqual(user);
  });

  it('counts each submission of a burst once, and publishes the count', async () => {
    const session = await identity.signUp();
    const { userId } = session.user;
    const facts = Array.from({ length: 40 }, () => rated(userId));
    const events = await Promise.all(facts.map(({ type, data }) => identity.publish(type, data)));
    await Promise.all(events.map((event) => identity.deliver(assessmentsEvents.RatingsAccepted, event)));
    await eventually(async () =>
      expect(await identity.getUser(userId)).toMatchObject({ notificationNumber: 40, generalNotifNumber: 0 }),
    );
    const [last] = (await identity.session.query<{ event_id: string }>(
      'select event_id from events where stream_id = $1 order by stream_version desc limit 1',
      [`account-${userId}`],
    )) as [{ event_id: string }];
    const { data } = await identity.publishedEvent(identityEvents.AccountChanged, last.event_id);
    expect(data).toEqual({ userId, notificationNumber: 40, generalNotifNumber: 0 });
    const cleared = await identity.rpc.call(identityRpc.clearNotifications, { userId }, identity.contextOf(session));
    expect(cleared.notificationNumber).toBe(0);
    await arrive(rated(userId));
    await eventually(async () => expect(await identity.getUser(userId)).toMatchObject({ notificationNumber: 1 }));
  });

  it('counts no ratings of a deleted photo', async () => {
    const { user } = await identity.signUp();
    const photoId = randomUUID();
    await arrive(rated(user.userId), rated(user.userId, photoId), photoDeleted(user.userId, photoId));
    await eventually(async () => expect(await identity.getUser(user.userId)).toMatchObject({ notificationNumber: 1 }));
  });

  it('counts no evaluation of a profile whose photos are all deleted', async () => {
    const { userId } = (await identity.signUp()).user;
    const [one, other] = [randomUUID(), randomUUID()];
    const shows = (generalNotifNumber: number) =>
      eventually(async () => expect(await identity.getUser(userId)).toMatchObject({ generalNotifNumber }));
    await arrive(evaluated(userId, [one, other]), evaluated(userId, [other]), photoDeleted(userId, other));
    await shows(1);
    await arrive(photoDeleted(userId, one), evaluated(userId, [one, other]));
    await shows(0);
  });

  it('shows the effects of two simultaneous events: the last rating and the completion', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => identity.signUp()));
    for (let round = 1; round <= 10; round++) {
      const facts = people.flatMap(({ user }) => [rated(user.userId), testCompleted(user.userId, randomUUID(), round)]);
      await Promise.all(facts.map(publish));
      await eventually(async () => {
        const views = await Promise.all(people.map(({ user }) => identity.getUser(user.userId)));
        expect(views.map(({ notificationNumber }) => notificationNumber)).toEqual(people.map(() => round));
      });
    }
  });

  it('keeps cause and correlation on what it appends', async () => {
    const { user } = await identity.signUp();
    const { type, data } = rated(user.userId);
    const event = { ...identity.eventOf(type, data), correlationId: 'request-7' };
    await identity.deliver(type, event);
    await identity.settled('count-on-ratings-accepted', event);
    const [row] = await identity.session.query<{ metadata: object }>(
      `select metadata from events where stream_id = $1 and type = 'NewRatingsNotified'`,
      [`account-${user.userId}`],
    );
    const command = 'count-on-ratings-accepted';
    expect(row!.metadata).toEqual({ correlationId: 'request-7', causationId: event.eventId, command });
  });
});
