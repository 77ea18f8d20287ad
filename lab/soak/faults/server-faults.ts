import { cp, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  eventually,
  inServiceDatabase,
  Person,
  processTools,
  SERVICE_NAMES,
  type SystemPart,
  serverTools,
} from '@candid/testing';
import {
  type FailureBound,
  type Fault,
  type FaultContext,
  type FaultySystem,
  partNamed,
  untilGone,
  untilReady,
} from './fault.js';

type Release = () => void;

/** Kills the server with SIGKILL; it stays down until the returned function is called. */
async function takeDown(system: FaultySystem, name: string): Promise<Release> {
  const { pid } = await partNamed(system, name);
  const release = system.control.hold(name);
  process.kill(pid!, 'SIGKILL');
  await untilGone(system, name, pid!);
  return release;
}

async function bringBack(system: FaultySystem, name: string, release: Release): Promise<void> {
  release();
  await untilReady(system, name);
}

const isOfNats = (name: string): boolean => /^nats(-\d+)?$/.test(name);

/** Kills a server of the cluster, a different server each time. */
function natsMember(): Fault<() => Promise<void>> {
  let turns = 0;
  return {
    name: 'nats-member',
    bound: 'under way',
    isOfOneProcess: true,
    lastsMs: [2_000, 8_000],
    unavailable: ({ natsServers }) => (natsServers < 3 ? 'takes --nats-servers 3' : undefined),
    async inject({ system }) {
      const members = (await system.parts()).filter(({ name }) => isOfNats(name));
      const { name } = members[turns % members.length]!;
      turns += 1;
      const release = await takeDown(system, name);
      return () => bringBack(system, name, release);
    },
    heal: (_context, comeBack) => comeBack(),
  };
}

/** Returns the Patroni member that is the primary. */
async function primaryOf(system: FaultySystem): Promise<SystemPart> {
  for (const part of await system.parts()) {
    if (!part.name.startsWith('patroni-')) continue;
    const answer = await fetch(`${part.address}/primary`).catch(() => undefined);
    if (answer?.ok) return part;
  }
  throw new Error('there is no primary');
}

/** Waits until the member is a synchronous standby. */
async function untilSynchronous(system: FaultySystem, name: string): Promise<void> {
  const { address } = await partNamed(system, name);
  await eventually(
    async () => {
      if (!(await fetch(`${address}/synchronous`)).ok) throw new Error(`${name} is not synchronous`);
    },
    { withinMs: MEMBER_BACK_MS, everyMs: 500 },
  );
}

const MEMBER_BACK_MS = 120_000;
const PROMOTED_WITHIN_MS = 60_000;

