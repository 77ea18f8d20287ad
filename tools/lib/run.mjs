import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { childPath, root } from './paths.mjs';
import { endSignals } from './process-end.mjs';
import { boundToThisProcess } from './processes/bound.mjs';
import { ProcessTree } from './processes/process-tree.mjs';

const killAfterMs = 15_000;

/** Sends SIGTERM to the child after `limitMs`. If it does not end, kills it and all processes that it started. */
function limit(child, limitMs) {
  if (limitMs === undefined) return { lift: async () => undefined, isOver: () => false };
  let tree;
  let kill;
  const ask = setTimeout(() => {
    tree = new ProcessTree(child.pid);
    tree.look();
    child.kill('SIGTERM');
    kill = setTimeout(() => void tree.end(0), killAfterMs);
  }, limitMs);
  const lift = async () => {
    clearTimeout(ask);
    // Ends the whole tree, because the child may end before a process that it started.
    await tree?.end(killAfterMs);
    clearTimeout(kill);
  };
  return { lift, isOver: () => tree !== undefined };
}

/**
 * Forwards SIGINT, SIGTERM and SIGHUP, so that this process survives them and the caller can clean up.
 *
 * `stdio`: 'pipe' collects the output. Resolves to { code, output, timedOut }; a command that cannot be started has
 * code 127.
 */
export function runCommand(command, args, { env = {}, cwd = root, stdio = 'inherit', limitMs } = {}) {
  return new Promise((resolve) => {
    const [program, programArguments] = boundToThisProcess(command, args);
    const child = spawn(program, programArguments, { cwd, env: { ...process.env, PATH: childPath, ...env }, stdio });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const pass = (signal) => child.kill(signal);
    for (const signal of endSignals) process.on(signal, pass);
    const { lift, isOver } = limit(child, limitMs);
    const finish = async (code) => {
      await lift();
      for (const signal of endSignals) process.off(signal, pass);
      resolve({ code, output: Buffer.concat(output).toString('utf8'), timedOut: isOver() });
    };
    child.once('error', (error) => {
      output.push(Buffer.from(error.message));
      finish(127);
    });
    child.once('close', (code, signal) => finish(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
