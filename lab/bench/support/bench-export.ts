import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { UserId } from '@candid/contracts';
import { asDatabaseOwner, Person, type RunningSystem, SYSTEM_ENV, startSystem, supportAgent } from '@candid/testing';
import type { BenchRow, Measuring } from '../row.js';
import { loadStatementSql } from './load-ledger.sql.js';

const few = 10_000;
/** Number of rows. A process that kept all of them in memory as CSV would exceed `mostMoreMegabytes`. */
const many = 500_000;
const processes = ['gateway', 'tokens'] as const;
/** Memory that a long export may use in addition: the page in transit, and heap growth until a garbage collection. */
const mostMoreMegabytes = 64;
/** Pauses of a slow reader: `ms` after each chunk from the socket, which is about a page. It stops after `forMs`. */
const rest = { ms: 200, forMs: 10_000 };

interface Export {
  rows: number;
  tookMs: number;
  peaks: Record<(typeof processes)[number], number>;
}

/** Measures a long statement as CSV over HTTP, through gateway and service. The floor exports 10,000 entries. */
export async function* benchExport(): Measuring {
  yield 'starting the system and filling two statements';
  const system = await startSystem({ env: SYSTEM_ENV, args: ['--processes'] });
  try {
    const support = await supportAgent(system);
    const short = await accountOf(system, few);
    const long = await accountOf(system, many);
    yield 'exporting them';
    await exported(system, support, short);
    const floor = await exported(system, support, short);
    const figure = await exported(system, support, long);
    const slow = await exported(system, support, long, rest);
    // The welcome grant adds one row to the loaded entries.
    if (floor.rows !== few + 1 || figure.rows !== many + 1) throw new Error(`${floor.rows} and ${figure.rows} rows`);
    const perSecond = ({ rows, tookMs }: Export): number => (rows * 1_000) / tookMs;
    const ratio = perSecond(figure) / perSecond(floor);
    yield {
      path: `statement of ${many.toLocaleString('en')} entries as CSV`,
      floorName: 'of 10,000 entries',
      ...{ floor: perSecond(floor), figure: perSecond(figure), unit: 'rows/s', ratio, target: '-', met: null },
    };
    yield* memoryRows('while it is sent', floor, figure);
    yield* memoryRows(`while a slow reader has taken ${slow.rows.toLocaleString('en')} rows`, floor, slow);
  } finally {
    await system.stop();
  }
}

function memoryRows(when: string, floor: Export, figure: Export): BenchRow[] {
  return processes.map((name) => {
    const [atFloor, measured] = [floor.peaks[name], figure.peaks[name]];
    return {
      path: `peak memory of ${name} ${when}`,
      floorName: 'the same, of 10,000 entries',
      ...{ floor: atFloor, figure: measured, unit: 'MB', ratio: measured / atFloor },
      target: `<= +${mostMoreMegabytes} MB`,
      met: measured - atFloor <= mostMoreMegabytes,
    };
  });
}

async function accountOf(system: RunningSystem, entries: number): Promise<UserId> {
  const { userId } = await Person.signedUp(system);
  for (const statement of [...loadStatementSql(userId, entries), 'vacuum analyze'])
    await asDatabaseOwner(system, 'tokens', statement);
  return userId;
}

/** Reads the whole export or, with `slowly`, a part of it. Returns rows, duration and the processes' peak memory. */
async function exported(
  system: RunningSystem,
  { token }: Person,
  userId: UserId,
  slowly?: { ms: number; forMs: number },
): Promise<Export> {
  const pids = await system.pids();
  for (const name of processes) await forgetPeak(pids[name]!);
  const startedAt = performance.now();
  const reading = new AbortController();
  const answer = await fetch(`${system.baseUrl}/api/support/statement.csv?userId=${userId}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: reading.signal,
  });
  if (!answer.ok || !answer.body) throw new Error(`the export was answered ${answer.status}`);
  let lines = 0;
  for await (const chunk of answer.body) {
    lines += linesIn(chunk);
    if (slowly) await delay(slowly.ms);
    if (slowly && performance.now() - startedAt > slowly.forMs) break;
  }
  reading.abort();
  const tookMs = performance.now() - startedAt;
  const [gateway, tokens] = await Promise.all(processes.map((name) => peakMegabytes(pids[name]!)));
  return { rows: lines - 1, tookMs, peaks: { gateway: gateway!, tokens: tokens! } };
}

function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** Returns a process's peak memory in MB since the last call of `forgetPeak`. Linux only. */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) / 1_024;
}

async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}
