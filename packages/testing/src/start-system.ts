import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { boundTools, repositoryRoot } from './tools.js';

export const PASSKEY = 'let-me-assess';
/** Secret of the mail server that reports bounces to every system that a test starts. */
export const MAIL_REPORT_SECRET = 'a secret of the mail server of the tests';
/** Settings of every system that a test starts. A single member of staff may give any number of tokens. */
export const SYSTEM_ENV = {
  ASSESSOR_PASSKEYS: `tests:${PASSKEY}`,
  RATE_LIMIT_FACTOR: '1000',
  // Assessors in tests submit without waiting. A spec about the minimum viewing time uses the default.
  MIN_LOOK_MS: '0',
  OPENINGS_PER_HOUR: '100000',
  // Tests repeat support searches until they find the expected result.
  SUPPORT_SEARCHES_PER_DAY: '100000',
  CORRECTION_APPROVAL_TOKENS: '1000000',
  CORRECTION_DAILY_TOKENS: '1000000',
  MAIL_RETURN_PATH: 'bounces@candid.example',
  MAIL_REPORT_SECRET,
  IDLE_PACE: 'usual',
  // Screening is off, because its models load slowly. A spec about screening enables the checks that it needs.
  SCREENING: 'off',
  SCREENING_NUDITY: 'off',
  SCREENING_FACES: 'off',
};

/** Environment of a system that no test disturbs. The gateway waits longer, because a slow machine answers late. */
export const UNDISTURBED_ENV = {
  ...SYSTEM_ENV,
  RPC_TIMEOUT_MS: '30000',
  RPC_PATIENCE_MS: '30000',
  IDLE_PACE: 'slow',
};

export interface SystemOptions {
  /** Environment variables in addition to this process's, such as `ASSESSOR_PASSKEYS` and `RATE_LIMIT_FACTOR`. */
  env?: Record<string, string>;
  args?: string[];
  /** Directory whose data stays after the end. If undefined, the system starts with no data and removes its data. */
  dataDirectory?: string;
}

export interface RunningSystem {
  baseUrl: string;
  mailUrl: string;
  dataDirectory: string;
  /** Directory of the version whose commands a test runs; if undefined, this working copy. */
  home?: string;
  /** The operator's command for staff, which reads STAFF_PASSWORD; if undefined, `npm run staff`. */
  staffCommand?: readonly string[];
  pids(): Promise<Record<string, number>>;
  parts(): Promise<SystemPart[]>;
  /** Sends SIGKILL to a process (`candid`, `nats`, …); its supervisor then starts it again. */
  kill(part: string): Promise<void>;
  output(): string;
  /** Stops the system as Ctrl-C does, then removes its data unless `dataDirectory` was given. */
  stop(): Promise<void>;
}

export interface SystemPart {
  name: string;
  pid?: number;
  address?: string;
  /** The parts that run in the process, if there are several. */
  members?: { name: string; opsAddress: string }[];
  state: 'starting' | 'ready' | 'waiting' | 'stopped';
  /** How the previous process ended. */
  ended?: { pid: number; code: number | null; signal: string | null };
}

interface RunFile {
  appUrl: string;
  mailUrl: string;
  parts: SystemPart[];
}

const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 120_000;

/** Starts everything except the demo. The system ends with this process, even if this process is killed. */
export async function startSystem(options: SystemOptions = {}): Promise<RunningSystem> {
  const dataDirectory = options.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'candid-system-')));
  const places = ['--data', dataDirectory, '--port', '0', '--mail-port', '0'];
  const args = ['tools/start.mjs', '--no-demo', ...places, ...(options.args ?? [])];
  const { boundToThisProcess } = await boundTools();
  const [command, commandArguments] = boundToThisProcess(process.execPath, args, { signal: 'SIGINT' });
  // Removes Jest's own Node options, which do not suit the processes that the system starts.
  const { NODE_OPTIONS: _options, NODE_ENV: _environment, ...environment } = process.env;
  const child = spawn(command, commandArguments, {
    cwd: repositoryRoot,
    env: { ...environment, ...options.env },
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

/** A system that several spec files share. No spec file ends the system or a part of it. */
export type SharedSystem = Pick<RunningSystem, 'baseUrl' | 'mailUrl' | 'dataDirectory' | 'staffCommand'>;

/** Limit above which a correction on a shared system waits for a second person. No spec gives more tokens. */
export const APPROVAL_TOKENS = 900;
const settings = { ...UNDISTURBED_ENV, CORRECTION_APPROVAL_TOKENS: String(APPROVAL_TOKENS) };

/** Starts a system for all spec files of a run. `joinSystem` finds the system through `environment`. */
export async function shareSystem(): Promise<{ environment: Record<string, string>; stop(): Promise<void> }> {
  const { baseUrl, mailUrl, dataDirectory, stop } = await startSystem({ env: settings });
  return { environment: { TEST_SYSTEM: JSON.stringify({ baseUrl, mailUrl, dataDirectory }) }, stop };
}

/** Returns the shared system that the environment names. If it names none, starts a system that `leave` ends. */
export async function joinSystem(): Promise<{ system: SharedSystem; leave(): Promise<void> }> {
  const named = process.env['TEST_SYSTEM'];
  if (named) return { system: JSON.parse(named) as SharedSystem, leave: async () => undefined };
  const system = await startSystem({ env: settings });
  return { system, leave: system.stop };
}
