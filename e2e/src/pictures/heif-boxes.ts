import { u32 } from '@candid/testing';

export interface Box {
  type: string;
  /** First byte of the box's content; `to` is the byte after its last one. */
  from: number;
  to: number;
}

const CONTAINERS: Readonly<Record<string, number>> = {
  ...{ meta: 4, iprp: 0, ipco: 0, moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0 },
  // Sample descriptions and a visual sample entry have fields before their boxes.
  ...{ stsd: 8, hvc1: 78, av01: 78 },
};

/** Yields the boxes of a file (ISO/IEC 14496-12): each container before the boxes that it contains. */
export function* boxesOf(file: Buffer, from = 0, to = file.length): Generator<Box> {
  let at = from;
  while (at + 8 <= to) {
    const stated = file.readUInt32BE(at);
    const isLong = stated === 1 && at + 16 <= to;
    const length = isLong ? Number(file.readBigUInt64BE(at + 8)) : stated || to - at;
    const box = {
      type: file.toString('latin1', at + 4, at + 8),
      from: at + (isLong ? 16 : 8),
      to: Math.min(to, at + length),
    };
    if (length < 8) return;
    yield box;
    const skipped = box.type === 'iinf' ? itemsAt(file, box) : CONTAINERS[box.type];
    if (skipped !== undefined) yield* boxesOf(file, box.from + skipped, box.to);
    at += length;
  }
}

const itemsAt = (file: Buffer, { from }: Box): number => (file[from] === 0 ? 6 : 8);

export const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};

export const fullBox = (type: string, version: number, flags: number, ...parts: readonly Uint8Array[]): Buffer =>
  box(type, u32(version * 2 ** 24 + flags), ...parts);

export const u16 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number, index * 2);
  return bytes;
};

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A picture coded as HEVC: its parameter sets (box `hvcC`) and its coded bytes. */
export interface Coded {
  configuration: Buffer;
  data: Buffer;
}

/** @param heic a file with one item */
export function codedIn(heic: Buffer): Coded {
  const boxes = [...boxesOf(heic)];
  const configuration = boxes.find(({ type }) => type === 'hvcC');
  const data = boxes.find(({ type }) => type === 'mdat');
  if (!configuration || !data) throw new Error('the encoder wrote no HEVC picture');
  return {
    configuration: heic.subarray(configuration.from - 8, configuration.to),
    data: heic.subarray(data.from, data.to),
  };
}

export interface Item {
  type: string;
  data: Buffer;
  properties: readonly Buffer[];
  /** Numbers of the items of which this item consists, counted from 1. */
  madeOf?: readonly number[];
}

const fileType = (first: string, compatible: string): Buffer => box('ftyp', latin1(first), u32(0), latin1(compatible));

/** Builds a still picture that shows the last of these items (ISO/IEC 23008-12). `compatible`: brands in one text. */
export function stillOf(items: readonly Item[], first = 'heic', compatible = 'mif1heic'): Buffer {
  const properties = items.flatMap((item) => item.properties);
  const head = (dataAt: number): Buffer => {
    let at = dataAt;
    const places = items.map(({ data }, index) => {
      const place = Buffer.concat([u16(index + 1, 0, 1), u32(at, data.length)]);
      at += data.length;
      return place;
    });
    let property = 0;
    const associations = items.map((item, index) => {
      const own = item.properties.map(() => (property += 1));
      return Buffer.concat([u16(index + 1), Buffer.from([own.length, ...own])]);
    });
    const references = items.flatMap(({ madeOf = [] }, index) =>
      madeOf.length > 0 ? [box('dimg', u16(index + 1, madeOf.length, ...madeOf))] : [],
    );
    const meta = fullBox(
      ...(['meta', 0, 0] as const),
      fullBox('hdlr', 0, 0, u32(0), latin1('pict'), u32(0, 0, 0), Buffer.alloc(1)),
      fullBox('pitm', 0, 0, u16(items.length)),
      fullBox('iloc', 0, 0, u16(0x4400, items.length), ...places),
      fullBox(
        ...(['iinf', 0, 0] as const),
        u16(items.length),
        ...items.map(({ type, madeOf }, index) =>
          fullBox('infe', 2, madeOf || items.length === 1 ? 0 : 1, u16(index + 1, 0), latin1(type), Buffer.alloc(1)),
        ),
      ),
      ...(references.length > 0 ? [fullBox('iref', 0, 0, ...references)] : []),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, 0, u32(items.length), ...associations)),
    );
    return Buffer.concat([fileType(first, compatible), meta]);
  };
  const bytesBefore = head(0).length + 8;
  return Buffer.concat([head(bytesBefore), box('mdat', ...items.map(({ data }) => data))]);
}

