import type { Locator, Page } from 'playwright-core';
import type { Cast, Who } from './cast.js';

/**
 * Every screen of the app and every state it can be in: what the gallery takes pictures of and the accessibility tests look
 * at. A state is three lines more in its screen's list:
 *
 *   { name: 'wrong passkey', as: 'starter', path: '/approve', ready: 'Incorrect passkey. Please try again.',
 *     reach: async (page) => { await page.getByLabel('Passkey').fill('no'); await press(page, 'Submit'); } },
 *
 * A state must not change what another one shows: acts that would be booked are answered in the browser (`before`).
 */
export interface ScreenState {
  readonly name: string;
  readonly as: Who;
  readonly path: string | ((cast: Cast) => string);
  /** Before the page is asked for: what is answered instead of the server. */
  readonly before?: (page: Page, cast: Cast) => Promise<unknown>;
  readonly reach?: (page: Page, cast: Cast) => Promise<unknown>;
  /** A text or an element that is visible once the state is reached. */
  readonly ready: string | ((page: Page) => Locator);
  /** Laid out differently on a desktop, so that the accessibility tests look there too. */
  readonly wide?: boolean;
}

export interface Screen {
  readonly name: string;
  readonly states: readonly ScreenState[];
}
