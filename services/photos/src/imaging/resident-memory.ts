import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** What a process has in memory, in bytes; undefined where the system does not tell it (it is Linux that does). */
export function residentBytes(pid: number): number | undefined {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return undefined;
  }
}
