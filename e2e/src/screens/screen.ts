import type { Locator, Page } from 'playwright-core';
import type { Cast, Who } from './cast.js';

/**
 * Every screen of the app with each of its states, for the gallery's pictures and the accessibility tests. A new state
 * is three lines in its screen's list:
 *
 *   { name: 'wrong passkey', as: 'starter', path: '/approve', ready: 'Incorrect passkey. Please try again.',
 *     reach: async (page) => { await page.getByLabel('Passkey').fill('no'); await press(page, 'Submit'); } },
 *
 * A state must not change what another state shows: `before` answers requests that would change data.
 */
export interface ScreenState {
  readonly name: string;
  readonly as: Who;
  readonly path: string | ((cast: Cast) => string);
  /** Stubs answers before the page is opened. */
  readonly before?: (page: Page, cast: Cast) => Promise<unknown>;
  readonly reach?: (page: Page, cast: Cast) => Promise<unknown>;
  /** A text or element that is visible when the state is reached. */
  readonly ready: string | ((page: Page) => Locator);
  /** True if the desktop layout differs, so that the accessibility tests check it, too. */
  readonly wide?: boolean;
}

export interface Screen {
  readonly name: string;
  readonly states: readonly ScreenState[];
}
