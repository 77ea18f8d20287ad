/**
 * Fills an empty system with a living demo: 12 people, 30 photos, finished and running assessments. It does what people
 * do, by the same messages that the gateway sends, so every rule of the services holds for the demo too. Every step
 * carries an idempotency key: a seed that was interrupted is simply run again.
 *
 * Environment: CANDID_DATA (folder with secrets.json), NATS_URL, MAIL_URL, OBJECT_STORAGE with its S3_* settings.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { uploadAndAssess, uploadIntoSection } from '../gateway/dist/photos/upload-photos.js';
import { ask, Services } from '../gateway/dist/services/services.js';
import { z } from '../node_modules/zod/index.js';
import { identityRpc } from '../packages/contracts/dist/index.js';
import { connectNats, RpcClient } from '../packages/platform/dist/index.js';
import { createObjectStorage, objectStorageSettings } from '../packages/platform/dist/object-storage/index.js';
import { ASSESSOR, OWNER, PEOPLE } from './seed/people.mjs';
import { numbersFrom, portrait } from './seed/portrait.mjs';

const ASSESSORS_PER_PHOTO = 4;
const secrets = JSON.parse(readFileSync(join(process.env.CANDID_DATA, 'secrets.json'), 'utf8'));
const nats = await connectNats(process.env.NATS_URL, 'seed');
const services = new Services(new RpcClient(nats), 10_000, 60_000);
const storage = await createObjectStorage(z.object(objectStorageSettings).parse(process.env));
const run = createHash('sha256').update(secrets.mediaSigningSecret).digest('hex').slice(0, 12);

const people = [];
for (const [index, person] of PEOPLE.entries()) people.push({ ...person, index, ...(await signUp(person)) });
const catalogue = (await services.call(ask.assessments.getCatalogue, {}, contextOf(people[0], 'catalogue'))).data;
for (const person of people) await addPhotos(person);
for (const person of people) await rate(person);
for (const person of people) await fillPlanner(person);
await removeMails();
console.log(`demo: ${people.length} people, ${people.reduce((sum, person) => sum + person.photos.length, 0)} photos`);
await nats.drain();

/** Everybody signs up as a visitor would, with the code from their mail, and becomes an assessor with the passkey. */
async function signUp({ name, lookingFor }) {
  const login = name === OWNER ? secrets.demoLogins.owner : name === ASSESSOR ? secrets.demoLogins.assessor : undefined;
  const email = login?.email ?? `${name}@candid.example`;
  const password =
    login?.password ?? `Demo-${createHash('sha256').update(`${run}${name}`).digest('hex').slice(0, 12)}-A7`;
  const existing = await services.call(identityRpc.logIn, { email, password }, visitor()).catch(() => undefined);
  const session = existing ?? (await register(email, password));
  const { userId, roles, approvedAssessor } = session.user;
  const person = { userId, roles, name };
  if (name !== ASSESSOR && !approvedAssessor) {
    const approval = { userId, passkey: secrets.assessorPasskey };
    const { eventIds } = await services.call(ask.identity.approveAssessor, approval, contextOf(person, 'approve'));
    await services.settle('assessments', 'allow-on-assessor-approved', eventIds, contextOf(person, 'approve'));
  }
  const [gender, relationshipType] = lookingFor;
  await services.call(
    ask.identity.updateLookingFor,
    { userId, gender, relationshipType },
    contextOf(person, 'looking-for'),
  );
  await services.call(ask.identity.dismissFirstLogin, { userId }, contextOf(person, 'first-login'));
  return person;
}

async function register(email, password) {
  const since = await latestMail(email);
  await services.call(ask.identity.requestSignupCode, { email }, visitor());
  const query = new URLSearchParams({ to: email, waitMs: '30000', ...(since ? { after: since } : {}) });
  const [mail] = await (await fetch(`${process.env.MAIL_URL}/api/messages?${query}`)).json();
  const { text } = await (await fetch(`${process.env.MAIL_URL}/api/messages/${mail.id}`)).json();
  const signupCode = new URL(/https?:\S+\/signup\?\S+/.exec(text)[0]).searchParams.get('code');
  const session = await services.call(ask.identity.signUp, { email, password, signupCode }, visitor());
  await services.settle('tokens', 'grant-on-user-registered', session.eventIds, visitor());
  return session;
}

async function latestMail(email) {
  const mails = await (await fetch(`${process.env.MAIL_URL}/api/messages?to=${encodeURIComponent(email)}`)).json();
  return mails[0]?.id;
}

