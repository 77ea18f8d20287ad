import { identityRoutes, evaluationGroupsRoutes as routes, supportRoutes } from '@candid/contracts';
import { eventually, Person, supportAgent } from '@candid/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { onboardedOwner } from '../people/onboarded.js';
import { evaluationFor } from '../people/profiles.js';
import { shot } from './browser.js';
import { useStage } from './stage.js';
import { expectTokens } from './visits.js';

const stage = useStage('profile-assessment', { keepPages: true });
let support: Person;
let assessors: Person[];
let owner: Person;
let page: Page;
let errors: string[];
let widget: Locator;
let panel: Locator;

const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
const grant = (amount: number) =>
  support.expect(supportRoutes.grant, { params: { userId: owner.userId }, body: { amount, reason: 'for a test' } });
const groups = async () => (await owner.expect(routes.listOwnGroups, { params: { userId: owner.userId } })).groups;
const evaluate = async (assessor: Person, score: number) => {
  const running = (await groups()).find((group) => group.running);
  const body = await evaluationFor(assessor, running?.groupId ?? '', score, 3);
  await assessor.expect(routes.submitGeneralRating, { body });
};
const request = async (evaluators: number) => {
  await button('Request', widget).click();
  for (let count = 1; count < evaluators; count += 1) await button('More assessors').click();
  await button('Assess').click();
};
const started = async (evaluators: number) => {
  await request(evaluators);
  await widget.getByText(`0 of ${evaluators} assessor`).waitFor();
};
beforeAll(async () => {
  support = await supportAgent(stage.system);
  assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(stage.system)));
  owner = await onboardedOwner(stage.system, assessors);
  await owner.expect(identityRoutes.dismissFirstLogin, { params: { userId: owner.userId } });
  const visit = await stage.phone();
  ({ page, errors } = visit);
  const stored = JSON.stringify({ token: owner.token, userId: owner.userId });
  await visit.context.addInitScript(`if (!localStorage.token) Object.assign(localStorage, ${stored})`);
  await page.goto('/profile');
  widget = page.getByRole('region', { name: 'Profile Comments', exact: true });
  panel = page.getByRole('region', { name: 'Assessments (Profile Comments)' });
});

it('a round starts with the chosen number and phrases, and says how long it takes', async () => {
  await grant(20);
  await expectTokens(page, 20);
  expect(await panel.count()).toBe(0);
  await button('Request', widget).click();
  await button('More assessors').click();
  await page.getByRole('button', { name: 'Comment Selection' }).click();
  const selection = page.getByRole('dialog', { name: 'Comment Selection' });
  for (const phrase of ['First photo', 'Who it is about', 'Mood of the set']) {
    await selection.getByRole('checkbox', { name: phrase }).uncheck();
  }
  expect(await selection.getByRole('checkbox', { name: 'I would want to know more' }).isDisabled()).toBe(true);
  for (const section of ['Variety', 'Story', 'Consistency']) {
    await selection.getByRole('switch', { name: section }).uncheck();
  }
  await selection.getByRole('switch', { name: 'First impression' }).uncheck();
  expect(await selection.getByRole('switch', { name: 'Order' }).isDisabled()).toBe(true);
  await selection.getByRole('switch', { name: 'Story' }).check();
  await shot(page, 'profile-assessment-selection');
  await button('Done', selection).click();
  await page.getByText('7 of 20 phrases').waitFor();
  await page.locator('dd', { hasText: /^30 min/ }).waitFor();
  await button('Assess').click();
  await page.getByText('Your profile assessment has started. We plan about 30 min for it.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/profile');
  await widget.getByText('0 of 2 assessors done • 30 min left (planned)').waitFor();
  await expectTokens(page, 10);
  const [group] = await groups();
  expect(group).toMatchObject({ testLimit: 2, isCurrentProfile: true });
  expect(new Set(group!.generalCommentsSelected.map(([section]) => section))).toEqual(new Set([53, 55]));
  await shot(page, 'profile-assessment-started');
});

