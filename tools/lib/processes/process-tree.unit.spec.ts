import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { nodeBinary } from '../paths.mjs';
import { ProcessTree } from './process-tree.mjs';
import { commandOf } from './processes.mjs';

const running = (pid: number, parent: number, own = 0, waited = 0) => ({
  ...{ pid, parent, own, waited },
  startedAt: String(pid),
  isZombie: false,
});

function treeOver(...looks: ReturnType<typeof running>[][]) {
  const tree = new ProcessTree(10);
  for (const look of looks) tree.look(look);
  return tree;
}

describe('the processor time of a process tree', () => {
  it('is of the process, its children and theirs, and of no other process', () => {
    const tree = treeOver([running(10, 1, 100), running(11, 10, 200), running(12, 11, 300), running(20, 1, 9_000)]);
    expect(tree.cpuSeconds()).toBe(6);
  });

  it('counts an ended child once, as its parent has waited for it', () => {
    const tree = treeOver([running(10, 1, 100), running(11, 10, 200)], [running(10, 1, 100, 250)]);
    expect(tree.cpuSeconds()).toBe(3.5);
  });

  it('keeps the time of a child that nobody has waited for', () => {
    const tree = treeOver(
      [running(10, 1, 100), running(11, 10, 50), running(12, 11, 400)],
      [running(10, 1, 100), running(12, 1, 500)],
      [running(10, 1, 100)],
    );
    expect(tree.cpuSeconds()).toBe(6.5);
  });

  it('does not take a later process with the same number for one of the tree', () => {
    const later = { ...running(11, 1, 9_000), startedAt: 'later' };
    expect(treeOver([running(10, 1, 100), running(11, 10, 100)], [running(10, 1, 100), later]).cpuSeconds()).toBe(2);
  });
});

it('ends a grandchild that has outlived its parent', async () => {
  const idle = `console.log(process.pid); setInterval(() => undefined, 1000)`;
  const script = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(idle)}], { stdio: 'inherit', detached: true })`;
  const parent = spawn(nodeBinary, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid] = await once(parent.stdout, 'data');
  const grandchild = Number(String(pid));
  const tree = new ProcessTree(parent.pid);
  tree.look();
  const ended = once(parent, 'exit');
  parent.kill('SIGKILL');
  await ended;
  expect(commandOf(grandchild)).toContain('setInterval');
  expect(await tree.end(0)).toEqual([expect.stringContaining('setInterval')]);
  expect(await tree.end(60_000)).toEqual([]);
});
