import { eventually, Person, staffAgent, supportAgent } from '@candid/testing';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type JudgedOwner, judgedOwner } from '../people/judged-owner.js';
import { appealTokenOf } from '../people/moderation.js';
import { assessorDesk, assessorPhone, type Visit, withEmptyFeed } from './assessing-visits.js';
import { KeyboardPerson } from './keyboard.js';
import { press, reads } from './page-acts.js';
import { openAs, submitLogIn } from './session.js';
import { useStage } from './stage.js';
import { dismissFirstLogin, expectTokens } from './visits.js';

const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
const filterOfPhoto = `getComputedStyle(document.querySelector('main img')).filter`;
const stage = useStage('moderation', { keepPages: true });
/** Ann reports by touch, Bob by keyboard. */
let ann: Person;
let bob: Person;
let judged: JudgedOwner;
let kim: Person;
let lee: Person;
/** The owner's phone stays open on the dashboard and must follow changes that others make. */
let ownerPhone: Visit;
let annsPhone: Visit;
let desk: KeyboardPerson;

beforeAll(async () => {
  const { system } = stage;
  const [support, raters, ...moderators] = await Promise.all([
    supportAgent(system),
    Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(system))),
    staffAgent(system, 'kim-moderates@people.example', 'moderator'),
    staffAgent(system, 'lee-moderates@people.example', 'moderator'),
  ]);
  [kim, lee] = moderators;
  [ann, bob] = raters as [Person, Person, Person, Person];
  judged = await judgedOwner(system, { support, raters, photos: 2 });
  ownerPhone = await stage.phone();
  await openAs(ownerPhone.page, judged.owner, '/profile');
  await dismissFirstLogin(ownerPhone.page);
  annsPhone = await assessorPhone(stage, ann);
});

const carousel = ({ userId }: Person) => `/carousel/${userId}`;

async function deskOf(moderator: Person): Promise<KeyboardPerson> {
  const { page } = await stage.phone(desktop);
  await openAs(page, moderator, '/support');
  await page.waitForURL('**/support/moderation');
  return new KeyboardPerson(page);
}

/** Goes from the message on the dashboard to the decision. */
async function seeWhy(page: Page, news: string, title: string): Promise<void> {
  const notice = page.getByRole('status').filter({ hasText: news });
  await notice.getByRole('link', { name: 'See why' }).click();
  await page.waitForURL('**/account/decisions');
  await page.getByRole('heading', { name: title }).first().waitFor();
}

it('a photo that an assessor reports in three taps, or by the keyboard, is held and never shown to them again', async () => {
  const { owner } = judged;
  const { page } = annsPhone;
  await page.goto(carousel(owner));
  await page.getByText('Photo 1 of 3').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Report photo 1' }).tap();
  await page.getByText('Possibly under 18').tap();
  await page.getByRole('button', { name: 'Send report' }).tap();
  await page.getByRole('dialog', { name: 'Thank you, your report is sent' }).waitFor();
  await press(page, 'Continue with the other photos');
  await page.reload();
  await page.getByText('Photo 1 of 2').first().waitFor({ state: 'attached' });

  const keys = new KeyboardPerson(await assessorDesk(stage, bob));
  await withEmptyFeed(keys.page);
  await keys.page.goto(carousel(owner));
  await keys.activate(keys.page.getByRole('button', { name: 'Report photo 1' }));
  const sheet = keys.page.getByRole('dialog', { name: 'Report this photo' });
  await keys.goTo(sheet.getByRole('radio', { name: 'Sexual content' }));
  await keys.press('ArrowDown');
  await keys.activate(sheet.getByRole('button', { name: 'Send report' }));
  await keys.activate(keys.page.getByRole('button', { name: 'Next person' }));
  await keys.page.goto(carousel(owner));
  await keys.page.getByText('This assessment is no longer available').waitFor();
  await keys.page.context().close();
});

it('the owner sees the hold with its reason and the paused assessment', async () => {
  const { page } = ownerPhone;
  await expectTokens(page, 160);
  const held = page.getByRole('button', { name: /, on hold$/ });
  await held.nth(1).waitFor();
  await held.first().click();
  const view = page.getByRole('dialog');
  await view.getByRole('heading', { name: 'Your photo is on hold' }).waitFor();
  await reads(page, 'Somebody possibly under 18');
  await view.getByText('Its assessment is paused and its tokens stay reserved.').waitFor();
  await press(page, 'Close');
  await seeWhy(page, 'You have 2 new decisions about your photos or your account.', 'Your photo is on hold');
  await page.goto('/profile');
});