it('the widget shows an evaluation as it comes in, and takes note of what has been seen', async () => {
  await evaluate(assessors[0]!, 16);
  await widget.getByText('1 of 2 assessors done • 15 min left (planned)').waitFor();
  await button('Open profile comments, 1 new', widget).click();
  const view = page.getByRole('dialog', { name: 'Profile Comments' });
  await view.getByRole('combobox', { name: 'Section' }).selectOption({ label: 'Story (3)' });
  await view.getByText('Your interests come across.').waitFor();
  await view.getByRole('combobox', { name: 'Section' }).selectOption({ label: 'Order (0)' });
  await view.getByText('No comments for Order').waitFor();
  expect(await view.getByRole('button', { name: 'Request Order comments' }).count()).toBe(0);
  await view.getByRole('img', { name: /^Likely between 1 and 20/ }).waitFor();
  await view.getByRole('tab', { name: 'Assessments' }).click();
  await view
    .getByText(/^\d\d\/\d\d\/\d\d • \d\d:\d\d$/)
    .last()
    .waitFor();
  await view.getByRole('img', { name: 'Score 16 of 20' }).last().waitFor();
  await shot(page, 'profile-assessment-history');
  await eventually(async () => expect((await owner.user()).generalNotifNumber).toBe(0));
  await page.goBack();
  await button('Open profile comments', widget).waitFor();
});

it('a round ends with a refund after a question', async () => {
  await button('End', widget).click();
  await page.getByText('End this profile assessment?').waitFor();
  await button('Keep it').click();
  expect((await groups())[0]).toMatchObject({ running: true });
  await button('End', widget).click();
  await button('End', page.getByRole('alertdialog')).click();
  await page.getByText('You have been refunded 5 tokens.').waitFor();
  await shot(page, 'profile-assessment-refund');
  await button('Done').click();
  await expectTokens(page, 15);
  await widget.getByText('Your interests come across.').waitFor();
});

it('a complete round waits until its owner wants to see it, and then shows what the assessors said', async () => {
  await started(1);
  await evaluate(assessors[1]!, 4);
  await widget.getByText('All Complete').waitFor();
  expect(await widget.getByRole('listitem').count()).toBe(0);
  await button('See results', widget).click();
  await button('Request', widget).waitFor();
  await eventually(async () => expect(await widget.getByRole('listitem').count()).toBe(3));
  expect((await groups())[0]).toMatchObject({ hasConfirmed: true, running: false });
  await expectTokens(page, 10);
});

it('the planner asks before another photo joins the profile, and tells what came back', async () => {
  await started(2);
  await expectTokens(page, 0);
  const banked = page.getByRole('region', { name: 'Rated' }).getByRole('button', { name: /^Your photo/ });
  const join = async () => {
    await banked.first().click();
    await button('Move to Profile').click();
    await page.getByText('Change your profile?').waitFor();
  };
  await join();
  await shot(page, 'profile-assessment-change');
  await button('Keep it').click();
  expect((await groups())[0]).toMatchObject({ running: true });
  await page.getByRole('button', { name: 'Close' }).click();
  await join();
  await button('Change it').click();
  await page.getByText('You have been refunded 10 tokens.').waitFor();
  await button('Done').click();
  await expectTokens(page, 10);
  await widget.getByText('No comments available').waitFor();
  await button('Request', widget).waitFor();
  const earlier = (await groups()).length;
  await panel.getByRole('button', { name: /^Assessments \(Profile Comments\)/, expanded: false }).click();
  await eventually(async () => expect(await panel.getByRole('article').count()).toBe(earlier));
});

it('the owner asks about an earlier profile again once its photos are in the planner', async () => {
  await panel
    .getByRole('button', { name: /^Request Comments: / })
    .first()
    .click();
  const question = page.getByRole('alertdialog', { name: 'Ask about this profile again?' });
  await question.getByText('1 photo goes to your bank.').waitFor();
  await shot(page, 'profile-assessment-earlier');
  await button('Cancel', question).click();
  await panel
    .getByRole('button', { name: /^Request Comments: / })
    .first()
    .click();
  await button('Use these photos', question).click();
  await page.getByRole('dialog', { name: 'Profile Assessment' }).waitFor();
  await button('Assess').click();
  await widget.getByText('0 of 1 assessor').waitFor();
  expect((await groups()).find((group) => group.running)).toMatchObject({ isCurrentProfile: true, testLimit: 1 });
  await expectTokens(page, 5);
  expect(errors).toEqual([]);
});
