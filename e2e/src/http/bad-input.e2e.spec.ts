import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assessmentsRoutes, identityRoutes, photosRoutes, tokensRoutes } from '@candid/contracts';
import { jpegWithExif, Person, type RunningSystem, SYSTEM_ENV, startSystem, twoPhonePictures } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';

let system: RunningSystem;
let person: Person;
let other: Person;

beforeAll(async () => {
  system = await startSystem({ env: SYSTEM_ENV });
  [person, other] = await Promise.all([Person.signedUp(system), Person.signedUp(system)]);
}, 240_000);
afterAll(async () => system?.stop(), 90_000);

/** Every file below the folder of stored objects. */
async function storedObjects(): Promise<string[]> {
  const entries = await readdir(join(system.dataDirectory, 'objects'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('refused uploads', () => {
  afterEach(async () => {
    expect(await storedObjects()).toEqual([]);
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

describe('refused requests', () => {
  it('refuses wrong types by their field', async () => {
    const answer = await person.call(identityRoutes.logIn, { body: { email: 7, password: ['a'] } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', success: false } });
  });

  it('takes at most 50 analytics events at once', async () => {
    const send = (count: number) =>
      new Person(system).call(identityRoutes.recordAnalytics, {
        body: { events: Array.from({ length: count }, () => ({ name: 'page_view', path: '/profile' })) },
      });
    expect(await send(50)).toMatchObject({ status: 202, body: { success: true } });
    expect(await send(51)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  });

  it("refuses somebody else's id in a path and in a body", async () => {
    expect(await person.call(identityRoutes.getUser, { params: { userId: other.userId } })).toMatchObject({
      status: 403,
    });
    const body = { userId: other.userId, raterId: other.userId, ratings: [{ photoId: randomUUID(), rating: 5 }] };
    expect(await person.call(assessmentsRoutes.submitRatings, { body })).toMatchObject({ status: 403 });
  });

  it('knows nobody without a token, or with a forged one', async () => {
    const nobody = new Person(system);
    expect(await nobody.call(identityRoutes.getUser, { params: { userId: person.userId } })).toMatchObject({
      status: 401,
    });
    nobody.token = `${person.token.slice(0, -4)}AAAA`;
    expect(await nobody.call(identityRoutes.getUser, { params: { userId: person.userId } })).toMatchObject({
      status: 401,
    });
  });

  it('answers the same to a wrong password and to an unknown address', async () => {
    const wrong = await person.call(identityRoutes.logIn, {
      body: { email: person.email, password: 'Wrong-password-1' },
    });
    const unknown = await person.call(identityRoutes.logIn, {
      body: { email: 'nobody@people.example', password: 'Wrong-password-1' },
    });
    expect(wrong.status).toBe(401);
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  it('refuses broken JSON and unknown addresses in the contract’s form', async () => {
    const broken = await fetch(`${system.baseUrl}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":',
    });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
    const unknown = await fetch(`${system.baseUrl}/api/no-such-thing`);
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });

  it.each([
    ['JSON nested without end', '/api/login', 'application/json', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['a form without a boundary', '/api/upload-photos', 'multipart/form-data', 'nothing'],
    ['a form that breaks off', '/api/upload-photos', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp'],
    ['an address that cannot be decoded', '/api/%E0%A4%A', 'application/json', '{}'],
  ])('answers %s in the contract’s form', async (_, path, contentType, body) => {
    const headers = { 'content-type': contentType, authorization: `Bearer ${person.token}` };
    const answer = await fetch(`${system.baseUrl}${path}`, { method: 'POST', headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toMatchObject({
      success: false,
      code: expect.any(String),
      message: expect.any(String),
    });
  });

  it('takes one key for one thing only, though the bodies are equal', async () => {
    const { photos } = await person.expect(photosRoutes.uploadPhotos, {
      form: await person.uploadForm(await twoPhonePictures(), 'unrated'),
    });
    const [first, second] = photos.map((photo) => ({ photoId: photo._id }));
    const idempotencyKey = randomUUID();
    await person.expect(photosRoutes.deletePhoto, { params: first ?? {}, idempotencyKey });
    const other = await person.call(photosRoutes.deletePhoto, { params: second ?? {}, idempotencyKey });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    await person.expect(photosRoutes.deletePhoto, { params: second ?? {} });
  });

  it('sells nothing unless payments are set up', async () => {
    const refused = {
      status: 403,
      body: { code: 'PAYMENTS_DISABLED', message: 'Purchases are disabled at the moment.' },
    };
    const body = { userId: person.userId, tokenAmount: 50, purchasePrice: 499 };
    expect(await person.call(tokensRoutes.createCheckoutSession, { body })).toMatchObject(refused);
    expect(await person.call(tokensRoutes.takePaymentNotification, { body: {} })).toMatchObject(refused);
    const { packs } = await person.expect(tokensRoutes.listTokenPacks);
    expect(packs.some((pack) => pack.enabled)).toBe(false);
  });

  it('sends its security headers and publishes its contract', async () => {
    const page = await fetch(`${system.baseUrl}/`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const document = (await (await fetch(`${system.baseUrl}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: object;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/rating');
  });
});
