/**
 * `npm run gold -- [--pairs N] [--trial-pairs N] [--data DIR]`: draws gold pairs for assessors and for trials in the running
 * system, and keeps existing ones.
 */
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

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    pairs: { type: 'string', default: '12' },
    'trial-pairs': { type: 'string', default: '20' },
  },
});
const [pairs, trialPairs] = [values.pairs, values['trial-pairs']].map(Number);
if (![pairs, trialPairs].every((count) => Number.isInteger(count) && count >= 1 && count <= 200)) {
  say('usage: npm run gold -- [--pairs N] [--trial-pairs N] [--data DIR]   (N from 1 to 200)');
  process.exit(2);
}
const { data, run, environments } = runningSystem(
  values.data,
  'The pairs are made in the running system: start it first with npm start.',
);

/** Number of the first drawn person of the trials, so that no assessor sees a person of a trial again. */
const firstTrialPair = 1_000;

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
  const made = { trialPairs: {}, ...readJson(markFile) };
  const add = async (kept, pair, isForTrials) => {
    if (kept[pair]) return;
    const { fine, bad } = await goldPictures(isForTrials ? firstTrialPair + pair : pair);
    const [finePhotoId, badPhotoId] = await upload(house, [fine, bad], `${isForTrials ? 'trial' : 'gold'} ${pair}`);
    const sent = { finePhotoId, badPhotoId, isForTrials, reason: 'npm run gold' };
    kept[pair] = (await house.call('POST', '/support/gold-tests', sent)).goldId;
    writeJson(markFile, made);
  };
  for (let pair = 0; pair < pairs; pair += 1) await add(made.pairs, pair, false);
  for (let pair = 0; pair < trialPairs; pair += 1) await add(made.trialPairs, pair, true);
  say(`${pairs} pairs for assessors and ${trialPairs} for trials are there`);
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

/** @returns the ids of the photos, in the order of the pictures */
async function upload(house, pictures, step) {
  const form = new FormData();
  form.set('userId', house.userId);
  form.set('section', 'unrated');
  for (const picture of pictures) form.append('photos', new Blob([picture]), 'portrait.jpg');
  const { photos } = await house.call('POST', '/upload-photos', form, step);
  return photos.map(({ _id }) => _id);
}
