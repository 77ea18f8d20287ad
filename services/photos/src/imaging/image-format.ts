import { fileTypeFromBuffer } from 'file-type';

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'heif';

/** AVIF and HEIC share a container; what is inside is told by its header. An animation counts as its still format. */
const FORMATS: Readonly<Record<string, ImageFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/heic': 'heif',
  'image/heif': 'heif',
  'image/heic-sequence': 'heif',
  'image/heif-sequence': 'heif',
};

/** The format by the bytes alone, never by a name or a declared type; undefined for everything that is not taken. */
export async function imageFormatOf(bytes: Uint8Array): Promise<ImageFormat | undefined> {
  const found = await fileTypeFromBuffer(bytes);
  return found && FORMATS[found.mime];
}
