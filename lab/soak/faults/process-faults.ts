import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inServiceDatabase, type ServiceName } from '@candid/testing';
import { kindOf } from '../disruption.js';
import {
  type Fault,
  type FaultContext,
  type FaultySystem,
  pickProcess,
  restarted,
  untilGone,
  untilReady,
} from './fault.js';

const SERVICES = ['identity', 'photos', 'assessments', 'tokens'];

interface Ended {
  name: string;
  code: number | null;
}

async function endOne(context: FaultContext, signal: 'SIGTERM' | 'SIGKILL'): Promise<Ended> {
  const { name, pid } = await pickProcess(context);
  context.say(`  ${signal} to ${name}`);
  process.kill(pid, signal);
  return { name, code: await untilGone(context.system, name, pid) };
}

const sigterm: Fault<Ended> = {
  name: 'sigterm',
  bound: 'none',
  isOfOneProcess: true,
  lastsMs: [0, 0],
  inject: (context) => endOne(context, 'SIGTERM'),
  async heal({ system }, { name, code }) {
    await untilReady(system, name);
    if (code !== 0) throw new Error(`${name} ended with ${code}`);
  },
};

const sigkill: Fault<Ended> = {
  name: 'sigkill',
  bound: 'under way',
  isOfOneProcess: true,
  lastsMs: [0, 0],
  inject: (context) => endOne(context, 'SIGKILL'),
  heal: ({ system }, { name }) => untilReady(system, name),
};

function freeze({ say }: FaultContext, { name, pid }: { name: string; pid: number }): number {
  say(`  SIGSTOP to ${name}`);
  process.kill(pid, 'SIGSTOP');
  return pid;
}

const frozen = { bound: 'under way', isOfOneProcess: true, lastsMs: [10_000, 40_000] } as const;

const sigstop: Fault<number> = {
  name: 'sigstop',
  ...frozen,
  inject: async (context) => freeze(context, await pickProcess(context)),
  heal: async (_context, pid) => void process.kill(pid, 'SIGCONT'),
};

/** Freezes a process of a kind that answers requests, because a frozen worker would delay no request. */
const sigstopOf = (name: string, isWanted: (part: string) => boolean): Fault<number> => ({
  name,
  ...frozen,
  inject: async (context) => freeze(context, await pickProcess(context, (part) => isWanted(kindOf(part.name)))),
  heal: async (_context, pid) => void process.kill(pid, 'SIGCONT'),
});

const sigstopLeader: Fault<number> = {
  name: 'sigstop-leader',
  ...frozen,
  inject: async (context) => freeze(context, await leaderOf(context.system, context.random.pick(SERVICES))),
  heal: async (_context, pid) => void process.kill(pid, 'SIGCONT'),
};

interface MovedClock {
  name: string;
  file: string;
}

/** Moves the wall clock of a running process by `offset`, and back again. Monotonic clocks do not change. */
function clockMoved(name: string, offset: string): Fault<MovedClock> {
  const prepared: MovedClock[] = [];
  return {
    name,
    bound: 'none',
    isOfOneProcess: true,
    lastsMs: [20_000, 20_000],
    unavailable: ({ clockLibrary }) => (clockLibrary ? undefined : 'libfaketime is not to be had'),
    async prepare(context) {
      const { system } = context;
      const { name: part } = await pickProcess(context);
      const file = join(system.dataDirectory, `clock-of-${part}`);
      await writeFile(file, '+0');
      await restarted(system, part, {
        LD_PRELOAD: system.clockLibrary!,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      });
      prepared.push({ name: part, file });
    },
    async inject({ say }) {
      const moved = prepared.pop()!;
      say(`  clock of ${moved.name} ${offset} s`);
      await writeFile(moved.file, offset);
      return moved;
    },
    async heal({ system }, moved) {
      await writeFile(moved.file, '+0');
      await restarted(system, moved.name);
    },
  };
}

export const processFaults: Fault[] = [
  sigterm,
  sigkill,
  sigstop,
  sigstopOf('sigstop-service', (kind) => SERVICES.includes(kind)),
  sigstopOf('sigstop-gateway', (kind) => kind === 'gateway'),
  sigstopLeader,
  clockMoved('clock-ahead', '+60'),
  clockMoved('clock-behind', '-60'),
];

const leaderSql = `select distinct a.client_port from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and a.application_name = $1 and a.datname = current_database()`;

/** Finds the leading process of a service by the database connection that holds the advisory locks. Linux only. */
async function leaderOf(system: FaultySystem, service: string): Promise<{ name: string; pid: number }> {
  const [row] = await inServiceDatabase(system, service as ServiceName, leaderSql, [`${service}-leader`]);
  if (!row) throw new Error(`nobody leads ${service}`);
  const inode = await inodeOfPort(row.client_port);
  for (const { name, pid } of await system.parts()) {
    if (pid !== undefined && inode !== undefined && (await holdsSocket(pid, inode))) return { name, pid };
  }
  throw new Error(`no part has the connection that leads ${service}`);
}

const LOCAL_ADDRESS = 1;
const INODE = 9;

async function inodeOfPort(port: number): Promise<string | undefined> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1);
  const fields = lines.map((line) => line.trim().split(/\s+/));
  return fields.find((entry) => entry[LOCAL_ADDRESS]?.endsWith(`:${hex}`) && entry[INODE] !== '0')?.[INODE];
}

async function holdsSocket(pid: number, inode: string): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')));
  return targets.includes(`socket:[${inode}]`);
}
