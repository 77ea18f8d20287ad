import type { Hash, Mark } from './marks.js';

/** Size of a stored mark: 8 bytes of hash, then x, y and scale in hundredths of a pixel with 2 bytes each. */
const MARK_BYTES = 14;
const HUNDREDTHS = 100;

export function encodeMarks(marks: readonly Mark[]): Buffer {
  const bytes = Buffer.alloc(marks.length * MARK_BYTES);
  for (const [index, { hash, x, y, scale }] of marks.entries()) {
    const start = index * MARK_BYTES;
    bytes.writeUInt32LE(hash[0], start);
    bytes.writeUInt32LE(hash[1], start + 4);
    for (const [place, value] of [x, y, scale].entries()) {
      bytes.writeUInt16LE(Math.round(value * HUNDREDTHS), start + 8 + place * 2);
    }
  }
  return bytes;
}

export function decodeMarks(bytes: Buffer): Mark[] {
  return Array.from({ length: Math.floor(bytes.length / MARK_BYTES) }, (_, index) => {
    const start = index * MARK_BYTES;
    const value = (place: number): number => bytes.readUInt16LE(start + 8 + place * 2) / HUNDREDTHS;
    return {
      hash: [bytes.readUInt32LE(start), bytes.readUInt32LE(start + 4)],
      ...{ x: value(0), y: value(1), scale: value(2) },
    };
  });
}

const TOKENS_PER_MARK = 3;
const TOKEN_BITS = 21;

/**
 * Derives three tokens from each hash. Each token takes every third bit, because neighbouring bits are correlated. Two
 * copies of a picture share some tokens, because some of their marks differ in few bits. Of a thousand unlike photos,
 * five share any token (see decision 0064).
 */
export const tokensOf = (marks: readonly Mark[]): number[] => [
  ...new Set(marks.flatMap(({ hash }) => [0, 1, 2].map((part) => tokenOf(hash, part)))),
];

function tokenOf([low, high]: Hash, part: number): number {
  let token = part;
  for (let index = 0; index < TOKEN_BITS; index += 1) {
    const bit = index * TOKENS_PER_MARK + part;
    token = token * 2 + (bit < 32 ? (low >>> bit) & 1 : (high >>> (bit - 32)) & 1);
  }
  return token;
}
