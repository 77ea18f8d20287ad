import type { Page } from 'playwright-core';
import { answered, refused, stalled, unreachable } from './answers.js';
import { portrait } from './pictures.js';
import type { Screen, ScreenState } from './screen.js';
import { openPool, press } from './steps.js';

const of = { as: 'owner', path: '/profile' } as const;

const UNKNOWN_COUNTRY = { success: true, locationsPreference: 'NotMine', country: null };

const dialog = (name: string, button: string, ready: string): ScreenState => ({
  name,
  ...of,
  reach: (page) => press(page, button),
  ready: (page) => page.getByRole('dialog').getByText(ready),
});

const assessmentSettings = {
  name: 'assessment settings',
  ...of,
  reach: async (page: Page) => {
    await openPool(page);
    await press(page, 'General Assessment Settings');
  },
};

async function choose(page: Page, count: number): Promise<void> {
  const buffers = await Promise.all(Array.from({ length: count }, (_, shot) => portrait(5, shot)));
  const files = buffers.map((buffer, at) => ({ name: `IMG_000${at}.JPG`, mimeType: 'image/jpeg', buffer }));
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByText('Pinch and/or drag to crop').waitFor();
}

async function firstSetup(page: Page, photos: number): Promise<void> {
  await press(page, 'Add photos');
  await choose(page, photos);
  for (let at = 1; at <= photos; at += 1) {
    if (photos > 1) await page.getByText(`Photo ${at} of ${photos}`).waitFor();
    await press(page, 'Save');
  }
}

async function laterSetup(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Your photo, score/ })
    .first()
    .click();
  await press(page, 'Assess');
  await page.getByText('New assessment').waitFor();
}

export const dashboardDialogs: Screen = {
  name: '/profile: dialogs',
  states: [
    dialog('looking for', 'Looking For', 'Relationship'),
    dialog('comment view', 'Switch Comment View', 'Photography'),
    { ...assessmentSettings, ready: (page) => page.getByRole('dialog').getByText('Any country') },
    {
      ...assessmentSettings,
      name: 'assessment settings, country unknown',
      before: (page) => answered(page, 'get-location-preferences/*', UNKNOWN_COUNTRY),
      ready: 'This has no effect yet',
    },
    {
      name: 'notifications',
      ...of,
      reach: (page) => press(page, /^Notifications/),
      ready: (page) => page.getByRole('dialog').getByText('Notifications', { exact: true }),
    },
    {
      name: 'how it works',
      as: 'starter',
      path: '/profile',
      reach: (page) => press(page, 'How it works'),
      ready: 'Add two photos',
    },
  ],
};

/** Presses the card within one part of the dashboard, because several parts have a card of this name. */
const tapToAdd = (page: Page, part: string) =>
  page.getByRole('region', { name: part }).getByRole('button', { name: 'Tap to add', exact: true }).click();

/** A file that no browser can show, so that the app asks the server for a picture of it. */
const unseen = {
  as: 'starter',
  path: '/profile',
  reach: async (page: Page) => {
    await press(page, 'Add photos');
    const buffer = Buffer.from('\0\0\0\x1cftypheic');
    await page.locator('input[type=file]').setInputFiles({ name: 'IMG_7.HEIC', mimeType: 'image/heic', buffer });
  },
} as const;

const upright = async () => ({
  success: true,
  width: 3200,
  height: 4000,
  picture: `data:image/jpeg;base64,${(await portrait(5, 1)).toString('base64')}`,
});
const withPreview = async (page: Page) => answered(page, 'preview-picture', await upright());
const withOriginal = async (page: Page) => answered(page, 'photo-original/*', await upright());

async function cropAgain(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /not rated/ })
    .first()
    .click();
  await press(page, 'Crop again');
}

const again = { ...of, reach: cropAgain } as const;

