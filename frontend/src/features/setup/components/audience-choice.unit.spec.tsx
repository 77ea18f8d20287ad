/** @jest-environment jsdom */
import type { AssessmentOutlook } from '@candid/contracts';
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { AudienceChoice } from './audience-choice';

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
