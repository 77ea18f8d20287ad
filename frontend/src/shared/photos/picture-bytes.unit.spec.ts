/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { isTakenPicture } from './picture-bytes';

const file = (bytes: string, name = 'file', type = '') =>
  new File([Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))], name, { type });
const jpeg = '\xff\xd8\xff\xe0\0\x10JFIF';

it.each([
  ['a JPEG', file(jpeg)],
  ['a JPEG of a generic type', file(jpeg, 'download', 'application/octet-stream')],
  ['a JPEG that is called something else', file(jpeg, 'photo.txt', 'text/plain')],
  ['a PNG', file('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['a WebP', file('RIFF\x24\0\0\0WEBPVP8 ')],
  ['an AVIF', file('\0\0\0\x1cftypavif\0\0\0\0')],
  ['a HEIC without a type', file('\0\0\0\x1cftypheic\0\0\0\0', 'IMG_1.HIF')],
  ['a HEIF of a camera', file('\0\0\0\x1cftypmif1\0\0\0\0', 'DSC_1.HIF')],
  ['a HEIF by what it is compatible with', file('\0\0\0\x1cftypabcd\0\0\0\0mif1heixmiaf', 'DSC_2.HIF')],
  ['an animated AVIF', file('\0\0\0\x1cftypavis\0\0\0\0avisavifmsf1')],
])('takes %s by its bytes', async (_, picture) => {
  expect(await isTakenPicture(picture)).toBe(true);
});

it.each([
  ['a text that says to be a JPEG', file('no picture', 'photo.jpg', 'image/jpeg')],
  ['an empty file', file('', 'photo.jpg', 'image/jpeg')],
  ['a GIF', file('GIF89a\x01\0\x01\0', 'photo.gif', 'image/gif')],
  ['a brand behind the end of the list', file('\0\0\0\x14ftypabcd\0\0\0\0isommif1', 'film.mp4')],
  ['a video in the same container', file('\0\0\0\x1cftypisom\0\0\0\0', 'film.heic', 'image/heic')],
  ['a sound in the same container as WebP', file('RIFF\x24\0\0\0WAVEfmt ', 'photo.webp', 'image/webp')],
])('refuses %s', async (_, other) => {
  expect(await isTakenPicture(other)).toBe(false);
});
