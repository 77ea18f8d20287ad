import { jpegWithExif } from '../jpeg-with-exif.js';

/** Two pictures as a phone makes them: turned, with the place they were taken at. */
export async function twoPhonePictures(): Promise<{ bytes: Buffer; name: string }[]> {
  const gps = { latitude: 51.4779, longitude: -0.0015 };
  return [
    { bytes: await jpegWithExif({ width: 1600, height: 1200, orientation: 6, gps }), name: 'IMG_0001.JPG' },
    { bytes: await jpegWithExif({ width: 1200, height: 1600, orientation: 1, gps }), name: 'IMG_0002.JPG' },
  ];
}
