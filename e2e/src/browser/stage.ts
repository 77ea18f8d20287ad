import { type RunningSystem, SYSTEM_ENV, startSystem } from '@candid/testing';
import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, phone, shot } from './browser.js';

/** There once the tests of the file have begun. */
export interface Stage {
  readonly system: RunningSystem;
  readonly browser: Browser;
  phone(options?: Parameters<typeof phone>[2]): ReturnType<typeof phone>;
}

interface StageOptions {
  /** Further environment of the system. */
  readonly env?: () => Promise<Record<string, string>>;
  /** The tests of the file follow each other on the same page. */
  readonly keepPages?: boolean;
}

/**
 * A system and a browser for the tests of one file. What a test leaves on its screens is kept as pictures, also when it
 * failed. A test that fails is tried once more, unless it goes on from the page of the one before.
 */
export function useStage(name: string, { env = async () => ({}), keepPages = false }: StageOptions = {}): Stage {
  let system: RunningSystem;
  let browser: Browser;

  // On a busy machine a browser is late in ways that no condition waits for; the run names what needed it.
  if (!keepPages) jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
  beforeAll(async () => {
    system = await startSystem({ env: { ...SYSTEM_ENV, ...(await env()) } });
    browser = await launchBrowser();
  }, 240_000);
  afterEach(async () => {
    const test = expect.getState().currentTestName?.replaceAll(/\W+/g, '-');
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const [index, page] of pages.entries()) await shot(page, `${name}-${test}-${index}`);
    if (!keepPages) await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  }, 90_000);

  return {
    get system() {
      return system;
    },
    get browser() {
      return browser;
    },
    phone: (options) => phone(browser, system.baseUrl, options),
  };
}
