import { identityRoutes, supportRoutes } from '@candid/contracts';
import { eventually, Person, type RunningSystem, SYSTEM_ENV, startSystem, supportAgent } from '@candid/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  backToPlace,
  firstTest,
  firstTestDone,
  intoPlanner,
  rated as rate,
  start,
  stored,
} from '../screens/photo-acts.js';
import { launchBrowser, shot } from './browser.js';
import {
  button,
  carryUp,
  chooseFiles,
  cropAll,
  cutOff,
  dragTo,
  lifted,
  onDesk,
  onPhone,
  photosIn,
  planner,
  pull,
  rated,
  said,
  unrated,
} from './dashboard-steps.js';

let system: RunningSystem;
let browser: Browser;
let raters: Person[];
let support: Person;

beforeAll(async () => {
  system = await startSystem({ env: SYSTEM_ENV });
  browser = await launchBrowser();
  raters = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
  support = await supportAgent(system);
}, 240_000);
afterEach(async () => {
  const pages = browser.contexts().flatMap((context) => context.pages());
  // What was on the screens, also when something failed.
  for (const [index, page] of pages.entries())
    await shot(page, `dashboard-${expect.getState().currentTestName?.replaceAll(/\W+/g, '-')}-${index}`);
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser?.close();
  await system?.stop();
}, 90_000);

/** Has seen the welcome. */
async function starter(): Promise<Person> {
  const person = await Person.signedUp(system);
  await person.expect(identityRoutes.dismissFirstLogin, { params: { userId: person.userId } });
  return person;
}

/** One photo in the planner, one rated and two unrated ones in the bank, and tokens. */
async function settledOwner(tokens = 100): Promise<Person> {
  const owner = await starter();
  await firstTest(owner, 4);
  await rate(owner, raters);
  await firstTestDone(owner);
  const [first, second] = await owner.photos('testing');
  await intoPlanner(owner, first!._id);
  await backToPlace(owner, second!._id);
  await stored(owner, 4, [2, 3]);
  const body = { amount: tokens, reason: 'for the test' };
  await support.expect(supportRoutes.grant, { params: { userId: owner.userId }, body });
  return owner;
}

const plannedIds = async (owner: Person) => (await owner.photos('profile')).map(({ _id }) => _id);
const hasPlanned = (owner: Person, count: number) =>
  eventually(async () => expect(await plannedIds(owner)).toHaveLength(count), { withinMs: 15_000 });

