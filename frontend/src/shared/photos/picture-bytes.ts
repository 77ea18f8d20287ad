import { PICTURE_HEAD_BYTES, pictureFormatOf } from '@candid/contracts/picture-format';

/** True if the server accepts the file's format. An unreadable file passes, because its upload shows the reason. */
export async function isTakenPicture(file: Blob): Promise<boolean> {
  const head = await firstBytes(file).catch(() => null);
  return head === null || pictureFormatOf(head) !== undefined;
}

function firstBytes(file: Blob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file.slice(0, PICTURE_HEAD_BYTES));
  });
}
