import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { zipEntry } from './kubectl.mjs';

const number = (bytes: number, value: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

/** Builds an archive as the zip specification says; fields that `zipEntry` does not read stay zero. */
function zipOf(files: Record<string, { text: string; method: number }>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, { text, method }] of Object.entries(files)) {
    const content = method === 8 ? deflateRawSync(text) : Buffer.from(text);
    const header = Buffer.concat([number(4, 0x04034b50), Buffer.alloc(22), number(2, name.length), number(2, 3)]);
    const part = Buffer.concat([header, Buffer.from(name), Buffer.alloc(3), content]);
    const sizes = [
      number(4, content.length),
      number(4, text.length),
      number(2, name.length),
      number(2, 0),
      number(2, 0),
    ];
    directory.push(
      Buffer.concat([number(4, 0x02014b50), Buffer.alloc(6), number(2, method), Buffer.alloc(8), ...sizes]),
      Buffer.concat([Buffer.alloc(8), number(4, at), Buffer.from(name)]),
    );
    parts.push(part);
    at += part.length;
  }
  const count = number(2, Object.keys(files).length);
  const end = [number(4, 0x06054b50), Buffer.alloc(6), count, Buffer.alloc(4), number(4, at), Buffer.alloc(2)];
  return Buffer.concat([...parts, ...directory, ...end]);
}

describe('zipEntry', () => {
  const zip = zipOf({ 'a/note': { text: 'stored', method: 0 }, 'a/other': { text: 'packed '.repeat(50), method: 8 } });

  it('reads files that are stored and files that are packed', () => {
    expect(zipEntry(zip, 'a/note')?.toString()).toBe('stored');
    expect(zipEntry(zip, 'a/other')?.toString()).toBe('packed '.repeat(50));
  });

  it('has nothing of another name', () => {
    expect(zipEntry(zip, 'note')).toBeUndefined();
  });

  it('refuses what is no archive', () => {
    expect(() => zipEntry(Buffer.from('nothing of the kind, and longer than an end'), 'a')).toThrow(
      'not a zip archive',
    );
  });
});
