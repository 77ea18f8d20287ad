/**
 * Arrays in PostgreSQL's binary form (array_send). The server reads them without parsing, which for a flush of many small
 * values costs more than most of what it does with them. The driver sends a Buffer as a binary parameter.
 */
const oids = { int4: 23, int8: 20, float8: 701, text: 25, uuid: 2950 } as const;

const headerBytes = 20;
const lengthBytes = 4;
const twoTo32 = 2 ** 32;
const absent = 0xff;

/** One dimension, counted from 1; the elements are written one after another, each behind its length. */
class ArrayWriter {
  readonly bytes: Buffer;
  protected offset = headerBytes;

  constructor(oid: number, length: number, elementsBytes: number) {
    this.bytes = Buffer.alloc(headerBytes + elementsBytes);
    this.bytes.writeInt32BE(1, 0);
    this.bytes.writeInt32BE(oid, 8);
    this.bytes.writeInt32BE(length, 12);
    this.bytes.writeInt32BE(1, 16);
  }

  protected writeInt32(value: number, offset: number): void {
    const { bytes } = this;
    bytes[offset] = value >>> 24;
    bytes[offset + 1] = value >>> 16;
    bytes[offset + 2] = value >>> 8;
    bytes[offset + 3] = value;
  }
}

/** Needs exactly the announced number of elements. */
export class Int4Values extends ArrayWriter {
  constructor(length: number) {
    super(oids.int4, length, length * (lengthBytes + 4));
  }

  push(value: number): void {
    this.bytes[this.offset + 3] = 4;
    this.writeInt32(value, this.offset + lengthBytes);
    this.offset += lengthBytes + 4;
  }
}

export class Int8Values extends ArrayWriter {
  constructor(length: number) {
    super(oids.int8, length, length * (lengthBytes + 8));
  }

  push(value: number): void {
    this.bytes[this.offset + 3] = 8;
    this.writeInt32(Math.floor(value / twoTo32), this.offset + lengthBytes);
    this.writeInt32(value % twoTo32, this.offset + lengthBytes + 4);
    this.offset += lengthBytes + 8;
  }
}

export class Float8Values extends ArrayWriter {
  constructor(length: number) {
    super(oids.float8, length, length * (lengthBytes + 8));
    this.bytes[7] = 1;
  }

  push(value: number | null): void {
    const { bytes, offset } = this;
    if (value === null) {
      bytes.fill(absent, offset, offset + lengthBytes);
      this.offset += lengthBytes;
      return;
    }
    bytes[offset + 3] = 8;
    bytes.writeDoubleBE(value, offset + lengthBytes);
    this.offset += lengthBytes + 8;
  }

  /** Nulls take less room than was announced. */
  written(): Buffer {
    return this.bytes.subarray(0, this.offset);
  }
}

export class UuidValues extends ArrayWriter {
  constructor(length: number) {
    super(oids.uuid, length, length * (lengthBytes + 16));
  }

  /** Throws a RangeError for a text that is no UUID. */
  push(uuid: string): void {
    this.bytes[this.offset + 3] = 16;
    const start = this.offset + lengthBytes;
    const written = this.bytes.write(uuid.replaceAll('-', ''), start, 16, 'hex');
    if (written !== 16 || uuid.length !== 36) throw new RangeError(`${uuid} is no UUID`);
    this.offset = start + 16;
  }
}

const gap = '\u0000'.repeat(lengthBytes);

export function textArray(values: readonly string[]): Buffer {
  const joined = values.length === 0 ? '' : gap + values.join(gap);
  const array = new TextValues(values.length, Buffer.byteLength(joined));
  array.write(values, joined);
  return array.bytes;
}

/** Written with one call: all texts with room before each, which the lengths then fill. */
class TextValues extends ArrayWriter {
  constructor(length: number, elementsBytes: number) {
    super(oids.text, length, elementsBytes);
  }

  write(values: readonly string[], joined: string): void {
    const isAscii = this.bytes.length === headerBytes + joined.length;
    this.bytes.write(joined, headerBytes);
    for (const value of values) {
      const length = isAscii ? value.length : Buffer.byteLength(value);
      this.writeInt32(length, this.offset);
      this.offset += lengthBytes + length;
    }
  }
}
