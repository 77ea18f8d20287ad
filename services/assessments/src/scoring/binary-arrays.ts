import { ID_BYTES } from './id-table.js';

/**
 * Arrays in PostgreSQL's binary format, which the driver passes on as they are: neither side formats or
 * parses text. Format: dimensions, flag of nulls, element type, length and lower bound; then size and bytes of each.
 */
const HEADER_BYTES = 20;
const UUID_OID = 2950;
const INT4_OID = 23;
const FLOAT8_OID = 701;

export const uuidArray = (length: number, write: (target: Buffer, offset: number, index: number) => void): Buffer =>
  arrayOf(UUID_OID, ID_BYTES, length, write);

export const intArray = (values: readonly number[]): Buffer =>
  arrayOf(INT4_OID, 4, values.length, (target, offset, index) => target.writeInt32BE(values[index]!, offset));

export const floatArray = (values: readonly number[]): Buffer =>
  arrayOf(FLOAT8_OID, 8, values.length, (target, offset, index) => target.writeDoubleBE(values[index]!, offset));

function arrayOf(
  elementType: number,
  bytes: number,
  length: number,
  write: (target: Buffer, offset: number, index: number) => void,
): Buffer {
  const array = Buffer.alloc(HEADER_BYTES + length * (4 + bytes));
  for (const [position, value] of [1, 0, elementType, length, 1].entries()) array.writeInt32BE(value, position * 4);
  for (let index = 0; index < length; index += 1) {
    const at = HEADER_BYTES + index * (4 + bytes);
    array.writeInt32BE(bytes, at);
    write(array, at + 4, index);
  }
  return array;
}
