import { assessmentsRoutes, identityRoutes, photosRoutes } from '@candid/contracts';
import { eventually, Person, twoPhonePictures } from '@candid/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { assessorPhone, withFeedOf } from './assessing-visits.js';
import { DashboardPeople } from './dashboard-people.js';
import { button, onPhone, photosIn, unrated } from './dashboard-steps.js';
import { reads } from './page-acts.js';
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

describe('an owner', () => {
  it('shows assessors the gender and never the ages', async () => {
    const body = { userId: owner.userId, gender: 'Woman', ageFrom: 34, ageTo: 47 } as const;
    await owner.expect(identityRoutes.updateLookingFor, { body });
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
