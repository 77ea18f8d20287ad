import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { entryFile } from './paths.mjs';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'candid-paths-'));
});
afterEach(() => rmSync(home, { recursive: true }));

it('an entry starts from its bundle, or from its compiled file in a version without bundles', () => {
  const worker = () => path.relative(home, entryFile('services/tokens', 'worker', home));
  expect(worker()).toBe('services/tokens/dist/worker.js');
  mkdirSync(path.join(home, 'services', 'tokens', 'bundle'), { recursive: true });
  writeFileSync(path.join(home, 'services', 'tokens', 'bundle', 'worker.js'), '');
  expect(worker()).toBe('services/tokens/bundle/worker.js');
});
