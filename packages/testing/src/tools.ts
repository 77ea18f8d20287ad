import { fileURLToPath, pathToFileURL } from 'node:url';

/** The repository's root; this file is two folders deep in its package, compiled or not. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

export interface ChildServer {
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  /** Resolves when the process has ended; asks with the server's own signal unless told otherwise. */
  stop(signal?: NodeJS.Signals): Promise<unknown>;
}

interface ServerPlace {
  directory: string;
  port: number;
  logFile: string;
}

interface ServerTools {
  startNats(options: ServerPlace & { server: unknown; args?: string[] }): Promise<ChildServer>;
  startRedis(options: ServerPlace & { server: unknown }): Promise<ChildServer>;
  startPostgres(options: ServerPlace & { password: string; durable: boolean }): Promise<ChildServer>;
  freePorts(count: number): Promise<number[]>;
  requireServers(names: string[], say: (text: string) => void): Promise<Record<string, unknown>>;
}

const modules = ['nats', 'redis', 'postgres', 'ports', 'servers'];

/** The same code that `npm start` brings its servers up with; plain JavaScript, so typed here. */
export async function serverTools(): Promise<ServerTools> {
  const loaded = await Promise.all(
    modules.map((name) => import(pathToFileURL(`${repositoryRoot}tools/lib/${name}.mjs`).href)),
  );
  return Object.assign({}, ...loaded);
}
