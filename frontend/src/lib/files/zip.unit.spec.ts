import { crc32 } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { zipOf } from './zip';

const modified = new Date(2026, 2, 7, 9, 5, 12);
const bytes = (text: string) => new TextEncoder().encode(text);

/** Reads an archive from its end, as unzip does. */
function entriesOf(archive: DataView) {
  const end = archive.byteLength - 22;
  expect(archive.getUint32(end, true)).toBe(0x06054b50);
  const text = (at: number, length: number) => Buffer.from(archive.buffer, at, length).toString();
  let at = archive.getUint32(end + 16, true);
  expect(at + archive.getUint32(end + 12, true)).toBe(end);
  return Array.from({ length: archive.getUint16(end + 10, true) }, () => {
    expect(archive.getUint32(at, true)).toBe(0x02014b50);
    const [nameLength, size, local] = [28, 24, 42].map((field, index) =>
      index === 0 ? archive.getUint16(at + field, true) : archive.getUint32(at + field, true),
    ) as [number, number, number];
    const entry = {
      name: text(at + 46, nameLength),
      checksum: archive.getUint32(at + 16, true),
      time: archive.getUint16(at + 12, true),
      date: archive.getUint16(at + 14, true),
      localName: text(local + 30, nameLength),
      content: text(local + 30 + archive.getUint16(local + 26, true), size),
    };
    expect(archive.getUint32(local, true)).toBe(0x04034b50);
    expect(archive.getUint32(local + 14, true)).toBe(entry.checksum);
    at += 46 + nameLength;
    return entry;
  });
}

it('stores each file with its name, checksum and time', async () => {
  const zip = zipOf(
    [
      { name: '1.jpg', bytes: bytes('first picture') },
      { name: '10.jpg', bytes: bytes('another') },
    ],
    modified,
  );
  expect(zip.type).toBe('application/zip');
  const time = (9 << 11) | (5 << 5) | 6;
  const date = (46 << 9) | (3 << 5) | 7;
  expect(entriesOf(new DataView(await zip.arrayBuffer()))).toEqual([
    {
      ...{ name: '1.jpg', localName: '1.jpg', content: 'first picture', checksum: crc32('first picture') },
      ...{ time, date },
    },
    { ...{ name: '10.jpg', localName: '10.jpg', content: 'another', checksum: crc32('another') }, ...{ time, date } },
  ]);
});
