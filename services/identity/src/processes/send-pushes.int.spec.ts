import { randomUUID } from 'node:crypto';
import {
  accountRpc,
  assessmentsEvents,
  type IntegrationEventType,
  identityRpc,
  type PushKind,
  profileAssessmentsEvents,
  type Session,
} from '@candid/contracts';
import { eventually } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, IdentityFixture, PASSWORD } from '../identity.fixture.spec.js';
import { type Browser, type PushServer, startPushServer } from '../push/push-server.fixture.spec.js';
import { RemoveExpiredRows } from './remove-expired-rows.js';

describe('notifications', () => {
  let service: PushServer;
  let identity: IdentityFixture;
  beforeAll(async () => {
    service = await startPushServer();
    const pushHosts = [service.host, `localhost:${service.port}`];
    identity = await IdentityFixture.start({ pushHosts });
  });
  afterAll(async () => {
    await identity.stop();
    await service.stop();
  });
  afterEach(async () => {
    await identity.stopWorker();
    expect(service.faults.splice(0)).toEqual([]);
  });

  const stateOf = (session: Session) => {
    const { userId } = session.user;
    return identity.rpc.call(accountRpc.getPushState, { userId }, identity.contextOf(session));
  };
  const subscribe = (session: Session, { subscription }: Pick<Browser, 'subscription'>, kinds: PushKind[]) => {
    const sent = { userId: session.user.userId, subscription, kinds };
    return identity.rpc.call(accountRpc.subscribeToPush, sent, identity.contextOf(session));
  };
  /** Returns a browser of the person that gets these kinds. */
  const newBrowser = async (session: Session, kinds: PushKind[] = ['progress', 'results']) => {
    const browser = service.subscribe((await stateOf(session)).publicKey);
    const { id } = await subscribe(session, browser, kinds);
    return { ...browser, id };
  };
  const noWorkIsLeft = () =>
    eventually(async () => {
      const sql = `select 1 from work_items where queue = 'push' and completed_at is null`;
      expect(await identity.session.query(sql)).toEqual([]);
    });

  interface Fact {
    type: IntegrationEventType;
    subscriber: string;
    data: object;
  }
  const factsOf = ({ user: { userId } }: Session) => {
    const [photoAssessmentId, at] = [randomUUID(), identity.clock().toISOString()];
    const rated = { submissionId: randomUUID(), photoAssessmentId, userId, assessorId: randomUUID(), rewardTokens: 0 };
    const round = { profileAssessmentId: randomUUID(), assessmentId: randomUUID(), userId };
    return {
      photoAssessmentId,
      rated: {
        type: assessmentsEvents.RatingsAccepted,
        subscriber: 'announce-on-ratings-accepted',
        data: { ...rated, acceptedAt: at, ratings: [], progress: { rated: 3, limit: 4 } },
      },
      ratedOnePhoto: {
        type: assessmentsEvents.RatingsAccepted,
        subscriber: 'announce-on-ratings-accepted',
        data: { ...rated, submissionId: randomUUID(), acceptedAt: at, ratings: [] },
      },
      completed: {
        type: assessmentsEvents.PhotoAssessmentCompleted,
        subscriber: 'announce-on-photo-assessment-completed',
        data: { photoAssessmentId, userId, photoIds: [], isFirstAssessment: true, completedAt: at },
      },
      completedLongAgo: {
        type: assessmentsEvents.PhotoAssessmentCompleted,
        subscriber: 'announce-on-photo-assessment-completed',
        data: { photoAssessmentId, userId, photoIds: [], isFirstAssessment: true, completedAt: '2020-01-01T00:00:00Z' },
      },
      commented: {
        type: profileAssessmentsEvents.ProfileRoundCompleted,
        subscriber: 'announce-on-profile-round-completed',
        data: { ...round, completedAt: at },
      },
    };
  };
  /** Publishes each fact twice. */
  const arrive = async (...facts: Fact[]) => {
    for (const { type, subscriber, data } of facts) {
      const [event, again] = [await identity.publish(type, data), await identity.publish(type, data)];
      await identity.settled(subscriber, event, again);
    }
  };

  it('reach each browser that wants the kind, once, and say neither score nor name', async () => {
    const session = await identity.signUp();
    const [all, onlyResults] = [await newBrowser(session), await newBrowser(session, ['results'])];
    const { photoAssessmentId, ...facts } = factsOf(session);
    await identity.startWorker();
    await arrive(...Object.values(facts));
    await noWorkIsLeft();
    const tag = expect.stringMatching(/^[\w-]{32}$/);
    const progress = { kind: 'progress', path: '/profile', tag, progress: { rated: 3, limit: 4 } };
    const results = { kind: 'results', path: `/test/${photoAssessmentId}`, tag };
    const comments = { kind: 'results', path: '/profile', tag };
    const noticesOf = ({ received }: Browser) => received.map(({ notice }) => notice);
    expect(noticesOf(all)).toHaveLength(3);
    expect(noticesOf(all)).toEqual(expect.arrayContaining([progress, results, comments]));
    expect(noticesOf(onlyResults)).toHaveLength(2);
    expect(noticesOf(onlyResults)).toEqual(expect.arrayContaining([results, comments]));
    // News about one assessment replaces older news while the browser is offline.
    const headersOf = (kind: string, path: string) =>
      all.received.find(({ notice }) => (notice as any).kind === kind && (notice as any).path === path)!.headers;
    const [early, late] = [headersOf('progress', '/profile'), headersOf('results', results.path)];
    expect(early['topic']).toBe(late['topic']);
    expect([early['urgency'], late['urgency']]).toEqual(['low', 'normal']);
    expect(Number(early['ttl'])).toBeLessThanOrEqual(3_600);
    expect(Number(late['ttl'])).toBeGreaterThan(3_600);
  });

  it('are retried while the push service is busy, and end for a browser that is gone', async () => {
    const session = await identity.signUp();
    const browser = await newBrowser(session);
    await identity.startWorker();
    service.answer(503, 429);
    await arrive(factsOf(session).completed);
    await noWorkIsLeft();
    expect(browser.received).toHaveLength(1);
    for (const status of [403, 404, 410]) {
      service.answer(status);
      await arrive(factsOf(session).completed);
      await noWorkIsLeft();
      expect((await stateOf(session)).subscriptions).toEqual([]);
      await subscribe(session, browser, ['results']);
    }
    expect(browser.received).toHaveLength(1);
  });

  it('never leave after log-out, deletion or a switch', async () => {
    const [loggedOut, deleted, switched] = [await identity.signUp(), await identity.signUp(), await identity.signUp()];
    const browsers = [await newBrowser(loggedOut), await newBrowser(deleted), await newBrowser(switched)];
    for (const session of [loggedOut, deleted, switched]) await arrive(factsOf(session).completed);
    await identity.rpc.call(identityRpc.logOut, {}, identity.contextOf(loggedOut));
    const { userId } = deleted.user;
    await identity.rpc.call(accountRpc.deleteAccount, { userId, password: PASSWORD }, identity.contextOf(deleted));
    await subscribe(switched, browsers[2]!, ['progress']);
    await identity.startWorker();
    await noWorkIsLeft();
    expect(browsers.flatMap(({ received }) => received)).toEqual([]);
    expect((await stateOf(loggedOut)).subscriptions).toEqual([]);
    expect(await codeOf(subscribe(loggedOut, browsers[0]!, ['results']))).toBe('UNAUTHENTICATED');
    await new RemoveExpiredRows(identity.session as never, identity.clock).run();
    const rows = await identity.session.query('select endpoint from push_subscriptions where endpoint = any ($1)', [
      browsers.map(({ subscription }) => subscription.endpoint),
    ]);
    expect(rows).toEqual([{ endpoint: browsers[2]!.subscription.endpoint }]);
  });

  it('go to eight browsers of a person; a ninth takes the place of the oldest', async () => {
    const session = await identity.signUp();
    const browsers = [];
    for (let count = 0; count < 9; count += 1) {
      browsers.push(await newBrowser(session));
      identity.passTime(1);
    }
    const { subscriptions } = await stateOf(session);
    expect(subscriptions.map(({ id }) => id)).toEqual(browsers.slice(1).map(({ id }) => id));
  });

  it('of an earlier person are not shown to the next one in the same browser', async () => {
    const [earlier, next] = [await identity.signUp(), await identity.signUp()];
    const browser = await newBrowser(earlier);
    await arrive(factsOf(earlier).completed);
    const { id } = await subscribe(next, browser, ['results']);
    await identity.startWorker();
    await noWorkIsLeft();
    expect(browser.received).toEqual([]);
    expect((await stateOf(earlier)).subscriptions).toEqual([]);
    const forget = (by: Session) =>
      identity.rpc.call(accountRpc.unsubscribeFromPush, { userId: by.user.userId, id }, identity.contextOf(by));
    expect(await codeOf(forget(earlier))).toBe('NOT_FOUND');
    expect((await stateOf(next)).subscriptions).toHaveLength(1);
    await forget(next);
    expect((await stateOf(next)).subscriptions).toEqual([]);
  });

  it('call nothing but listed hosts, and no name that leads into the own network', async () => {
    const session = await identity.signUp();
    const { subscription } = service.subscribe((await stateOf(session)).publicKey);
    const at = (endpoint: string, keys = subscription.keys) => ({ subscription: { endpoint, keys } });
    const { pathname } = new URL(subscription.endpoint);
    const withPoint = (p256dh: string) => at(subscription.endpoint, { ...subscription.keys, p256dh });
    const point = Buffer.from(subscription.keys.p256dh, 'base64url');
    // OpenSSL reads this form of the point; the encryption does not.
    const hybrid = Buffer.concat([Buffer.of(6 + (point.at(-1)! & 1)), point.subarray(1)]).toString('base64url');
    for (const refused of [at('https://example.org/push'), withPoint('A'.repeat(87)), withPoint(hybrid)]) {
      expect(await codeOf(subscribe(session, refused, ['results']))).toBe('VALIDATION_FAILED');
    }
    await subscribe(session, at(`https://localhost:${service.port}${pathname}`), ['results']);
    const before = service.calls();
    await identity.startWorker();
    await arrive(factsOf(session).completed);
    await eventually(async () => {
      const sql = `select last_error as error from work_items where queue = 'push' and completed_at is null`;
      expect(await identity.session.query(sql)).toEqual([
        { error: expect.stringContaining('the push service does not take the message now') },
      ]);
    });
    expect(service.calls()).toBe(before);
    // Once the news is old, the item ends.
    identity.passTime(25 * 3_600_000);
    await identity.session.query(`update work_items set available_at = now() where queue = 'push'`);
    await noWorkIsLeft();
    expect(service.calls()).toBe(before);
  });
});
