import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectNats, ensureStream } from '@candid/platform';
import { type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { type ChildServer, serverTools } from './tools.js';

export interface TestServer {
  readonly url: string;
  readonly port: number;
  pid(): number;
  kill(): Promise<void>;
  /** Starts the server again after `kill`, on the same port and with the same data. `wiped` removes the data first. */
  restart(options?: { wiped?: boolean }): Promise<void>;
  /** Copies the data of a stopped server. `restore` gives a stopped server this copy. */
  copyData(): Promise<{ restore(): Promise<void> }>;
  stop(): Promise<void>;
}

type Start = (place: { directory: string; port: number; logFile: string }) => Promise<ChildServer>;

async function startServer(name: string, start: Start): Promise<TestServer> {
  const { freePorts } = await serverTools();
  const home = await mkdtemp(join(tmpdir(), `candid-${name}-`));
  const directory = join(home, name);
  const [port] = (await freePorts(1)) as [number];
  const launch = (): Promise<ChildServer> => start({ directory, port, logFile: join(home, `${name}.log`) });
  let child = await launch();
  return {
    url: child.url,
    port,
    pid: () => child.pid,
    kill: async () => {
      await child.stop('SIGKILL');
    },
    restart: async ({ wiped = false } = {}) => {
      if (wiped) await rm(directory, { recursive: true, force: true });
      child = await launch();
    },
    copyData: async () => {
      const copy = await mkdtemp(join(home, 'copy-'));
      await cp(directory, copy, { recursive: true });
      return {
        restore: async () => {
          await rm(directory, { recursive: true, force: true });
          await cp(copy, directory, { recursive: true });
        },
      };
    },
    stop: async () => {
      await child.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** NATS with JetStream, on a free port with its own data. It starts in milliseconds, so each spec file starts one. */
export async function startNatsServer(
  options: { args?: string[]; users?: Record<string, string> } = {},
): Promise<TestServer> {
  const { requireServers, startNats } = await serverTools();
  const found = await requireServers(['nats'], () => undefined);
  return startServer('nats', (place) => startNats({ ...place, ...options, server: found['nats'] }));
}

export async function startRedisServer(): Promise<TestServer> {
  const { requireServers, startRedis } = await serverTools();
  const found = await requireServers(['redis'], () => undefined);
  return startServer('redis', (place) => startRedis({ ...place, server: found['redis'] }));
}

export async function startS3Server(): Promise<{ server: TestServer; env: Record<string, string> }> {
  const { startS3, s3Account } = await serverTools();
  const server = await startServer('s3', startS3);
  const env = {
    S3_ENDPOINT: server.url,
    S3_BUCKET: s3Account.bucket,
    S3_ACCESS_KEY: s3Account.accessKey,
    S3_SECRET_KEY: s3Account.secretKey,
    S3_REGION: s3Account.region,
  };
  return { server, env };
}

/** A PostgreSQL cluster without fsync, for specs that kill the cluster; other specs use `createDatabase`. */
export async function startPostgres(): Promise<TestServer> {
  const tools = await serverTools();
  return startServer('postgres', (place) => tools.startPostgres({ ...place, password: 'test', durable: false }));
}

export interface NatsFixture extends TestServer {
  connection: NatsConnection;
  jetstream: JetStreamClient;
  ensureStreams(...services: string[]): Promise<void>;
  /** Answers on `subject` until the returned function is called. If `answer` throws an error code, replies with it. */
  answer(subject: string, answer: Answer): () => void;
}

/** @param asked the subject of the request and the caller's idempotency key */
type Answer = (payload: Record<string, any>, asked: { subject: string; key: string | undefined }) => unknown;

/** JetStream answers late on an overloaded machine. No test checks the client's default timeout of 5 s. */
const PATIENT_MS = 120_000;

/** A NATS server and a connection to it. Stream names are fixed per service, so each spec file has its own server. */
export async function natsFixture(): Promise<NatsFixture> {
  const server = await startNatsServer();
  const connection = await connectNats(server.url, 'test');
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: PATIENT_MS });
  return {
    ...server,
    connection,
    jetstream: jetstream(connection, { timeout: PATIENT_MS }),
    ensureStreams: async (...services) => {
      await Promise.all(services.map((service) => ensureStream(manager, service)));
    },
    answer: (subject, answer) => {
      const callback = (_: unknown, message: Msg) => void respond(message, answer);
      const subscription = connection.subscribe(subject, { callback });
      return () => subscription.unsubscribe();
    },
    restart: async (options) => {
      const reconnected = nextReconnect(connection);
      await server.restart(options);
      await reconnected;
    },
    stop: async () => {
      await connection.close();
      await server.stop();
    },
  };
}

async function respond(message: Msg, answer: Answer): Promise<void> {
  const { payload, context } = message.json<any>();
  const asked = { subject: message.subject, key: context.idempotency?.key };
  let outcome: object;
  try {
    outcome = { ok: true, value: await answer(payload, asked) };
  } catch (code) {
    outcome = { ok: false, error: { code, message: `refused by ${message.subject}` } };
  }
  message.respond(JSON.stringify(outcome));
}

async function nextReconnect(connection: NatsConnection): Promise<void> {
  for await (const status of connection.status()) if (status.type === 'reconnect') return;
}
