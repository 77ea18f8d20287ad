import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ID_BYTES, IdTable } from './read-ratings.js';

function hexAt(table: IdTable, index: number): string {
  const id = Buffer.alloc(ID_BYTES);
  table.copyTo(id, 0, index);
  return id.toString('hex');
}

/** Ids whose bytes are all 0, 1 or 2, so that they share prefixes and collide in the table. */
const someIds = fc.array(fc.uint8Array({ minLength: ID_BYTES, maxLength: ID_BYTES, max: 2 }), { maxLength: 200 });

describe('a table of ids', () => {
  it('numbers ids in the order in which they are first met, as a map of strings does', () => {
    fc.assert(
      fc.property(someIds, (ids) => {
        const table = new IdTable();
        const expected = new Map<string, number>();
        for (const id of ids) {
          const hex = Buffer.from(id).toString('hex');
          if (!expected.has(hex)) expected.set(hex, expected.size);
          expect(table.indexOf(Buffer.from(id), 0)).toBe(expected.get(hex));
        }
        expect(table.size).toBe(expected.size);
        for (const [hex, index] of expected) expect(hexAt(table, index)).toBe(hex);
      }),
    );
  });

  it('keeps its numbers while it grows, and reads an id from the middle of a buffer', () => {
    const table = new IdTable();
    const ids = Buffer.alloc(5_000 * ID_BYTES);
    for (let index = 0; index < 5_000; index += 1) ids.writeUInt32BE(index, index * ID_BYTES);
    for (let round = 0; round < 2; round += 1) {
      const indexes = Array.from({ length: 5_000 }, (_, index) => table.indexOf(ids, index * ID_BYTES));
      expect(indexes).toEqual(Array.from({ length: 5_000 }, (_, index) => index));
    }
    expect(hexAt(table, 4_097)).toBe('00001001'.padEnd(32, '0'));
  });
});
