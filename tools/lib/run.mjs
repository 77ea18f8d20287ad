import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { boundToThisProcess } from './bound.mjs';
import { childPath, root } from './paths.mjs';

const codeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/**
 * Runs one command to its end. SIGINT, SIGTERM and SIGHUP of this process are passed on, so that the caller still
 * cleans up behind it.
 *
 * options: env (added to this process's), cwd (the repository's root), stdio ('inherit'; 'pipe' collects the output).
 * Resolves to { code, output }; a command that cannot be started has code 127.
 */
export function runCommand(command, args, { env = {}, cwd = root, stdio = 'inherit' } = {}) {
  return new Promise((resolve) => {
    const [program, programArguments] = boundToThisProcess(command, args);
    const child = spawn(program, programArguments, { cwd, env: { ...process.env, PATH: childPath, ...env }, stdio });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const pass = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const finish = (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve({ code, output: Buffer.concat(output).toString('utf8') });
    };
    child.once('error', (error) => {
      output.push(Buffer.from(error.message));
      finish(127);
    });
    child.once('close', (code, signal) => finish(codeOf(code, signal)));
  });
}
