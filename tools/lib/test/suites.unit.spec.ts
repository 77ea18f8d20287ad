import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { fromRoot, nodeBinary } from '../paths.mjs';
import { commandOf } from '../processes/processes.mjs';
import { runSideBySide } from './suites.mjs';

const directory = mkdtempSync(path.join(tmpdir(), 'candid-suites-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A suite that runs `script` and then sends a result. */
const suite = (name: string, script: string, more: object = {}) => ({
  ...{ name, cores: 1, systems: 0 },
  command: [
    nodeBinary,
    '-e',
    `process.once('disconnect', () => process.exit());
    const pass = (result = {}) => process.send({ passed: 1, failed: 0, ...result });
    ${script}`,
  ],
  ...more,
});

/** A suite that passes once all of `names` have started. */
const together = (name: string, names: string[]) => {
  const started = (one: string) => JSON.stringify(path.join(directory, one));
  return suite(
    name,
    `const { existsSync, writeFileSync } = require('node:fs');
    writeFileSync(${started(name)}, '');
    const look = setInterval(() => {
      if (![${names.map(started).join(', ')}].every((file) => existsSync(file))) return;
      clearInterval(look);
      pass();
    }, 20);`,
  );
};

const silent = { print: () => undefined };

async function lineIn(file: string): Promise<string> {
  for (;;) {
    try {
      const text = readFileSync(file, 'utf8');
      if (text !== '') return text;
    } catch {
      // The file is not written yet.
    }
    await delay(50);
  }
}

describe('suites side by side', () => {
  it('run at the same time while there are processors', async () => {
    const names = ['one', 'two'];
    const results = await runSideBySide(
      names.map((name) => together(name, names)),
      { ...silent, cores: 2 },
    );
    expect(results.map(({ passed }) => passed)).toEqual([1, 1]);
  });

  it('wait for processors and systems, and let pass what fits', async () => {
    const lines: string[] = [];
    const suites = [
      suite('a', 'pass()', { cores: 2 }),
      suite('b', 'pass()', { cores: 2 }),
      suite('c', 'pass()', { cores: 0.5 }),
    ];
    await runSideBySide(suites, { cores: 2, print: (line) => lines.push(line) });
    const starts = lines.filter((line) => line.endsWith('starts')).map((line) => line[0]);
    expect(starts).toEqual(['a', 'c', 'b']);

    lines.length = 0;
    const systems = ['d', 'e', 'f'].map((name) => suite(name, 'pass()', { cores: 0.1, systems: 1 }));
    await runSideBySide(systems, { cores: 2, print: (line) => lines.push(line) });
    const firstEnd = lines.findIndex((line) => line.includes('ends:'));
    expect(lines.findIndex((line) => line.startsWith('f'))).toBeGreaterThan(firstEnd);
  });

  it('do not run after a build that has failed', async () => {
    const suites = [
      suite('build', `pass({ passed: 0, failed: 1, failures: ['no such type'] })`),
      suite('http', 'pass()', { after: 'build' }),
    ];
    expect(await runSideBySide(suites, silent)).toEqual([
      expect.objectContaining({ name: 'build', failed: 1, failures: ['no such type'] }),
      expect.objectContaining({ name: 'http', passed: 0, failed: 0, reason: 'build failed' }),
    ]);
  });

  it('fail when they end without a result', async () => {
    const [result] = await runSideBySide([suite('http', 'process.exit(3)')], silent);
    expect(result).toMatchObject({ passed: 0, failed: 1, failures: ['ended without a result: code 3'] });
  });

  it('print each line behind their name', async () => {
    const lines: string[] = [];
    const suites = [suite('a', `console.log('of a'); pass()`), suite('long', `console.error('of long'); pass()`)];
    await runSideBySide(suites, { print: (line) => lines.push(line) });
    expect(lines).toEqual(expect.arrayContaining(['a    of a', 'long of long']));
  });

  it('are charged for the processor time of their children', async () => {
    const busy = `while (process.cpuUsage().user < 400_000);`;
    const script = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}]); pass()`;
    const [result] = await runSideBySide([suite('a', script)], silent);
    expect(result.cpuSeconds).toBeGreaterThanOrEqual(0.4);
  });

  it('are ended when the run is interrupted, which counts as a failure', async () => {
    const started = path.join(directory, 'interrupted');
    const script = `require('node:fs').writeFileSync(${JSON.stringify(started)}, 'yes');
      process.once('SIGINT', () => pass({ passed: 3 }));`;
    const interruption = new AbortController();
    const waiting = suite('later', 'pass()', { cores: 2 });
    const run = runSideBySide([suite('a', script, { cores: 2 }), waiting], {
      ...silent,
      cores: 2,
      interruption: interruption.signal,
    });
    await lineIn(started);
    interruption.abort('SIGINT');
    expect(await run).toEqual([
      expect.objectContaining({ name: 'a', passed: 3, failed: 1, failures: ['interrupted'] }),
    ]);
  });
});

it('ends the systems that Jest’s workers have started with a suite that is cut off', async () => {
  const idle = `setInterval(() => undefined, 1000)`;
  const [one, two] = ['one', 'two'].map((name) => path.join(directory, `${name}.pid`)) as [string, string];
  for (const file of [one, two]) {
    const spec = `
      import { writeFileSync } from 'node:fs';
      import { it } from '@jest/globals';
      it('starts a system and waits', async () => {
        const { startChild } = await import(${JSON.stringify(fromRoot('tools', 'lib', 'processes', 'child.mjs'))});
        const child = startChild({ name: 'system', command: process.execPath, args: ['-e', ${JSON.stringify(idle)}] });
        writeFileSync(${JSON.stringify(file)}, String(child.pid));
        await child.exited;
      });`;
    writeFileSync(`${file}.int.spec.mjs`, spec);
  }
  const config = {
    rootDir: directory,
    testMatch: ['**/*.int.spec.mjs'],
    testRunner: fromRoot('tools', 'lib', 'test', 'node-specs', 'runner.mjs'),
    testTimeout: 330_000,
    transform: {},
    moduleNameMapper: { '^@jest/globals$': fromRoot('node_modules', '@jest', 'globals') },
  };
  const jest = fromRoot('node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--config', JSON.stringify(config), '--maxWorkers', '2', '--no-cache'];
  const command = [nodeBinary, '--experimental-vm-modules', jest, ...args];
  const interruption = new AbortController();
  const run = runSideBySide([{ name: 'jest', cores: 1, systems: 1, command }], {
    ...silent,
    interruption: interruption.signal,
  });
  const pids = [Number(await lineIn(one)), Number(await lineIn(two))];
  // While a process starts another program by `exec`, it has no command for a moment.
  while (!pids.every((pid) => commandOf(pid)?.includes('setInterval'))) await delay(50);
  interruption.abort('SIGTERM');
  const [result] = await run;
  expect(result).toMatchObject({ failed: 1, failures: ['interrupted'] });
  expect(pids.map((pid) => commandOf(pid))).toEqual([undefined, undefined]);
});
