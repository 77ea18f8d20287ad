import { jpegWithExif } from '../jpeg-with-exif.js';

interface NamedPicture {
  readonly bytes: Buffer;
  readonly name: string;
}

const gps = { latitude: 51.4779, longitude: -0.0015 };
let pictures: Promise<readonly NamedPicture[]> | undefined;

/** Two pictures as a phone makes them: turned, with the place they were taken at. Every call returns the same bytes. */
export async function twoPhonePictures(): Promise<NamedPicture[]> {
  pictures ??= Promise.all([
    jpegWithExif({ width: 1600, height: 1200, orientation: 6, gps }).then((bytes) => ({ bytes, name: 'IMG_0001.JPG' })),
    jpegWithExif({ width: 1200, height: 1600, orientation: 1, gps }).then((bytes) => ({ bytes, name: 'IMG_0002.JPG' })),
  ]);
  return [...(await pictures)];
}
