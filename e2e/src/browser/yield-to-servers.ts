import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Gives this process's browsers half of a usual share of the processors. Linux divides processors equally between
 * sessions (`sched_autogroup`). Each browser is a session; six browsers would slow the servers of all suites tenfold.
 */
export async function yieldToServers(): Promise<void> {
  const children = promisify(execFile)('ps', ['-o', 'pid=,sid=', '--ppid', String(process.pid)]);
  const { stdout } = await children.catch(() => ({ stdout: '' }));
  const leaders = [...stdout.matchAll(/(\d+) +\1\n/g)].map(([, pid]) => pid);
  await Promise.all(leaders.map((pid) => writeFile(`/proc/${pid}/autogroup`, '3').catch(() => undefined)));
}
