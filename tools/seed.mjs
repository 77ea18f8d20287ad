/**
 * Fills an empty system with a living demo: 12 people, 30 photos, finished and running assessments. It does what people
 * do, over the app's own calls, so every rule of the system holds for the demo too.
 *
 * Environment: APP_URL, MAIL_URL, ASSESSOR_PASSKEY, DEMO_LOGINS (JSON: owner and assessor with email and password each).
 */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { DemoPerson } from './seed/client.mjs';
import { ASSESSOR, OWNER, PEOPLE } from './seed/people.mjs';
import { numbersFrom, portrait } from './seed/portrait.mjs';

const { APP_URL: appUrl, MAIL_URL: mailUrl, ASSESSOR_PASSKEY: passkey } = process.env;
const logins = JSON.parse(process.env.DEMO_LOGINS);

const people = [];
for (const [index, person] of PEOPLE.entries()) people.push({ ...person, index, account: await enter(person) });
const catalogue = (await people[0].account.call('GET', '/fetch-comments')).data;
const phrases = catalogue.flatMap((section) => section.quality.map((phrase) => ({ section: section.id, ...phrase })));
for (const person of people) await addPhotos(person);
await Promise.all(people.map((rater) => rateOthers(rater)));
for (const person of people) await fillPlanner(person);
// The sign-up codes have been used; the inbox starts empty for whoever comes next.
await fetch(`${mailUrl}/api/messages`, { method: 'DELETE' });

/** Everybody has dismissed the first-login prompt; everybody has the passkey but the demo's assessor. */
async function enter({ name, is, lookingFor: [gender, relationshipType] }) {
  const account = await new DemoPerson({ appUrl, mailUrl, ...loginOf(name) }).enter();
  const { userId } = account;
  if (name !== ASSESSOR) await account.call('POST', '/auth/assessor', { passkey });
  await account.call('POST', '/update-looking-for', { userId, gender, relationshipType });
  if (is) {
    const [own, interestedIn, bornFrom] = is;
    await account.call('POST', '/update-self-description', { userId, gender: own, interestedIn, bornFrom });
  }
  await account.call('PATCH', `/user/${userId}/first-login`);
  return account;
}

function loginOf(name) {
  if (name === OWNER) return logins.owner;
  if (name === ASSESSOR) return logins.assessor;
  const password = createHash('sha256').update(`${logins.owner.password} ${name}`).digest('base64url').slice(0, 20);
  return { email: `${name}@candid.example`, password: `${password}-Aa7` };
}

/** The first two photos go into the first assessment, the others into the bank. */
async function addPhotos({ account, index, ratings, extra }) {
  if (ratings === null) return;
  const settings = {
    testLimit: '4',
    ratingRequired: 'true',
    commentsRequired: 'true',
    commentsNegative: 'true',
    minComments: '1',
    commentsSelected: JSON.stringify(phrases.map((phrase) => [phrase.section, phrase.phraseId])),
  };
  await upload(account, 'testing', index, [0, 1], settings);
  for (let shot = 2; shot < 2 + extra; shot += 1) await upload(account, 'unrated', index, [shot], {});
}

async function upload(account, section, index, shots, settings) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ userId: account.userId, section, ...settings })) form.set(name, value);
  for (const shot of shots) {
    const picture = await sharp(Buffer.from(portrait(index, shot)))
      .jpeg({ quality: 92 })
      .toBuffer();
    form.append('photos', new Blob([picture]), `portrait-${shot + 1}.jpg`);
  }
  return account.call('POST', '/upload-photos', form, shots.join());
}

/** Every third of the others rates, so that the demo's owner has earned something too; each has a taste and a severity of their own. */
function turnsOf(owner) {
  const turns = Array.from({ length: owner.ratings ?? 0 }, (_, index) => index + 1);
  return turns.map((turn) => ({ owner, turn, rater: people[(owner.index + 3 * turn) % (people.length - 1)] }));
}

/** One after another, as one person can; the raters do so side by side. */
async function rateOthers(person) {
  const turns = people.flatMap(turnsOf).filter(({ rater }) => rater === person);
  for (const { owner, turn, rater } of turns) {
    const opened = await rater.account.find('GET', `/get-image/${owner.account.userId}`);
    if (!opened) continue;
    const random = numbersFrom(owner.index * 31 + rater.index * 7 + turn);
    const severity = numbersFrom(rater.index + 99)() * 6 - 3;
    const ratings = opened.data[0].photos.map((photo, position) => {
      const quality = 9 + numbersFrom(owner.index * 17 + position * 5)() * 7;
      const rating = clamp(quality + severity + (random() - 0.5) * 5);
      return { photoId: photo._id, rating, comments: commentsOf(rating, random) };
    });
    const submission = { userId: owner.account.userId, raterId: rater.account.userId, ratings };
    await rater.account.call('POST', '/rating', submission);
  }
}

function commentsOf(rating, random) {
  const scales = phrases.filter((phrase) => phrase.isScale && !phrase.isHalf && !phrase.doubleNeg);
  const chosen = new Map();
  const wanted = 1 + Math.floor(random() * 3);
  while (chosen.size < wanted) {
    const phrase = scales[Math.floor(random() * scales.length)];
    chosen.set(phrase.phraseId, [phrase.section, phrase.phraseId, clamp(rating + (random() - 0.5) * 12)]);
  }
  return [...chosen.values()];
}

function clamp(score) {
  return Math.min(20, Math.max(1, Math.round(score)));
}

async function fillPlanner({ account, planner, ratings }) {
  if (ratings === null || planner === 0) return;
  const { photos } = await account.call('GET', `/cameraroll-photos-testing/${account.userId}`);
  for (const photo of photos.slice(0, planner)) await account.call('POST', `/set-profile/${photo._id}`);
}