describe('a newcomer', () => {
  it('is welcomed once, in three slides', async () => {
    const page = await onPhone(browser, system.baseUrl, await Person.signedUp(system));
    await page.getByText('Welcome to Candid').waitFor();
    for (const [at, title] of ['Add two photos', 'Real people assess them', 'Build your profile'].entries()) {
      await page
        .getByRole('group', { name: `Slide ${at + 1} of 3` })
        .getByText(title)
        .waitFor();
      await button(page, at === 2 ? 'Get started' : 'Next').click();
    }
    await page.getByText('Welcome to Candid').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Add 2 photos and have them assessed by 4 people each.').waitFor();
    expect(await page.getByText('Welcome to Candid').count()).toBe(0);
  });

  it('adds two photos, is told of limits and failures, and starts the first assessment', async () => {
    const owner = await starter();
    const page = await onPhone(browser, system.baseUrl, owner);
    await button(page, 'Add photos').click();
    await page.getByText('No available photos').waitFor();
    await chooseFiles(page, 10);
    await page.getByText('You can only upload up to 9 photos.').waitFor();
    await chooseFiles(page, 3);
    await page.getByText('You can only select up to 2 photos. 1 photo was left out.').last().waitFor();
    await page.getByText('Pinch and/or drag to crop').waitFor();
    await page.getByText('Photo 1 of 2').waitFor();
    await button(page, 'Leave out').click();
    await page.getByText('Photo 2 of 2').waitFor();
    await button(page, 'Save').click();
    await page.getByText('Add 1 more photo to continue').waitFor();
    expect(await button(page, 'Assess').isDisabled()).toBe(true);
    await button(page, 'Close').click();
    await page.getByText('Cancel this assessment?').waitFor();
    await page.getByText('You would have to choose the photo again.').waitFor();
    await button(page, 'Go on').click();
    await button(page, 'Tap to add').click();
    await chooseFiles(page, 1);
    await cropAll(page, 1);
    await page.getByText('40 tokens').first().waitFor();
    await page.getByText('40 min').first().waitFor();

    const mend = await cutOff(page, 'upload-photos');
    await button(page, 'Assess').click();
    await page.getByText('Error uploading photos. Please try again.').waitFor();
    await mend();
    await button(page, 'Assess').click();
    await page.getByText('First assessment started').waitFor();
    await page.getByText('First results usually arrive in about 10 minutes').first().waitFor();
    await button(page, 'Got it').click();
    await page.getByText('Assessing...').waitFor();
    expect(await owner.photos('testing')).toHaveLength(2);
  });

  it('is warned before the first assessment starts over, refunded, and told what to do with too few tokens', async () => {
    const owner = await starter();
    await firstTest(owner, 3);
    await rate(owner, raters.slice(0, 1));
    const page = await onPhone(browser, system.baseUrl, owner);
    await page.getByRole('button', { name: 'Your photo, 1 of 4 assessors done' }).first().click();
    await button(page, 'End Assessment').click();
    await page.getByText('Start your first assessment over?').waitFor();
    await page.getByText('the ratings of the other photo are deleted too').waitFor();
    await button(page, 'Start over').click();
    await page.getByText('You have been refunded 30 tokens.').waitFor();
    await page.getByText('Your first assessment starts over').waitFor();
    await button(page, 'Done').click();
    // The account is as it was on the first day, but for the tokens.
    await page.getByText('Welcome to Candid').waitFor();
    await page.getByText('Your first assessment takes 40 tokens; you have 30.').waitFor();
    await button(page, 'Skip').click();
    await page.getByText('Your first assessment takes 40 tokens and you have 30.').waitFor();
    await page.getByRole('link', { name: 'Assess Others' }).waitFor();
    await page.getByRole('link', { name: 'Buy Tokens' }).click();
    await page.waitForURL('**/pay');
  });

  it('moves the first photo into the planner by keyboard, and is all set', async () => {
    const owner = await starter();
    await firstTest(owner, 1);
    await rate(owner, raters);
    await firstTestDone(owner);
    const page = await onPhone(browser, system.baseUrl, owner);
    await page.getByText('All Complete').waitFor();
    await page
      .getByText(
        "You'll be able to start new assessments once you have moved at least 1 photo into your Profile Planner",
      )
      .waitFor();
    await page.getByRole('button', { name: 'Your photo, 4 of 4 assessors done' }).first().focus();
    await page.keyboard.press('Space');
    await said(page, 'Your photo, 4 of 4 assessors done, lifted from the assessment pool.');
    await lifted(page);
    await page.keyboard.press('ArrowUp');
    await said(page, 'Over the Photo Bank. Not here: Available once your first assessment is complete.');
    await page.keyboard.press('ArrowUp');
    await said(page, 'Over the Profile Planner. It can be let go here.');
    await page.keyboard.press('Space');
    await said(page, 'Let go over the Profile Planner.');
    await page.getByText('All set').waitFor();
    await hasPlanned(owner, 1);
  });
});

