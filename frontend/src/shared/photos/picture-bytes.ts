import { PICTURE_HEAD_BYTES, pictureFormatOf } from '@candid/contracts/picture-format';

/** Returns true if the server accepts the file, and also if the file cannot be read: the upload then explains why. */
export async function isTakenPicture(file: Blob): Promise<boolean> {
  const head = await file
    .slice(0, PICTURE_HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null);
  return head === null || pictureFormatOf(new Uint8Array(head)) !== undefined;
}
