import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Encoder {
  /** Name and version. */
  name: string;
  /** Encodes one PNG, or several frames in order. `files`: further files by name, in the encoder's directory. */
  encode(
    pictures: Buffer | readonly Buffer[],
    options: readonly string[],
    files?: Readonly<Record<string, Buffer>>,
  ): Promise<Buffer>;
}

const encoder = (program: string, name: string, suffix: string, toOutput: readonly string[]): Encoder => ({
  name,
  async encode(pictures, options, files = {}) {
    const directory = await mkdtemp(join(tmpdir(), 'candid-pictures-'));
    try {
      const frames = [pictures].flat() as Buffer[];
      const names = frames.map((_, index) => `${index}.png`);
      for (const [index, frame] of frames.entries()) await writeFile(join(directory, names[index]!), frame);
      for (const [file, bytes] of Object.entries(files)) await writeFile(join(directory, file), bytes);
      await run(program, [...options, ...names, ...toOutput, `out.${suffix}`], { cwd: directory });
      return await readFile(join(directory, `out.${suffix}`));
    } finally {
      await rm(directory, { recursive: true });
    }
  },
});

async function versionOf(program: string, option: string, pattern: RegExp): Promise<string> {
  const { stdout, stderr } = await run(program, [option]).catch((error: { stdout: string; stderr: string }) => error);
  return `${program} ${pattern.exec(stdout + stderr)?.[1] ?? '?'}`;
}

export async function findEncoders(): Promise<{ heifEnc: Encoder; avifEnc: Encoder }> {
  const heifEnc = await versionOf('heif-enc', '--help', /version: ([\d.]+)/);
  const avifEnc = await versionOf('avifenc', '--version', /Version: ([\d.]+)/);
  return {
    heifEnc: encoder('heif-enc', heifEnc, 'heic', ['-o']),
    avifEnc: encoder('avifenc', avifEnc, 'avif', ['-o']),
  };
}
