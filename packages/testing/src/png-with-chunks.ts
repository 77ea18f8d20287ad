import { crc32 } from 'node:zlib';

type Chunks = Readonly<Record<string, Buffer>>;

const HEADER_BYTES = 33;
const END_BYTES = 12;

/** With further chunks before its pixels and behind them, each in this order. */
export function pngWithChunks(png: Buffer, beforePixels: Chunks, behindPixels: Chunks = {}): Buffer {
  const end = png.length - END_BYTES;
  return Buffer.concat([
    ...[png.subarray(0, HEADER_BYTES), ...chunksOf(beforePixels)],
    ...[png.subarray(HEADER_BYTES, end), ...chunksOf(behindPixels), png.subarray(end)],
  ]);
}

/** Numbers of four bytes each, the highest byte first. */
export const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

const chunksOf = (chunks: Chunks): Buffer[] =>
  Object.entries(chunks).map(([kind, data]) => {
    const content = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    return Buffer.concat([u32(data.length), content, u32(crc32(content))]);
  });
