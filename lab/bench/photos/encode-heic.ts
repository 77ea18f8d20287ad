import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Encodes a picture as a HEIC file, which exists until `use` ends.
 * @param picture JPEG or PNG; a PNG of 16 bits becomes a HEIC of 10 bits
 */
export async function withHeic<Result>(
  picture: Buffer,
  use: (heic: Buffer, file: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'candid-heic-'));
  const [from, to] = [join(directory, picture[0] === 0xff ? 'in.jpg' : 'in.png'), join(directory, 'out.heic')];
  try {
    await writeFile(from, picture);
    await run('heif-enc', ['-q', '80', '-p', 'preset=ultrafast', from, '-o', to]);
    return await use(await readFile(to), to);
  } finally {
    await rm(directory, { recursive: true });
  }
}

export const encodeHeic = (picture: Buffer): Promise<Buffer> => withHeic(picture, async (heic) => heic);
