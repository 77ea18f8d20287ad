import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { DemoPerson } from '../../seed/client.mjs';
import { fromRoot } from '../paths.mjs';

const streamTimeoutMs = 60_000;

/** What differs between two servers, or from answer to answer, and says nothing of how the app is served. */
const ofTheServer = [
  'accept-ranges',
  'connection',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
  'via',
  'x-correlation-id',
  'x-request-id',
];

const plain = (value) =>
  value
    .toLowerCase()
    .replaceAll(/\s*([,;])\s*/g, '$1')
    // Two names of one type (RFC 9239).
    .replace('application/javascript', 'text/javascript');

/** Status and headers of an answer. What it varies by counts where it is encoded: the others are the same for everybody. */
async function answerOf(origin, path, encoding) {
  const response = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': encoding } });
  await response.arrayBuffer();
  const passedOver = response.headers.has('content-encoding') ? ofTheServer : [...ofTheServer, 'vary'];
  const headers = [...response.headers].filter(([name]) => !passedOver.includes(name));
  return { status: response.status, headers: Object.fromEntries(headers.map(([name, value]) => [name, plain(value)])) };
}

const asset = (pattern) =>
  `/assets/${readdirSync(fromRoot('frontend', 'dist', 'assets')).find((name) => pattern.test(name))}`;

/** A page at the root, pages with and without a list of what they load, files that are there and one that is not. */
const paths = () => [
  '/',
  '/profile',
  '/test/anything',
  '/no/such/page',
  asset(/\.js$/),
  asset(/\.css$/),
  asset(/\.woff2$/),
  '/manifest.webmanifest',
  '/icon.svg',
  '/pwa-192x192.png',
  '/sw.js',
];

function differences(path, here, there) {
  const names = new Set([...Object.keys(here.headers), ...Object.keys(there.headers)]);
  const faults =
    here.status === there.status ? [] : [`${path}: ${here.status} at the edge, ${there.status} at the gateway`];
  for (const name of names) {
    if (here.headers[name] === there.headers[name]) continue;
    faults.push(`${path}: ${name} is ${here.headers[name]} at the edge, ${there.headers[name]} at the gateway`);
  }
  return faults;
}

/** The edge serves the app as the gateway does where no edge stands before it, encodings included. */
export async function servesAlike(edge, gateway) {
  const faults = [];
  for (const path of paths()) {
    for (const encoding of ['br', 'gzip', 'identity'])
      faults.push(
        ...differences(
          `${path} (${encoding})`,
          await answerOf(edge, path, encoding),
          await answerOf(gateway, path, encoding),
        ),
      );
  }
  return faults;
}

async function picture() {
  const { default: sharp } = await import('sharp');
  return await sharp({ create: { width: 640, height: 800, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
}

/** The first line of a stream of events comes while the stream goes on; an edge that gathers answers would hold it back. */
async function streamFaults(origin, credentials) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const login = await fetch(`${origin}/api/login`, { method: 'POST', headers, body: JSON.stringify(credentials) });
  const { token } = await login.json();
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(streamTimeoutMs)]);
  const response = await fetch(`${origin}/api/events`, { headers: { authorization: `Bearer ${token}` }, signal });
  const { value } = await response.body.getReader().read();
  end.abort();
  const line = new TextDecoder().decode(value);
  return line.startsWith('retry:') ? [] : [`the stream of events begins with ${line}`];
}

/**
 * Somebody signs up through the edge, with the code from the mail, uploads a photo that is then shown, and is told of news:
 * that takes the gateway, every server and the workers, each with the password it was given.
 */
async function usedByOne(origin, mailUrl) {
  const credentials = { email: `${randomUUID()}@people.example`, password: 'Correct-horse-9' };
  const person = await new DemoPerson({ appUrl: origin, mailUrl, ...credentials }).enter();
  const form = new FormData();
  form.set('userId', person.userId);
  form.set('section', 'unrated');
  form.append('photos', new Blob([await picture()]), 'photo.jpg');
  await person.call('POST', '/upload-photos', form);
  const { photos } = await person.call('GET', `/cameraroll-photos-unrated/${person.userId}`);
  if (photos.length !== 1) return [`the photo that was uploaded is not listed: ${JSON.stringify(photos)}`];
  const shown = await fetch(`${origin}${photos[0].path}`);
  const type = shown.headers.get('content-type');
  const notShown = shown.ok && type?.startsWith('image/') ? [] : [`the photo is shown as ${shown.status} ${type}`];
  return [...notShown, ...(await streamFaults(origin, credentials))];
}

/** The API's answers pass as they are, refusals included; what is no file of the app is not found. */
async function passesOn(origin) {
  const expected = { '/api/openapi.json': 200, '/api/no-such-call': 404, '/api/events': 401, '/assets/none.js': 404 };
  const found = await Promise.all(
    Object.entries(expected).map(async ([path, status]) => ({
      path,
      status,
      got: (await fetch(`${origin}${path}`)).status,
    })),
  );
  return found.filter(({ status, got }) => status !== got).map(({ path, got }) => `${path} answers ${got} at the edge`);
}

/** A whole system is there behind the edge, whose mails arrive at `mail`. */
export const systemFaults = async ({ edge, mail }) => [...(await passesOn(edge)), ...(await usedByOne(edge, mail))];
