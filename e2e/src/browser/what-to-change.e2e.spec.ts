import { assessmentSettingsRoutes, assessmentsRoutes, type PhotoId } from '@candid/contracts';
import { eventually, submissionFor } from '@candid/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { RatedOwner } from '../people/rated-owner.js';
import { openAs } from './session.js';
import { useStage } from './stage.js';

const stage = useStage('what-to-change');
let owner: RatedOwner;

beforeAll(async () => {
  owner = await RatedOwner.ready(stage.system);
});

async function visit(testId: string | null | undefined): Promise<Page> {
  const { page } = await stage.phone();
  await openAs(page, owner.person, `/test/${testId}`);
  return page;
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'What to keep and what to change' });

/** Lets five assessors rate five photos. Scores alternate: 8 with the selfie comment, 17 with another comment. */
async function rateSelfies(): Promise<string> {
  const photoIds: string[] = [];
  while (photoIds.length < 5) photoIds.push(await owner.addPhoto());
  const settings = {
    testLimit: 5,
    ratingRequired: true,
    commentsRequired: true,
    commentsNegative: true,
    minComments: 1,
  };
  const commentsSelected: [number, number][] = [
    [1, 2],
    [7, 49],
  ];
  const body = { photoIds: photoIds as PhotoId[], ...settings, commentsSelected };
  const { testId } = await owner.person.expect(assessmentSettingsRoutes.startAssessments, { body });
  for (const [place, assessor] of owner.assessors.entries()) {
    const { ratings, ...who } = await submissionFor(assessor, owner.person.userId, 12);
    const rated = ratings.map((rating) => {
      const isSelfie = (photoIds.indexOf(rating.photoId) + place) % 2 === 0;
      const comments = isSelfie ? [[7, 49, 1]] : [[1, 2, 15]];
      return { ...rating, rating: isSelfie ? 8 : 17, comments };
    });
    await assessor.expect(assessmentsRoutes.submitRatings, {
      body: { ...who, ratings: rated } as typeof who & { ratings: typeof ratings },
    });
  }
  return testId;
}

it('the owner sees how many ratings are missing, then what goes with lower ones, with the numbers by keyboard', async () => {
  const [photo] = await owner.person.photos('profile');
  const early = await visit(photo!.testId);
  await panelOf(early).getByText('2 more ratings are needed').waitFor();

  const testId = await rateSelfies();
  const { userId } = owner.person;
  await eventually(async () => {
    const found = await owner.person.expect(assessmentsRoutes.getCommentAssociations, { params: { userId } });
    expect(found.ratings).toBe(8 + 25);
  });
  const panel = panelOf(await visit(testId));
  await panel
    .getByText(
      /^Ratings with the comment “Selfie or mirror shot” were \d\.\d points lower\. We are 95% sure that the difference is \d\.\d\sto\s\d+\.\d points\.$/,
    )
    .waitFor();
  await panel.getByText(/^It is a selfie or mirror shot\. /).waitFor();
  await panel.getByText('Show the numbers').focus();
  await panel.page().keyboard.press('Enter');
  const row = panel.getByRole('table').getByRole('row', { name: /^Selfie or mirror shot/ });
  expect((await row.getByRole('cell').allTextContents()).slice(1)).toEqual(['13', '20', '7']);
});
