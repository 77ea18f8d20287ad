const [APP1, APP2] = [0xe1, 0xe2];

/** Inserts a segment directly after the JPEG's start marker. */
function withSegment(jpeg: Buffer, mark: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, mark, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

export const jpegWithProfile = (jpeg: Buffer, icc: Buffer): Buffer =>
  withSegment(jpeg, APP2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), icc]));

const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const GAIN_MAP_XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ' +
  'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"/></rdf:RDF></x:xmpmeta>';
/** Bytes before the TIFF header of the multi-picture segment: the file's start marker, the segment's head and name. */
const MPF_HEADER_AT = 2 + 4 + 4;

/** Imitates phones' "Ultra HDR" (CIPA DC-007): after the normal JPEG, a second JPEG states where HDR is brighter. */
export function jpegWithGainMap(base: Buffer, map: Buffer): Buffer {
  const described = withSegment(base, APP1, Buffer.from(XMP + GAIN_MAP_XMP, 'latin1'));
  const index = Buffer.alloc(82);
  index.write('II*\0\x08', 0, 'latin1');
  index.writeUInt16LE(3, 8);
  const entry = (at: number, tag: number, type: number, count: number, value: number): void => {
    index.writeUInt16LE(tag, at);
    index.writeUInt16LE(type, at + 2);
    index.writeUInt32LE(count, at + 4);
    index.writeUInt32LE(value, at + 8);
  };
  entry(10, 0xb000, 7, 4, Buffer.from('0100').readUInt32LE());
  entry(22, 0xb001, 4, 1, 2);
  entry(34, 0xb002, 7, 32, 50);
  const baseBytes = described.length + 4 + 4 + index.length;
  index.writeUInt32LE(0x030000, 50);
  index.writeUInt32LE(baseBytes, 54);
  index.writeUInt32LE(map.length, 70);
  index.writeUInt32LE(baseBytes - MPF_HEADER_AT, 74);
  return Buffer.concat([withSegment(described, APP2, Buffer.concat([Buffer.from('MPF\0'), index])), map]);
}
