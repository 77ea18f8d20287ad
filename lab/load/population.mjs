import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { assessmentSettingsRoutes, assessmentsRoutes, PRODUCT, photosRoutes } from '@candid/contracts';
import { eventually, Person, SYSTEM_ENV, startSystem, submissionFor } from '@candid/testing';
import { readJson, writeJson } from '../../tools/lib/json-file.mjs';
import { seconds } from '../../tools/lib/say.mjs';
import { fillWorlds } from './fill/fill.mjs';
import { Levels } from './levels.mjs';
import { phonePictures } from './pictures.mjs';

const spanMs = 365 * 24 * 3_600_000;

const fileIn = (data) => path.join(data, 'population.json');

async function settled(system) {
  const levels = await Levels.of(system);
  // Two checks in a row must find nothing, because an event in transit between two followers counts for neither.
  for (let times = 0; times < 2; times = (await levels.areZero()) ? times + 1 : 0) await delay(500);
  await levels.close();
}

async function originals(data, say) {
  const system = await startSystem({ dataDirectory: data, env: SYSTEM_ENV });
  try {
    const people = await makeWorld(system, say);
    await settled(system);
    return people;
  } finally {
    await system.stop();
  }
}

/**
 * Fills a system in `data` unless an earlier run did so. Resolves to { worlds, spanMs, people }. `people` are those of
 * the original world.
 */
export async function ensurePopulation({ data, people: wanted, say }) {
  const file = fileIn(data);
  const kept = readJson(file);
  if (kept && kept.worlds * worldPeople < wanted)
    throw new Error(`${data} holds ${kept.worlds * worldPeople} people; name another directory`);
  if (kept) return kept;
  if (existsSync(path.join(data, 'postgres'))) throw new Error(`${data} is not complete; remove it first`);
  const startedAt = performance.now();
  const worlds = Math.ceil(wanted / worldPeople);
  const people = await originals(data, say);
  say(`one world of ${worldPeople} people in ${seconds(startedAt)}; copying it ${worlds - 1} times`);
  await fillWorlds({ data, worlds, spanMs, photoIds: people.flatMap(({ photoIds }) => photoIds), say });
  const population = { worlds, spanMs, people };
  writeJson(file, population);
  say(`${worlds * worldPeople} people in ${seconds(startedAt)}`);
  return population;
}

const worldPeople = 40;
const owners = worldPeople / 2;
const laterPlaces = 6;
/** Number of owners whose photo in the feed still needs ratings. */
const openOwners = 2;
const ratingsOfOpen = 2;
const atOnce = 3;
/** Size of uploaded pictures: that of the largest rendition, because a larger original would only take longer. */
const originalSize = { width: 1_080, height: 1_440 };

const laterSettings = {
  testLimit: laterPlaces,
  ratingRequired: true,
  commentsRequired: false,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 0,
};

/** Processes a few items at a time, in order. */
async function forEach(items, work) {
  const left = [...items.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function submit(assessor, owner, { score, withComments }) {
  const open = async () => {
    const submission = await submissionFor(assessor, owner.userId, score);
    if (submission.ratings.length === 0) throw new Error('there is nothing to rate yet');
    return submission;
  };
  const body = await eventually(open, { everyMs: 200 });
  if (!withComments) for (const rating of body.ratings) rating.comments = [];
  await assessor.expect(assessmentsRoutes.submitRatings, { body, idempotencyKey: randomUUID() });
}

const completedFirst = (owner) =>
  eventually(async () => {
    if (!(await owner.user()).hasFirstTested) throw new Error('the first assessment is not complete');
  });

async function place(owner, pictures) {
  const form = await owner.uploadForm(pictures, 'bank');
  const { photos } = await owner.expect(photosRoutes.uploadPhotos, { form });
  const params = { photoId: photos[0]._id };
  await eventually(() => owner.expect(assessmentSettingsRoutes.reactivate, { params, body: laterSettings }));
}

const sessionIdOf = ({ token }) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url')).sid;

/**
 * Creates a few people and their data of a month through the API: 1.5 photos and 7 ratings per person. Half of them
 * have a first assessment of two photos and a later one of one photo; all of them assess. Resolves to the people.
 */
async function makeWorld(system, say) {
  const pictures = await phonePictures(3, originalSize);
  const people = [];
  say(`${worldPeople} people sign up`);
  // The e-mail address contains an id, which each copy of the world replaces, so that addresses stay unique.
  await forEach(Array.from({ length: worldPeople }), async (_, index) => {
    people[index] = await Person.approvedAssessor(system, `person-${randomUUID()}@people.example`);
  });
  say('they upload and assess');
  await forEach(people.slice(0, owners), async (owner) => {
    const form = await owner.uploadForm(pictures.slice(0, PRODUCT.firstAssessmentPhotos));
    await owner.expect(photosRoutes.uploadPhotos, { form });
  });
  // Owners and other people take turns as assessors, so that all rate equally often and earn enough tokens.
  const assessorOf = (index, turn) => people[((index + 1 + Math.floor(turn / 2)) % owners) + (turn % 2) * owners];
  const rateAll = (from, countOf, withComments) =>
    forEach(people.slice(0, owners), async (owner, index) => {
      for (let turn = from; turn < from + countOf(index); turn += 1)
        await submit(assessorOf(index, turn), owner, { score: 1 + ((index * 7 + turn * 5) % 18), withComments });
    });
  await rateAll(0, () => PRODUCT.firstAssessmentAssessors, true);
  await forEach(people.slice(0, owners), async (owner) => {
    await completedFirst(owner);
    const [first, second] = await owner.photos('testing');
    await owner.expect(photosRoutes.setProfile, { params: { photoId: first._id } });
    await owner.expect(photosRoutes.deactivate, { params: { photoId: second._id } });
    await place(owner, pictures.slice(2));
  });
  const laterRatings = (index) => (index < openOwners ? ratingsOfOpen : laterPlaces);
  await rateAll(PRODUCT.firstAssessmentAssessors, laterRatings, false);
  const known = [];
  await forEach(people, async (person, index) => {
    const sections = await Promise.all(['testing', 'profile', 'bank'].map((section) => person.photos(section)));
    const { userId } = person;
    known[index] = { userId, sessionId: sessionIdOf(person), photoIds: sections.flat().map(({ _id }) => _id) };
  });
  return known;
}
