/**
 * Arrays in PostgreSQL's binary form (array_send): one dimension, counted from 1, each element after its length. The
 * server does not have to parse them; for many small values, parsing costs more than most other work of a flush. The
 * driver sends a Buffer as a binary parameter.
 */
const oids = { int4: 23, int8: 20, float8: 701, text: 25, uuid: 2950 } as const;

const headerBytes = 20;
const lengthBytes = 4;
const twoTo32 = 2 ** 32;
const absent = 0xff;

function opened(oid: number, length: number, elementsBytes: number): Buffer {
  const bytes = Buffer.alloc(headerBytes + elementsBytes);
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(oid, 8);
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16);
  return bytes;
}

function writeInt32(bytes: Buffer, value: number, offset: number): void {
  bytes[offset] = value >>> 24;
  bytes[offset + 1] = value >>> 16;
  bytes[offset + 2] = value >>> 8;
  bytes[offset + 3] = value;
}

type Write<Value> = (bytes: Buffer, value: Value, offset: number) => void;

/** Values of `size` bytes each. */
function arrayOf<Value>(oid: number, size: number, values: readonly Value[], write: Write<Value>): Buffer {
  const bytes = opened(oid, values.length, values.length * (lengthBytes + size));
  let offset = headerBytes;
  for (const value of values) {
    bytes[offset + 3] = size;
    write(bytes, value, offset + lengthBytes);
    offset += lengthBytes + size;
  }
  return bytes;
}

export const int4Array = (values: readonly number[]): Buffer => arrayOf(oids.int4, 4, values, writeInt32);

export const int8Array = (values: readonly number[]): Buffer =>
  arrayOf(oids.int8, 8, values, (bytes, value, offset) => {
    writeInt32(bytes, Math.floor(value / twoTo32), offset);
    writeInt32(bytes, value % twoTo32, offset + 4);
  });

/** Throws a RangeError if a text is not a UUID. */
export const uuidArray = (values: readonly string[]): Buffer =>
  arrayOf(oids.uuid, 16, values, (bytes, uuid, offset) => {
    const written = bytes.write(uuid.replaceAll('-', ''), offset, 16, 'hex');
    if (written !== 16 || uuid.length !== 36) throw new RangeError(`${uuid} is no UUID`);
  });

export function float8Array(values: readonly (number | null)[]): Buffer {
  const bytes = opened(oids.float8, values.length, values.length * (lengthBytes + 8));
  bytes[7] = 1;
  let offset = headerBytes;
  for (const value of values) {
    if (value === null) bytes.fill(absent, offset, offset + lengthBytes);
    else {
      bytes[offset + 3] = 8;
      bytes.writeDoubleBE(value, offset + lengthBytes);
    }
    offset += lengthBytes + (value === null ? 0 : 8);
  }
  return bytes.subarray(0, offset);
}

const gap = '\u0000'.repeat(lengthBytes);

/** Writes all texts with one call, joined by gaps. The lengths then replace the gap before each text. */
export function textArray(values: readonly string[]): Buffer {
  const joined = values.length === 0 ? '' : gap + values.join(gap);
  const bytes = opened(oids.text, values.length, Buffer.byteLength(joined));
  const isAscii = bytes.length === headerBytes + joined.length;
  bytes.write(joined, headerBytes);
  let offset = headerBytes;
  for (const value of values) {
    const length = isAscii ? value.length : Buffer.byteLength(value);
    writeInt32(bytes, length, offset);
    offset += lengthBytes + length;
  }
  return bytes;
}
