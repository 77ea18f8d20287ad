import { PASSKEY, type Person } from '@candid/testing';
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { isFirefox, shot } from './browser.js';

/** Requests a code on the landing page, opens the mailed link and signs up there. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/landing');
  await page.getByText('Find your best photos and build the perfect dating profile').waitFor();
  await shot(page, '01-landing');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Request Sign-Up Code' }).click();
  await page.getByText('Your 1-time Sign-Up Code will arrive shortly.').waitFor();
  await page.goto(await person.signupLink());
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(person.email);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByLabel('I confirm that I am 18 or older').check();
  await shot(page, '02-signup');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.waitForURL('**/profile');
}

export async function dismissFirstLogin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skip' }).click();
}

/** Reads the token counter from its accessible name, because the visible digits are animated. */
export async function expectTokens(page: Page, tokens: number): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`Tokens:\\s*0*${tokens}$`) }).waitFor();
}

/** Chooses two pictures from the phone and crops each. */
export async function addPhotos(page: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  await page.getByRole('button', { name: 'Add photos' }).click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(files.map(({ name, bytes }) => ({ name, buffer: bytes, mimeType: 'image/jpeg' })));
  for (const [index] of files.entries()) {
    await page.getByText('Pinch and/or drag to crop').waitFor();
    await page.getByText(`Photo ${index + 1} of ${files.length}`).waitFor();
    await shot(page, `04-crop-${index + 1}`);
    await page.getByRole('button', { name: 'Save' }).click();
  }
}

/** Enters the passkey, which approves the assessor, and waits for the feed or the carousel. */
export async function approve(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Assess' }).click();
  await page.waitForURL('**/approve');
  await shot(page, '06-approve');
  await page.getByLabel('Passkey').fill('wrong');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Incorrect passkey. Please try again.').waitFor();
  await page.getByLabel('Passkey').fill(PASSKEY);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(/\/(feed|carousel)/);
}

export async function lookThroughCarousel(page: Page, photos: number): Promise<void> {
  await page.waitForURL('**/carousel/**');
  const assess = page.getByRole('button', { name: 'Assess', exact: true });
  await page.getByText(`Photo 1 of ${photos}`).first().waitFor({ state: 'attached' });
  expect(await assess.isDisabled()).toBe(true);
  await shot(page, '07-carousel');
  for (let seen = 1; seen < photos; seen += 1) {
    await swipeLeft(page);
    await page
      .getByText(`Photo ${seen + 1} of ${photos}`)
      .first()
      .waitFor({ state: 'attached' });
  }
  await assess.click();
  await page.waitForURL('**/testing/**');
}

/** Swipes with one finger, `y` pixels below the top. Firefox uses the mouse, because its driver has no touch. */
export async function swipeLeft(page: Page, y = 380): Promise<void> {
  if (isFirefox) {
    await page.mouse.move(330, y);
    await page.mouse.down();
    await page.mouse.move(70, y, { steps: 12 });
    await page.mouse.up();
    return;
  }
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', 330);
  // Moves once per frame, as a finger does.
  for (let x = 310; x >= 70; x -= 20) {
    await touch('touchMove', x);
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => shown()))');
  }
  await touch('touchEnd');
  await client.detach();
}

/** Rates each photo with the keyboard, picks a comment for each and submits. */
export async function assess(page: Page, scores: number[]): Promise<void> {
  for (const [index, score] of scores.entries()) {
    const slider = page.getByRole('slider', { name: `Rating for photo ${index + 1}` });
    await slider.focus();
    await slider.press('Home');
    for (let value = 1; value < score; value += 1) await slider.press('ArrowRight');
    await page.getByRole('button', { name: 'Add comments' }).first().click();
    const phrase = page.getByRole('dialog').getByRole('slider').first();
    await phrase.focus();
    await phrase.press('End');
    if (index === 0) await shot(page, '09-comments');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  }
  await shot(page, '08-assessment');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Assessment Submitted').waitFor();
}
