import { inflateRawSync } from 'node:zlib';

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const stored = 0;
const deflated = 8;

function directoryOf(zip) {
  for (let at = zip.length - 22; at >= 0; at -= 1) {
    if (zip.readUInt32LE(at) === endSignature)
      return { count: zip.readUInt16LE(at + 10), start: zip.readUInt32LE(at + 16) };
  }
  throw new Error('not a zip archive');
}

/** The bytes of one file in a zip archive (up to 4 GiB, not encrypted), or undefined where there is none of that name. */
export function zipEntry(zip, name) {
  const { count, start } = directoryOf(zip);
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error('the zip archive is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) return contentOf(zip, at);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return undefined;
}

function contentOf(zip, at) {
  const [method, size, header] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
  const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const bytes = zip.subarray(begin, begin + size);
  if (method === stored) return bytes;
  if (method === deflated) return inflateRawSync(bytes);
  throw new Error(`the zip archive packs by method ${method}`);
}
