import { spawn } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { childPath } from '../paths.mjs';
import { boundToThisProcess } from './bound.mjs';

/** Timeout for the start of a server or process. It is long, because a busy machine can delay a start by minutes. */
export const startLimitMs = 240_000;

/**
 * Starts a child in its own process group, so that a terminal's Ctrl-C reaches the child only through `stop`.
 *
 * `identity`: the result of unprivilegedIdentity. `input`: a promise of the child's standard input. `onLine(line,
 * 'stdout' | 'stderr')`.
 */
export function startChild(options) {
  const { name, args = [], cwd, logFile, stopSignal = 'SIGTERM', killAfterMs = 10_000, input } = options;
  const bound = { signal: stopSignal, identity: options.identity };
  const [command, commandArguments] = boundToThisProcess(options.command, args, bound);
  const child = spawn(command, commandArguments, {
    cwd,
    env: { ...process.env, PATH: childPath, ...options.env },
    detached: true,
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  if (input) void feed(child.stdin, input);
  const lines = collectLines(child, { logFile, onLine: options.onLine });
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  exited.then(() => lines.close());

  async function stop(signal = stopSignal) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return await exited;
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    const outcome = await exited;
    clearTimeout(timer);
    return outcome;
  }

  return {
    name,
    pid: child.pid,
    command: [options.command, ...args].join(' '),
    exited,
    stop,
    recentLines: () => [...lines.recent],
    /** Throws if the child ends without the line. After `startLimitMs`, stops the child and throws. */
    waitForLine: (pattern) => waitForLine({ name, lines, exited, stop }, pattern),
  };
}

/** If `input` rejects, the child reads an empty text. If the child ends before it has read, `exited` reports that. */
async function feed(stdin, input) {
  stdin.on('error', () => undefined);
  stdin.end(await input.catch(() => ''));
}

const keptLines = 40;

function collectLines(child, { logFile, onLine }) {
  const recent = [];
  const listeners = new Set();
  let log = logFile === undefined ? undefined : openSync(logFile, 'a', 0o600);
  const receive = (line, source) => {
    recent.push(line);
    if (recent.length > keptLines) recent.shift();
    if (log !== undefined) writeSync(log, `${line}\n`);
    for (const listener of [...listeners]) listener(line);
    onLine?.(line, source);
  };
  const readers = ['stdout', 'stderr'].map((source) =>
    createInterface({ input: child[source] }).on('line', (line) => receive(line, source)),
  );
  const drained = Promise.all(readers.map((reader) => new Promise((resolve) => reader.once('close', resolve))));
  return {
    recent,
    listeners,
    drained,
    close: async () => {
      await drained;
      if (log !== undefined) closeSync(log);
      log = undefined;
    },
  };
}

function waitForLine({ name, lines, exited, stop }, pattern) {
  return new Promise((resolve, reject) => {
    const fail = (reason) => {
      finish();
      void stop();
      reject(new Error(`${name} ${reason}\n${lines.recent.join('\n')}`));
    };
    const listener = (line) => {
      if (!pattern.test(line)) return;
      finish();
      resolve(line);
    };
    const timer = setTimeout(() => fail(`was not ready within ${startLimitMs / 1000} s`), startLimitMs);
    const finish = () => {
      clearTimeout(timer);
      lines.listeners.delete(listener);
    };
    lines.listeners.add(listener);
    const early = lines.recent.find((line) => pattern.test(line));
    if (early !== undefined) listener(early);
    exited.then(async ({ code, signal, error }) => {
      await lines.drained.catch(() => undefined);
      fail(error ? `could not be started: ${error.message}` : `ended with ${signal ?? `code ${code}`}`);
    });
  });
}
