/** Major brands of the container that AVIF and HEIC share, those of sequences included. */
const heifBrands = new Set(['avif', 'avis', 'heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1']);

/**
 * Returns whether the server takes the file: a JPEG, PNG, WebP, AVIF or HEIC by its first bytes. A name or a declared type tells nothing: phones
 * and file managers leave them out or guess. A file that cannot be read is left to the upload, which says why.
 */
export async function isTakenPicture(file: Blob): Promise<boolean> {
  const head = await firstBytes(file).catch(() => null);
  if (head === null) return true;
  const at = (start: number, text: string) => head.startsWith(text, start);
  return (
    at(0, '\xff\xd8\xff') ||
    at(0, '\x89PNG\r\n\x1a\n') ||
    (at(0, 'RIFF') && at(8, 'WEBP')) ||
    (at(4, 'ftyp') && heifBrands.has(head.slice(8, 12)))
  );
}

/** One character a byte. */
function firstBytes(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String.fromCharCode(...new Uint8Array(reader.result as ArrayBuffer)));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file.slice(0, 12));
  });
}
