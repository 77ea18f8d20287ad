import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fromRoot, nodeBinary } from './lib/paths.mjs';
import { runCommand } from './lib/run.mjs';

let data: string;
let other: Server;
let taken: string;

beforeEach(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'candid-start-'));
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, () => resolve()));
  taken = String((other.address() as { port: number }).port);
});

afterEach(async () => {
  await new Promise((resolve) => other.close(resolve));
  rmSync(data, { recursive: true, force: true });
});

const start = (...args: string[]) =>
  runCommand(nodeBinary, [fromRoot('tools', 'start.mjs'), '--data', data, ...args], {
    stdio: 'pipe',
    env: { NODE_OPTIONS: '' },
  });

describe('npm start', () => {
  it('names a busy port and the way out', async () => {
    const { code, output } = await start('--port', taken);
    expect(output).toContain(`Port ${taken} is taken by another program.`);
    expect(output).toContain('--port');
    expect(code).toBe(1);
  });

  it('refuses an option it does not know, and lists those it does', async () => {
    const { code, output } = await start('--prot', '1');
    expect(output).toContain('--no-demo');
    expect(code).toBe(1);
  });
});
