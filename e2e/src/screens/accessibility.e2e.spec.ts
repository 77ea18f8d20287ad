import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useStage } from '../browser/stage.js';
import { devices, shows, Viewer, viewerFlags } from './arrival.js';
import { type Cast, prepareCast } from './cast.js';
import { largeTextFaultsIn, layoutFaultsIn, narrowFaultsIn, violationsIn } from './inspection.js';
import type { Screen, ScreenState } from './screen.js';
import { screens } from './screens.js';
import { sizeFaultsIn } from './sizes.js';

const stage = useStage('accessibility', { alone: true, keepPages: true, flags: viewerFlags });
let cast: Cast;
/** Two, so that one page is looked at while the other waits for answers. */
let viewers: readonly Viewer[];

beforeAll(async () => {
  cast = await prepareCast(stage.system);
  viewers = [1, 2].map(() => new Viewer(stage.browser, stage.system.baseUrl, options));
}, 480_000);

/** Whether letters or boxes are sharp is for the gallery's pictures; here one pixel has less to draw than four. */
const options = { deviceScaleFactor: 1 };

/** On a phone. */
const phoneFaultsIn = async (page: Page): Promise<string[]> => [
  ...(await layoutFaultsIn(page)),
  ...(await violationsIn(page)),
  ...(await sizeFaultsIn(page)),
  ...(await largeTextFaultsIn(page)),
  ...(await narrowFaultsIn(page)),
];

/**
 * On a desk, where the state looks different: the phone's page is made wide, as no further visit is that quick. Where it was
 * scrolled to on a phone means nothing there, and a control can lie behind a bar that stays in place.
 */
async function deskFaultsIn(page: Page, state: ScreenState): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(devices.desktop.viewport);
  await page.evaluate('scrollTo(0, 0)');
  await shows(page, state);
  return [...(await layoutFaultsIn(page)), ...(await violationsIn(page))];
}

async function faultsOf(viewer: Viewer, state: ScreenState): Promise<string[]> {
  const inspect = async (page: Page) => [
    ...(await phoneFaultsIn(page)),
    ...(state.wide ? await deskFaultsIn(page, state) : []).map((fault) => `on a desk: ${fault}`),
  ];
  const faults = await viewer
    .view({ state, cast, device: 'phone' }, inspect)
    .catch((error: unknown) => [String(error)]);
  return faults.map((fault) => `${state.name}: ${fault}`);
}

async function faultsOfAll({ states }: Screen): Promise<string[]> {
  const waiting = [...states];
  const faults: string[] = [];
  const work = async (viewer: Viewer) => {
    for (let state = waiting.shift(); state; state = waiting.shift()) faults.push(...(await faultsOf(viewer, state)));
  };
  await Promise.all(viewers.map(work));
  return faults;
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
    it(`${screen.name}`, async () => expect(await faultsOfAll(screen)).toEqual([]));
  }
});
