/** `npm run gold -- [--pairs N] [--data DIR]`: draws gold pairs for the running system and keeps existing ones. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readJson, writeJson } from './lib/json-file.mjs';
import { exitWith } from './lib/process-end.mjs';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';
import { runningSystem } from './lib/start/run-file.mjs';
import { derivedPassword, ensureSecrets } from './lib/start/secrets.mjs';
import { makeStaffAccount } from './lib/start/staff-account.mjs';

await onProjectNode(fileURLToPath(import.meta.url), { withTools: false });

const { values } = parseArgs({ options: { data: { type: 'string' }, pairs: { type: 'string', default: '12' } } });
const pairs = Number(values.pairs);
if (!Number.isInteger(pairs) || pairs < 1 || pairs > 200) {
  say('usage: npm run gold -- [--pairs N] [--data DIR]   (N from 1 to 200)');
  process.exit(2);
}
const { data, run, environments } = runningSystem(
  values.data,
  'The pairs are made in the running system: start it first with npm start.',
);

const email = 'house@candid.example';
const markFile = path.join(data, 'gold.json');
const { demoLogins } = ensureSecrets(data);
const password = derivedPassword(demoLogins.support, 'house');

/** The demo uses only person numbers below this one. */
const firstPerson = 1_000;
const width = 1080;
const height = 1350;

/** Effects that make a photo obviously bad: darkness, blur, a face that is cut off. */
const faults = [
  (picture) => picture.modulate({ brightness: 0.06, saturation: 0.4 }),
  (picture) => picture.blur(48),
  (picture) => picture.extract({ left: 0, top: 930, width: 300, height: 375 }).resize(width, height),
];

await exitWith(async () => {
  const made = readJson(markFile) ?? {};
  if (!made.account) {
    say(await makeStaffAccount(environments.identity, { email, password }));
    writeJson(markFile, { account: email, pairs: {} });
  }
  await makePairs();
});

async function makePairs() {
  const { DemoPerson } = await import('./seed/client.mjs');
  const house = await new DemoPerson({ appUrl: run.appUrl, mailUrl: run.mailUrl, email, password }).enter();
  const made = readJson(markFile);
  let count = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (made.pairs[pair]) continue;
    const { fine, bad } = await goldPictures(pair);
    const finePhotoId = await upload(house, fine, `fine ${pair}`);
    const badPhotoId = await upload(house, bad, `bad ${pair}`);
    const photos = { finePhotoId, badPhotoId };
    const { goldId } = await house.call('POST', '/support/gold-tests', { ...photos, reason: 'npm run gold' });
    made.pairs[pair] = goldId;
    writeJson(markFile, made);
    count += 1;
  }
  say(`${count} pairs made, ${pairs} there`);
}

/** @returns two JPEGs of the same drawn person: one clearly good, one clearly bad */
async function goldPictures(pair) {
  const { default: sharp } = await import('sharp');
  const { portrait } = await import('./seed/portrait.mjs');
  const drawn = (shot) => sharp(Buffer.from(portrait(firstPerson + pair, shot))).resize(width, height);
  const whole = await drawn(1).png().toBuffer();
  const jpeg = (picture) => picture.jpeg({ quality: 90 }).toBuffer();
  return {
    fine: await jpeg(drawn(0)),
    bad: await jpeg(faults[pair % faults.length](sharp(whole))),
  };
}

async function upload(house, picture, step) {
  const form = new FormData();
  form.set('userId', house.userId);
  form.set('section', 'unrated');
  form.append('photos', new Blob([picture]), 'portrait.jpg');
  const { photos } = await house.call('POST', '/upload-photos', form, step);
  return photos[0]._id;
}