/** The first two photos go into the first assessment, the others into the bank. */
async function addPhotos(person) {
  const { userId, index } = person;
  person.photos = [];
  if (person.ratings === null) return;
  const { photos } = await services.call(
    ask.photos.listPhotos,
    { userId, section: 'testing' },
    contextOf(person, 'list'),
  );
  const known = photos.length > 0 ? photos.map((photo) => ({ _id: photo.photoId })) : [];
  const commentsSelected = catalogue.flatMap((section) =>
    section.quality.map((phrase) => [section.id, phrase.phraseId]),
  );
  const form = {
    userId,
    section: 'testing',
    testLimit: ASSESSORS_PER_PHOTO,
    ratingRequired: true,
    commentsRequired: true,
    commentsNegative: true,
    commentsSelected,
    minComments: 1,
  };
  const context = contextOf(person, 'first');
  const first =
    known.length > 0
      ? known
      : await uploadAndAssess(services, { userId, form, files: await stage(index, [0, 1]), context });
  person.assessed = first.map((photo) => photo._id);
  person.photos.push(...first);
  for (let shot = 2; shot < 2 + person.extra; shot += 1) {
    const extra = {
      userId,
      form: { userId, section: 'unrated' },
      files: await stage(index, [shot]),
      context: contextOf(person, `extra-${shot}`),
    };
    person.photos.push(...(await uploadIntoSection(services, extra)));
  }
}

async function stage(index, shots) {
  return Promise.all(
    shots.map(async (shot) => {
      const stagingKey = `incoming/${randomUUID()}`;
      const picture = await sharp(Buffer.from(portrait(index, shot)))
        .jpeg({ quality: 92 })
        .toBuffer();
      await storage.put(stagingKey, picture, 'image/jpeg');
      return { stagingKey, filename: `portrait-${shot + 1}.jpg` };
    }),
  );
}

/** The owner's next neighbours rate; each has a taste and a severity of their own. */
async function rate(owner) {
  for (let turn = 1; turn <= (owner.ratings ?? 0); turn += 1) {
    const rater = people[(owner.index + turn) % (people.length - 1)];
    const context = contextOf(rater, `rate-${owner.name}`);
    const opened = await services
      .call(ask.assessments.openTest, { assessorId: rater.userId, ownerId: owner.userId }, context)
      .catch((error) => (error.code === 'NOT_FOUND' ? undefined : Promise.reject(error)));
    if (!opened) continue;
    const random = numbersFrom(owner.index * 31 + rater.index * 7 + turn);
    const severity = numbersFrom(rater.index + 99)() * 6 - 3;
    const ratings = opened.assessments.map((assessment, position) => {
      const quality = 9 + numbersFrom(owner.index * 17 + position * 5)() * 7;
      const rating = Math.min(20, Math.max(1, Math.round(quality + severity + (random() - 0.5) * 5)));
      return { photoId: assessment.photoId, rating, comments: commentsOf(rating, random) };
    });
    await services.call(
      ask.assessments.submitRatings,
      { raterId: rater.userId, ownerId: owner.userId, ratings },
      context,
    );
  }
}

function commentsOf(rating, random) {
  const phrases = catalogue
    .flatMap((section) => section.quality.map((phrase) => ({ section: section.id, ...phrase })))
    .filter((phrase) => phrase.isScale && !phrase.isHalf && !phrase.doubleNeg);
  const chosen = new Map();
  const wanted = 1 + Math.floor(random() * 3);
  while (chosen.size < wanted) {
    const phrase = phrases[Math.floor(random() * phrases.length)];
    const score = Math.min(20, Math.max(1, Math.round(rating + (random() - 0.5) * 12)));
    chosen.set(phrase.phraseId, [phrase.section, phrase.phraseId, score === 10 || score === 11 ? 14 : score]);
  }
  return [...chosen.values()];
}

async function fillPlanner(person) {
  for (const photoId of (person.assessed ?? []).slice(0, person.planner)) {
    const context = contextOf(person, `planner-${photoId}`);
    const { eventIds } = await services.call(ask.photos.setProfile, { userId: person.userId, photoId }, context);
    await services.settle('identity', 'flag-on-photo-placed-in-profile', eventIds, context);
  }
}

/** The codes have been used; the inbox starts empty for whoever comes next. */
async function removeMails() {
  await fetch(`${process.env.MAIL_URL}/api/messages`, { method: 'DELETE' });
}

function visitor() {
  return { requestId: `seed-${randomUUID()}`, roles: [], ip: '127.0.0.1' };
}

/** @param step makes the idempotency key: the same step of the same demo happens once */
function contextOf({ userId, roles }, step) {
  return {
    requestId: `seed-${randomUUID()}`,
    userId,
    roles,
    ip: '127.0.0.1',
    idempotency: { key: `seed:${run}:${userId}:${step}`, fingerprint: step },
  };
}
