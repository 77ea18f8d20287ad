interface ZippedFile {
  /** ASCII, without a folder. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const localHeaderBytes = 30;
const centralHeaderBytes = 46;
const endBytes = 22;
const version = 10;

/**
 * A ZIP archive (PKWARE APPNOTE 6.3) of files that are stored as they are: pictures are compressed already. Below 4 GB and
 * 65,536 files.
 */
export function zipOf(files: readonly ZippedFile[], modified: Date): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const nameBytes = new TextEncoder().encode(name);
    const about = (header: DataView, at: number) => {
      header.setUint16(at, version, true);
      // Two bytes each of flags and method stay 0: plain, stored.
      header.setUint16(at + 6, dosTime(modified), true);
      header.setUint16(at + 8, dosDate(modified), true);
      header.setUint32(at + 10, crc32(bytes), true);
      header.setUint32(at + 14, bytes.length, true);
      header.setUint32(at + 18, bytes.length, true);
      header.setUint16(at + 22, nameBytes.length, true);
    };
    const local = headerOf(localHeaderBytes, 0x04034b50);
    about(local, 4);
    const central = headerOf(centralHeaderBytes, 0x02014b50);
    central.setUint16(4, version, true);
    about(central, 6);
    central.setUint32(42, offset, true);
    parts.push(bytesOf(local), nameBytes, bytes);
    directory.push(bytesOf(central), nameBytes);
    offset += localHeaderBytes + nameBytes.length + bytes.length;
  }
  const end = headerOf(endBytes, 0x06054b50);
  end.setUint16(8, files.length, true);
  end.setUint16(10, files.length, true);
  end.setUint32(
    12,
    directory.reduce((sum, { length }) => sum + length, 0),
    true,
  );
  end.setUint32(16, offset, true);
  return new Blob([...parts, ...directory, bytesOf(end)], { type: 'application/zip' });
}

function headerOf(bytes: number, signature: number): DataView {
  const header = new DataView(new ArrayBuffer(bytes));
  header.setUint32(0, signature, true);
  return header;
}

const bytesOf = ({ buffer }: DataView): Uint8Array<ArrayBuffer> => new Uint8Array(buffer as ArrayBuffer);

/** In steps of two seconds. */
const dosTime = (at: Date): number => (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1);
const dosDate = (at: Date): number => ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate();

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (crcTable[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}
