import { randomBytes } from 'node:crypto';
import { DomainError } from '@candid/event-store';
import { eventually, type ReceivedSpan, SpanReceiver } from '@candid/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runInContext } from '../rpc/request-context.js';
import { type OtelSettings, OtelTracing } from './otel-tracing.js';
import { currentSpan, inSpan, openSpan, processSurroundings, traceWith } from './tracing.js';

describe('tracing', () => {
  let receiver: SpanReceiver;
  let tracing: OtelTracing;

  beforeEach(async () => {
    receiver = await SpanReceiver.start();
  });
  afterEach(async () => {
    traceWith(undefined);
    await tracing.close();
    await receiver.stop();
  });

  function trace(settings: Partial<OtelSettings> = {}): void {
    tracing = new OtelTracing({
      process: 'test',
      endpoint: receiver.endpoint,
      ratio: 1,
      exportEveryMs: 20,
      ...settings,
    });
    traceWith(tracing);
  }

  const received = (count: number): Promise<ReceivedSpan[]> =>
    eventually(() => {
      if (receiver.spans.length < count) throw new Error(`${receiver.spans.length} of ${count} spans`);
      return Promise.resolve(receiver.spans);
    });
  const nothing = async (): Promise<void> => undefined;
  const newParent = (flags = '01') => {
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
  };

  it('puts a span under the one at hand, also after what was waited for', async () => {
    trace();
    await inSpan('outer', {}, async (outer) => {
      await new Promise((resolve) => setImmediate(resolve));
      expect(processSurroundings.cause().traceparent).toBe(outer?.traceparent);
      await inSpan('inner', { kind: 'client' }, nothing);
    });
    expect(currentSpan()).toBeUndefined();
    const [inner, outer] = (await received(2)) as [ReceivedSpan, ReceivedSpan];
    expect(inner).toMatchObject({ name: 'inner', kind: 3, traceId: outer.traceId, parentSpanId: outer.spanId });
    expect(outer).toMatchObject({ name: 'outer', service: 'test', parentSpanId: undefined });
  });

  it('goes on under what is given as parent, whatever is at hand, and begins anew where that is none', async () => {
    trace();
    const parent = newParent();
    await inSpan('unrelated', {}, () => inSpan('consequence', { parent: parent.traceparent }, nothing));
    await inSpan('beginning', { parent: 'nonsense' }, nothing);
    const spans = await received(3);
    const named = (name: string) => spans.find((span) => span.name === name);
    expect(named('consequence')).toMatchObject({ traceId: parent.traceId, parentSpanId: parent.spanId });
    expect(named('beginning')?.parentSpanId).toBeUndefined();
  });

  it('carries the ids of the work at hand, and of an error its class or code alone', async () => {
    trace();
    const userId = '0190a0a0-0000-7000-8000-000000000001' as never;
    await runInContext({ requestId: 'r1', userId, roles: [], ip: '10.1.2.3' }, async () => {
      const failing = inSpan('failing', {}, () => Promise.reject(new TypeError('anna@example.org is full')));
      await expect(failing).rejects.toThrow(TypeError);
      const refused = inSpan('refused', {}, () => Promise.reject(new DomainError('CONFLICT', 'anna was first')));
      await expect(refused).rejects.toThrow(DomainError);
    });
    const [failing, refused] = await received(2);
    expect(failing).toMatchObject({ isFailed: true });
    expect(failing?.attributes).toEqual({
      'request.id': 'r1',
      'correlation.id': 'r1',
      'user.id': userId,
      'error.type': 'TypeError',
    });
    expect(refused).toMatchObject({ isFailed: false, attributes: { outcome: 'CONFLICT' } });
    expect(receiver.bodies.join()).not.toMatch(/anna|10\.1\.2\.3/);
  });

  it('leaves out what its cause left out, and still hands on whose trace it is', async () => {
    trace();
    const parent = newParent('00');
    await inSpan('unrecorded', { parent: parent.traceparent }, async (span) => {
      expect(span?.traceparent).toMatch(new RegExp(`^00-${parent.traceId}-[0-9a-f]{16}-00$`));
      await inSpan('below', { attributes: () => expect(false) as never }, nothing);
    });
    await inSpan('other', {}, nothing);
    expect((await received(1)).map(({ name }) => name)).toEqual(['other']);
  });

  it('records what a caller wants inside the system, and at the edge by its own share', async () => {
    trace({ ratio: 0 });
    const { traceparent } = newParent();
    const recorded = (): boolean => openSpan('asked', { parent: traceparent })!.traceparent.endsWith('-01');
    expect(recorded()).toBe(true);
    await tracing.close();
    trace({ ratio: 0, isEdge: true });
    expect(recorded()).toBe(false);
  });

  it('does nothing where it is off', async () => {
    trace();
    traceWith(undefined);
    const attributes = (): never => {
      throw new Error('asked for');
    };
    expect(await inSpan('off', { attributes }, async (span) => span)).toBeUndefined();
    expect(openSpan('off', { attributes })).toBeUndefined();
    expect(processSurroundings.cause()).toEqual({ correlationId: undefined, traceparent: undefined });
  });

  it('hands on what it has when it closes', async () => {
    trace({ exportEveryMs: 60_000 });
    await inSpan('last', {}, nothing);
    await tracing.close();
    expect(receiver.spans.map(({ name }) => name)).toEqual(['last']);
  });

  it('closes without the collector', async () => {
    trace();
    await receiver.stop();
    await inSpan('lost', {}, nothing);
    await tracing.close();
    receiver = await SpanReceiver.start();
  });
});
