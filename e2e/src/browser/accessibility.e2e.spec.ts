import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Device, Viewer, viewerFlags } from '../screens/arrival.js';
import { type Cast, prepareCast } from '../screens/cast.js';
import { largeTextFaultsIn, layoutFaultsIn, narrowFaultsIn, violationsIn } from '../screens/inspection.js';
import type { Screen, ScreenState } from '../screens/screen.js';
import { screens } from '../screens/screens.js';
import { sizeFaultsIn } from '../screens/sizes.js';
import { useStage } from './stage.js';

const stage = useStage('accessibility', { alone: true, keepPages: true, flags: viewerFlags });
let cast: Cast;
/** Two, so that one page is looked at while the other waits for answers. */
let viewers: readonly Viewer[];

beforeAll(async () => {
  cast = await prepareCast(stage.system);
  viewers = [1, 2].map(() => new Viewer(stage.browser, stage.system.baseUrl));
}, 480_000);

async function faultsIn(page: Page, device: Device): Promise<string[]> {
  const faults = [...(await layoutFaultsIn(page)), ...(await violationsIn(page))];
  if (device === 'desktop') return faults;
  return [
    ...faults,
    ...(await sizeFaultsIn(page)),
    ...(await largeTextFaultsIn(page)),
    ...(await narrowFaultsIn(page)),
  ];
}

async function faultsOf(viewer: Viewer, state: ScreenState, device: Device): Promise<string[]> {
  const faults = await viewer
    .view({ state, cast, device }, (page) => faultsIn(page, device))
    .catch((error: unknown) => [String(error)]);
  return faults.map((fault) => `${state.name}, ${device}: ${fault}`);
}

async function faultsOfAll({ states }: Screen): Promise<string[]> {
  const visits = states.flatMap((state) => [
    { state, device: 'phone' as const },
    ...(state.wide ? [{ state, device: 'desktop' as const }] : []),
  ]);
  const faults: string[] = [];
  const work = async (viewer: Viewer) => {
    for (let next = visits.shift(); next; next = visits.shift())
      faults.push(...(await faultsOf(viewer, next.state, next.device)));
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
}, 30_000);

describe('nothing keeps anybody from using', () => {
  for (const screen of screens) {
    it(`${screen.name}`, async () => expect(await faultsOfAll(screen)).toEqual([]), 240_000);
  }
});
