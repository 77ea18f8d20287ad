import { crc32, deflateSync } from 'node:zlib';

const IHDR_END = 33;

/**
 * A PNG that states the ICC profile its pixels are in: chunk `iCCP` after the header (PNG specification, 11.3.2.3).
 * @param png without a colour chunk of its own
 */
export function withColourProfile(png: Buffer, icc: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCP'), Buffer.from('profile\0\0', 'latin1'), deflateSync(icc)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, IHDR_END), length, content, checksum, png.subarray(IHDR_END)]);
}
