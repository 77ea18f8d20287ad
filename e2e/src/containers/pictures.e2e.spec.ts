import { photosRoutes } from '@candid/contracts';
import { joinSystem, Person } from '@candid/testing';
import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { memoryKills } from './containers.js';

const SIDE = 7_000;

/** Creates pictures of nearly 50 megapixels. Each uses the variant of its format that takes most memory to decode. */
async function worstPictures() {
  const background = { r: 90, g: 120, b: 160, alpha: 0.5 };
  const picture = () => sharp({ create: { width: SIDE, height: SIDE, channels: 4, background } });
  return [
    { name: 'progressive.jpg', bytes: await picture().jpeg({ progressive: true }).toBuffer() },
    { name: 'interlaced.png', bytes: await picture().png({ progressive: true }).toBuffer() },
    { name: 'alpha.webp', bytes: await picture().webp({ effort: 0 }).toBuffer() },
  ];
}

it('keeps within its memory while several people upload the worst pictures at once', async () => {
  const { system } = await joinSystem();
  const pictures = await worstPictures();
  const people = await Promise.all([1, 2, 3].map(() => Person.signedUp(system)));
  const statuses = await Promise.all(
    people.flatMap((person) =>
      pictures.map(async ({ name, bytes }) => {
        const form = new FormData();
        form.set('userId', person.userId);
        form.set('section', 'unrated');
        form.append('photos', new Blob([new Uint8Array(bytes)]), name);
        return (await person.call(photosRoutes.uploadPhotos, { form })).status;
      }),
    ),
  );
  // Every upload is either accepted or refused with a request to retry; none breaks off.
  for (const status of statuses) expect([photosRoutes.uploadPhotos.status, 429, 503]).toContain(status);
  expect(statuses).toContain(photosRoutes.uploadPhotos.status);
  for (const name of ['gateway', 'photos', 'photos-worker', 'object-storage']) expect(await memoryKills(name)).toBe(0);
});
