import { photosRoutes } from '@candid/contracts';
import type { Person } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { RatedOwner } from '../people/rated-owner.js';
import { altered } from '../screens/answers.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';
import { swipeLeft } from './visits.js';

const stage = useStage('first-week');
/** An owner with both photos in the planner. */
let owner: Person;
beforeAll(async () => {
  owner = await ownerWithTwoPlanned();
});

async function ownerWithTwoPlanned(): Promise<Person> {
  const { person, banked } = await RatedOwner.ready(stage.system);
  await person.expect(photosRoutes.setProfile, { params: { photoId: banked } });
  return person;
}

async function visit(): Promise<Page> {
  const { page } = await stage.phone();
  await openAs(page, owner, '/profile');
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const checklist = (page: Page) => page.getByRole('region', { name: 'First week', exact: true });
const standing = (page: Page, progress: string, description: string) =>
  page.getByRole('button', { name: progress, exact: true, description }).waitFor();

/** Expects no horizontal overflow with letters of twice the size on a narrow phone. */
async function expectNarrow(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 844 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await page.evaluate("document.documentElement.style.fontSize = ''");
  await page.setViewportSize(size);
}

describe('the first week', () => {
  it('has a checklist that leads from step to step and says once all are done', async () => {
    const page = await visit();
    await standing(page, 'First week: 2 of 4 done', 'Next: get profile comments');
    const main = button(page, 'New assessment');
    const { y, height } = (await main.boundingBox())!;
    expect(y + height).toBeLessThan(page.viewportSize()!.height);
    await button(page, /^First week/).click();
    await checklist(page).getByText('Available once').waitFor({ state: 'detached' });
    await expectNarrow(page);
    await button(page, 'Ask people').click();
    await page
      .getByRole('dialog', { name: 'Profile Assessment' })
      .getByRole('button', { name: 'Assess', exact: true })
      .click();
    await standing(page, 'First week: 3 of 4 done', 'Next: compare two photos');
    await checklist(page).getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Side by side' }).waitFor();
    await page.goBack();
    await checklist(page).getByRole('heading', { name: 'First week: all done' }).waitFor();
    await button(page, 'Hide checklist').focus();
    await page.keyboard.press('Enter');
    await checklist(page).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.reload();
    await main.waitFor();
    expect(await checklist(page).count()).toBe(0);
  });

  it('has a preview that shows the planner in its order and turns by button, key and thumb', async () => {
    const page = await visit();
    await button(page, 'Preview').click();
    const sheet = page.getByRole('dialog', { name: 'Profile preview' });
    await sheet.getByText('Newest photo first.').waitFor();
    const shown = (at: number) => sheet.getByText(`Photo ${at} of 2`, { exact: true }).waitFor({ state: 'attached' });
    await shown(1);
    await sheet.getByText('1 of 2 · people see this one first').waitFor();
    expect(await sheet.getByText(/score \d/).count()).toBe(0);
    await sheet.getByRole('button', { name: 'Next photo' }).click();
    await shown(2);
    await page.keyboard.press('ArrowLeft');
    await shown(1);
    await sheet.getByRole('button', { name: 'Show photo 2' }).click();
    await shown(2);
    await sheet.getByRole('button', { name: 'Suggest an order' }).click();
    await sheet.getByText('Suggested order, by adjusted score.').waitFor();
    await shown(1);
    await swipeLeft(page);
    await shown(2);
    await expectNarrow(page);
  });
});

describe('the preview', () => {
  it('leaves out a photo that is under review', async () => {
    const { page } = await stage.phone();
    await altered(page, 'cameraroll-photos-profile/*', (answer) => {
      const [held, ...others] = (answer as { photos: object[] }).photos;
      return { ...(answer as object), photos: [{ ...held, moderation: 'held' }, ...others] };
    });
    await openAs(page, owner, '/profile');
    await button(page, 'Preview').click();
    await page.getByText('1 photo is under review and is left out.').waitFor();
    expect(await page.getByRole('dialog').getByRole('img').count()).toBe(1);
  });
});
