import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { photosRoutes } from '@candid/contracts';
import { jpegWithExif, Person, type RunningSystem, twoPhonePictures } from '@candid/testing';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';

/** Every file below the folder of stored objects. */
async function storedObjects(system: RunningSystem): Promise<string[]> {
  const entries = await readdir(join(system.dataDirectory, 'objects'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Defines the tests of uploads that are refused. Nobody else may upload meanwhile, because they count stored objects. */
export const describeRefusedUploads = (started: () => RunningSystem): void =>
  describe('refused uploads', () => {
    let person: Person;
    let other: Person;
    let before: string[];

    beforeAll(async () => {
      const system = started();
      [person, other] = await Promise.all([Person.signedUp(system), Person.signedUp(system)]);
      before = await storedObjects(system);
    });
    afterEach(async () => {
      expect(await storedObjects(started())).toEqual(before);
      expect(await person.photos('testing')).toEqual([]);
      expect(await person.photos('unrated')).toEqual([]);
      expect((await person.user()).tokenCount).toBe(40);
    });

    const upload = async (files: { bytes: Uint8Array; name: string }[], section?: string) =>
      person.call(photosRoutes.uploadPhotos, { form: await person.uploadForm(files, section) });

    it('refuses a text file that calls itself a picture, by its name', async () => {
      const [good] = await twoPhonePictures();
      const answer = await upload([
        good as { bytes: Buffer; name: string },
        { bytes: Buffer.from('not a picture at all'), name: 'me.jpg' },
      ]);
      expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA', success: false } });
      expect(JSON.stringify(answer.body)).toContain('me.jpg');
    });

    it('refuses an SVG', async () => {
      const svg = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="125"><script>alert(1)</script></svg>',
      );
      expect(await upload([{ bytes: svg, name: 'drawing.svg' }], 'unrated')).toMatchObject({ status: 415 });
    });

    it('refuses a decompression bomb', async () => {
      const bomb = await sharp({
        create: { width: 20_000, height: 20_000, channels: 3, background: 'white' },
        limitInputPixels: false,
      })
        .png({ compressionLevel: 9 })
        .toBuffer();
      expect(bomb.length).toBeLessThan(15 * 1024 * 1024);
      const answer = await upload([{ bytes: bomb, name: 'bomb.png' }], 'unrated');
      expect([413, 415]).toContain(answer.status);
      expect(JSON.stringify(answer.body)).toContain('bomb.png');
    });

    it('refuses 20 MB', async () => {
      const answer = await upload([{ bytes: Buffer.alloc(20 * 1024 * 1024, 1), name: 'huge.jpg' }], 'unrated');
      expect(answer).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    });

    it('refuses ten files', async () => {
      const picture = await jpegWithExif({ width: 80, height: 100 });
      const answer = await upload(
        Array.from({ length: 10 }, (_, index) => ({ bytes: picture, name: `${index}.jpg` })),
        'unrated',
      );
      expect(answer).toMatchObject({ status: 400, body: { message: 'You can only upload up to 9 photos.' } });
    });

    it("refuses somebody else's id in the form", async () => {
      const form = await person.uploadForm(await twoPhonePictures());
      form.set('userId', other.userId);
      expect(await person.call(photosRoutes.uploadPhotos, { form })).toMatchObject({ status: 403 });
    });

    it('refuses one photo for the first assessment, and settings out of range', async () => {
      const [one] = await twoPhonePictures();
      const answer = await upload([one as { bytes: Buffer; name: string }]);
      expect([400, 409]).toContain(answer.status);
      const form = await person.uploadForm(await twoPhonePictures());
      form.set('testLimit', '11');
      expect(await person.call(photosRoutes.uploadPhotos, { form })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_FAILED' },
      });
    });
  });
