import { readdir, readFile, readlink } from 'node:fs/promises';
import { inServiceDatabase, type ServiceName } from '../../service-database.js';
import type { FaultySystem } from './fault.js';

const leaderSql = `select distinct a.client_port from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and a.application_name = $1 and a.datname = current_database()`;

/** The process that leads a service: the one at the other end of the connection that holds its locks. Linux only. */
export async function leaderOf(system: FaultySystem, service: string): Promise<{ name: string; pid: number }> {
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
