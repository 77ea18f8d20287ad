import { readFileSync } from 'node:fs';
import { derivedPassword } from '../lib/start/secrets.mjs';
import { CASES, openCases } from './cases.mjs';
import { DemoPerson } from './client.mjs';
import { numbersFrom } from './portrait.mjs';

const photoOf = ({ name }, shot) => readFileSync(new URL(`portraits/${name}-${shot + 1}.jpg`, import.meta.url));

const clamp = (score) => Math.min(20, Math.max(1, Math.round(score)));

const progressStep = 4;

/**
 * Fills an empty system through the app's API and within its rate limits. Each step has its own idempotency key, so
 * that a second run completes an interrupted demo.
 */
export class Demo {
  #place;
  #logins;
  #passkey;
  #people = PEOPLE.map((person, index) => ({ ...person, index }));
  #phrases = [];

  /** @param place `isStopping()` returns true if no further call may be made */
  constructor({ appUrl, mailUrl, passkey, logins, isStopping }) {
    this.#place = { appUrl, mailUrl, isStopping };
    this.#logins = logins;
    this.#passkey = passkey;
  }

  get contents() {
    const photos = PEOPLE.filter(({ ratings }) => ratings !== null).reduce((sum, { extra }) => sum + 2 + extra, 0);
    return `${PEOPLE.length} people, ${photos} photos, ${CASES} moderation cases`;
  }

