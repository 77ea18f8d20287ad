import { PROCESS_KINDS, type ProcessKind, SERVICE_KINDS } from '@candid/contracts';
import { eventually, natsUserTools, startNatsServer, type TestServer } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, PermissionViolationError } from '@nats-io/transport-node';
import { ensureConsumer } from '../messaging/consumer.js';
import { connectNats } from './connect-nats.js';
import { consumerLevels, ensureStream, streamNameOf } from './streams.js';

type Tools = Awaited<ReturnType<typeof natsUserTools>>;

/** A subject on which nobody may publish. */
const MARK = 'of.nobody';
const passwords = Object.fromEntries(PROCESS_KINDS.map((kind) => [kind, `of-${kind}`]));

describe('the NATS user of each kind of process', () => {
  let tools: Tools;
  let server: TestServer;
  let connections: Map<ProcessKind, NatsConnection>;
  const refused = new Map<ProcessKind, string[]>(PROCESS_KINDS.map((kind) => [kind, []]));

  beforeAll(async () => {
    tools = await natsUserTools();
    server = await startNatsServer({ users: tools.natsUserFiles(passwords) });
    const opened = PROCESS_KINDS.map(async (kind): Promise<[ProcessKind, NatsConnection]> => {
      const url = server.url.replace('nats://', `nats://${kind}:${passwords[kind]}@`);
      return [kind, await connectNats(url, kind)];
    });
    connections = new Map(await Promise.all(opened));
    for (const [kind, connection] of connections) void noteRefusals(kind, connection);
  });

  afterAll(async () => {
    await Promise.all([...connections.values()].map((connection) => connection.close()));
    await server.stop();
  });

  async function noteRefusals(kind: ProcessKind, connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type !== 'error' || !(status.error instanceof PermissionViolationError)) continue;
      refused.get(kind)!.push(status.error.subject);
    }
  }

  const as = (kind: ProcessKind): NatsConnection => connections.get(kind)!;

  /** Returns each kind's refusals during `work`. They arrive in order, the refusal of `MARK` as the last. */
  async function refusedDuring(work: (nats: NatsConnection, kind: ProcessKind) => void) {
    const tried = [...connections].map(async ([kind, nats]): Promise<[ProcessKind, string[]]> => {
      const noted = refused.get(kind)!;
      noted.length = 0;
      work(nats, kind);
      nats.publish(MARK);
      await eventually(async () => expect(noted.at(-1)).toBe(MARK));
      return [kind, noted.slice(0, -1)];
    });
    return new Map(await Promise.all(tried));
  }

  /** Maps each subject to the kinds that the server lets publish on it. */
  async function publishersOf(subjects: readonly string[]): Promise<Map<string, ProcessKind[]>> {
    const found = await refusedDuring((nats) => {
      for (const subject of subjects) nats.publish(subject);
    });
    const may = (subject: string) => PROCESS_KINDS.filter((kind) => !found.get(kind)!.includes(subject));
    return new Map(subjects.map((subject) => [subject, may(subject)]));
  }

  const inOrder = (kinds: readonly ProcessKind[]) => PROCESS_KINDS.filter((kind) => kinds.includes(kind));

  it('may ask what the messages declare for it, and nothing else: no worker calls for support', async () => {
    const declared = new Map<string, ProcessKind[]>();
    for (const { subject, serviceSubject, access } of tools.messages) {
      declared.set(subject, inOrder(access.callers));
      if (serviceSubject !== undefined) declared.set(serviceSubject, inOrder(access.services!));
    }
    expect(declared.size).toBeGreaterThan(100);
    expect(await publishersOf([...declared.keys()])).toEqual(declared);
  });

  it('may publish an event only as the service whose event it is', async () => {
    const declared = new Map(tools.events.map(({ subject, service }) => [subject, [service]]));
    expect(declared.size).toBeGreaterThan(20);
    expect(await publishersOf([...declared.keys()])).toEqual(declared);
  });

  it("cannot hear another's answers, another's requests, or everything", async () => {
    const alien = (kind: ProcessKind) => [
      '>',
      '*',
      '_INBOX.>',
      '_INBOX.*.*',
      'rpc.>',
      '$JS.>',
      '$SYS.>',
      ...PROCESS_KINDS.filter((other) => other !== kind).flatMap((other) => [`_INBOX.${other}.>`, `rpc.${other}.>`]),
      ...SERVICE_KINDS.map((service) => `${service}.>`),
    ];
    const found = await refusedDuring((nats, kind) => {
      for (const subject of alien(kind)) nats.subscribe(subject, { callback: () => undefined });
    });
    expect(found).toEqual(new Map(PROCESS_KINDS.map((kind) => [kind, alien(kind)])));
  });

  it('may answer those that ask it, and publish into no other inbox', async () => {
    const inboxes = PROCESS_KINDS.map((kind) => `_INBOX.${kind}.a.b`);
    const found = await publishersOf(inboxes);
    for (const kind of PROCESS_KINDS) {
      const asks = tools.messages.filter(({ access }) =>
        [...access.callers, ...(access.services ?? [])].includes(kind),
      );
      const answering = new Set(asks.map(({ service }) => service as ProcessKind));
      expect([kind, found.get(`_INBOX.${kind}.a.b`)]).toEqual([kind, inOrder([...answering])]);
    }
  });

  it('may follow the streams whose events its subscribers name, which their publishers make', async () => {
    for (const service of SERVICE_KINDS)
      await ensureStream(await jetstreamManager(as(service), { checkAPI: false }), service);
    const storedEvents = tools.events.filter(({ isLive }) => !isLive);
    for (const { service, subject } of storedEvents) {
      await jetstream(as(service as ProcessKind)).publish(subject, '{}', {
        expect: { streamName: streamNameOf(service) },
      });
    }
    for (const service of SERVICE_KINDS) {
      const manager = await jetstreamManager(as(service), { checkAPI: false });
      for (const followed of tools.consumersOf(service)) {
        const consumer = await ensureConsumer(manager, jetstream(as(service)), {
          ...followed,
          ackWaitMs: 3_000,
          maxPending: 10,
        });
        const published = storedEvents.filter((event) => streamNameOf(event.service) === followed.stream);
        const received: string[] = [];
        for (const _ of published) {
          const message = await consumer.next();
          received.push(message!.subject);
          message!.ack();
        }
        expect(received).toEqual(published.map(({ subject }) => subject));
        await as(service).flush();
      }
    }
    const levels = await consumerLevels(as('operator'));
    const followed = SERVICE_KINDS.flatMap((service) => tools.consumersOf(service).map(({ durable }) => durable));
    expect(levels.map(({ name }) => name).sort()).toEqual(followed.sort());
    expect(levels.filter(({ pending, atHand }) => pending + atHand > 0)).toEqual([]);
  });

  it('cannot change, empty or delete a stream, nor a consumer of another service', async () => {
    const followed = SERVICE_KINDS.flatMap((service) => tools.consumersOf(service).map((one) => ({ service, ...one })));
    const ofConsumers = followed.flatMap(({ service, stream, durable }) =>
      ['CONSUMER.INFO', 'CONSUMER.MSG.NEXT'].map((call): [string, ProcessKind[]] => [
        `$JS.API.${call}.${stream}.${durable}`,
        call === 'CONSUMER.INFO' ? [service, 'operator'] : [service],
      ]),
    );
    const ofStreams = SERVICE_KINDS.map(streamNameOf).flatMap((stream) =>
      ['STREAM.DELETE', 'STREAM.PURGE', 'STREAM.MSG.DELETE', 'STREAM.SNAPSHOT', 'STREAM.RESTORE'].map(
        (call): [string, ProcessKind[]] => [`$JS.API.${call}.${stream}`, []],
      ),
    );
    const declared = new Map([...ofConsumers, ...ofStreams]);
    expect(await publishersOf([...declared.keys()])).toEqual(declared);
  });

  it('is needed to connect at all: nobody without a name, and no user that several share', async () => {
    for (const credentials of [
      {},
      { user: 'candid', pass: 'candid' },
      { user: 'gateway', pass: passwords['identity']! },
    ]) {
      const attempt = connect({ servers: server.url, maxReconnectAttempts: 0, ...credentials });
      await expect(attempt).rejects.toThrow(/authorization/i);
    }
  });
});