/** Kills all processes of the primary, as if its machine failed. Patroni promotes another member. */
const primaryLost: Fault<{ name: string; release: Release }> = {
  name: 'postgres-failover',
  bound: 'while it lasts',
  isOfOneProcess: false,
  lastsMs: [0, 0],
  unavailable: ({ postgresServers }) => (postgresServers < 2 ? 'takes --postgres-servers 2' : undefined),
  async inject({ system, say }) {
    const { name } = await primaryOf(system);
    const postmaster = Number(
      (await readFile(join(dataOf(system, name), 'data', 'postmaster.pid'), 'utf8')).split('\n')[0],
    );
    const startedAt = performance.now();
    const gone = takeDown(system, name);
    process.kill(postmaster, 'SIGKILL');
    const release = await gone;
    await eventually(() => primaryOf(system), { withinMs: PROMOTED_WITHIN_MS, everyMs: 250 });
    say(`  ${name} is gone, another is the primary after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    return { name, release };
  },
  async heal({ system }, { name, release }) {
    await bringBack(system, name, release);
    await untilSynchronous(system, name);
  },
};

interface Bounds {
  restart: FailureBound;
  outage: FailureBound;
}

/** Returns three faults: the server is killed and restarted, down for some seconds, or frozen with all its processes. */
function faultsOf(server: string, { restart, outage }: Bounds): Fault[] {
  const down = {
    isOfOneProcess: false,
    inject: ({ system }: FaultContext) => takeDown(system, server),
    heal: ({ system }: FaultContext, release: Release) => bringBack(system, server, release),
  };
  return [
    { name: `${server}-restart`, bound: restart, lastsMs: [0, 2_000], ...down },
    { name: `${server}-refused`, bound: outage, lastsMs: [8_000, 15_000], ...down },
    {
      name: `${server}-paused`,
      bound: outage,
      isOfOneProcess: false,
      lastsMs: [8_000, 15_000],
      async inject({ system }): Promise<number[]> {
        const { treeOf } = await processTools();
        const pids = treeOf((await partNamed(system, server)).pid!);
        for (const pid of pids) process.kill(pid, 'SIGSTOP');
        return pids;
      },
      async heal(_context, pids: number[]) {
        for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT');
      },
    },
  ];
}

async function empty(directory: string): Promise<void> {
  for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true, force: true });
}

const dataOf = ({ dataDirectory }: FaultySystem, server: string): string => join(dataDirectory, server);
const OLDER_BY_MS = [15_000, 60_000] as const;

/** Restarts the server with older data, as after a restore from a backup. */
function older(server: 'nats' | 'redis', bound: FailureBound): Fault<Release> {
  const copyIn = ({ dataDirectory }: FaultySystem) => join(dataDirectory, `${server}-before`);
  return {
    name: `${server}-older`,
    bound,
    isOfOneProcess: false,
    lastsMs: [0, 0],
    async prepare({ system, random }) {
      const { pid } = await partNamed(system, server);
      await rm(copyIn(system), { recursive: true, force: true });
      process.kill(pid!, 'SIGSTOP');
      const copied = cp(dataOf(system, server), copyIn(system), { recursive: true });
      await copied.finally(() => process.kill(pid!, 'SIGCONT'));
      await delay(random.between(...OLDER_BY_MS));
    },
    async inject({ system }) {
      const release = await takeDown(system, server);
      await empty(dataOf(system, server));
      await cp(copyIn(system), dataOf(system, server), { recursive: true });
      return release;
    },
    heal: ({ system }, release) => bringBack(system, server, release),
  };
}

/** Restarts the server without its data: NATS loses its streams, Redis its jobs. */
function wiped(server: 'nats' | 'redis', bound: FailureBound): Fault<Release> {
  return {
    name: `${server}-wiped`,
    bound,
    isOfOneProcess: false,
    lastsMs: [0, 0],
    async inject({ system }) {
      const release = await takeDown(system, server);
      await empty(dataOf(system, server));
      return release;
    },
    heal: ({ system }, release) => bringBack(system, server, release),
  };
}

const BETWEEN_SIGN_UPS_MS = 5_000;

interface SignUps {
  stop: AbortController;
  slowestMs: Promise<number>;
}

/** Signs up people in sequence with mailed codes. Fails if a code takes over 20 s. `slowestMs`: slowest sign-up. */
function signUpAgainAndAgain(system: FaultySystem): SignUps {
  const stop = new AbortController();
  const signUps = async () => {
    let slowestMs = 0;
    while (!stop.signal.aborted) {
      const startedAt = performance.now();
      await Person.signedUp(system);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      await delay(BETWEEN_SIGN_UPS_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    return slowestMs;
  };
  const slowestMs = signUps();
  slowestMs.catch(() => undefined);
  return { stop, slowestMs };
}

/** Takes Redis down for longer than a person waits for a code. */
const redisAway: Fault<{ release: Release; signUps: SignUps }> = {
  name: 'redis-away',
  bound: 'none',
  isOfOneProcess: false,
  lastsMs: [45_000, 60_000],
  async inject({ system }) {
    const release = await takeDown(system, 'redis');
    return { release, signUps: signUpAgainAndAgain(system) };
  },
  async heal({ system, say }, { release, signUps: { stop, slowestMs } }) {
    stop.abort();
    const tookMs = await slowestMs.finally(() => bringBack(system, 'redis', release));
    say(`  without Redis, a sign-up took ${(tookMs / 1_000).toFixed(1)} s at most`);
  },
};

const BETWEEN_BACKENDS_MS = 500;
const terminateSql = `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
  where usename = current_user and pid <> pg_backend_pid() order by random() limit 1) as one`;

/** Terminates random database connections of any service, one after another. */
const backendKilled: Fault<{ stop: AbortController; running: Promise<void> }> = {
  name: 'postgres-backend',
  bound: 'none',
  isOfOneProcess: false,
  lastsMs: [10_000, 10_000],
  async inject({ system, random }) {
    const stop = new AbortController();
    const cut = async () => {
      while (!stop.signal.aborted) {
        await inServiceDatabase(system, random.pick(SERVICE_NAMES), terminateSql);
        await delay(BETWEEN_BACKENDS_MS, undefined, { signal: stop.signal }).catch(() => undefined);
      }
    };
    return { stop, running: cut() };
  },
  async heal(_context, { stop, running }) {
    stop.abort();
    await running;
  },
};

const BALLAST = 'ballast';
const BEING_WRITTEN_MS = 1_000;
const BALLAST_PIECE = Buffer.alloc(64 * 1024);

/** Fills the server's file system to the last byte. */
function diskFull(server: string): Fault<string> {
  return {
    name: `${server}-disk-full`,
    bound: 'while it lasts',
    isOfOneProcess: false,
    lastsMs: [8_000, 12_000],
    unavailable: ({ smallDisks }) =>
      smallDisks.includes(server) ? undefined : 'a small file system needs the right to mount one',
    async inject({ system }) {
      const file = join(dataOf(system, server), BALLAST);
      await fill(file);
      return file;
    },
    async heal({ system }, file) {
      await rm(file, { force: true });
      await untilReady(system, server);
      if (server === 's3') await dropTornObjects(dataOf(system, server));
      // After a failed write, NATS 2.9 does not answer until it is restarted.
      if (server === 'nats') await bringBack(system, server, await takeDown(system, server));
    },
  };
}

/** Removes all objects that the full disk truncated, even the newest ones, but none that is being written. */
async function dropTornObjects(directory: string): Promise<void> {
  await delay(BEING_WRITTEN_MS);
  (await serverTools()).dropTornObjects(directory, BEING_WRITTEN_MS);
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (let size = BALLAST_PIECE.length; size >= 1; size = Math.floor(size / 4)) {
      for (;;) {
        const written = await handle.write(BALLAST_PIECE, 0, size).catch(refusedForSpace);
        if (!written) break;
      }
    }
  } finally {
    await handle.close();
  }
}

function refusedForSpace(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOSPC') throw error;
}

export const serverFaults: Fault[] = [
  backendKilled,
  ...faultsOf('postgres', { restart: 'none', outage: 'while it lasts' }),
  diskFull('postgres'),
  primaryLost,
  ...faultsOf('nats', { restart: 'under way', outage: 'while it lasts' }),
  natsMember(),
  older('nats', 'while it lasts'),
  wiped('nats', 'while it lasts'),
  diskFull('nats'),
  ...faultsOf('redis', { restart: 'none', outage: 'none' }),
  redisAway,
  older('redis', 'none'),
  wiped('redis', 'none'),
  ...faultsOf('s3', { restart: 'under way', outage: 'while it lasts' }),
  diskFull('s3'),
];
