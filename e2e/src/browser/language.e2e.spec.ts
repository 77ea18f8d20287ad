import { accountRoutes } from '@candid/contracts';
import { Person } from '@candid/testing';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { installed, press } from './page-acts.js';
import { openAs, submitLogIn } from './session.js';
import { itInChromium, useStage } from './stage.js';

const stage = useStage('language');

/** A person who has chosen German on another device. */
async function germanSpeaker(): Promise<Person> {
  const person = await Person.signedUp(stage.system);
  await person.expect(accountRoutes.updateLanguage, { body: { language: 'de' } });
  return person;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();

const choose = (page: Page, list: string, language: string) =>
  page.getByRole('combobox', { name: list, exact: true }).selectOption(language);

itInChromium('a visitor whose browser prefers German reads German, and English once it is chosen', async () => {
  const person = await germanSpeaker();
  const { page, errors } = await stage.phone({ locale: 'de-DE' });
  await page.goto('/landing');
  await page.getByRole('heading', { name: /^Finde deine besten Fotos/ }).waitFor();
  await page.getByRole('link', { name: 'Anmelden', exact: true }).click();
  await page.getByLabel('E-Mail', { exact: true }).fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill(person.password);
  await press(page, 'Absenden');
  await page.waitForURL('**/profile');
  await page.goto('/account/preferences');
  await heading(page, 'Einstellungen');
  await choose(page, 'Sprache', 'English');
  await heading(page, 'Preferences');
  await page.reload();
  await heading(page, 'Preferences');
  expect(await page.getByRole('combobox', { name: 'Language', exact: true }).inputValue()).toBe('en');
  expect((await person.user()).language).toBe('en');
  expect(errors).toEqual([]);
});

it('a log-in shows the language that the person chose on another device, after one load', async () => {
  const { page, context, errors } = await stage.phone();
  await page.goto('/account');
  await page.waitForURL('**/login');
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await submitLogIn(page, await germanSpeaker());
  await heading(page, 'Konto');
  expect(loads).toBe(1);
  expect(await context.cookies()).toContainEqual(
    expect.objectContaining({ name: 'candid_language', value: 'de', path: '/', sameSite: 'Lax', httpOnly: false }),
  );
  expect(errors).toEqual([]);
});

it('a visitor changes the language by a link on each page without a session', async () => {
  const { page, errors } = await stage.phone();
  for (const path of ['/landing', '/login', '/signup']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Deutsch', exact: true }).click();
    await page.locator('html[lang=de]').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'English', exact: true }).click();
    await page.locator('html[lang=en-GB]').waitFor({ state: 'attached' });
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect(errors).toEqual([]);
});

it('the app opens without a connection in the chosen language, and has kept what was not sent', async () => {
  const { page, context, errors } = await stage.phone({ serviceWorkers: 'allow' });
  await openAs(page, await Person.signedUp(stage.system), '/account/preferences');
  await installed(page);
  await page.evaluate(`localStorage.setItem('draft:somebody:test', '{}'); caches.open('shared-photos').then(() => {})`);
  await choose(page, 'Language', 'Deutsch');
  await heading(page, 'Einstellungen');
  await installed(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('Du bist offline.').waitFor();
  await heading(page, 'Einstellungen');
  expect(await page.evaluate(`localStorage.getItem('draft:somebody:test')`)).toBe('{}');
  expect(await page.evaluate(`caches.has('shared-photos')`)).toBe(true);
  expect(errors).toEqual([]);
});
