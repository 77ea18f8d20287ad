import { fileURLToPath, pathToFileURL } from 'node:url';
import type { IntegrationEventType, Rpc } from '@candid/contracts';

/** The repository's root. This file is two folders deep in its package, whether compiled or not. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));

export interface ChildServer {
  readonly pid: number;
  readonly url: string;
  readonly port: number;
  /** Stops the process and resolves when it has ended. The default signal depends on the server. */
  stop(signal?: NodeJS.Signals): Promise<unknown>;
}

interface ServerPlace {
  directory: string;
  port: number;
  logFile: string;
}

interface ServerTools {
  /** `users`: files as returned by `natsUserTools().natsUserFiles`; without them, every client has all permissions. */
  startNats(
    options: ServerPlace & { server: unknown; args?: string[]; users?: Record<string, string> },
  ): Promise<ChildServer>;
  startRedis(options: ServerPlace & { server: unknown }): Promise<ChildServer>;
  startPostgres(options: ServerPlace & { password: string; durable: boolean }): Promise<ChildServer>;
  startS3(place: ServerPlace): Promise<ChildServer>;
  s3Account: { accessKey: string; secretKey: string; region: string; bucket: string };
  /** Removes incomplete objects from the tests' object storage if they are at least `agedMs` old. */
  dropTornObjects(directory: string, agedMs?: number): void;
  freePorts(count: number): Promise<number[]>;
  requireServers(names: string[], say: (text: string) => void): Promise<Record<string, unknown>>;
}

const load = <Tools>(name: string): Promise<Tools> =>
  import(pathToFileURL(`${repositoryRoot}tools/lib/${name}.mjs`).href);

const modules = ['nats', 'redis', 'postgres', 'ports', 's3', 'servers'];

/** Loads the code with which `npm start` starts its servers. The code is plain JavaScript, so its types are here. */
export async function serverTools(): Promise<ServerTools> {
  const loaded = [];
  // Imports one module after the other, because Jest's module loader fails if concurrent imports share a module.
  for (const name of modules) loaded.push(await load<object>(`servers/${name}`));
  return Object.assign({}, ...loaded);
}

interface NatsUserTools {
  natsUserFiles(passwords: Record<string, string>): Record<string, string>;
  consumersOf(service: string): { stream: string; durable: string }[];
  messages: readonly Rpc[];
  events: readonly IntegrationEventType[];
}

export const natsUserTools = () => load<NatsUserTools>('servers/nats-users');

export const processTools = () => load<{ treeOf(pid: number): number[] }>('processes/processes');

interface BoundTools {
  boundToThisProcess(command: string, args: string[], options?: { signal?: NodeJS.Signals }): [string, string[]];
}

export const boundTools = () => load<BoundTools>('processes/bound');
