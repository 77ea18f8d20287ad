/** @jest-environment jsdom */

import type { CurrentUser, Photo } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { photosCompared } from '../../../features/first-week/first-week';
import type { ProfileRound } from '../../../features/profile-assessment/round-state';
import { FirstSteps, FirstWeekPlace, SubmittedNotice } from './profile-notices';

afterEach(cleanup);

it('goes on request, and leaves the focus on the page', async () => {
  const state = { evaluationSubmitted: true, groupId: 'round', estimatedTime: 45 };
  render(
    <MemoryRouter initialEntries={[{ pathname: '/profile', state }]}>
      <main id="main" tabIndex={-1}>
        <SubmittedNotice current={{ groupId: 'round', running: true } as ProfileRound} />
      </main>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it.each([10, 40])('the first steps say what the ratings wait for (balance: %s tokens)', (tokenCount) => {
  render(<FirstSteps user={{ tokenCount, restartTokens: null } as CurrentUser} />);
  expect(screen.queryAllByText(/This starts once you have 40 tokens\.$/)).toHaveLength(tokenCount < 40 ? 1 : 0);
});

describe('first week place', () => {
  const photo = (_id: string, isRated = true) =>
    ({ _id, fairScore: isRated ? { score: 12, low: 10, high: 14, raters: 4 } : null }) as unknown as Photo;
  const planned = {
    ...{ userId: 'ann', hasFirstTested: true, hasMadeFirstProfile: true },
    firstTestedDate: new Date().toISOString(),
  } as CurrentUser;
  const waiting = { ...planned, hasFirstTested: false, hasMadeFirstProfile: false } as CurrentUser;

  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  async function show(user: CurrentUser, props: { photos?: Photo[]; planned?: number; rounds?: number } = {}) {
    const acts: string[] = [];
    const all = { photos: [photo('a'), photo('b')], planned: 1, rounds: 0, ...props };
    render(
      <MemoryRouter>
        <main id="main" tabIndex={-1}>
          <FirstWeekPlace
            user={user}
            {...all}
            onAdd={() => acts.push('add')}
            onChoose={() => acts.push('choose')}
            onAsk={() => acts.push('ask')}
          />
        </main>
      </MemoryRouter>,
    );
    await act(async () => {
      await import('../../../features/first-week/components/first-week');
    });
    return acts;
  }

  const toggle = () => screen.queryByRole('button', { name: /^First week: / });
  const open = () => userEvent.click(toggle()!);

  describe('the checklist of the first week', () => {
    it('is folded to its progress and the next step, and leads there', async () => {
      const acts = await show(planned);
      expect(toggle()!.textContent).toBe('First week: 2 of 4 done');
      screen.getByText('Next: get profile comments');
      expect(screen.queryAllByRole('listitem')).toHaveLength(0);
      await open();
      expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
        'Add two photos (Done)',
        'Choose a first profile photo (Done)',
        'Get profile comments (Not done yet)',
        'Compare two photos (Not done yet)',
      ]);
      await userEvent.click(screen.getByRole('button', { name: 'Ask people' }));
      expect(acts).toEqual(['ask']);
    });

    it('leads to the comparison of the two rated photos', async () => {
      await show(planned, { rounds: 1 });
      await open();
      expect(screen.getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe('/compare?photos=a,b');
    });

    it('says what has to happen before a step, and leads nowhere', async () => {
      await show(waiting, { photos: [photo('a', false), photo('b', false)], planned: 0 });
      screen.getByText('Next: choose a profile photo, once results are in');
      await open();
      screen.getByText('Available once your first assessment is complete.');
      screen.getByText('Available once a photo is in your Profile Planner.');
      screen.getByText('Available once two photos are rated.');
      expect(screen.queryAllByRole('link')).toHaveLength(0);
      expect(screen.getAllByRole('button')).toHaveLength(2);
    });

    it('stays hidden for good and gives the focus to the page', async () => {
      await show(planned);
      await open();
      await userEvent.click(screen.getByRole('button', { name: 'Hide checklist' }));
      expect(toggle()).toBeNull();
      expect(document.activeElement).toBe(document.getElementById('main'));
      cleanup();
      await show(planned);
      expect(toggle()).toBeNull();
    });

    it('says once that all is done', async () => {
      photosCompared.set('ann', true);
      await show(planned, { rounds: 1 });
      screen.getByRole('heading', { name: 'First week: all done' });
      await userEvent.click(screen.getByRole('button', { name: 'Hide checklist' }));
      expect(screen.queryByRole('heading')).toBeNull();
    });

    it.each<[string, CurrentUser, Parameters<typeof show>[1]]>([
      ['before there is a photo', waiting, { photos: [], planned: 0 }],
      ['after a week', { ...planned, firstTestedDate: '2020-01-01T00:00:00.000Z' }, {}],
      ['while the profile assessments are unknown', planned, { rounds: undefined }],
    ])('is not there %s', async (_, user, props) => {
      await show(user, props);
      expect(screen.queryByRole('region', { name: 'First week' })).toBeNull();
    });
  });
});
