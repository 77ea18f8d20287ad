import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assessmentsRoutes, identityRoutes, photosRoutes } from '@candid/contracts';
import {
  eventually,
  Person,
  type ReceivedSpan,
  type RunningSystem,
  type SpanReceiver,
  submissionFor,
  twoPhonePictures,
} from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';

let receiver: SpanReceiver;
let system: RunningSystem;

/** Returns `process: span` for each span from the first received one to this one. The client's span is not received. */
function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? pathOf(parent, spans) : []), `${span.service}: ${span.name}`];
}

const pathsOf = (traceId: string): string[][] => {
  const spans = receiver.ofTrace(traceId);
  return spans.map((span) => pathOf(span, spans));
};

const expectPath = (traceId: string, path: string[]): Promise<void> =>
  eventually(() => expect(pathsOf(traceId)).toContainEqual(path));

/** Defines the tests of traces. The system traces every request to the receiver, and writes its logs at the level `debug`. */
export const describeTraces = (started: () => { system: RunningSystem; receiver: SpanReceiver }): void =>
  describe('a request as one trace', () => {
    let owner: Person;
    let last: Person;
    const [traceId, callerSpanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    const request = 'gateway: POST /api/rating';
    const asked = [request, 'gateway: ask assessments.submitRatings'];
    const appended = [...asked, 'assessments: answer assessments.submitRatings', 'assessments: append events'];
    const published = [...appended, 'assessments: publish RatingsAccepted'];

    beforeAll(async () => {
      ({ system, receiver } = started());
      owner = await Person.signedUp(system);
      const form = await owner.uploadForm(await twoPhonePictures());
      await owner.expect(photosRoutes.uploadPhotos, { form });
      const assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
      last = assessors.pop()!;
      for (const [index, assessor] of assessors.entries()) {
        const body = await submissionFor(assessor, owner.userId, 11 + index);
        await assessor.expect(assessmentsRoutes.submitRatings, { body });
      }
      const body = await submissionFor(last, owner.userId, 15);
      const headers = { traceparent: `00-${traceId}-${callerSpanId}-01` };
      await last.expect(assessmentsRoutes.submitRatings, { body, headers });
    });

    it('begins under its caller at the gateway and reaches the service that decides', async () => {
      await expectPath(traceId, appended);
      const spans = receiver.ofTrace(traceId);
      const first = spans.find(({ parentSpanId }) => parentSpanId === callerSpanId);
      expect(first).toMatchObject({ service: 'gateway', kind: 2, isFailed: false });
      expect(first?.attributes).toMatchObject({
        'http.route': '/api/rating',
        'http.response.status_code': 201,
        'user.id': last.userId,
      });
      const kinds = spans.filter(({ name }) => name.endsWith(' assessments.submitRatings')).map(({ kind }) => kind);
      expect(kinds.sort()).toEqual([2, 3]);
    });

    it('goes on with the event to everybody who follows it', async () => {
      await expectPath(traceId, published);
      for (const consumed of [
        'photos: consume count-on-ratings-accepted',
        'identity: consume count-on-ratings-accepted',
        'tokens: consume book-on-ratings-accepted',
      ]) {
        await expectPath(traceId, [...published, consumed]);
      }
    });

    it('goes on from one service to the next: the transfer is an event of its own', async () => {
      const booked = [...published, 'tokens: consume book-on-ratings-accepted', 'tokens: append events'];
      await expectPath(traceId, booked);
      await expectPath(traceId, [...booked, 'tokens: publish BalanceChanged']);
    });

    it('goes on in the job, which has its parent from the row and not from Redis', async () => {
      const worked = [...appended, 'assessments-worker: work aggregate-photos'];
      await expectPath(traceId, worked);
      await expectPath(traceId, [
        ...worked,
        'assessments-worker: append events',
        'assessments: publish PhotoResultsUpdated',
      ]);
    });

    it('ends in the mail that the last rating causes', async () => {
      await expectPath(traceId, [
        ...appended,
        'assessments: publish PhotoAssessmentCompleted',
        'identity: consume announce-on-photo-assessment-completed',
        'identity-worker: work mail',
        'identity-worker: send mail',
      ]);
    });

    it('has no span whose parent is missing, and none twice', async () => {
      await eventually(() => {
        const spans = receiver.ofTrace(traceId);
        const known = new Set([callerSpanId, ...spans.map(({ spanId }) => spanId)]);
        const orphans = spans.filter(({ parentSpanId }) => parentSpanId === undefined || !known.has(parentSpanId));
        expect(orphans).toEqual([]);
        expect(known.size).toBe(spans.length + 1);
      });
    });

    it('begins at the gateway where the caller has no trace, or one that is none', async () => {
      const sent: Record<string, string>[] = [{}, { traceparent: `00-${'0'.repeat(32)}-${callerSpanId}-01` }];
      for (const headers of sent) {
        const email = `traced-${randomBytes(6).toString('hex')}@people.example`;
        const requestId = randomBytes(8).toString('hex');
        const person = new Person(system, email);
        await person.expect(identityRoutes.requestSignupCode, {
          body: { email },
          headers: { ...headers, 'x-request-id': requestId },
        });
        await eventually(() => {
          const received = receiver.spans.find(({ attributes }) => attributes['client.request.id'] === requestId);
          const correlationId = received?.attributes['request.id'];
          expect(correlationId).not.toBe(requestId);
          const mailed = receiver.spans.find(
            ({ name, attributes }) => name === 'send mail' && attributes['correlation.id'] === correlationId,
          );
          const spans = receiver.ofTrace(mailed?.traceId ?? '');
          expect(mailed && pathOf(mailed, spans)[0]).toBe('gateway: POST /api/request-signup-code');
          expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1);
        });
      }
    });

    it('names nobody but by their ids', () => {
      const sent = receiver.bodies.join('\n');
      expect(sent).not.toContain('@people.example');
      expect(sent).not.toContain(last.token);
      expect(sent).not.toContain(last.address);
    });

    it('leaves lines that name nobody either, and those of a request its ids', async () => {
      const text = await readFile(join(system.dataDirectory, 'logs', 'candid.log'), 'utf8');
      for (const secret of ['@people.example', last.token, last.password, last.address])
        expect(text).not.toContain(secret);
      const lines = text
        .split('\n')
        .filter((line) => line.startsWith('{"level"'))
        .map((line) => JSON.parse(line) as Record<string, string>);
      expect(new Set(lines.map((line) => line['service'])).size).toBe(9);
      for (const line of lines) {
        if (line['requestId'] !== undefined) expect(line['correlationId']).toBe(line['requestId']);
        if (line['span_id'] !== undefined) expect(line['trace_id']).toMatch(/^[0-9a-f]{32}$/);
      }
    });
  });
