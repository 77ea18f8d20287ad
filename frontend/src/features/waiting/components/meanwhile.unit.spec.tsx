/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { installPrompt, keepInstallPrompt } from '../../../lib/install/install-prompt';
import { sessionStore } from '../../../lib/session/session-store';
import Meanwhile from './meanwhile';

keepInstallPrompt();

beforeEach(() => {
  localStorage.clear();
  sessionStore.signIn({ token: 't', userId: 'ann' });
});
afterEach(() => {
  cleanup();
  installPrompt.set(null);
  Reflect.deleteProperty(navigator, 'standalone');
});

const show = (isAssessor = false) =>
  render(
    <MemoryRouter>
      <Meanwhile isAssessor={isAssessor} onLookingFor={() => undefined} onUpload={() => undefined} />
    </MemoryRouter>,
  );
const hint = () => screen.queryByRole('heading', { name: 'Keep Candid at hand' });

describe('the offer to rate photos of others', () => {
  it.each([
    ['an assessor to the photos', true, 'Assess Others', /^See how rating works/],
    ['everybody else to the approval', false, 'Become an assessor', /^You can become an assessor too\./],
  ])('leads %s', (_, isAssessor, name, text) => {
    show(isAssessor);
    screen.getByText(text);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/feed');
  });
});

describe('the hint to install the app', () => {
  it('is shown if the browser offers it, asks the question of the browser, and goes', async () => {
    show();
    expect(hint()).toBeNull();
    let asked = 0;
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => asked++,
    });
    act(() => void dispatchEvent(offer));
    expect(offer.defaultPrevented).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect([asked, hint()]).toEqual([1, null]);
  });

  it('says how on iOS, and stays away once it was put away', async () => {
    Object.assign(navigator, { standalone: false });
    show();
    screen.getByText('Tap Share in your browser, then Add to Home Screen.');
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(hint()).toBeNull();
    cleanup();
    show();
    expect(hint()).toBeNull();
  });

  it('is not shown in the installed app', () => {
    Object.assign(navigator, { standalone: true });
    show();
    expect(hint()).toBeNull();
  });
});
