export const ID_BYTES = 16;

/**
 * Numbers ids of 16 bytes from 0, in the order in which they are first met. It holds bytes instead of strings: 24 to 48
 * bytes an id. Collisions are resolved by linear probing; at most half of the places are taken.
 */
export class IdTable {
  private bytes = Buffer.alloc(1024 * ID_BYTES);
  /** Index + 1 of the id at each place; 0 if the place is free. A power of two places. */
  private places = new Uint32Array(2048);
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Adds the id if it is new. */
  indexOf(source: Buffer, offset: number): number {
    let place = this.firstPlace(source, offset);
    for (; this.places[place] !== 0; place = (place + 1) & (this.places.length - 1)) {
      const index = this.places[place]! - 1;
      if (this.isAt(index, source, offset)) return index;
    }
    if (this.count * 2 === this.places.length) {
      this.grow();
      return this.indexOf(source, offset);
    }
    source.copy(this.bytes, this.count * ID_BYTES, offset, offset + ID_BYTES);
    this.count += 1;
    this.places[place] = this.count;
    return this.count - 1;
  }

  copyTo(target: Buffer, offset: number, index: number): void {
    copyId(this.bytes, index, target, offset);
  }

  private isAt(index: number, source: Buffer, offset: number): boolean {
    const at = index * ID_BYTES;
    return this.bytes.compare(source, offset, offset + ID_BYTES, at, at + ID_BYTES) === 0;
  }

  /** All bytes take part: ids may share a prefix of time, or their version's bits. */
  private firstPlace(source: Buffer, offset: number): number {
    let mixed = 0;
    for (let word = 0; word < ID_BYTES; word += 4) {
      mixed = Math.imul(mixed ^ source.readInt32LE(offset + word), 0x9e3779b1);
      mixed ^= mixed >>> 15;
    }
    return mixed & (this.places.length - 1);
  }

  private grow(): void {
    const bytes = Buffer.alloc(this.bytes.length * 2);
    this.bytes.copy(bytes);
    this.bytes = bytes;
    this.places = new Uint32Array(this.places.length * 2);
    for (let index = 0; index < this.count; index += 1) {
      let place = this.firstPlace(bytes, index * ID_BYTES);
      while (this.places[place] !== 0) place = (place + 1) & (this.places.length - 1);
      this.places[place] = index + 1;
    }
  }
}

/** The id at this index of ids side by side. */
export function copyId(ids: Buffer, index: number, target: Buffer, offset: number): void {
  ids.copy(target, offset, index * ID_BYTES, (index + 1) * ID_BYTES);
}
