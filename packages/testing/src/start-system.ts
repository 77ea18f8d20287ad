import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { boundTools, repositoryRoot } from './tools.js';

export interface SystemOptions {
  /** Added to this process's environment: `ASSESSOR_PASSKEYS`, `RATE_LIMIT_FACTOR`, … */
  env?: Record<string, string>;
  args?: string[];
  /** Data in this directory stays after the end. Without it, the data is new and is removed. */
  dataDirectory?: string;
}

export interface RunningSystem {
  baseUrl: string;
  mailUrl: string;
  dataDirectory: string;
  /** Directory of the version that runs the commands, if not this one. */
  home?: string;
  /** The operator's command for staff, if it is not `npm run staff`; it reads STAFF_PASSWORD. */
  staffCommand?: readonly string[];
  /** Process ids by part as they are now; a restarted part has a new one. */
  pids(): Promise<Record<string, number>>;
  parts(): Promise<SystemPart[]>;
  /**
   * SIGKILL to a process, whose supervisor starts it again: `candid`, `nats`, …; with `--processes` each part
   * (`tokens-worker`, …).
   */
  kill(part: string): Promise<void>;
  output(): string;
  /** Stops the system as Ctrl-C does, then removes data that nobody asked to keep. */
  stop(): Promise<void>;
}

export interface SystemPart {
  name: string;
  pid?: number;
  address?: string;
  /** The parts that the process runs, where it runs several. */
  members?: { name: string; opsAddress: string }[];
  state: 'starting' | 'ready' | 'waiting' | 'stopped';
  /** How the process before this one ended. */
  ended?: { pid: number; code: number | null; signal: string | null };
}

interface RunFile {
  appUrl: string;
  mailUrl: string;
  parts: SystemPart[];
}

const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 120_000;

/** Starts everything but the demo. The system ends when this process does, also if it is killed. */
export async function startSystem(options: SystemOptions = {}): Promise<RunningSystem> {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'candid-system-')));
  const args = [
    'tools/start.mjs',
    '--no-demo',
    '--data',
    dataDirectory,
    '--port',
    '0',
    '--mail-port',
    '0',
    ...(options.args ?? []),
  ];
  const { boundToThisProcess } = await boundTools();
  const [command, commandArguments] = boundToThisProcess(process.execPath, args, { signal: 'SIGINT' });
  const child = spawn(command, commandArguments, {
    cwd: repositoryRoot,
    env: { ...environmentWithoutTestOptions(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`the system ${reason}\n${lines.slice(-40).join('\n')}`));
    const timer = setTimeout(() => fail('was not ready in time'), READY_TIMEOUT_MS);
    void exited.then(() => fail('ended before it was ready')).finally(() => clearTimeout(timer));
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        lines.push(line);
        if (!line.startsWith('ready')) return;
        clearTimeout(timer);
        resolve();
      });
    }
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
    if (!options.dataDirectory) await rm(dataDirectory, { recursive: true, force: true });
  };
  try {
    await ready;
    const run = await readRun(dataDirectory);
    return {
      baseUrl: run.appUrl.replace(/\/$/, ''),
      mailUrl: run.mailUrl.replace(/\/$/, ''),
      dataDirectory,
      parts: async () => (await readRun(dataDirectory)).parts,
      pids: async () => pidsOf(await readRun(dataDirectory)),
      kill: async (part) => {
        const pid = pidsOf(await readRun(dataDirectory))[part];
        if (pid === undefined) throw new Error(`there is no running part ${part}`);
        process.kill(pid, 'SIGKILL');
      },
      output: () => lines.join('\n'),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function environmentsOf({
  dataDirectory,
}: Pick<RunningSystem, 'dataDirectory'>): Promise<Record<string, Record<string, string>>> {
  return JSON.parse(await readFile(join(dataDirectory, 'environment.json'), 'utf8'));
}

async function readRun(dataDirectory: string): Promise<RunFile> {
  return JSON.parse(await readFile(join(dataDirectory, 'run.json'), 'utf8')) as RunFile;
}

function pidsOf(run: RunFile): Record<string, number> {
  return Object.fromEntries(run.parts.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, pid]])));
}

/** Jest's own Node options do not suit the processes that the system starts. */
function environmentWithoutTestOptions(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_ENV: _environment, ...rest } = process.env;
  return rest;
}
