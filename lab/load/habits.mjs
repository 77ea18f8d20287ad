import {
  assessmentSettingsRoutes,
  assessmentsRoutes,
  identityRoutes,
  photosRoutes,
  ROUTES,
  reportsRoutes,
  tokensRoutes,
} from '@candid/contracts';

const secondsOfDay = 86_400;
const peakOverAverage = 5;

/** Number of times per day that a registered person does something: docs/capacity.md, "How it is used". */
const callsPerDay = 6;
const picturesPerDay = 4;
const perDay = {
  submissions: 0.125,
  uploads: 1 / 30,
  charges: 0.02,
  notificationsSeen: 0.3,
  wishes: 0.02,
  reports: 0.001,
  supportReads: 0.02,
};
/** Calls per habit. Submissions: feed, opening, submission. Uploads: upload, start. Charges: charge, release. */
const callsOf = { submissions: 3, uploads: 2, charges: 2, reports: 3 };
const readsPerDay =
  callsPerDay - Object.entries(perDay).reduce((sum, [name, times]) => sum + times * (callsOf[name] ?? 1), 0);

export const streamsPerPerson = 0.1 * (20 / 1440) * peakOverAverage;

/** Reads of the app's pages, weighted by how often a visit makes them. */
const pageReads = {
  getUser: 16,
  listPhotos: 25,
  listPublicTests: 12,
  getRatings: 8,
  getConfidenceRange: 6,
  getRatingGroups: 5,
  fetchComments: 5,
  getScorePreferences: 4,
  getStatement: 4,
  listOwnEvaluationGroups: 3,
  getRaterStanding: 2,
  getLookingFor: 2,
  getLocationPreferences: 2,
  listTokenPacks: 2,
  getMailPreferences: 1,
  getSelfDescription: 1,
  listOwnReports: 1,
};
const supportReads = { getAccount: 4, getAccountStatement: 3, listReconciliations: 1, trialBalance: 1 };
const sections = ['testing', 'profile', 'bank', 'rated', 'unrated'];

function routeOf(id) {
  const route = ROUTES.find((one) => one.id === id);
  if (!route) throw new Error(`there is no route ${id}`);
  return route;
}
const weighted = (weights) => Object.entries(weights).flatMap(([id, times]) => Array(times).fill(routeOf(id)));
const pageRoutes = weighted(pageReads);
const supportRoutes = weighted(supportReads);

/** Time for which an assessor looks at a person's photos (`lookMs`), and pause between two steps (`stepMs`). */
const lookMs = [5_000, 15_000];
const stepMs = 1_000;
const places = 2;
const startSettings = {
  testLimit: places,
  ratingRequired: true,
  commentsRequired: false,
  commentsNegative: true,
  commentsSelected: [],
  minComments: 0,
};
const picturesKept = 20;

/** The actions of people and their rates. Each function takes the intended time of the action and never rejects. */
export class Habits {
  constructor({ online, caller, support, random, uploads }) {
    Object.assign(this, { online, caller, support, random, uploads });
  }

  /** Returns [{ ratePerSecond, act }] for `people` people at the daily peak. */
  of(people) {
    const habit = (timesPerDay, act) => ({
      ratePerSecond: (people * timesPerDay * peakOverAverage) / secondsOfDay,
      act: async (dueMs) => act.call(this, dueMs).catch((error) => this.caller.results.findWrong(error.stack)),
    });
    return [
      habit(readsPerDay, this.read),
      habit(picturesPerDay, this.seePicture),
      habit(perDay.submissions, this.assess),
      habit(perDay.uploads, this.upload),
      habit(perDay.charges, this.charge),
      habit(perDay.notificationsSeen, this.seeNotifications),
      habit(perDay.wishes, this.wish),
      habit(perDay.reports, this.report),
      habit(perDay.supportReads, this.readAsSupport),
    ];
  }

  async read(dueMs) {
    const route = this.random.pick(pageRoutes);
    const ofPhoto = route.path.includes('{photoId}');
    const one = ofPhoto ? this.#owner() : this.online.any();
    if (route.id === 'listPublicTests') return this.#feed(one, dueMs);
    return this.#listed(one, route, dueMs);
  }

  async seePicture(dueMs) {
    const one = this.online.anyWho(({ pictures }) => pictures.length > 0);
    if (one) await this.caller.picture(this.random.pick(one.pictures), dueMs);
  }