it('a moderator gets by the keyboard from the queue to the removal of the photo', async () => {
  desk = await deskOf(kim);
  const { page } = desk;
  await reads(page, '2 cases waiting, none is late');
  const rows = page.getByRole('list', { name: 'Cases' }).getByRole('link');
  await desk.press('j');
  await rows.last().and(page.locator(':focus')).waitFor();
  // Both keys are pressed without a pause: Enter must open the case that K has selected.
  await desk.press('k', 'Enter');
  await page.getByRole('img', { name: 'The reported photo, blurred' }).waitFor();
  expect(await page.evaluate(filterOfPhoto)).toContain('blur');
  await desk.press('c');
  await reads(page, 'The case is yours for half an hour.');
  await desk.press('b');
  await page.getByRole('img', { name: 'The reported photo', exact: true }).waitFor();
  expect(await page.evaluate(filterOfPhoto)).toBe('none');
  await desk.press('1');
  const sheet = page.getByRole('dialog', { name: 'Decide the case' });
  await desk.press('2');
  await sheet.getByRole('radio', { name: 'Remove photo', checked: true }).waitFor({ state: 'attached' });
  expect(await sheet.getByLabel('Rule').inputValue()).toBe('adults');
  await desk.press('Enter');
  await reads(page, 'The photo is removed.');
  await page.getByRole('img', { name: 'The reported photo, blurred' }).waitFor();
});

it('the owner sees the removal and the refund, and appeals', async () => {
  const { page } = ownerPhone;
  await expectTokens(page, 180);
  await seeWhy(page, 'Your photo was removed.', 'Your photo was removed');
  await press(page, 'Appeal');
  await page.getByLabel('Why is it wrong?').fill('I am 34. The photo shows me at my wedding.');
  await press(page, 'Send appeal');
  await reads(page, 'Your appeal was sent. We email you the answer, usually within 7 days.');
  await press(page, 'Close');
});

it('a second moderator answers the appeal, and both sides learn the answer', async () => {
  const { page } = desk;
  await page.goto('/support/moderation');
  await page.getByRole('link', { name: /Appeal/ }).click();
  await reads(page, 'You took part in the decision. Another moderator has to decide on its appeal.');
  const second = await deskOf(lee);
  await second.page.getByRole('link', { name: /Appeal/ }).click();
  await reads(second.page, 'I am 34. The photo shows me at my wedding.');
  await second.press('1');
  await second.type(second.page.getByLabel('Reasons, as the person reads them'), 'You are right, and we are sorry.');
  await second.press('Control+Enter');
  await reads(second.page, 'The appeal is granted. The decision is undone.');
  await reads(ownerPhone.page, 'This decision was undone');
  await ownerPhone.page.getByText('You are right, and we are sorry.').waitFor();
  // No event tells a reporter's open page of the outcome of an appeal.
  await eventually(async () => {
    await annsPhone.page.goto('/account/decisions');
    await annsPhone.page.getByText('No rule was broken', { exact: true }).first().waitFor({ timeout: 5_000 });
  });
});

it('a suspension ends the session of the person, who appeals by the link in the mail', async () => {
  const { page } = desk;
  await page.goto('/support/moderation');
  await page.getByRole('link', { name: /Possibly under 18/ }).click();
  await page.getByRole('button', { name: 'Suspend account' }).waitFor();
  await desk.press('4');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Suspend the account' });
  await confirm.waitFor();
  // A held key repeats; the repeat must not confirm the button that the first press focuses.
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await confirm.and(page.locator(':focus')).waitFor();
  await desk.press('Enter');
  await reads(page, 'The account is suspended.');

  const { owner } = judged;
  await ownerPhone.page.waitForURL('**/login');
  await submitLogIn(ownerPhone.page, owner);
  await ownerPhone.page.getByText(/^Your account is suspended until /).waitFor();
  const { page: visitor } = await stage.phone();
  await visitor.goto(`/appeal?token=${await appealTokenOf(owner, 'suspended')}`);
  await visitor.getByRole('heading', { name: /^Your account is suspended until/ }).waitFor();
  await visitor.getByLabel('Why is it wrong?').fill('I am 34.');
  await press(visitor, 'Send appeal');
  await reads(visitor, 'Your appeal was sent. We email you the answer, usually within 7 days.');
  expect([...ownerPhone.errors, ...annsPhone.errors]).toEqual([]);
});
