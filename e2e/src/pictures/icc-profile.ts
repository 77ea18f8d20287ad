/** XYZ coordinates of red, green and blue, adapted to the white point D50. */
type Colorants = readonly [readonly number[], readonly number[], readonly number[]];

const ADOBE_RGB: Colorants = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
];
const DISPLAY_P3: Colorants = [
  [0.51512, 0.2412, -0.00105],
  [0.29198, 0.69225, 0.04189],
  [0.1571, 0.06657, 0.78407],
];
const D50 = [0.9642, 1, 0.8249];
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

export const adobeRgbProfile = (): Buffer => profileOf('Adobe RGB', ADOBE_RGB, parametricCurve(0, [563 / 256]));
export const displayP3Profile = (): Buffer => profileOf('Display P3', DISPLAY_P3, parametricCurve(3, SRGB_CURVE));

const HEADER_BYTES = 128;

/** Builds a display profile of version 4 with a matrix and one curve for all channels (ICC.1:2022). */
function profileOf(name: string, [red, green, blue]: Colorants, curve: Buffer): Buffer {
  const tags: [string, Buffer][] = [
    ['desc', text(name)],
    ['cprt', text('None')],
    ['wtpt', xyz(D50)],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  let at = HEADER_BYTES + table.length;
  for (const [index, [tag, data]] of tags.entries()) {
    table.write(tag, 4 + index * 12, 'latin1');
    table.writeUInt32BE(at, 8 + index * 12);
    table.writeUInt32BE(data.length, 12 + index * 12);
    at += data.length;
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(at, 0);
  header.writeUInt8(4, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  xyz(D50).copy(header, 68, 8);
  return Buffer.concat([header, table, ...tags.map(([, data]) => data)]);
}

const typed = (type: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type.padEnd(8, '\0'), 'latin1'), content]);

function fixed(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeInt32BE(Math.round(number * 65_536), index * 4);
  return bytes;
}

const xyz = (numbers: readonly number[]): Buffer => typed('XYZ ', fixed(numbers));

const parametricCurve = (kind: number, parameters: readonly number[]): Buffer =>
  typed('para', Buffer.concat([Buffer.from([0, kind, 0, 0]), fixed(parameters)]));

/** Builds a localised text element in English, padded to a multiple of four bytes. */
function text(words: string): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt32BE(1, 0);
  head.writeUInt32BE(12, 4);
  head.write('enUS', 8, 'latin1');
  head.writeUInt32BE(words.length * 2, 12);
  head.writeUInt32BE(28, 16);
  const utf16 = Buffer.from(words, 'utf16le').swap16();
  return typed('mluc', Buffer.concat([head, utf16, Buffer.alloc((4 - (utf16.length % 4)) % 4)]));
}
