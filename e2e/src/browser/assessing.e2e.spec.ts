import { evaluationGroupsRoutes } from '@candid/contracts';
import { eventually, Person, supportAgent } from '@candid/testing';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { experiencedOwner, ownerWithTest } from '../people/assessable.js';
import { settled } from '../screens/arrival.js';
import {
  assessorDesk,
  assessorPhone,
  openAssessment,
  ratingSlider,
  shownShare,
  submitButton,
  withEmptyFeed,
  withFeedOf,
} from './assessing-visits.js';
import { itInChromium, useStage } from './stage.js';
import { middleOf } from './touch.js';
import { expectTokens } from './visits.js';

const stage = useStage('assessing');
const EARNED_20 = "You've earned 20 tokens for completing this assessment.";

/** Checks that nothing covers the focused element. */
const focusIsUncovered = `(() => {
  const { left, top, width, height } = document.activeElement.getBoundingClientRect();
  return document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})()`;

let support: Person;
let assessor: Person;

beforeAll(async () => {
  support = await supportAgent(stage.system);
});
beforeEach(async () => {
  assessor = await Person.approvedAssessor(stage.system);
});

describe('the way to an assessment', () => {
  it('leads through photos before profiles, and empties the queue at its end', async () => {
    const raters = await Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(stage.system)));
    const { owner, groupId } = await experiencedOwner(stage.system, support, raters);
    const { page, errors } = await assessorPhone(stage, assessor);
    await withFeedOf(page, owner.userId);
    await page.goto('/feed');
    await page.waitForURL(`**/carousel/${owner.userId}`);
    await page.getByText('Looking For').waitFor();
    await page.getByText('All genders').waitFor();
    await page.getByText('Casual or serious').waitFor();
    const queue = () => page.evaluate(() => sessionStorage.getItem('availableTests'));
    expect(JSON.parse((await queue()) ?? '')).toEqual([
      { userId: owner.userId, isProfileEvaluation: false },
      { userId: owner.userId, isProfileEvaluation: true, groupId },
    ]);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.waitForURL(`**/carousel/${owner.userId}?groupId=${groupId}`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(`**/carousel/${owner.userId}`);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.waitForURL(`**?groupId=${groupId}`);
    await withEmptyFeed(page);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('No tests currently available').waitFor();
    expect(await queue()).toBeNull();
    expect(errors).toEqual([]);
    await page.context().close();

    const desk = await assessorDesk(stage, assessor);
    await desk.goto(`/testing/${owner.userId}`);
    const intro = desk.getByRole('alertdialog', { name: 'Benchmark photos' });
    await intro
      .getByText(
        "Photos with this mark are not being assessed. They come from the person's Profile Planner and only serve as examples.",
      )
      .waitFor();
    await intro.getByRole('button', { name: 'Got it' }).click();
    await desk.getByText(/^Benchmark photo\d/).waitFor();
    await desk.getByRole('img', { name: /^Score 1[23] of 20$/ }).waitFor();
    const slider = desk.getByRole('slider', { name: /^Rating for photo/ });
    expect(await slider.count()).toBe(1);
    const valueNow = () => slider.getAttribute('aria-valuenow').then(Number);
    await slider.scrollIntoViewIfNeeded();
    const thumb = await middleOf(slider);
    await desk.mouse.move(thumb.x, thumb.y);
    await desk.mouse.down();
    await desk.mouse.move(thumb.x + 50, thumb.y, { steps: 5 });
    await desk.mouse.up();
    // The slider starts at 10.5 and moves by 0.12 per pixel.
    await eventually(async () => expect(await valueNow()).toBe(17));
    await desk.mouse.click(thumb.x - 60, thumb.y);
    await eventually(async () => expect(await valueNow()).toBeLessThan(10));
    await desk.context().close();
  });
});

