import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { boundToThisProcess } from './bound.mjs';
import { childPath, root } from './paths.mjs';

const codeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

const passedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const killAfterMs = 15_000;

/** Asks the child to end once `limitMs` have passed, and ends it when it does not; returns what to call when it has ended. */
function limit(child, limitMs, onTimeout) {
  if (limitMs === undefined) return () => undefined;
  let kill;
  const ask = setTimeout(() => {
    onTimeout();
    child.kill('SIGTERM');
    kill = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  }, limitMs);
  return () => {
    clearTimeout(ask);
    clearTimeout(kill);
  };
}

/**
 * Runs one command to its end. SIGINT, SIGTERM and SIGHUP of this process are passed on, so that the caller still
 * cleans up behind it.
 *
 * options: env (added to this process's), cwd (the repository's root), stdio ('inherit'; 'pipe' collects the output),
 * limitMs (none). Resolves to { code, output, timedOut }; a command that cannot be started has code 127.
 */
export function runCommand(command, args, { env = {}, cwd = root, stdio = 'inherit', limitMs } = {}) {
  return new Promise((resolve) => {
    const [program, programArguments] = boundToThisProcess(command, args);
    const child = spawn(program, programArguments, { cwd, env: { ...process.env, PATH: childPath, ...env }, stdio });
    const output = [];
    let timedOut = false;
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const pass = (signal) => child.kill(signal);
    for (const signal of passedSignals) process.on(signal, pass);
    const lift = limit(child, limitMs, () => {
      timedOut = true;
    });
    const finish = (code) => {
      lift();
      for (const signal of passedSignals) process.off(signal, pass);
      resolve({ code, output: Buffer.concat(output).toString('utf8'), timedOut });
    };
    child.once('error', (error) => {
      output.push(Buffer.from(error.message));
      finish(127);
    });
    child.once('close', (code, signal) => finish(codeOf(code, signal)));
  });
}
