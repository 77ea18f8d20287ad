/** @jest-environment jsdom */
import { type AssessmentOutlook, assessmentsRoutes, type Catalogue, type CurrentUser } from '@candid/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { answered } from '../../../lib/query/answered.fixture.spec';
import AssessmentSetup, { AudienceChoice } from './assessment-setup';

describe('assessment setup', () => {
  afterEach(cleanup);

  const catalogue = [{ id: 1, section: 'Face', quality: [{ phraseId: 1, phrase: 'Smile' }] }] as unknown as Catalogue;
  const photos = [{ kind: 'photo', id: 'photo', photo: { path: '/photo' } }] as unknown as ComponentProps<
    typeof AssessmentSetup
  >['photos'];

  async function show(tokenCount: number, { isKnown = true } = {}) {
    const refused = { ok: false, status: 500, headers: new Map(), json: async () => ({}) };
    const answer = async () => (isKnown ? new Promise(() => undefined) : refused);
    globalThis.fetch = answer as unknown as typeof fetch;
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const anyone = { first: 7, all: 25, mostWithin: 70, isMeasured: true };
    const asked = { params: { userId: 'user' }, query: { testLimit: 4 } };
    const outlook = { audience: 'some', anyone, audienceFirst: { ...anyone, all: 12 } } as const;
    if (isKnown) answered(client, assessmentsRoutes.getAssessmentOutlook, asked, outlook);
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AssessmentSetup
            open
            user={{ userId: 'user', tokenCount, hasCompletedFirstAssessment: true } as CurrentUser}
            catalogue={catalogue}
            photos={photos}
            photoLimit={2}
            onAdd={() => undefined}
            onCrop={() => undefined}
            onRemove={() => undefined}
            onStarted={() => undefined}
            onClose={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    await act(async () => import('../../../ui/motion/motion-features'));
  }

  const assess = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Assess' });

  it('keeps the start in sight, disabled and with the reason, beside the ways to more tokens', async () => {
    await show(1);
    expect(assess().disabled).toBe(true);
    const reason = document.getElementById(assess().getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toMatch(/^You need \d+ more tokens\.$/);
    screen.getByRole('link', { name: 'Message support' });
    expect(screen.getByRole('link', { name: 'Assess Others' }).getAttribute('href')).toBe('/feed');
  });

  it('offers the start alone where the tokens suffice', async () => {
    await show(1000);
    expect(assess().disabled).toBe(false);
    expect(screen.queryByRole('link', { name: 'Message support' })).toBeNull();
  });

  it('says how long recent ones took, of the kind that is chosen', async () => {
    await show(1000);
    screen.getByText('First rating in about 7 min. 4 of 5 recent ones took 1 hr 10 min or less.');
    fireEvent.click(screen.getByRole('radio', { name: 'My audience first' }));
    screen.getByText('12 min');
  });

  it('says that the time is not known, and starts without it', async () => {
    await show(1000, { isKnown: false });
    await screen.findByText('Not known right now. You can start without it.');
    screen.getByRole('button', { name: 'Try again' });
    expect(assess().disabled).toBe(false);
  });
});

describe('audience choice', () => {
  afterEach(cleanup);

  function show(audience: AssessmentOutlook['audience'], audienceFirst = false) {
    const chosen: boolean[] = [];
    render(
      <MemoryRouter>
        <AudienceChoice
          audience={audience}
          audienceFirst={audienceFirst}
          disabled={false}
          onChange={(value) => chosen.push(value)}
        />
      </MemoryRouter>,
    );
    return chosen;
  }

  it('leads to the preferences where no audience is named', () => {
    show(null);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.getByRole('link', { name: 'Say whom your profile is for' }).getAttribute('href')).toBe(
      '/account/preferences',
    );
  });

  it.each([
    ['few', 'Few of them were active in the last week, so most ratings may come from others.'],
    ['some', 'Some of them were active in the last week.'],
    ['many', 'Many of them were active in the last week.'],
  ] as const)('says before the choice that %s of the audience are active', (audience, text) => {
    const chosen = show(audience);
    screen.getByText(text);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Anyone' }).checked).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: 'My audience first' }));
    expect(chosen).toEqual([true]);
  });
});
