import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** `e_machine` of an ELF file, by platform. */
const machines = { 'linux/amd64': 0x3e, 'linux/arm64': 0xb7 };
const machineOffset = 18;
const elf = Buffer.from('\x7fELF', 'latin1');

const isFor = (platform, content) =>
  content.length > machineOffset + 1 &&
  content.subarray(0, elf.length).equals(elf) &&
  content.readUInt16LE(machineOffset) === machines[platform];

export function nativeFaults(directory, platform) {
  const files = globSync('**', { cwd: directory }).filter((file) => statSync(path.join(directory, file)).isFile());
  if (files.length === 0) return [`holds no native file for ${platform}`];
  return files
    .filter((file) => !isFor(platform, readFileSync(path.join(directory, file))))
    .map((file) => `holds ${file}, which is not for ${platform}`);
}