describe('an assessment', () => {
  it('is done by keyboard alone and submitted with Enter', async () => {
    const owner = await ownerWithTest(stage.system);
    const page = await assessorDesk(stage, assessor);
    await withEmptyFeed(page);
    await openAssessment(page, `/testing/${owner.userId}`);
    await page.getByText('With a keyboard: arrows or digits to rate').waitFor();
    const photo = await page.getByRole('img', { name: 'Photo 1 of 2' }).boundingBox();
    expect(photo!.height).toBeGreaterThan(700);
    const slider = await ratingSlider(page, 1).locator('xpath=../..').boundingBox();
    expect(slider!.width).toBeGreaterThanOrEqual(400);
    await page.getByText('Rating(s) remaining').waitFor();
    await page.getByText('Comment(s) remaining').waitFor();
    await page.keyboard.type('14');
    expect(await ratingSlider(page, 1).getAttribute('aria-valuenow')).toBe('14');
    const comments = page.getByRole('region', { name: 'Comments on photo 1' });
    await comments.getByText('Please leave at least 1 comment by dragging the sliders (max. 3)').waitFor();
    await page.keyboard.press('c');
    await comments.getByRole('slider').first().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await ratingSlider(page, 2).and(page.locator(':focus')).waitFor();
    expect(await ratingSlider(page, 2).getAttribute('aria-valuetext')).toBe('Not rated yet');
    await page.keyboard.press('ArrowRight');
    expect(await ratingSlider(page, 2).getAttribute('aria-valuenow')).toBe('11');
    await page.keyboard.press('Enter');
    const second = page.getByRole('region', { name: 'Comments on photo 2' }).getByRole('slider').first();
    await second.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const done = page.getByRole('alertdialog', { name: 'Assessment Submitted.' });
    await done.getByText(EARNED_20).waitFor();
    await done.getByRole('button', { name: 'Done' }).press('Enter');
    await page.waitForURL('**/feed');
    expect(await page.evaluate('scrollY')).toBe(0);
    await expectTokens(page, 60);
    await page.context().close();
  });

  itInChromium('moves for as long as the product says: chip 0.6 s, sheet 0.3 s, token counter 0.8 s', async () => {
    const owner = await ownerWithTest(stage.system);
    const { page } = await assessorPhone(stage, assessor, { reducedMotion: 'no-preference' });
    await page.addInitScript(`
      window.turned = [];
      addEventListener('animationstart', ({ target }) => {
        if (target.closest('[role=img]')) turned.push(getComputedStyle(target).animationDuration);
      });
    `);
    await page.goto('/account');
    const counter = page.locator('number-flow-react').first();
    await counter.waitFor();
    const rolls = (element: object) => {
      const { transformTiming, spinTiming } = element as Record<'transformTiming' | 'spinTiming', { duration: number }>;
      return [transformTiming.duration, spinTiming.duration];
    };
    expect(await counter.evaluate(rolls)).toEqual([800, 800]);
    await openAssessment(page, `/testing/${owner.userId}`);
    await ratingSlider(page, 1).press('9');
    await eventually(async () => expect(await page.evaluate('turned')).toEqual(['0.6s']));
    await page.getByRole('button', { name: 'Add comments' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('[role=dialog]')).animationDuration")).toBe(
      '0.3s',
    );
  });

  it('keeps the photo on 40 % of the screen while comments are chosen', async () => {
    const owner = await ownerWithTest(stage.system);
    const { page, errors } = await assessorPhone(stage, assessor);
    await openAssessment(page, `/testing/${owner.userId}`);
    await page.getByRole('button', { name: 'Add comments' }).first().click();
    const picker = page.getByRole('dialog');
    await picker.getByRole('slider').first().waitFor();
    await settled(page);
    const photo = '[role=dialog] img';
    expect(await shownShare(page, photo)).toBeGreaterThanOrEqual(0.4);
    const last = picker.getByRole('slider').last();
    await last.press('End');
    await settled(page);
    expect(await shownShare(page, photo)).toBeGreaterThanOrEqual(0.4);
    expect(await page.evaluate(focusIsUncovered)).toBe(true);
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await last.press('Home');
    await settled(page);
    expect(await shownShare(page, photo)).toBeGreaterThanOrEqual(0.4);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('of a profile takes comments on the set', async () => {
    const raters = await Promise.all([1, 2, 3, 4].map(() => Person.approvedAssessor(stage.system)));
    const { owner, groupId } = await experiencedOwner(stage.system, support, raters);
    const { page, errors } = await assessorPhone(stage, assessor);
    await withEmptyFeed(page);
    await page.goto(`/carousel/${owner.userId}?groupId=${groupId}`);
    await page.getByRole('button', { name: 'Assess', exact: true }).click();
    await page.waitForURL(`**/testing/${owner.userId}?groupId=${groupId}`);
    await page.getByRole('heading', { name: 'Profile Assessment' }).waitFor();
    await page.getByText('Comment(s) required').waitFor();
    await page.getByText('Please leave at least 1 comment by dragging the sliders (max. 3)').waitFor();
    expect(await page.getByText('Rating(s) remaining').count()).toBe(0);
    expect(await submitButton(page).isDisabled()).toBe(true);
    await page.getByRole('slider', { name: 'First photo' }).press('End');
    expect(await shownShare(page, '[aria-roledescription=slide]:not([aria-hidden=true]) img')).toBeGreaterThanOrEqual(
      0.4,
    );
    await page.getByRole('tab', { name: 'Story' }).click();
    const child = page.getByRole('button', { name: 'Easy to start a conversation' });
    expect(await child.isDisabled()).toBe(true);
    await page.getByRole('slider', { name: 'Interests' }).press('End');
    await child.click();
    await page.getByText('3 of 3').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Story · 2', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Undo Interests' }).click();
    await page.getByText('1 of 3').waitFor();
    await page.getByRole('slider', { name: 'Interests' }).press('Home');
    await submitButton(page).click();
    await page.getByText("You've earned 10 tokens for completing this assessment.").waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    const { ratings } = await owner.expect(evaluationGroupsRoutes.getGeneralRatings, {
      params: { userId: owner.userId },
    });
    expect(ratings[0]?.comments).toEqual([
      [51, 101, 20],
      [53, 110, 1],
    ]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
