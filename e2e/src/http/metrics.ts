import { assessmentsRoutes, photosRoutes } from '@candid/contracts';
import { eventually, Person, type RunningSystem, submissionFor, twoPhonePictures } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { promisedMetrics, seriesOf } from '../observability/promised-metrics.js';

interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

let system: RunningSystem;
let opsAddresses: Map<string, string>;

const told = async (process: string): Promise<string> => (await fetch(`${opsAddresses.get(process)}/metrics`)).text();

const SERIES = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

async function seriesAt(process: string): Promise<Series[]> {
  return (await told(process)).split('\n').flatMap((line) => {
    const [, name, labels = '', value] = SERIES.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label, text]) => [label, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

const find = async (process: string, name: string, labels: Record<string, string> = {}): Promise<Series[]> =>
  (await seriesAt(process)).filter(
    (series) => series.name === name && Object.entries(labels).every(([label, text]) => series.labels[label] === text),
  );

const expectSeries = (process: string, name: string, labels: Record<string, string>, value: unknown): Promise<void> =>
  eventually(async () => expect((await find(process, name, labels)).map((series) => series.value)).toEqual([value]));

/** Defines the tests of the metrics. The system must be unused, because the tests expect counters that start at 0. */
export const describeMetrics = (started: () => RunningSystem): void =>
  describe('the metrics of a running system', () => {
    let owner: Person;
    let assessor: Person;

    beforeAll(async () => {
      system = started();
      const members = (await system.parts()).flatMap((part) => part.members ?? []);
      opsAddresses = new Map(members.map(({ name, opsAddress }) => [name, opsAddress]));
      owner = await Person.signedUp(system);
      await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
      assessor = await Person.approvedAssessor(system);
      const body = await submissionFor(assessor, owner.userId, 12);
      await assessor.expect(assessmentsRoutes.submitRatings, { body });
      await assessor.expect(assessmentsRoutes.fetchComments);
      await assessor.expect(assessmentsRoutes.fetchComments);
    });

    it('come from each of the nine parts', () => {
      const processes = new Set(promisedMetrics().flatMap(({ processes: own }) => own));
      expect([...opsAddresses.keys()].sort()).toEqual([...processes].sort());
    });

    it.each(
      promisedMetrics()
        .filter(({ processes }) => processes.length > 0)
        .map((metric) => [metric.name, metric] as const),
    )('have %s where it is promised, as it is promised', async (name, metric) => {
      for (const process of metric.processes) {
        expect((await told(process)).split('\n')).toContain(`# TYPE ${name} ${metric.kind}`);
        const series = await seriesAt(process);
        for (const [read, labels] of seriesOf(metric)) {
          for (const one of series.filter((candidate) => candidate.name === read))
            expect(Object.keys(one.labels).sort()).toEqual([...labels, 'service'].sort());
        }
      }
    });

    it('count a rating wherever it has been', async () => {
      const request = { method: 'POST', route: '/api/rating', status: '201' };
      await expectSeries('gateway', 'http_request_duration_seconds_count', request, 1);
      await expectSeries(
        'assessments',
        'rpc_handled_seconds_count',
        { subject: 'rpc.assessments.submitRatings', outcome: 'ok' },
        1,
      );
      const handled = { subscriber: 'book-on-ratings-accepted', outcome: 'handled' };
      await expectSeries('tokens', 'subscriber_messages_total', handled, 1);
      await expectSeries('identity-worker', 'mail_deliveries_total', { kind: 'signup-code', outcome: 'sent' }, 2);
      await expectSeries(
        'assessments-worker',
        'work_item_attempts_total',
        { queue: 'aggregate-photos', outcome: 'done' },
        1,
      );
    });

    it('show that nothing is left waiting', async () => {
      for (const service of ['identity', 'photos', 'assessments', 'tokens']) {
        await expectSeries(service, 'outbox_oldest_unpublished_seconds', {}, 0);
        await eventually(async () => {
          const lags = await find(service, 'event_follower_lag_seconds');
          expect(lags.map(({ labels }) => labels['follower'])).toContain(`relay ${service.toUpperCase()}`);
          expect(lags.filter(({ value }) => value > 0)).toEqual([]);
          const consumers = await find(service, 'jetstream_consumer_pending_messages');
          expect(consumers.length).toBeGreaterThan(0);
          expect(consumers.filter(({ value }) => value > 0)).toEqual([]);
          const letters = await find(service, 'dead_letters_open');
          expect(letters.length).toBeGreaterThanOrEqual(consumers.length);
          expect(letters.filter(({ value }) => value > 0)).toEqual([]);
        });
      }
      for (const state of ['waiting', 'active', 'delayed', 'failed'])
        await expectSeries('identity-worker', 'bullmq_jobs', { queue: 'mail', state }, 0);
      for (const state of ['due', 'scheduled'])
        await expectSeries('identity-worker', 'work_items_open', { queue: 'mail', state }, 0);
    });

    it('show pools, streams of changes and answers from memory', async () => {
      const pools = await find('tokens', 'db_pool_connections_max');
      expect(pools.map(({ labels }) => labels['pool']).sort()).toEqual(['orm', 'store']);
      expect(pools.every(({ value }) => value > 0)).toBe(true);
      const leaving = new AbortController();
      const headers = { authorization: `Bearer ${owner.token}` };
      const stream = await fetch(`${system.baseUrl}/api/events`, { headers, signal: leaving.signal });
      expect(stream.status).toBe(200);
      await expectSeries('gateway', 'sse_connections', {}, 1);
      leaving.abort();
      await expectSeries('gateway', 'sse_connections', {}, 0);
      const [held] = await find('gateway', 'http_held_answers_total');
      expect(held?.value).toBeGreaterThan(0);
    });

    it('say when jobs that come again last succeeded', async () => {
      await eventually(async () => {
        const jobs = await find('identity-worker', 'job_last_success_timestamp_seconds');
        expect(jobs.map(({ labels }) => labels['task']).sort()).toEqual([
          'identity-closed-accounts',
          'identity-erasure',
          'identity-sweep',
        ]);
      });
    });

    it('name no person and no address', async () => {
      for (const process of opsAddresses.keys()) {
        const text = await told(process);
        for (const person of [owner, assessor]) {
          expect(text).not.toContain(person.userId);
          expect(text).not.toContain(person.email);
        }
      }
    });
  });
