import { randomUUID } from 'node:crypto';
import { assessmentSettingsRoutes, type PhotoId, photosRoutes } from '@candid/contracts';
import { Person } from '@candid/testing';
import { expect } from '@jest/globals';
import { type Cases, refuses } from '../case.js';
import { SETTINGS, type World } from '../world.js';
import { OPENINGS, PAUSED } from './assessments.js';
import { ON_HOLD, refusesHeld } from './moderated.js';
import { firstTimer, host, inFirstAssessment, poor, withEmptyPlanner } from './people.js';

const NO_PLANNER = 'Photos can be moved into your Profile Planner after your first assessment.';
const NO_START =
  "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner.";
const NEEDS_RATINGS = 'This photo needs 3 more rating(s) before you can put it in the Profile Planner.';
const TOO_POOR = "You don't have enough tokens for this.";
const BEING_CHECKED = 'This photo is being checked. You can move it again when a moderator has decided.';
const NOT_UNASSESSED = 'Only a photo in your Photo Bank that nobody has assessed can be cropped again.';
const NOT_CROPPED_NOW = 'This photo is being checked. You can crop it again when a moderator has decided.';
const CHECK = 'Please check what you entered.';

async function form(world: World, person: Person, section: string, files = 1): Promise<FormData> {
  const file = await world.file();
  const sent = await person.uploadForm(
    Array.from({ length: files }, () => file),
    section,
  );
  if (section === 'testing' && files !== 2) {
    sent.set('testLimit', '1');
    sent.set('commentsSelected', JSON.stringify(SETTINGS.commentsSelected));
  }
  return sent;
}

async function formOf(world: World, bytes: Buffer, name: string): Promise<FormData> {
  return world.owner.uploadForm([{ bytes, name }], 'unrated');
}

/** A valid crop: equal shares of width and height keep the ratio 4:5 of the world's picture file. */
const CROP = { turn: 0, tilt: 0, left: 0.1, top: 0.2, width: 0.7, height: 0.7 } as const;
const WRONG_SHAPE = { ...CROP, width: 0.5 };
const BEYOND = { ...CROP, left: 0.4 };

async function formWithCrops(world: World, crops: unknown[], files = 1): Promise<FormData> {
  const sent = await form(world, world.owner, 'unrated', files);
  sent.set('crops', JSON.stringify(crops));
  return sent;
}

const photoOf = async (person: Person): Promise<PhotoId> => (await person.photos('testing'))[0]!._id;

/** Returns an owner with six photos under assessment, the maximum, and another photo in the bank. */
async function fullPool(world: World): Promise<[Person, PhotoId]> {
  const owner = await world.newOwner();
  for (let photos = 0; photos < 6; photos += 1) await world.runningPhoto(owner);
  return [owner, await world.bankPhoto(owner)];
}

async function completePhoto(world: World): Promise<PhotoId> {
  const owner = await host(world);
  const photoId = await world.runningPhoto(owner, { testLimit: 1 });
  await world.rate(world.raters[0]!, owner, photoId);
  return photoId;
}

