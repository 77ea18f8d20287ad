import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser/browser.js';
import { useStage, yieldToServers } from '../browser/stage.js';
import { devices, sameInGerman, shows, Viewer, viewerFlags } from './arrival.js';
import { type Cast, prepareCast } from './cast.js';
import {
  darkViolationsIn,
  largeTextFaultsIn,
  layoutFaultsIn,
  narrowFaultsIn,
  smallestFaultsIn,
  violationsIn,
} from './inspection.js';
import type { ScreenState } from './screen.js';
import { screens } from './screens.js';
import { sizeFaultsIn } from './sizes.js';

/** `npm run test:all` also checks dark colours, large text, narrow phones, desktops and German. */
const isAll = process.env['TEST_ALL'] === '1';
/** Each lane has its own browser, because the pages of one browser share a renderer process. */
const lanes = 3;

const stage = useStage('accessibility', { alone: true, keepPages: true, flags: viewerFlags });
let cast: Cast;
let furtherBrowsers: readonly Browser[] = [];
let work: Promise<unknown> | undefined;
let isOver = false;
const faultsOf = new Map<ScreenState, Promise<string[]>>();

beforeAll(async () => {
  cast = await prepareCast(stage.system);
  furtherBrowsers = await Promise.all(Array.from({ length: lanes - 1 }, () => launchBrowser({ flags: viewerFlags })));
  await yieldToServers();
  // Only the gallery's pictures need sharp text; drawing one pixel instead of four is faster.
  const options = { deviceScaleFactor: 1 };
  const browsers = [stage.browser, ...furtherBrowsers];
  work = inspectAll(browsers.map((browser) => new Viewer(browser, stage.system.baseUrl, options)));
}, 480_000);
afterAll(async () => {
  isOver = true;
  await work;
  await Promise.all(furtherBrowsers.map((browser) => browser.close()));
});

/** Each viewer takes the next state until the tests have ended. The test of each screen reports its faults. */
function inspectAll(viewers: readonly Viewer[]): Promise<unknown> {
  const waiting = screens
    .flatMap(({ states }) => states)
    .map((state) => ({ state, ...Promise.withResolvers<string[]>() }));
  for (const { state, promise } of waiting) faultsOf.set(state, promise);
  const look = async (viewer: Viewer) => {
    for (let next = waiting.shift(); next && !isOver; next = waiting.shift())
      next.resolve(await faultsSeenBy(viewer, next.state));
  };
  return Promise.all(viewers.map(look));
}

async function faultsSeenBy(viewer: Viewer, state: ScreenState): Promise<string[]> {
  const inspect = async (page: Page) => [
    ...(await phoneFaultsIn(page)),
    ...(isAll ? await furtherFaultsIn(page, state) : []),
  ];
  const faults = await viewer
    .view({ state, cast, device: 'phone' }, inspect)
    .catch((error: unknown) => [String(error)]);
  return faults.map((fault) => `${state.name}: ${fault}`);
}

const phoneFaultsIn = async (page: Page): Promise<string[]> => [
  ...(await layoutFaultsIn(page)),
  ...(await violationsIn(page)),
  ...(await sizeFaultsIn(page)),
];

/** Returns the faults in dark colours, with large text, on narrow phones, on a desktop and in German. */
const furtherFaultsIn = async (page: Page, state: ScreenState): Promise<string[]> => [
  ...(await darkViolationsIn(page)),
  ...(await largeTextFaultsIn(page)),
  ...(await narrowFaultsIn(page)),
  ...(state.wide ? await deskFaultsIn(page, state) : []).map((fault) => `on a desk: ${fault}`),
  ...(await germanFaultsIn(page, state)).map((fault) => `in German ${fault}`),
];

/** Loads the page in German. Leaves out states with steps, because the steps would not find their English words. */
async function germanFaultsIn(page: Page, state: ScreenState): Promise<string[]> {
  if (state.reach) return [];
  await page.setViewportSize(devices.phone.viewport);
  await sameInGerman(page);
  return smallestFaultsIn(page);
}

/**
 * Returns the faults on a desktop. Widens the phone's page, which is faster than opening another one. Scrolls the page
 * to the top, because a fixed bar could cover a control at the phone's scroll position.
 */
async function deskFaultsIn(page: Page, state: ScreenState): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(devices.desktop.viewport);
  await page.evaluate('scrollTo(0, 0)');
  await shows(page, state);
  return [...(await layoutFaultsIn(page)), ...(await violationsIn(page)), ...(await darkViolationsIn(page))];
}

it('finds what is too small, too wide and cut off', async () => {
  const page = await stage.browser.newPage({ viewport: { width: 390, height: 844 } });
  const faultsFor = async (body: string) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.setContent(
      `<style>button { box-sizing: border-box; width: 44px; height: 44px; padding: 0 }</style>${body}`,
    );
    return [...(await sizeFaultsIn(page)), ...(await largeTextFaultsIn(page)), ...(await narrowFaultsIn(page))];
  };
  await page.setContent('<p style="width: 90px; overflow: hidden">Datenschutzerklärung</p>');
  expect(await smallestFaultsIn(page)).toEqual([expect.stringMatching(/^at 320 px "Datenschutzerklärung" is cut off/)]);
  const enlarged = (gapPx: number) => `
    <style>.s { position: relative; width: 30px; height: 30px; margin-right: ${gapPx}px }
      .s::after { content: ''; position: absolute; inset: -9px }</style>
    <div style="padding: 20px"><button class="s">1</button><button>2</button></div>`;
  expect(await faultsFor('<button>1</button><p>A <a href="/">link</a> in a sentence.</p>')).toEqual([]);
  expect(await faultsFor('<button style="height: 43px">1</button>')).toEqual([
    expect.stringMatching(/^target of 44 × 43 px/),
  ]);
  expect(await faultsFor('<a href="/">alone</a>')).toEqual([expect.stringMatching(/^target of/)]);
  expect(await faultsFor(enlarged(8))).toEqual([]);
  expect(await faultsFor(enlarged(0))).toEqual([expect.stringMatching(/^hit area of/)]);
  expect(await faultsFor('<p style="font-size: 12px">fine print</p>')).toEqual([
    expect.stringMatching(/^text of 12.0 px/),
  ]);
  const wide = '<div style="width: 18rem; height: 1px"></div>';
  expect(await faultsFor(wide)).toEqual([
    expect.stringMatching(/^with text of 200 % the page scrolls sideways/),
    expect.stringMatching(/^at 195 px the page scrolls sideways/),
  ]);
  expect(await faultsFor('<p style="height: 30px; font-size: 1rem; overflow: hidden">One line of text</p>')).toEqual([
    expect.stringMatching(/^with text of 200 % "One line of text" is cut off/),
  ]);
  await page.close();
});

describe('nothing keeps anybody from using', () => {
  for (const screen of screens) {
    it(`${screen.name}`, async () => {
      const faults = await Promise.all(screen.states.map((state) => faultsOf.get(state)!));
      expect(faults.flat()).toEqual([]);
    });
  }
});
