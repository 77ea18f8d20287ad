import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { nativeFaults } from './published-image.mjs';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'candid-native-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function writeElf(file: string, machine: number) {
  const header = Buffer.alloc(64);
  header.write('\x7fELF', 'latin1');
  header.writeUInt16LE(machine, 18);
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
  writeFileSync(path.join(directory, file), header);
}

it('the check accepts files of the platform', () => {
  writeElf('app/node_modules/sharp/sharp.node', 0xb7);
  expect(nativeFaults(directory, 'linux/arm64')).toEqual([]);
});

it('the check names a file of another platform, in any folder', () => {
  writeElf('app/node_modules/sharp/sharp.node', 0x3e);
  writeElf('app/libvips.so.8', 0xb7);
  expect(nativeFaults(directory, 'linux/arm64')).toEqual([
    'holds app/node_modules/sharp/sharp.node, which is not for linux/arm64',
  ]);
});

it('the check names a file that is no program or library', () => {
  writeFileSync(path.join(directory, 'short.node'), 'MZ');
  expect(nativeFaults(directory, 'linux/amd64')).toEqual(['holds short.node, which is not for linux/amd64']);
});

it('the check refuses an empty folder', () => {
  expect(nativeFaults(directory, 'linux/amd64')).toEqual(['holds no native file for linux/amd64']);
});