  async assess(dueMs) {
    const one = this.online.any();
    const opened = await this.#open(one, dueMs);
    if (!opened) return;
    const { person } = one;
    const ratings = opened.photos.map(({ _id }) => ({
      photoId: _id,
      rating: this.random.between(1, 20),
      comments: [],
    }));
    // Assessors of first assessments must comment.
    for (const [index, { commentsSelected, minComments }] of opened.photos.entries())
      ratings[index].comments = commentsSelected
        .slice(0, minComments)
        .map(([section, phrase]) => [section, phrase, 15]);
    const submitMs = await this.caller.after(opened.dueMs, this.random.between(...lookMs));
    const body = { userId: opened.userId, raterId: person.userId, ratings };
    await this.caller.call(
      person,
      assessmentsRoutes.submitRatings,
      { body },
      {
        dueMs: submitMs,
        mayBe: ['ASSESSMENT_COMPLETE', 'ALREADY_RATED', 'NOT_FOUND'],
      },
    );
  }

  async upload(dueMs) {
    const one = this.#owner();
    const form = await one.person.uploadForm([this.random.pick(this.uploads)], 'bank');
    const uploaded = await this.caller.call(one.person, photosRoutes.uploadPhotos, { form }, { dueMs });
    if (!uploaded) return;
    const photoId = uploaded.photos[0]._id;
    one.photoIds.push(photoId);
    const startMs = await this.caller.after(performance.now(), 2 * stepMs);
    await this.caller.call(
      one.person,
      assessmentSettingsRoutes.reactivate,
      { params: { photoId }, body: startSettings },
      { dueMs: startMs, mayBe: ['INSUFFICIENT_TOKENS', 'POOL_FULL'] },
    );
  }

  async charge(dueMs) {
    const { person } = this.online.any();
    const charge = (testLimit, atMs) =>
      this.caller.call(
        person,
        tokensRoutes.chargeTokens,
        { body: { userId: person.userId, testLimit } },
        { dueMs: atMs, mayBe: ['INSUFFICIENT_TOKENS'] },
      );
    if (await charge(places, dueMs)) await charge(-places, await this.caller.after(dueMs, 3 * stepMs));
  }

  async seeNotifications(dueMs) {
    const { person } = this.online.any();
    return this.caller.call(person, identityRoutes.clearNotifications, { body: { userId: person.userId } }, { dueMs });
  }

  async wish(dueMs) {
    const { person } = this.online.any();
    const body = { userId: person.userId, gender: 'All', relationshipType: 'Either' };
    return this.caller.call(person, identityRoutes.updateLookingFor, { body }, { dueMs });
  }

  async report(dueMs) {
    const one = this.online.any();
    const opened = await this.#open(one, dueMs);
    if (!opened) return;
    const reportMs = await this.caller.after(opened.dueMs, 5 * stepMs);
    const body = { photoId: opened.photos[0]._id, reason: 'other' };
    await this.caller.call(
      one.person,
      reportsRoutes.report,
      { body },
      { dueMs: reportMs, mayBe: ['ALREADY_REPORTED'] },
    );
  }

  async readAsSupport(dueMs) {
    const route = this.random.pick(supportRoutes);
    const params = { userId: this.online.any().person.userId };
    return this.caller.call(this.support, route, { params }, { dueMs });
  }

  /** Returns a person with photos if one is found, else any person. */
  #owner() {
    return this.online.anyWho(({ photoIds }) => photoIds.length > 0) ?? this.online.any();
  }

  async #listed(one, route, dueMs) {
    const { userId } = one.person;
    const params = { userId, section: this.random.pick(sections), photoId: one.photoIds[0] };
    const body = await this.caller.call(one.person, route, { params }, { dueMs });
    if (route.id === 'listPhotos') this.#keepPictures(one, body?.photos);
  }

  async #feed(one, dueMs) {
    const query = { currentUserId: one.person.userId };
    const feed = await this.caller.call(one.person, assessmentsRoutes.listPublicTests, { query }, { dueMs });
    this.#keepPictures(
      one,
      feed?.data.flatMap(({ photos }) => photos),
    );
    return feed;
  }

  /** Picks a person from the feed's first page and opens their photos. Resolves to undefined if the feed is empty. */
  async #open(one, dueMs) {
    const feed = await this.#feed(one, dueMs);
    if (!feed || feed.data.length === 0) return;
    const openMs = await this.caller.after(dueMs, stepMs);
    const params = { userId: this.random.pick(feed.data).userId };
    const sent = { params, query: { currentUserId: one.person.userId } };
    const opened = await this.caller.call(one.person, photosRoutes.openTest, sent, {
      dueMs: openMs,
      mayBe: ['NOT_FOUND', 'RATE_LIMITED'],
    });
    const [test] = opened?.data ?? [];
    if (test && test.photos.length > 0) return { userId: test.userId, photos: test.photos, dueMs: openMs };
  }

  #keepPictures(one, photos = []) {
    const shown = photos.filter(({ renditions }) => renditions.length > 0);
    for (const { renditions } of shown) one.pictures.push(this.random.pick(renditions).path);
    one.pictures.splice(0, one.pictures.length - picturesKept);
  }
}
