import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { joinSystem, type SharedSystem, startSystem, UNDISTURBED_ENV } from '@candid/testing';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type BrowserChoices, isFirefox, launchBrowser, phone, shot } from './browser.js';

/** Defines a test that needs features which Firefox's driver lacks: request bodies, downloads, media features of one page. */
export const itInChromium: (name: string, test: () => Promise<void>) => void = isFirefox ? () => undefined : it;

/** The properties are defined only while the tests of the file run. */
export interface Stage {
  readonly system: SharedSystem;
  readonly browser: Browser;
  phone(options?: Parameters<typeof phone>[2]): ReturnType<typeof phone>;
}

interface StageOptions extends BrowserChoices {
  /** Environment variables of a separate system that is started for this file. */
  readonly env?: () => Promise<Record<string, string>>;
  /** If true, a separate system is started for this file, so that the feed has no photos of other files. */
  readonly alone?: boolean;
  /** If true, pages stay open after a test, and the next test continues with them. */
  readonly keepPages?: boolean;
}

/**
 * Provides a browser for the tests of one file, and the run's shared system or a separate one. Takes screenshots of the
 * open pages after each test, even after a failed one.
 */
export function useStage(
  name: string,
  { env, alone = false, keepPages = false, ...choices }: StageOptions = {},
): Stage {
  let system: SharedSystem;
  let leave: (() => Promise<void>) | undefined;
  let browser: Browser;

  beforeAll(async () => {
    ({ system, leave } = alone || env ? await ownSystem(await env?.()) : await joinSystem());
    browser = await launchBrowser(choices);
    await yieldToServers();
  });
  afterEach(async () => {
    const test = expect.getState().currentTestName?.replaceAll(/\W+/g, '-');
    const pages = browser.contexts().flatMap((context) => context.pages());
    for (const [index, page] of pages.entries()) await shot(page, `${name}-${test}-${index}`);
    if (keepPages) return;
    // A response that the test modifies may not have ended yet.
    await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await browser?.close();
    await leave?.();
  });

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

async function ownSystem(env: Record<string, string> = {}) {
  const system = await startSystem({ env: { ...UNDISTURBED_ENV, ...env } });
  return { system, leave: system.stop };
}

/**
 * Gives this process's browsers half of a usual share of the processors. Linux divides processors equally between
 * sessions (`sched_autogroup`). Each browser is a session; six browsers would slow the servers of all suites tenfold.
 */
export async function yieldToServers(): Promise<void> {
  const children = promisify(execFile)('ps', ['-o', 'pid=,sid=', '--ppid', String(process.pid)]);
  const { stdout } = await children.catch(() => ({ stdout: '' }));
  const leaders = [...stdout.matchAll(/(\d+) +\1\n/g)].map(([, pid]) => pid);
  await Promise.all(leaders.map((pid) => writeFile(`/proc/${pid}/autogroup`, '3').catch(() => undefined)));
}
