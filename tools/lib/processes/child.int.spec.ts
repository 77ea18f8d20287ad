import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fromRoot, nodeBinary } from '../paths.mjs';
import { startChild } from './child.mjs';
import { commandOf, isStill } from './processes.mjs';

const idle = ['-e', "console.log('up'); setInterval(() => undefined, 1000)"];
const running: { stop(): Promise<unknown> }[] = [];
const launch = (args: string[]) => {
  const child = startChild({ name: 'part', command: nodeBinary, args });
  running.push(child);
  return child;
};

afterEach(async () => {
  for (const child of running.splice(0)) await child.stop();
});

describe('a child process', () => {
  it('is known by the line that says it is ready', async () => {
    expect(await launch(idle).waitForLine(/^up$/)).toBe('up');
  });

  it('reports its last lines when it ends instead', async () => {
    const child = launch(['-e', "console.error('no such database'); process.exit(3)"]);
    await expect(child.waitForLine(/^up$/)).rejects.toThrow(/part ended with code 3\nno such database/);
  });

  it('reads its input once that is known, and an empty text if it never will be', async () => {
    const echo = [
      '-e',
      "process.stdin.on('data', (text) => console.log('read ' + text)).on('end', () => console.log('end'))",
    ];
    const { promise: input, resolve } = Promise.withResolvers<string>();
    const child = startChild({ name: 'part', command: nodeBinary, args: echo, input });
    running.push(child);
    resolve('settings');
    expect(await child.waitForLine(/^read/)).toBe('read settings');
    await child.waitForLine(/^end$/);
    const failing = startChild({
      name: 'part',
      command: nodeBinary,
      args: echo,
      input: Promise.reject(new Error('no')),
    });
    running.push(failing);
    expect(await failing.waitForLine(/./)).toBe('end');
  });

  it('is recognised by pid and command, not by pid alone', async () => {
    const child = launch(idle);
    await child.waitForLine(/^up$/);
    expect(isStill({ pid: child.pid, command: commandOf(child.pid) })).toBe(true);
    expect(isStill({ pid: child.pid, command: 'postgres -D elsewhere' })).toBe(false);
  });

  it('does not outlive a supervisor that is killed', async () => {
    const script = `
      const { startChild } = await import(${JSON.stringify(fromRoot('tools', 'lib', 'processes', 'child.mjs'))});
      const child = startChild({ name: 'part', command: process.execPath, args: ${JSON.stringify(idle)} });
      await child.waitForLine(/^up$/);
      console.log(child.pid);`;
    const supervisor = spawn(nodeBinary, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = createInterface({ input: supervisor.stdout });
    const [pid] = await once(output, 'line');
    const held = once(supervisor.stdout, 'close');
    supervisor.kill('SIGKILL');
    await held;
    const ended = await waitUntilGone(Number(pid));
    expect(ended).toBe(true);
  });
});

/** Polls every 20 ms for at most five seconds, because Node cannot await the end of a process that is not its child. */
async function waitUntilGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 250; attempt += 1) {
    if (commandOf(pid) === undefined) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}