export const photosCases: Cases = {
  uploadPhotos: {
    request: async (world, who) => ({ form: await form(world, who, 'unrated') }),
    check: async (_, world) => {
      const photos = { form: await formWithCrops(world, [CROP, null], 2) };
      expect((await world.owner.expect(photosRoutes.uploadPhotos, photos)).photos).toHaveLength(2);
    },
    refusals: [
      refuses(
        'VALIDATION_FAILED',
        CHECK,
        async (world) => [world.owner, { form: await formWithCrops(world, [CROP], 2) }],
        [{ field: 'crops', message: 'must have one entry for each photo' }],
      ),
      refuses(
        'VALIDATION_FAILED',
        CHECK,
        async (world) => [world.owner, { form: await formWithCrops(world, [{ ...CROP, tilt: 15.1 }]) }],
        [{ field: 'crops.0.tilt', message: 'Too big: expected number to be <=15' }],
      ),
      refuses('VALIDATION_FAILED', 'photo.jpg is cropped to another shape than 4:5.', async (world) => [
        world.owner,
        { form: await formWithCrops(world, [WRONG_SHAPE]) },
      ]),
      refuses('VALIDATION_FAILED', 'photo.jpg is cropped beyond its edges.', async (world) => [
        world.owner,
        { form: await formWithCrops(world, [BEYOND]) },
      ]),
      refuses('VALIDATION_FAILED', 'You can only upload up to 9 photos.', async (world) => [
        world.owner,
        { form: await form(world, world.owner, 'unrated', 10) },
      ]),
      refuses('VALIDATION_FAILED', 'Please choose at least 1 photo.', async (world) => [
        world.owner,
        { form: await form(world, world.owner, 'unrated', 0) },
      ]),
      refuses('VALIDATION_FAILED', 'Your first assessment takes exactly 2 photos.', async (world) => {
        const newcomer = await firstTimer(world);
        return [newcomer, { form: await newcomer.uploadForm([await world.file()]) }];
      }),
      refuses('UNSUPPORTED_MEDIA', /^me\.jpg /, async (world) => [
        world.owner,
        { form: await formOf(world, Buffer.from('no picture'), 'me.jpg') },
      ]),
      refuses('UNSUPPORTED_MEDIA', 'Photos are sent as multipart/form-data.', ({ owner }) => [
        owner,
        { body: { userId: owner.userId, section: 'bank' } },
      ]),
      refuses('PAYLOAD_TOO_LARGE', 'huge.png is larger than 15 MB.', async (world) => [
        world.owner,
        { form: await formOf(world, Buffer.alloc(15 * 1024 * 1024 + 1), 'huge.png') },
      ]),
      refuses('INSUFFICIENT_TOKENS', TOO_POOR, async (world) => {
        const owner = await poor(world);
        return [owner, { form: await form(world, owner, 'testing') }];
      }),
      refuses('ONBOARDING_INCOMPLETE', NO_START, async (world) => {
        const newcomer = await inFirstAssessment(world);
        return [newcomer, { form: await form(world, newcomer, 'testing', 2) }];
      }),
      refuses('POOL_FULL', 'You can assess up to 6 photos at the same time.', async (world) => [
        world.owner,
        { form: await form(world, world.owner, 'testing', 7) },
      ]),
    ],
  },
  previewPicture: {
    request: async (world, who) => ({ form: await who.uploadForm([await world.file()], 'unrated') }),
    check: ({ body }) => {
      const { width, height, picture } = photosRoutes.previewPicture.answer.parse(body);
      expect({ width, height }).toEqual({ width: 160, height: 200 });
      expect(picture).toMatch(/^data:image\/jpeg;base64,\/9j\//);
    },
    refusals: [
      refuses('VALIDATION_FAILED', 'Please send 1 picture.', async (world) => [
        world.owner,
        { form: await form(world, world.owner, 'unrated', 2) },
      ]),
      refuses('VALIDATION_FAILED', 'Please choose at least 1 photo.', async (world) => [
        world.owner,
        { form: await form(world, world.owner, 'unrated', 0) },
      ]),
      refuses('UNSUPPORTED_MEDIA', /^me\.jpg /, async (world) => [
        world.owner,
        { form: await formOf(world, Buffer.from('no picture'), 'me.jpg') },
      ]),
      refuses('PAYLOAD_TOO_LARGE', 'huge.png is larger than 15 MB.', async (world) => [
        world.owner,
        { form: await formOf(world, Buffer.alloc(15 * 1024 * 1024 + 1), 'huge.png') },
      ]),
    ],
  },
  getOriginal: {
    request: async (world) => ({ params: { photoId: await world.bankPhoto() } }),
    check: ({ body }) => {
      const { width, height } = photosRoutes.getOriginal.answer.parse(body);
      expect({ width, height }).toEqual({ width: 160, height: 200 });
    },
  },
  cropAgain: {
    request: async (world) => ({ params: { photoId: await world.bankPhoto() }, body: { crop: CROP } }),
    check: async ({ body }, world) => {
      const { photo } = photosRoutes.cropAgain.answer.parse(body);
      expect(photo).toMatchObject({ section: 'bank', placeholder: 'unrated', timesRated: 0 });
      const { picture } = await world.owner.expect(photosRoutes.getOriginal, { params: { photoId: photo._id } });
      expect(picture).toMatch(/^data:image\/jpeg/);
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, async (world) => [
        world.owner,
        { params: { photoId: await world.bankPhoto() }, body: { crop: { ...CROP, turn: 45 } } },
      ]),
      refuses('VALIDATION_FAILED', 'A photo is cropped beyond its edges.', async (world) => [
        world.owner,
        { params: { photoId: await world.bankPhoto() }, body: { crop: BEYOND } },
      ]),
      refuses('CONFLICT', NOT_UNASSESSED, async (world) => {
        const owner = await host(world);
        return [owner, { params: { photoId: await world.runningPhoto(owner) }, body: { crop: CROP } }];
      }),
      refuses('CONFLICT', NOT_UNASSESSED, async ({ owner }) => {
        const [photo] = await owner.photos('rated');
        return [owner, { params: { photoId: photo!._id }, body: { crop: CROP } }];
      }),
      refusesHeld(NOT_CROPPED_NOW, (photoId) => ({ params: { photoId }, body: { crop: CROP } })),
    ],
  },
  listPhotos: {
    request: (_, { userId }) => ({ params: { section: 'bank', userId } }),
    check: async ({ body }, world, person) => {
      const { photos } = photosRoutes.listPhotos.answer.parse(body);
      const params = { section: 'bank', userId: person.userId };
      const paged: string[] = [];
      let query: Record<string, string> = { limit: '1' };
      for (let cursor: string | null | undefined = ''; cursor != null; query = { limit: '1', cursor: cursor ?? '' }) {
        const page = await person.expect(photosRoutes.listPhotos, { params, query });
        paged.push(...page.photos.map((photo) => photo._id));
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(photos.map((photo) => photo._id));
      expect(paged.length).toBeGreaterThan(person.userId === world.owner.userId ? 1 : 0);
    },
    refusals: [
      refuses('VALIDATION_FAILED', 'This is not a cursor of this list.', ({ owner: { userId }, owner }) => [
        owner,
        { params: { section: 'bank', userId }, query: { cursor: 'nowhere' } },
      ]),
      refuses('NOT_FOUND', 'There is nothing here.', ({ owner: { userId }, owner }) => [
        owner,
        { params: { section: 'attic', userId } },
      ]),
    ],
  },
  openTest: {
    elsewhere: { ASSESSOR_PAUSED: PAUSED, RATE_LIMITED: OPENINGS },
    request: async (world, { userId }) => {
      const owner = await host(world);
      if ((await owner.photos('testing')).length === 0) await world.runningPhoto(owner, { testLimit: 10 });
      return { params: { userId: owner.userId }, query: { currentUserId: userId } };
    },
    check: ({ body }) => {
      const { data } = photosRoutes.openTest.answer.parse(body);
      const asked = data.flatMap((entry) => entry.photos);
      expect(asked.length).toBeGreaterThan(0);
      expect(asked.filter((photo) => 'totalScore' in photo || 'comments' in photo)).toEqual([]);
    },
    refusals: [
      refuses('NOT_FOUND', 'There is no such assessment.', ({ assessor }) => [
        assessor,
        { params: { userId: randomUUID() }, query: { currentUserId: assessor.userId } },
      ]),
    ],
  },
  getTest: {
    notFound: 'There is no such assessment.',
    actor: inFirstAssessment,
    request: async (_, person) => {
      const [photo] = await person.photos('testing');
      return { params: { userId: person.userId, testId: photo!.testId! } };
    },
  },
  setProfile: {
    request: async ({ owner }) => {
      const [photo] = await owner.photos('rated');
      return { params: { photoId: photo!._id } };
    },
    refusals: [
      refuses('NOT_ENOUGH_RATINGS', NEEDS_RATINGS, async (world) => [
        world.owner,
        { params: { photoId: await world.bankPhoto() } },
      ]),
      refuses('ONBOARDING_INCOMPLETE', NO_PLANNER, async (world) => {
        const newcomer = await firstTimer(world);
        return [newcomer, { params: { photoId: await world.bankPhoto(newcomer) } }];
      }),
      refusesHeld(BEING_CHECKED, (photoId) => ({ params: { photoId } })),
    ],
  },
  returnPhoto: {
    actor: host,
    request: async (world) => ({ params: { photoId: await completePhoto(world) } }),
    check: ({ body }) => expect(body).toEqual({ success: true, section: 'bank' }),
    refusals: [
      refuses('CONFLICT', 'This photo is still being assessed. End the assessment first.', async (world) => {
        const owner = await host(world);
        return [owner, { params: { photoId: await world.runningPhoto(owner) } }];
      }),
    ],
  },
  deactivate: {
    request: async (world) => ({ params: { photoId: await world.runningPhoto() }, body: { isPostTest: true } }),
    check: ({ body }) => expect(body).toMatchObject({ refundTokens: 10, resetOccurred: false }),
  },
  deletePhoto: {
    request: async (world) => ({ params: { photoId: await world.bankPhoto() } }),
    check: ({ body }) =>
      expect(body).toEqual({ success: true, refundTokens: 0, givenBackTokens: 0, resetOccurred: false }),
  },
  startAssessments: {
    request: async (world) => ({ body: { ...SETTINGS, photoIds: [await world.bankPhoto(), await world.bankPhoto()] } }),
    check: ({ body }) => {
      const { testId, photos } = assessmentSettingsRoutes.startAssessments.answer.parse(body);
      const inOneTest = { section: 'testing', testId, testLimit: 2, testTimesRated: 0 };
      expect(photos).toMatchObject([inOneTest, inOneTest]);
    },
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner }) => [owner, { body: { ...SETTINGS, photoIds: [] } }]),
      refusesHeld(ON_HOLD, (photoId) => ({ body: { ...SETTINGS, photoIds: [photoId] } })),
      refuses('VALIDATION_FAILED', CHECK, ({ owner }) => {
        const photoId = randomUUID();
        return [owner, { body: { ...SETTINGS, photoIds: [photoId, photoId] } }];
      }),
      refuses('NOT_FOUND', 'There is no such photo.', async (world) => [
        world.owner,
        { body: { ...SETTINGS, photoIds: [await world.bankPhoto(), randomUUID()] } },
      ]),
      refuses('INSUFFICIENT_TOKENS', TOO_POOR, async (world) => {
        const owner = await poor(world);
        return [owner, { body: { ...SETTINGS, photoIds: [await world.bankPhoto(owner)] } }];
      }),
      refuses('ONBOARDING_INCOMPLETE', NO_START, async (world) => {
        const newcomer = await firstTimer(world);
        return [newcomer, { body: { ...SETTINGS, photoIds: [await world.bankPhoto(newcomer)] } }];
      }),
      refuses('POOL_FULL', 'You can assess up to 6 photos at the same time.', async (world) => {
        const [owner, photoId] = await fullPool(world);
        return [owner, { body: { ...SETTINGS, photoIds: [photoId] } }];
      }),
      refuses('CONFLICT', 'This photo is being assessed already.', async (world) => {
        const owner = await host(world);
        const photoIds = [await world.bankPhoto(owner), await world.runningPhoto(owner)];
        return [owner, { body: { ...SETTINGS, photoIds } }];
      }),
    ],
  },
  reactivate: {
    request: async (world) => ({ params: { photoId: await world.bankPhoto() }, body: SETTINGS }),
    check: ({ body }) => {
      const { photo } = assessmentSettingsRoutes.reactivate.answer.parse(body);
      expect(photo).toMatchObject({ section: 'testing', testLimit: 2, testTimesRated: 0 });
    },
    refusals: [
      refusesHeld(ON_HOLD, (photoId) => ({ params: { photoId }, body: SETTINGS })),
      refuses(
        'VALIDATION_FAILED',
        CHECK,
        ({ owner }) => [
          owner,
          {
            params: { photoId: randomUUID() },
            body: { ...SETTINGS, testLimit: 11, ratingRequired: false, commentsRequired: false },
          },
        ],
        [{ field: 'testLimit', message: 'Too big: expected number to be <=10' }],
      ),
      refuses(
        'VALIDATION_FAILED',
        'Please ask for ratings, comments or both.',
        ({ owner }) => [
          owner,
          { params: { photoId: randomUUID() }, body: { ...SETTINGS, ratingRequired: false, commentsRequired: false } },
        ],
        [{ field: 'ratingRequired', message: 'Please ask for ratings, comments or both.' }],
      ),
      refuses('VALIDATION_FAILED', 'Please leave at least one comment selected.', ({ owner }) => [
        owner,
        { params: { photoId: randomUUID() }, body: { ...SETTINGS, commentsSelected: [] } },
      ]),
      refuses('INSUFFICIENT_TOKENS', TOO_POOR, async (world) => {
        const owner = await poor(world);
        return [owner, { params: { photoId: await world.bankPhoto(owner) }, body: SETTINGS }];
      }),
      refuses('ONBOARDING_INCOMPLETE', NO_START, async (world) => {
        const newcomer = await firstTimer(world);
        return [newcomer, { params: { photoId: await world.bankPhoto(newcomer) }, body: SETTINGS }];
      }),
      refuses('POOL_FULL', 'You can assess up to 6 photos at the same time.', async (world) => {
        const [owner, photoId] = await fullPool(world);
        return [owner, { params: { photoId }, body: SETTINGS }];
      }),
      refuses('CONFLICT', 'This photo is being assessed already.', async (world) => {
        const owner = await host(world);
        return [owner, { params: { photoId: await world.runningPhoto(owner) }, body: SETTINGS }];
      }),
    ],
  },
  updateAssessment: {
    actor: host,
    request: async (world) => ({ body: { photoId: await world.runningPhoto(await host(world)), difference: 1 } }),
    check: ({ body }) => expect(body).toMatchObject({ photo: { testLimit: 3 } }),
    refusals: [
      refusesHeld(ON_HOLD, (photoId) => ({ body: { photoId, difference: 1 } })),
      refuses('VALIDATION_FAILED', 'Please ask for ratings, comments or both.', async (world) => {
        const owner = await host(world);
        const photoId = await photoOf(owner);
        return [owner, { body: { photoId, difference: 0, isCommentsChecked: false, isRatingChecked: false } }];
      }),
      refuses('INSUFFICIENT_TOKENS', TOO_POOR, async (world) => {
        const owner = await world.newOwner();
        const photoId = await world.runningPhoto(owner);
        const { tokenCount } = await owner.user();
        await world.grant(owner, -tokenCount);
        return [owner, { body: { photoId, difference: 1 } }];
      }),
      refuses('ONBOARDING_INCOMPLETE', 'Your first assessment stays as it is until it is complete.', async (world) => {
        const newcomer = await inFirstAssessment(world);
        return [newcomer, { body: { photoId: await photoOf(newcomer), difference: 1 } }];
      }),
      refuses('ASSESSMENT_COMPLETE', 'This assessment has all its ratings already.', async (world) => {
        const photoId = await completePhoto(world);
        return [await host(world), { body: { photoId, difference: 0, isRatingChecked: false } }];
      }),
      refuses('CONFLICT', 'An assessment takes 1 to 10 assessors.', async (world) => {
        const owner = await host(world);
        return [owner, { body: { photoId: await world.runningPhoto(owner), difference: 9 } }];
      }),
    ],
  },
  updatePhotoPlaceholder: {
    actor: host,
    request: async (world) => ({
      body: { photoId: await world.runningPhoto(await host(world)), placeholder: 'unrated' },
    }),
    refusals: [
      refuses('VALIDATION_FAILED', CHECK, ({ owner }) => [
        owner,
        { body: { photoId: randomUUID(), placeholder: 'attic' } },
      ]),
      refuses('NOT_ENOUGH_RATINGS', NEEDS_RATINGS, async (world) => {
        const owner = await host(world);
        return [owner, { body: { photoId: await world.runningPhoto(owner), placeholder: 'profile' } }];
      }),
      refuses('ONBOARDING_INCOMPLETE', NO_PLANNER, async (world) => {
        const newcomer = await inFirstAssessment(world);
        return [newcomer, { body: { photoId: await photoOf(newcomer), placeholder: 'profile' } }];
      }),
      refuses('CONFLICT', 'Only a photo under assessment has a place to return to.', async (world) => [
        world.owner,
        { body: { photoId: await world.bankPhoto(), placeholder: 'profile' } },
      ]),
    ],
  },
  emptyProfileEndTesting: {
    actor: withEmptyPlanner,
    request: (_, { userId }) => ({ body: { userId } }),
    refusals: [
      refuses('CONFLICT', 'There are photos in your Profile Planner.', ({ owner: { userId }, owner }) => [
        owner,
        { body: { userId } },
      ]),
    ],
  },
  events: {
    request: () => ({}),
    check: ({ headers, text }) => {
      expect(headers.get('content-type')).toContain('text/event-stream');
      expect(text).toContain('retry:');
    },
  },
};
