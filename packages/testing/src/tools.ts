import { fileURLToPath, pathToFileURL } from 'node:url';
import type { IntegrationEventType, Rpc } from '@candid/contracts';

/** The repository's root; this file is two folders deep in its package, compiled or not. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

export interface ChildServer {
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  /** Stops the process and resolves when it has ended. The default is the server's own signal. */
  stop(signal?: NodeJS.Signals): Promise<unknown>;
}

interface ServerPlace {
  directory: string;
  port: number;
  logFile: string;
}

interface ServerTools {
  /** `users`: files as `natsUserTools().natsUserFiles` returns them; without them anybody may do anything. */
  startNats(
    options: ServerPlace & { server: unknown; args?: string[]; users?: Record<string, string> },
  ): Promise<ChildServer>;
  startRedis(options: ServerPlace & { server: unknown }): Promise<ChildServer>;
  startPostgres(options: ServerPlace & { password: string; durable: boolean }): Promise<ChildServer>;
  startS3(place: ServerPlace): Promise<ChildServer>;
  s3Account: { accessKey: string; secretKey: string; region: string; bucket: string };
  /** Removes objects of the tests' object storage that were only written in part, at least `agedMs` ago. */
  dropTornObjects(directory: string, agedMs?: number): void;
  freePorts(count: number): Promise<number[]>;
  requireServers(names: string[], say: (text: string) => void): Promise<Record<string, unknown>>;
}

const load = <Tools>(name: string): Promise<Tools> =>
  import(pathToFileURL(`${repositoryRoot}tools/lib/${name}.mjs`).href);

const modules = ['nats', 'redis', 'postgres', 'ports', 's3', 'servers'];

/** The code with which `npm start` starts its servers. It is plain JavaScript, so its types are here. */
export async function serverTools(): Promise<ServerTools> {
  const loaded = [];
  // One after the other, because Jest's module loader fails if concurrent imports share a module.
  for (const name of modules) loaded.push(await load<object>(`servers/${name}`));
  return Object.assign({}, ...loaded);
}

interface NatsUserTools {
  natsUserFiles(passwords: Record<string, string>): Record<string, string>;
  consumersOf(service: string): { stream: string; durable: string; subject: string }[];
  messages: readonly Rpc[];
  events: readonly IntegrationEventType[];
}

export const natsUserTools = () => load<NatsUserTools>('servers/nats-users');

export const processTools = () => load<{ treeOf(pid: number): number[] }>('processes/processes');

interface BoundTools {
  boundToThisProcess(command: string, args: string[], options?: { signal?: NodeJS.Signals }): [string, string[]];
}

export const boundTools = () => load<BoundTools>('processes/bound');