  async enterLogins() {
    const announced = this.#people.filter(({ name }) => name === OWNER || name === ASSESSOR);
    await Promise.all(announced.map((person) => this.#enter(person)));
  }

  async fill(tell) {
    for (const [done, person] of this.#people.entries()) {
      if (done > 0 && done % progressStep === 0) tell(`${done} of ${this.#people.length} people`);
      await this.#enter(person);
      await this.#addPhotos(person);
    }
    tell('the people rate each other');
    await Promise.all(this.#people.map((rater) => this.#rateOthers(rater)));
    for (const person of this.#people) await this.#fillPlanner(person);
    tell('the people report each other');
    await openCases({
      people: (name) => this.#people.find((person) => person.name === name),
      place: this.#place,
      moderator: this.#logins.moderator,
      stranger: new DemoPerson({ ...this.#place, email: 'lena.vogt@people.example', password: '' }),
      uploadCopy: (person, name) => this.#upload({ ...person, name }, 'unrated', [0], {}),
    });
  }

  /** Logs the person in and dismisses the first-login prompt. All except the demo's assessor enter the passkey. */
  async #enter(person) {
    if (person.account) return;
    const { name, is, lookingFor } = person;
    const account = await new DemoPerson({ ...this.#place, ...this.#loginOf(name) }).enter();
    const { userId } = account;
    if (name !== ASSESSOR) await account.call('POST', '/auth/assessor', { passkey: this.#passkey });
    const [gender, relationshipType] = lookingFor;
    await account.call('POST', '/update-looking-for', { userId, gender, relationshipType });
    if (is) {
      const [own, interestedIn, bornFrom] = is;
      await account.call('POST', '/update-self-description', { userId, gender: own, interestedIn, bornFrom });
    }
    await account.call('PATCH', `/user/${userId}/first-login`);
    person.account = account;
  }

  #loginOf(name) {
    if (name === OWNER) return this.#logins.owner;
    if (name === ASSESSOR) return this.#logins.assessor;
    return { email: `${name}@candid.example`, password: derivedPassword(this.#logins.owner, name) };
  }

  async #addPhotos(person) {
    const { account, ratings, extra } = person;
    if (ratings === null) return;
    if (this.#phrases.length === 0) {
      const { data } = await account.call('GET', '/fetch-comments');
      this.#phrases = data.flatMap(({ id, quality }) => quality.map((phrase) => ({ section: id, ...phrase })));
    }
    const settings = {
      testLimit: '4',
      ratingRequired: 'true',
      commentsRequired: 'true',
      commentsNegative: 'true',
      minComments: '1',
      commentsSelected: JSON.stringify(this.#phrases.map((phrase) => [phrase.section, phrase.phraseId])),
    };
    const { photos } = await this.#upload(person, 'testing', [0, 1], settings);
    person.assessed = photos.map(({ _id }) => _id);
    for (let shot = 2; shot < 2 + extra; shot += 1) await this.#upload(person, 'unrated', [shot], {});
  }

  #upload(person, section, shots, settings) {
    const { account } = person;
    const form = new FormData();
    for (const [name, value] of Object.entries({ userId: account.userId, section, ...settings })) form.set(name, value);
    for (const shot of shots) form.append('photos', new Blob([photoOf(person, shot)]), `portrait-${shot + 1}.jpg`);
    return account.call('POST', '/upload-photos', form, shots.join());
  }

  /** Chooses an owner's assessors: every third person of the list, so that the demo's owner also rates and earns. */
  #turnsOf(owner) {
    const turns = Array.from({ length: owner.ratings ?? 0 }, (_, index) => index + 1);
    const raters = this.#people.slice(0, -1);
    return turns.map((turn) => ({ owner, turn, rater: raters[(owner.index + 3 * turn) % raters.length] }));
  }

  async #rateOthers(person) {
    const turns = this.#people.flatMap((owner) => this.#turnsOf(owner)).filter(({ rater }) => rater === person);
    for (const { owner, turn, rater } of turns) {
      const opened = await rater.account.callIfPossible('GET', `/get-image/${owner.account.userId}`);
      if (!opened) continue;
      const random = numbersFrom(owner.index * 31 + rater.index * 7 + turn);
      const severity = numbersFrom(rater.index + 99)() * 6 - 3;
      const ratings = opened.data[0].photos.map((photo, position) => {
        const quality = 9 + numbersFrom(owner.index * 17 + position * 5)() * 7;
        const rating = clamp(quality + severity + (random() - 0.5) * 5);
        return { photoId: photo._id, rating, comments: this.#commentsOf(rating, random) };
      });
      const submission = { userId: owner.account.userId, raterId: rater.account.userId, ratings };
      await rater.account.callIfPossible('POST', '/rating', submission);
    }
  }

  #commentsOf(rating, random) {
    const scales = this.#phrases.filter((phrase) => phrase.isScale && !phrase.isHalf && !phrase.doubleNeg);
    const chosen = new Map();
    const wanted = 1 + Math.floor(random() * 3);
    while (chosen.size < wanted) {
      const phrase = scales[Math.floor(random() * scales.length)];
      chosen.set(phrase.phraseId, [phrase.section, phrase.phraseId, clamp(rating + (random() - 0.5) * 12)]);
    }
    return [...chosen.values()];
  }

  async #fillPlanner({ account, planner, assessed = [] }) {
    for (const photoId of assessed.slice(0, planner)) await account.callIfPossible('POST', `/set-profile/${photoId}`);
  }
}

/**
 * `ratings`: number of assessors of the first assessment (4 complete it). `planner`: number of assessed photos in the
 * Profile Planner. `extra`: further photos in the bank. `is`: gender, interest and first year of the birth band; some
 * people lack it. Three of the demo owner's four assessors belong to her audience, the minimum for an audience's score.
 */
const PEOPLE = [
  { name: 'olivia', is: ['Woman', 'Men', 1990], ratings: 4, extra: 2, planner: 1, lookingFor: ['Man', 'Serious'] },
  { name: 'adam', is: ['Man', 'Women', 1985], ratings: 4, extra: 1, planner: 1, lookingFor: ['Woman', 'Either'] },
  { name: 'mei', is: ['Woman', 'All', 1995], ratings: 4, extra: 1, planner: 2, lookingFor: ['All', 'Casual'] },
  { name: 'tomas', is: ['Man', 'Women', 1990], ratings: 4, extra: 2, planner: 1, lookingFor: ['Woman', 'Serious'] },
  { name: 'noor', is: ['Woman', 'Men', 1985], ratings: 4, extra: 1, planner: 0, lookingFor: ['Man', 'Either'] },
  { name: 'jonas', is: ['Man', 'Women', 1980], ratings: 3, extra: 1, planner: 0, lookingFor: ['Woman', 'Casual'] },
  { name: 'priya', is: ['Woman', 'Men', 1990], ratings: 2, extra: 0, planner: 0, lookingFor: ['Man', 'Serious'] },
  { name: 'luca', is: ['Man', 'All', 1995], ratings: 2, extra: 1, planner: 0, lookingFor: ['All', 'Either'] },
  { name: 'zanele', is: ['Woman', 'Men', 1980], ratings: 1, extra: 0, planner: 0, lookingFor: ['Man', 'Either'] },
  { name: 'henrik', is: ['Man', 'Women', 1995], ratings: 0, extra: 1, planner: 0, lookingFor: ['Woman', 'Serious'] },
  { name: 'sofia', ratings: null, extra: 0, planner: 0, lookingFor: ['Man', 'Casual'] },
  { name: 'ravi', ratings: null, extra: 0, planner: 0, lookingFor: ['Woman', 'Either'] },
];

const OWNER = 'olivia';
const ASSESSOR = 'ravi';
