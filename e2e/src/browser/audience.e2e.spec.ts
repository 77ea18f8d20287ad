import { assessmentsRoutes, identityRoutes, photosRoutes } from '@candid/contracts';
import { eventually, Person, twoPhonePictures } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { assessorPhone, withFeedOf } from './assessing-visits.js';
import { DashboardPeople } from './dashboard-people.js';
import { button, onPhone, photosIn, unrated } from './dashboard-steps.js';
import { press, reads } from './page-acts.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';

const stage = useStage('audience');
let people: DashboardPeople;
let owner: Person;
let assessor: Person;

beforeAll(async () => {
  people = await DashboardPeople.ready(stage.system);
  [owner, assessor] = await Promise.all([Person.signedUp(stage.system), Person.approvedAssessor(stage.system)]);
  await owner.expect(identityRoutes.dismissFirstLogin, { params: { userId: owner.userId } });
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
});

const saved = (page: Page, path: string) =>
  page.waitForResponse((response) => response.url().endsWith(`/api/${path}`) && response.ok());
const choose = async (page: Page, list: Locator, label: string, path: string) => {
  const kept = saved(page, path);
  await list.selectOption({ label });
  await kept;
};
const shows = (list: Locator, label: string) =>
  eventually(async () => expect(await list.locator('option:checked').textContent()).toBe(label));
const labelsOf = (list: Locator) => list.locator('option').allTextContents();

describe('an owner', () => {
  it('says whom the profile is for, by gender and by at least ten years of age', async () => {
    const { page, errors } = await stage.phone();
    await openAs(page, owner, '/profile');
    await press(page, 'Looking For');
    const dialog = page.getByRole('dialog', { name: 'Looking For' });
    const gender = saved(page, 'update-looking-for');
    await dialog.getByRole('group', { name: 'Gender' }).getByText('Woman').click();
    await gender;
    const ages = dialog.getByRole('group', { name: 'Age', exact: true });
    const [from, to] = [
      ages.getByRole('combobox', { name: 'From age' }),
      ages.getByRole('combobox', { name: 'To age' }),
    ];
    await shows(from, '18');
    await shows(to, '99+');
    await choose(page, from, '34', 'update-looking-for');
    await choose(page, to, '47', 'update-looking-for');
    expect((await labelsOf(from)).at(-1)).toBe('38');
    expect((await labelsOf(to))[0]).toBe('43');
    await page.reload();
    await press(page, 'Looking For');
    await shows(from, '34');
    await shows(to, '47');
    const params = { userId: owner.userId };
    expect((await owner.expect(identityRoutes.getLookingFor, { params })).lookingFor).toEqual({
      gender: 'Woman',
      relationshipType: 'Either',
      ageFrom: 34,
      ageTo: 47,
    });
    await choose(page, to, '99+', 'update-looking-for');
    expect((await owner.expect(identityRoutes.getLookingFor, { params })).lookingFor.ageTo).toBeNull();
    expect(errors).toEqual([]);
  });

  it('shows assessors the gender and never the ages', async () => {
    const { page } = await assessorPhone(stage, assessor);
    await withFeedOf(page, owner.userId);
    const asked = page.waitForResponse((response) => response.url().includes('/api/get-looking-for/'));
    await page.goto('/feed');
    await page.waitForURL(`**/carousel/${owner.userId}`);
    await reads(page, 'Woman');
    expect(await (await asked).json()).toEqual({
      success: true,
      lookingFor: { gender: 'Woman', relationshipType: 'Either' },
    });
  });
});

describe('an assessor', () => {
  it('describes herself with the keyboard, is told what for, and takes a part back', async () => {
    const { page, errors } = await stage.phone();
    await openAs(page, assessor, '/account/preferences');
    await page
      .getByText(/^All of this is optional, and nobody else ever sees it\. .* does not change what you can earn\.$/)
      .waitFor();
    const about = page.getByRole('group', { name: 'About you' });
    const gender = about.getByRole('combobox', { name: 'Your gender' });
    const interest = about.getByRole('combobox', { name: 'Interested in' });
    const born = about.getByRole('combobox', { name: 'Year of birth' });
    for (const list of [gender, interest, born]) await shows(list, 'Rather not say');
    const kept = saved(page, 'update-self-description');
    await gender.focus();
    await page.keyboard.press('W');
    await kept;
    await shows(gender, 'Woman');
    await page.keyboard.press('Tab');
    await page.locator('select:focus').and(interest).waitFor();
    await choose(page, interest, 'Men', 'update-self-description');
    await choose(page, born, '1990–1994', 'update-self-description');
    await choose(page, page.getByRole('combobox', { name: 'Your country' }), 'France', 'update-location-preferences');
    await page.reload();
    await shows(gender, 'Woman');
    await shows(interest, 'Men');
    await shows(born, '1990–1994');
    await choose(page, interest, 'Rather not say', 'update-self-description');
    const params = { userId: assessor.userId };
    expect((await assessor.expect(identityRoutes.getSelfDescription, { params })).selfDescription).toEqual({
      gender: 'Woman',
      interestedIn: null,
      bornFrom: 1990,
    });
    expect(errors).toEqual([]);
  });
});

describe('an assessment', () => {
  const isOffered = async (person: Person, to: Person) => {
    const { data } = await person.expect(assessmentsRoutes.listPublicTests, {
      query: { currentUserId: person.userId },
    });
    return data.some(({ userId }) => userId === to.userId);
  };

  it('goes to the people whom its owner looks for first, if the owner says so before paying', async () => {
    const [wanting, woman, man] = await Promise.all([
      people.settledOwner(),
      Person.approvedAssessor(stage.system),
      Person.approvedAssessor(stage.system),
    ]);
    for (const [person, gender] of [
      [woman, 'Woman'],
      [man, 'Man'],
    ] as const) {
      await person.expect(identityRoutes.updateSelfDescription, { body: { userId: person.userId, gender } });
    }
    const page = await onPhone(stage, wanting);
    await photosIn(unrated(page)).first().click();
    await button(page, 'Assess').click();
    await page.getByRole('link', { name: 'Say whom your profile is for' }).waitFor();
    const body = { userId: wanting.userId, gender: 'Woman' } as const;
    await wanting.expect(identityRoutes.updateLookingFor, { body });
    const params = { userId: wanting.userId };
    const query = { testLimit: '1' };
    await eventually(async () => {
      const outlook = await wanting.expect(assessmentsRoutes.getAssessmentOutlook, { params, query });
      expect(outlook.audience).toBe('few');
    });
    await page.reload();
    await photosIn(unrated(page)).first().click();
    await button(page, 'Assess').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Few of them were active in the last week/).waitFor();
    expect(await dialog.getByRole('radio', { name: 'Anyone' }).isChecked()).toBe(true);
    await dialog.getByText('My audience first').click();
    await dialog.getByText(/^People you are looking for get it first, then everybody\./).waitFor();
    await button(page, 'Assess').click();
    await page.getByText('Assessment started').waitFor();
    await eventually(async () => expect(await isOffered(woman, wanting)).toBe(true));
    expect(await isOffered(man, wanting)).toBe(false);
  });
});
