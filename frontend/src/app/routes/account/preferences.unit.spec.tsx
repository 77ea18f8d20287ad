/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Desk, person, show } from '../../../lib/desk.fixture.spec';
import PreferencesPage from './preferences.page';

const takeLanguage = jest.fn(async (_language: string) => undefined);
jest.unstable_mockModule('../../../lib/language/take-language', () => ({ takeLanguage }));

const nobody = { gender: null, interestedIn: null, bornFrom: null };

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  takeLanguage.mockClear();
  desk = new Desk();
  desk.signIn();
  const lookingFor = { gender: 'All', relationshipType: 'Either', ageFrom: null, ageTo: null };
  desk.answer(`GET /get-looking-for/${person}`, { success: true, lookingFor });
  desk.answer('POST /update-looking-for', { success: true, message: '' });
  desk.answer(`GET /get-location-preferences/${person}`, { success: true, locationsPreference: 'All', country: null });
  desk.answer('POST /update-location-preferences', { success: true, locationsPreference: 'NotMine', country: null });
  desk.answer(`GET /get-self-description/${person}`, { success: true, selfDescription: nobody });
  desk.answer('POST /update-self-description', { success: true, selfDescription: nobody });
  show(<PreferencesPage />, '/account/preferences');
});
afterEach(cleanup);

const list = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });
const labelsOf = (options: HTMLSelectElement) => [...options.options].map(({ label }) => label);
const choose = async (name: string, label: string) => userEvent.selectOptions(await list(name), label);
const sentTo = (path: string) => desk.of(`POST /${path}`).map(({ body }) => body);

describe('the audience of a profile', () => {
  it('is saved with each choice', async () => {
    await userEvent.click(await screen.findByRole('radio', { name: 'Woman' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Serious' }));
    await waitFor(() =>
      expect(sentTo('update-looking-for').at(-1)).toMatchObject({ gender: 'Woman', relationshipType: 'Serious' }),
    );
  });

  it('spans at least ten years of age, and the ends stand for no bound', async () => {
    expect([(await list('From age')).value, (await list('To age')).value]).toEqual(['18', '99']);
    await choose('From age', '34');
    await choose('To age', '47');
    expect(labelsOf(await list('From age')).at(-1)).toBe('38');
    expect(labelsOf(await list('To age'))[0]).toBe('43');
    await waitFor(() => expect(sentTo('update-looking-for').at(-1)).toMatchObject({ ageFrom: 34, ageTo: 47 }));
    await choose('To age', '99+');
    await waitFor(() => expect(sentTo('update-looking-for').at(-1)).toMatchObject({ ageFrom: 34, ageTo: null }));
  });
});

describe('the allowed location of assessors', () => {
  it('is saved, and says that it has no effect without a country', async () => {
    await userEvent.click(await screen.findByRole('radio', { name: 'Not my country' }));
    await screen.findByText(/^This has no effect yet/);
    await waitFor(() =>
      expect(sentTo('update-location-preferences')).toMatchObject([{ locationsPreference: 'NotMine', country: null }]),
    );
  });
});

describe('the self-description of an assessor', () => {
  it('is saved part by part, and each part can be taken back', async () => {
    screen.getByText(
      /^All of this is optional, and nobody else ever sees it\. .* does not change what you can earn\.$/,
    );
    const about = within(await screen.findByRole('group', { name: 'About you' }));
    for (const part of ['Your gender', 'Interested in', 'Year of birth']) {
      const chosen = about.getByRole<HTMLSelectElement>('combobox', { name: part }).selectedOptions;
      expect(chosen[0]?.label).toBe('Rather not say');
    }
    await choose('Your gender', 'Woman');
    await choose('Interested in', 'Men');
    await choose('Year of birth', '1990–1994');
    await choose('Interested in', 'Rather not say');
    await waitFor(() =>
      expect(sentTo('update-self-description').at(-1)).toEqual({
        ...{ userId: person, gender: 'Woman', interestedIn: null, bornFrom: 1990 },
      }),
    );
  });
});

describe('the language', () => {
  const change = 'PUT /account/language';

  it('is given in its own words, stored for the mails and then loaded', async () => {
    desk.answer(change, { success: true, language: 'de' });
    expect(labelsOf(await list('Language'))).toEqual(['English', 'Deutsch']);
    expect((await list('Language')).value).toBe('en');
    await choose('Language', 'Deutsch');
    await waitFor(() => expect(takeLanguage).toHaveBeenCalledWith('de'));
    expect(desk.of(change).map(({ body }) => body)).toEqual([{ language: 'de' }]);
    expect(takeLanguage).toHaveBeenCalledTimes(1);
  });

  it('stays, with the reason, if the account cannot take the choice', async () => {
    desk.refuse(change, 'CONFLICT', 'Not now.');
    await choose('Language', 'Deutsch');
    await screen.findByText('Not now.');
    expect((await list('Language')).value).toBe('en');
    expect(takeLanguage).not.toHaveBeenCalled();
  });

  it('says that it changes until the page is replaced', async () => {
    const answer = Promise.withResolvers<object>();
    desk.answer(change, () => answer.promise);
    await choose('Language', 'Deutsch');
    await screen.findByText('Changing the language...');
    expect((await list('Language')).value).toBe('de');
    answer.resolve({ success: true, language: 'de' });
    await waitFor(() => expect(takeLanguage).toHaveBeenCalled());
  });

  it('is loaded after the choices that were made before it are saved', async () => {
    const saved = Promise.withResolvers<object>();
    desk.answer('POST /update-self-description', () => saved.promise);
    desk.answer(change, { success: true, language: 'de' });
    await choose('Your gender', 'Woman');
    await choose('Language', 'Deutsch');
    await waitFor(() => expect(desk.of(change)).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(takeLanguage).not.toHaveBeenCalled();
    saved.resolve({ success: true, selfDescription: nobody });
    await waitFor(() => expect(takeLanguage).toHaveBeenCalledWith('de'));
  });
});
