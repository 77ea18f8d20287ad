import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { photosRoutes, tokensRoutes } from '@candid/contracts';
import { joinSystem, Person, type SharedSystem, twoPhonePictures } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let system: SharedSystem;
let leave: () => Promise<void>;
let person: Person;

beforeAll(async () => {
  ({ system, leave } = await joinSystem());
  person = await Person.signedUp(system);
});
afterAll(async () => leave?.());

const caddyfile = path.resolve(import.meta.dirname, '../../../deploy/edge/Caddyfile');

/** The Content-Security-Policy that the edge sends if the gateway serves the pictures (no `S3_PUBLIC_ENDPOINT`). */
async function policyOfTheEdge(): Promise<string | undefined> {
  const text = await readFile(caddyfile, 'utf8');
  return /vars policy "(?<policy>[^"]*)"/.exec(text)?.groups?.policy?.replace(/ \{\$S3_PUBLIC_ENDPOINT:\}/, '');
}

describe('refused requests', () => {
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

  it('keeps nothing of an upload for the first assessment with one file that is no picture, and takes no token', async () => {
    const files = [(await twoPhonePictures())[0]!, { bytes: Buffer.from('not a picture at all'), name: 'me.jpg' }];
    const answer = await person.call(photosRoutes.uploadPhotos, { form: await person.uploadForm(files) });
    expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA', success: false } });
    expect(JSON.stringify(answer.body)).toContain('me.jpg');
    for (const section of ['testing', 'unrated'] as const) expect(await person.photos(section)).toEqual([]);
    expect((await person.user()).tokenCount).toBe(40);
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

  it('sends the security headers that the edge sends, and publishes its contract', async () => {
    const page = await fetch(`${system.baseUrl}/`);
    expect(page.headers.get('content-security-policy')).toBe(await policyOfTheEdge());
    const document = (await (await fetch(`${system.baseUrl}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: object;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toContain('/api/rating');
  });
});
