import sharp from 'sharp';
import { type Box, boxesOf } from './heif-boxes.js';

/** Facts that a picture file states about itself. A text is empty if the file states nothing. */
export interface FileFacts {
  format: string;
  /** Bits per channel, and chroma subsampling. */
  depth: string;
  colours: string;
  turned: string;
  parts: string;
}

const NOTHING = { depth: '', colours: '', turned: '', parts: '' };

export async function factsOf(file: Buffer): Promise<FileFacts> {
  const head = file.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG')) return pngFacts(file);
  if (head.startsWith('ftyp', 4)) return heifFacts(file);
  if (head.startsWith('\xff\xd8') || head.startsWith('RIFF')) return sharpFacts(file);
  return { ...NOTHING, format: /^[\w ]+/.exec(head)?.[0] ?? head.slice(0, 4) };
}

const SAMPLING = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'];

function heifFacts(file: Buffer): FileFacts {
  const boxes = [...boxesOf(file)];
  const texts = (type: string, textOf: (box: Box) => string): string =>
    [...new Set(boxes.filter((box) => box.type === type).map(textOf))].join(', ');
  const byte = ({ from }: Box, at: number): number => file[from + at] ?? 0;
  return {
    format: texts('ftyp', ({ from }) => file.toString('latin1', from, from + 4)),
    depth: [
      texts('hvcC', (box) => `${8 + (byte(box, 17) & 7)} bits ${SAMPLING[byte(box, 16) & 3]}`),
      texts('av1C', (box) => av1Depth(byte(box, 2))),
    ].join(''),
    colours: texts('colr', (box) => colourText(file, box)),
    turned: [texts('irot', (box) => `irot ${byte(box, 0) & 3}`), texts('imir', (box) => `imir ${byte(box, 0) & 1}`)]
      .filter(Boolean)
      .join(', '),
    parts: partsOf(file, boxes),
  };
}

const av1Depth = (flags: number): string => {
  const bits = flags & 64 ? (flags & 32 ? 12 : 10) : 8;
  const sampling = flags & 16 ? 0 : flags & 4 ? 1 : flags & 8 ? 2 : 3;
  return `${bits} bits ${SAMPLING[sampling]}`;
};

function colourText(file: Buffer, { from, to }: Box): string {
  if (file.toString('latin1', from, from + 4) !== 'nclx') return `ICC ${profileName(file.subarray(from + 4, to))}`;
  const codePoints = [4, 6, 8].map((at) => file.readUInt16BE(from + at)).join('/');
  return `${codePoints} ${file[from + 10]! & 0x80 ? 'full' : 'limited'}`;
}

/** Lists the file's items by type and number, and the track of a sequence. */
function partsOf(file: Buffer, boxes: readonly Box[]): string {
  const types = boxes
    .filter(({ type }) => type === 'infe')
    .map(({ from }) =>
      file.toString('latin1', from + (file[from] === 3 ? 10 : 8), from + (file[from] === 3 ? 14 : 12)),
    );
  const counts = [...new Set(types)].map((type) => {
    const count = types.filter((other) => other === type).length;
    return count === 1 ? type : `${count} ${type}`;
  });
  const isAlpha = ({ type, from, to }: Box): boolean =>
    type === 'auxC' && /alpha|hevc:2015:auxid:1/.test(file.toString('latin1', from, to));
  const hasTrack = boxes.some(({ type }) => type === 'trak');
  return [...counts, ...(boxes.some(isAlpha) ? ['alpha'] : []), ...(hasTrack ? ['sequence'] : [])].join(', ');
}

const PNG_COLOURS: Readonly<Record<number, string>> = {
  0: 'grey',
  2: 'RGB',
  3: 'palette',
  4: 'grey, alpha',
  6: 'RGBA',
};

function pngFacts(file: Buffer): FileFacts {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at + 8 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const kind = file.toString('latin1', at + 4, at + 8);
    if (!chunks.has(kind)) chunks.set(kind, file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const numbers = (kind: string): string => [...(chunks.get(kind) ?? [])].join('/');
  const stated = [
    chunks.has('cICP') && `cICP ${numbers('cICP')}`,
    chunks.has('gAMA') && `gAMA ${chunks.get('gAMA')!.readUInt32BE() / 100_000}`,
    ...['cHRM', 'sRGB', 'iCCP', 'cLLI', 'mDCV'].map((kind) => chunks.has(kind) && kind),
  ];
  return {
    format: 'PNG',
    depth: `${file[24]} bits ${PNG_COLOURS[file[25]!]}`,
    colours: stated.filter(Boolean).join(', '),
    turned: chunks.has('eXIf') ? 'EXIF' : '',
    parts: chunks.has('acTL') ? `${chunks.get('acTL')!.readUInt32BE()} frames` : '',
  };
}

async function sharpFacts(file: Buffer): Promise<FileFacts> {
  const found = await sharp(file)
    .metadata()
    .catch(() => undefined);
  if (!found) return { ...NOTHING, format: file[0] === 0xff ? 'JPEG' : 'RIFF' };
  const { format, space, chromaSubsampling, icc, orientation, pages = 1, isProgressive } = found;
  const isFrames = pages > 1 && format === 'webp';
  const hasGainMap = file.includes('hdr-gain-map');
  return {
    format: format === 'jpeg' ? 'JPEG' : 'WebP',
    depth: ['8 bits', space === 'srgb' ? '' : space.toUpperCase(), chromaSubsampling].filter(Boolean).join(' '),
    colours: icc ? `ICC ${profileName(icc)}` : '',
    turned: orientation && orientation > 1 ? `EXIF ${orientation}` : '',
    parts: [isFrames && `${pages} frames`, hasGainMap && 'gain map', isProgressive && 'progressive']
      .filter(Boolean)
      .join(', '),
  };
}

/** Returns the description in an ICC profile of version 2 (ASCII) or 4 (UTF-16). */
function profileName(icc: Buffer): string {
  const count = icc.length > 132 ? icc.readUInt32BE(128) : 0;
  for (let at = 132; at < 132 + count * 12 && at + 12 <= icc.length; at += 12) {
    if (icc.toString('latin1', at, at + 4) !== 'desc') continue;
    const from = icc.readUInt32BE(at + 4);
    if (icc.toString('latin1', from, from + 4) === 'desc') {
      return icc.toString('latin1', from + 12, from + 11 + icc.readUInt32BE(from + 8));
    }
    const [bytes, place] = [icc.readUInt32BE(from + 20), icc.readUInt32BE(from + 24)];
    return Buffer.from(icc.subarray(from + place, from + place + bytes))
      .swap16()
      .toString('utf16le');
  }
  return 'without a name';
}
