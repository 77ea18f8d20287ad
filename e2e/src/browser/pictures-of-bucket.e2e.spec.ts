import { photosRoutes } from '@candid/contracts';
import { eventually, type Person, startS3Server, type TestServer } from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { MODERATION_ENV, openedPhotos, reportPhoto } from '../people/moderation.js';
import { RatedOwner } from '../people/rated-owner.js';
import { assessorPhone } from './assessing-visits.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';

let bucket: TestServer;
/** Address at which browsers reach the bucket; the system uses another address. */
let publicOrigin: string;

const stage = useStage('pictures-of-bucket', {
  env: async () => {
    const { server, env } = await startS3Server();
    bucket = server;
    publicOrigin = `http://localhost:${server.port}`;
    return { ...MODERATION_ENV, SCREENING: 'off', ...env, S3_PUBLIC_ENDPOINT: publicOrigin };
  },
});

let rated: RatedOwner;
beforeAll(async () => {
  rated = await RatedOwner.ready(stage.system);
});
afterAll(() => bucket?.stop());

interface LoadedPicture {
  url: string;
  status: number;
  isCached: boolean;
}

/** Records every response to a picture request of the page from now on, except redirects. */
async function picturesLoadedOn(page: Page): Promise<LoadedPicture[]> {
  const loaded: LoadedPicture[] = [];
  const fromMemory = new Set<string>();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.requestServedFromCache', ({ requestId }) => fromMemory.add(requestId));
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    const { url, status, fromDiskCache = false } = response;
    if (type !== 'Image' || !url.startsWith('http')) return;
    loaded.push({ url, status, isCached: fromDiskCache || fromMemory.has(requestId) });
  });
  return loaded;
}

const originsOf = (pictures: LoadedPicture[]): string[] => [...new Set(pictures.map(({ url }) => new URL(url).origin))];

const shows = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(`new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = ${JSON.stringify(path)};
  })`);

/** Opens the profile page and waits until it shows its pictures. */
async function visitProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  await page
    .getByRole('button', { name: /^Your photo, score/ })
    .nth(1)
    .waitFor();
  const areShown = `[...document.images].filter(({ src }) => src.includes('/media/')).every(({ naturalWidth }) => naturalWidth > 0)`;
  await eventually(async () => expect(await page.evaluate(areShown)).toBe(true));
}

async function redirectOf(path: string): Promise<Response> {
  const headers = { 'sec-fetch-dest': 'image' };
  return fetch(new URL(path, stage.system.baseUrl), { headers, redirect: 'manual' });
}

it("an owner's page shows pictures from the bucket, and downloads none of them again", async () => {
  const { page } = await stage.phone();
  await openAs(page, rated.person, '/profile');
  const loaded = await picturesLoadedOn(page);
  await visitProfile(page);
  const seen = new Set(loaded.map(({ url }) => url));
  expect(seen.size).toBeGreaterThanOrEqual(2);
  expect(originsOf(loaded)).toEqual([publicOrigin]);
  expect(loaded.filter(({ status }) => status !== 200)).toEqual([]);

  loaded.length = 0;
  await visitProfile(page);
  expect(loaded.filter(({ url, isCached }) => seen.has(url) && !isCached)).toEqual([]);
});

it("an owner's page saves pictures as one file after it has shown them", async () => {
  const { page } = await stage.phone();
  await openAs(page, rated.person, '/profile');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('dialog').getByRole('img', { name: 'Photo 1 of 1' }).waitFor();
  const [planned] = await rated.person.photos('profile');
  expect(await shows(page, planned!.renditions.at(-1)!.path)).toBe(true);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save these pictures' }).click();
  expect((await download).suggestedFilename()).toBe('profile-pictures.zip');
});

it('the gateway redirects only an <img>, and only while the link is valid', async () => {
  const [planned] = await rated.person.photos('profile');
  const { path } = planned!;
  const redirect = await redirectOf(path);
  expect([redirect.status, redirect.headers.get('vary')]).toEqual([302, 'Sec-Fetch-Dest']);
  // The browser must not send the bucket a Referer header.
  expect(redirect.headers.get('referrer-policy')).toBe('no-referrer');
  expect(redirect.headers.get('location')).toMatch(new RegExp(`^${publicOrigin}/`));
  expect((await redirectOf(path)).headers.get('location')).toBe(redirect.headers.get('location'));
  expect((await redirectOf(path.replace(/expires=\d/, 'expires=9'))).status).toBe(404);
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(new URL(path, stage.system.baseUrl), { method });
    expect([response.url.startsWith(stage.system.baseUrl), response.status]).toEqual([true, 200]);
  }
});

it('a link ends with the photo, also for a browser that has followed the redirect', async () => {
  const photoId = await rated.addPhoto();
  const photo = (await rated.person.photos('bank')).find(({ _id }) => _id === photoId)!;
  const link = (await redirectOf(photo.path)).headers.get('location')!;
  expect((await fetch(link)).status).toBe(200);
  await rated.person.expect(photosRoutes.deletePhoto, { params: { photoId: photo._id } });
  await eventually(async () => expect((await fetch(link)).status).toBe(404));
});

it('an assessor sees pictures through the gateway, until the assessment ends or the photo is held', async () => {
  const [ending, held] = [await rated.addPhoto(), await rated.addPhoto()];
  for (const photoId of [ending, held]) await rated.start(photoId, 3);
  const [ann, bob] = rated.assessors as [Person, Person];
  const { userId } = rated.person;
  const photos = await openedPhotos(ann, userId, 2);
  const { page } = await assessorPhone(stage, ann);
  const loaded = await picturesLoadedOn(page);
  await page.goto(`/carousel/${userId}`);
  await page
    .getByText(/^Photo 1 of/)
    .first()
    .waitFor({ state: 'attached' });
  const pathOf = (photoId: string) => photos.find(({ _id }) => _id === photoId)!.path;
  for (const photoId of [ending, held]) expect(await shows(page, pathOf(photoId))).toBe(true);
  expect(originsOf(loaded)).toEqual([stage.system.baseUrl]);

  await rated.person.expect(photosRoutes.deactivate, { params: { photoId: ending as never } });
  await openedPhotos(bob, userId, 1);
  await reportPhoto(bob, userId, held as never, 'minor');
  for (const photoId of [ending, held]) {
    await eventually(async () => expect((await redirectOf(pathOf(photoId))).status).toBe(404));
  }
  await page.reload();
  await page.getByText('This assessment is no longer available').waitFor();
  for (const photoId of [ending, held]) expect(await shows(page, pathOf(photoId))).toBe(false);
});