export const pickers: Screen = {
  name: '/profile: pickers and crop',
  states: [
    {
      name: 'first photos',
      as: 'starter',
      path: '/profile',
      reach: (page) => press(page, 'Add photos'),
      ready: 'No available photos',
    },
    {
      name: 'profile, after the first assessment',
      as: 'tested',
      path: '/profile',
      reach: (page) => press(page, 'Drag or tap to add'),
      ready: (page) => page.getByRole('button', { name: /^Photo 1, score/ }),
    },
    {
      name: 'profile',
      ...of,
      reach: (page) => press(page, 'Drag or tap to add'),
      ready: 'Choose a profile photo',
      wide: true,
    },
    { name: 'unrated', ...of, reach: (page) => press(page, 'Tap to upload'), ready: 'Upload photos' },
    {
      name: 'bank',
      ...of,
      reach: (page) => tapToAdd(page, 'Photo Bank'),
      ready: 'Add to the Photo Bank',
    },
    {
      name: 'pool',
      ...of,
      reach: async (page) => {
        await openPool(page);
        await tapToAdd(page, 'Assessing...');
      },
      ready: 'Choose from your Photo Bank, or upload new ones.',
    },
    {
      name: 'crop',
      as: 'starter',
      path: '/profile',
      reach: async (page) => {
        await press(page, 'Add photos');
        await choose(page, 2);
      },
      ready: 'Photo 1 of 2',
      wide: true,
    },
    {
      name: 'crop, no face found',
      as: 'starter',
      path: '/profile',
      before: (page) => answered(page, 'find-face', { success: true, faces: 0, crop: null }),
      reach: async (page) => {
        await press(page, 'Add photos');
        await choose(page, 1);
      },
      ready: 'No face was recognised in this photo.',
    },
    {
      name: 'crop, turned and straightened',
      as: 'starter',
      path: '/profile',
      before: (page) => answered(page, 'find-face', { success: true, faces: null, crop: null }),
      reach: async (page) => {
        await press(page, 'Add photos');
        await choose(page, 2);
        await press(page, 'Save');
        await page.getByText('Photo 2 of 2').waitFor();
        await press(page, 'Turn right');
        await page.getByRole('slider', { name: 'Straighten' }).fill('-9.5');
      },
      ready: '-9.5°',
      wide: true,
    },
    {
      ...unseen,
      name: 'crop of a file that the browser cannot show, preview on its way',
      before: (page) => stalled(page, 'preview-picture'),
      ready: 'This browser cannot show IMG_7.HEIC.',
      wide: true,
    },
    {
      ...unseen,
      name: 'crop of a file that the browser cannot show',
      before: withPreview,
      ready: (page) => page.getByRole('slider', { name: 'Straighten' }),
    },
    {
      ...unseen,
      name: 'crop of a file that is no photo',
      before: (page) =>
        refused(
          page,
          'preview-picture',
          415,
          'UNSUPPORTED_MEDIA',
          'IMG_7.HEIC is damaged and cannot be read to its end.',
        ),
      ready: 'IMG_7.HEIC is damaged and cannot be read to its end.',
      wide: true,
    },
    {
      ...unseen,
      name: 'crop of a file that the browser cannot show, without a connection',
      before: (page) => unreachable(page, 'preview-picture'),
      ready: 'IMG_7.HEIC could not be opened.',
    },
    {
      ...again,
      name: 'crop again',
      before: withOriginal,
      ready: (page) => page.getByRole('slider', { name: 'Straighten' }),
      wide: true,
    },
    {
      ...again,
      name: 'crop again, original gone',
      before: (page) => refused(page, 'photo-original/*', 404, 'NOT_FOUND', 'gone'),
      ready: 'We keep the original of a photo for 24 hours.',
      wide: true,
    },
    {
      ...again,
      name: 'crop again, refused',
      before: async (page) => {
        await withOriginal(page);
        await refused(
          page,
          'crop-photo/*',
          409,
          'CONFLICT',
          'Only a photo in your Photo Bank that nobody has assessed can be cropped again.',
        );
      },
      reach: async (page) => {
        await cropAgain(page);
        await press(page, 'Save');
      },
      ready: 'Only a photo in your Photo Bank that nobody has assessed can be cropped again.',
    },
  ],
};

export const setup: Screen = {
  name: '/profile: new assessment',
  states: [
    {
      name: 'first, one photo',
      as: 'starter',
      path: '/profile',
      reach: (page) => firstSetup(page, 1),
      ready: 'Add 1 more photo to continue',
    },
    {
      name: 'first, two photos',
      as: 'starter',
      path: '/profile',
      reach: (page) => firstSetup(page, 2),
      ready: '40 tokens',
      wide: true,
    },
    { name: 'later', ...of, reach: laterSetup, ready: 'Token cost', wide: true },
    {
      name: 'comment selection',
      ...of,
      reach: async (page) => {
        await laterSetup(page);
        await press(page, 'Advanced');
        await press(page, /^Comment Selection/);
      },
      ready: 'Positive only',
    },
    {
      name: 'too few tokens',
      ...of,
      before: (page) => withTokens(page, 3),
      reach: laterSetup,
      ready: 'Message support',
    },
    {
      name: 'cancelling',
      ...of,
      reach: async (page) => {
        await laterSetup(page);
        await press(page, 'Close');
      },
      ready: 'Cancel this assessment?',
    },
  ],
};

const withTokens = (page: Page, tokenCount: number) =>
  page.route(/\/api\/get-user\//, async (route) => {
    const response = await route.fetch();
    const { user, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, user: { ...user, tokenCount } } });
  });