export const sizeBox = (width: number, height: number): Buffer => fullBox('ispe', 0, 0, u32(width, height));
export const turnBox = (quarters: number): Buffer => box('irot', Buffer.from([quarters]));
export const profileBox = (icc: Buffer): Buffer => box('colr', latin1('prof'), icc);
export const codePointsBox = (
  [primaries, transfer, matrix]: readonly [number, number, number],
  isFull = true,
): Buffer => box('colr', latin1('nclx'), u16(primaries, transfer, matrix), Buffer.from([isFull ? 0x80 : 0]));

/** Returns the data of a grid item. `width` and `height` of the whole picture may crop the last tiles. */
export const gridData = (rows: number, columns: number, width: number, height: number): Buffer =>
  Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), u16(width, height)]);

const UNIT_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const TIMESCALE = 25;

/** Builds an image sequence without a still picture. All frames use the first frame's parameter sets. */
export function sequenceOf(frames: readonly Coded[], width: number, height: number): Buffer {
  const [first] = frames as [Coded];
  const count = frames.length;
  const head = (dataAt: number): Buffer => {
    const sampleEntry = box(
      ...(['hvc1', u32(0), u16(0, 1), u32(0, 0, 0, 0), u16(width, height)] as const),
      ...[u32(0x480000, 0x480000, 0), u16(1), Buffer.alloc(32), u16(24, 0xffff), first.configuration],
    );
    const samples = box(
      'stbl',
      fullBox('stsd', 0, 0, u32(1), sampleEntry),
      fullBox('stts', 0, 0, u32(1, count, 1)),
      fullBox('stsc', 0, 0, u32(1, 1, count, 1)),
      fullBox('stsz', 0, 0, u32(0, count, ...frames.map(({ data }) => data.length))),
      fullBox('stco', 0, 0, u32(1, dataAt)),
    );
    const dataHere = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)));
    const media = box(
      'mdia',
      fullBox('mdhd', 0, 0, u32(0, 0, TIMESCALE, count), u16(0x55c4, 0)),
      fullBox('hdlr', 0, 0, u32(0), latin1('pict'), u32(0, 0, 0), Buffer.alloc(1)),
      box('minf', fullBox('vmhd', 0, 1, u16(0, 0, 0, 0)), dataHere, samples),
    );
    const track = box(
      'trak',
      fullBox(
        ...(['tkhd', 0, 3, u32(0, 0, 1, 0, count, 0, 0), u16(0, 0, 0, 0), UNIT_MATRIX] as const),
        u32(width * 65_536, height * 65_536),
      ),
      media,
    );
    const movie = fullBox(
      ...(['mvhd', 0, 0, u32(0, 0, TIMESCALE, count, 0x10000), u16(0x100, 0), u32(0, 0), UNIT_MATRIX] as const),
      u32(0, 0, 0, 0, 0, 0, 2),
    );
    return Buffer.concat([fileType('hevc', 'msf1hevc'), box('moov', movie, track)]);
  };
  const bytesBefore = head(0).length + 8;
  return Buffer.concat([head(bytesBefore), box('mdat', ...frames.map(({ data }) => data))]);
}
