import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { float8Array, int4Array, int8Array, textArray, uuidArray } from './binary-array.js';

interface BinaryArray {
  /** Number of dimensions, whether there are nulls, element type, length, and index of the first element. */
  header: number[];
  elements: (Buffer | null)[];
}

/** Decodes as PostgreSQL's array_recv does. */
function received(bytes: Buffer): BinaryArray {
  const header = [0, 4, 8, 12, 16].map((offset) => bytes.readInt32BE(offset));
  const elements: (Buffer | null)[] = [];
  for (let offset = 20; offset < bytes.length; ) {
    const length = bytes.readInt32BE(offset);
    const start = offset + 4;
    offset = start + Math.max(length, 0);
    elements.push(length === -1 ? null : bytes.subarray(start, offset));
  }
  return { header, elements };
}

describe('an array in binary form', () => {
  it('has whole numbers of four bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), (numbers) => {
        const { header, elements } = received(int4Array(numbers));
        expect(header).toEqual([1, 0, 23, numbers.length, 1]);
        expect(elements.map((element) => element!.readInt32BE())).toEqual(numbers);
        expect(elements.every((element) => element!.length === 4)).toBe(true);
      }),
    );
  });

  it('has whole numbers of eight bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger()), (numbers) => {
        const { header, elements } = received(int8Array(numbers));
        expect(header).toEqual([1, 0, 20, numbers.length, 1]);
        expect(elements.map((element) => Number(element!.readBigInt64BE()))).toEqual(numbers);
        expect(elements.every((element) => element!.length === 8)).toBe(true);
      }),
    );
  });

  it('has numbers and nulls', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double({ noNaN: true }))), (numbers) => {
        const { header, elements } = received(float8Array(numbers));
        expect(header).toEqual([1, 1, 701, numbers.length, 1]);
        expect(elements.map((element) => element?.readDoubleBE() ?? null)).toEqual(numbers);
        expect(elements.every((element) => element === null || element.length === 8)).toBe(true);
      }),
    );
  });

  it('has texts, also beyond ASCII', () => {
    for (const unit of ['grapheme-ascii', 'grapheme'] as const) {
      fc.assert(
        fc.property(fc.array(fc.string({ unit })), (texts) => {
          const { header, elements } = received(textArray(texts));
          expect(header).toEqual([1, 0, 25, texts.length, 1]);
          expect(elements.map(String)).toEqual(texts);
        }),
      );
    }
  });

  it('has UUIDs, and nothing that is none', () => {
    const uuids = Array.from({ length: 3 }, () => randomUUID());
    const { header, elements } = received(uuidArray(uuids));
    expect(header).toEqual([1, 0, 2950, 3, 1]);
    expect(elements.map((element) => element!.toString('hex'))).toEqual(uuids.map((uuid) => uuid.replaceAll('-', '')));
    for (const text of ['', 'no uuid', uuids[0]!.replaceAll('-', ''), uuids[0]!.replace(/.$/, 'x')]) {
      expect(() => uuidArray([text])).toThrow(new RangeError(`${text} is no UUID`));
    }
  });
});