describe('photos', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await settledOwner();
  }, 90_000);

  it('are dragged with a mouse, refused with the reason, and taken back', async () => {
    const page = await onDesk(browser, system.baseUrl, owner);
    await photosIn(rated(page)).first().waitFor();
    await dragTo(page, photosIn(unrated(page)).first(), planner(page));
    const refusal = 'This photo needs 3 more rating(s) before you can put it in the Profile Planner';
    await planner(page).locator('..').getByText(refusal).first().waitFor();
    await page.mouse.up();
    await page.getByRole('button', { name: 'Dismiss' }).locator('..').getByText(refusal).waitFor();
    expect(await photosIn(unrated(page)).count()).toBe(2);

    await dragTo(page, photosIn(rated(page)).first(), planner(page));
    await page.getByText('Let go to move to the Profile Planner').waitFor();
    await page.mouse.up();
    await page.getByText('Moved to the Profile Planner').waitFor();
    expect(await photosIn(planner(page)).count()).toBe(2);
    await hasPlanned(owner, 2);
    await button(page, 'Undo').click();
    await page.getByText('Moved to the Photo Bank').waitFor();
    expect(await photosIn(rated(page)).count()).toBe(1);
    await hasPlanned(owner, 1);
  });

  it('are carried by a finger that rests on them first', async () => {
    const page = await onPhone(browser, system.baseUrl, owner);
    await page.setViewportSize({ width: 390, height: 1400 });
    const photo = photosIn(rated(page)).first();
    await photo.waitFor();
    const [from, to] = [await photo.boundingBox(), await photosIn(planner(page)).first().boundingBox()];
    await carryUp(page, photo, from!.y - to!.y);
    await page.getByText('Moved to the Profile Planner').waitFor();
    await button(page, 'Undo').click();
    await hasPlanned(owner, 1);
  });

  it('are moved by tapping, and taken back with the keyboard, which keeps the focus on them', async () => {
    const page = await onPhone(browser, system.baseUrl, owner);
    const photo = photosIn(rated(page)).first();
    await photo.click();
    await button(page, 'Move to Profile').click();
    await page.getByText('Moved to the Profile Planner').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const moved = photosIn(planner(page)).filter({ visible: true });
    expect(await moved.count()).toBe(2);
    await page.keyboard.press('Control+z');
    await page.getByText('Moved to the Photo Bank').waitFor();
    await hasPlanned(owner, 1);
    expect(await page.evaluate('document.activeElement?.getAttribute("aria-label")')).toMatch(/^Your photo/);
  });

  it('stand in their new place at once, and come back with a message where the server refuses', async () => {
    const page = await onPhone(browser, system.baseUrl, owner);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/set-profile/*', async (route) => {
      await asked;
      const message = 'This photo cannot be moved now.';
      const json = { success: false, code: 'CONFLICT', message, error: message };
      await route.fulfill({ status: 409, json });
    });
    await photosIn(rated(page)).first().click();
    await button(page, 'Move to Profile').click();
    await page.getByText('Moved to the Profile Planner').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await photosIn(planner(page)).count()).toBe(2);
    expect(await plannedIds(owner)).toHaveLength(1);
    answer();
    await page.getByRole('alert').getByText('This photo cannot be moved now.').waitFor();
    await photosIn(rated(page)).first().waitFor();
    expect(await photosIn(planner(page)).count()).toBe(1);
  });

  it('are deleted for good only after a question', async () => {
    const page = await onPhone(browser, system.baseUrl, owner);
    await stored(owner, 4, [5]);
    await eventually(async () => {
      await page.reload();
      await photosIn(unrated(page)).nth(2).waitFor({ timeout: 2_000 });
    });
    await photosIn(unrated(page)).first().click();
    await button(page, 'Delete').click();
    await page.getByText('Permanently delete this photo?').waitFor();
    await page.getByText('All ratings and comments will also be permanently deleted.').waitFor();
    await button(page, 'Keep it').click();
    await button(page, 'Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Photo deleted').waitFor();
    await eventually(async () => expect(await owner.photos('unrated')).toHaveLength(2));
  });
});

describe('an upload', () => {
  it('crops several, zooms, turns, asks before it drops them, and is tried again without storing twice', async () => {
    const owner = await starter();
    const page = await onPhone(browser, system.baseUrl, owner);
    await button(page, 'Tap to upload').click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    await page.getByText('notes.txt is not an image.').waitFor();
    await chooseFiles(page, 3);
    await page.getByText('Photo 1 of 3').waitFor();
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    await zoom.waitFor();
    await button(page, 'Zoom in').click();
    expect(await zoom.inputValue()).toBe('1.2');
    await page.getByLabel('Crop. Arrow keys move the picture, plus and minus zoom.').press('+');
    expect(await zoom.inputValue()).toBe('1.4');
    await button(page, 'Turn by 90°').click();
    await page.locator('[aria-busy=false]').waitFor();
    await button(page, 'Save').click();
    await page.getByText('Photo 2 of 3').waitFor();
    await button(page, 'Cancel all photos').click();
    await page.getByText('Cancel all 3 photos?').waitFor();
    await button(page, 'Go on cropping').click();
    await button(page, 'Save').click();
    const mend = await cutOff(page, 'upload-photos');
    await page.getByText('Photo 3 of 3').waitFor();
    await button(page, 'Save').click();
    await page.getByText('Uploading 3 photos...').waitFor();
    await page.getByText('Error uploading photo.').waitFor();
    await mend();
    await button(page, 'Try again').click();
    await page.getByText('3 photos uploaded').waitFor();
    await photosIn(unrated(page)).nth(2).waitFor();
    expect(await owner.photos('unrated')).toHaveLength(3);
  });

  it('takes a picture that this browser cannot show, with a word', async () => {
    const page = await onPhone(browser, system.baseUrl, await starter());
    await button(page, 'Tap to upload').click();
    const file = { name: 'IMG_7.HEIC', mimeType: '', buffer: Buffer.from('not for this browser') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('This browser cannot show IMG_7.HEIC.').waitFor();
    expect(await button(page, 'Save').isEnabled()).toBe(true);
  });
});

describe('later assessments', () => {
  it('are set up, started, ended with a refund, and refused where tokens are short', async () => {
    const owner = await settledOwner(5);
    const page = await onPhone(browser, system.baseUrl, owner);
    await photosIn(unrated(page)).first().click();
    await button(page, 'Assess').click();
    await page.getByText('5 tokens').first().waitFor();
    await button(page, 'More assessors').click();
    await page.getByText('You need 5 more tokens.').waitFor();
    await page.getByRole('link', { name: 'Assess Others' }).waitFor();
    await button(page, 'Fewer assessors').click();
    await button(page, 'Advanced').click();
    const [ratings, comments] = ['Ratings', 'Comments'].map((name) => page.getByRole('switch', { name, exact: true }));
    await comments!.click();
    expect(await button(page, 'Comment Selection All 49 phrases').isDisabled()).toBe(true);
    await ratings!.click();
    expect([await ratings!.isChecked(), await comments!.isChecked()]).toEqual([false, true]);
    await button(page, 'Comment Selection All 49 phrases').click();
    await page.getByText('Positive only').click();
    await page.getByRole('switch', { name: 'Face' }).click();
    await button(page, 'Done').click();
    await button(page, 'Assess').click();
    await page.getByText('Assessment started').waitFor();
    await page.getByText('Assessing...').waitFor();

    await page.getByRole('button', { name: 'Your photo, 0 of 1 assessors done' }).click();
    await button(page, 'End Assessment').click();
    await page.getByText('End this assessment?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End Assessment' }).click();
    await page.getByText('You have been refunded 5 tokens.').waitFor();
  });

  it('tell of new ratings, clear what was seen, and end with Done, which can be taken back', async () => {
    const owner = await settledOwner();
    const [photo] = await owner.photos('unrated');
    await start(owner, photo!._id, 1);
    const page = await onPhone(browser, system.baseUrl, owner);
    await page.getByText('Assessing...').waitFor();
    await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click();
    await page.getByText(/new results? since you last looked/).waitFor();
    await button(page, 'Done').click();
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await rate(owner, [await Person.approvedAssessor(system)]);
    const refresh = page.getByRole('button', { name: 'Refresh, there are new ratings' });
    await refresh.click();
    await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
    await page.getByText('All Complete').waitFor();

    await button(page, 'Done with photo 1').click();
    await page.getByText('Assessment done').waitFor();
    await page.getByText('Assess Photos').waitFor();
    expect(await photosIn(rated(page)).count()).toBe(2);
    await button(page, 'Undo').click();
    await page.getByText('All Complete').waitFor();
    expect(await owner.photos('testing')).toHaveLength(1);
    await button(page, 'Done with photo 1').click();
    await button(page, 'Dismiss').click();
    await eventually(async () => expect(await owner.photos('testing')).toHaveLength(0), { withinMs: 10_000 });
  });
});

describe('panels and dialogs', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await settledOwner();
  }, 90_000);

  it('fold the pool away by a pull of more than 80 px, and sheets too', async () => {
    const page = await onPhone(browser, system.baseUrl, owner);
    const pool = button(page, 'Assess Photos');
    await pull(page, pool, 60);
    expect(await pool.getAttribute('aria-expanded')).toBe('true');
    await pull(page, pool, 110);
    await page.getByRole('button', { name: 'Assess Photos', expanded: false }).waitFor();
    await button(page, 'New assessment').waitFor({ state: 'detached' });
    await pull(page, pool, -110);
    await page.getByRole('button', { name: 'Assess Photos', expanded: true }).waitFor();

    await button(page, 'Switch Comment View').click();
    const sections = ['All', 'Face', 'Body', 'Hair', 'Vibe', 'Outfit', 'Background', 'Photography'];
    const dialog = page.getByRole('dialog', { name: 'Switch Comment View' });
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(sections);
    await pull(page, dialog.getByRole('heading'), 120);
    await dialog.waitFor({ state: 'detached' });
  });

  it('have a scrollbar to drag and to click with a mouse', async () => {
    const page = await onDesk(browser, system.baseUrl, owner);
    await page.setViewportSize({ width: 1280, height: 620 });
    await photosIn(unrated(page)).first().click();
    await button(page, 'Assess').click();
    await button(page, 'Advanced').click();
    await button(page, 'Comment Selection All 49 phrases').click();
    const dialog = page.getByRole('dialog', { name: 'Comment Selection' });
    const handle = dialog.locator('.os-scrollbar-vertical .os-scrollbar-handle');
    await handle.waitFor();
    const box = await handle.boundingBox();
    expect(box?.width).toBe(8);
    expect(box?.height).toBeGreaterThanOrEqual(70);
    await page.mouse.move(box!.x + 4, box!.y + 20);
    await page.mouse.down();
    await page.mouse.move(box!.x + 4, box!.y + 140, { steps: 6 });
    await page.mouse.up();
    const moved = await handle.boundingBox();
    expect(moved!.y).toBeGreaterThan(box!.y + 80);
  });

  it('keep what somebody looks for and where assessors may come from', async () => {
    const page = await onPhone(browser, system.baseUrl, owner);
    await button(page, 'Looking For').click();
    await page.getByText('Woman', { exact: true }).click();
    await page.getByText('Serious', { exact: true }).click();
    await button(page, 'Close').click();
    await button(page, 'General Assessment Settings').click();
    await page.getByText('Not my country', { exact: true }).click();
    await page.reload();
    await button(page, 'General Assessment Settings').click();
    await page.getByRole('radio', { name: 'Not my country', checked: true }).waitFor({ state: 'attached' });
    await button(page, 'Close').click();
    await button(page, 'Looking For').click();
    await page.getByRole('radio', { name: 'Woman', checked: true }).waitFor({ state: 'attached' });
    await page.getByRole('radio', { name: 'Serious', checked: true }).waitFor({ state: 'attached' });
  });
});
