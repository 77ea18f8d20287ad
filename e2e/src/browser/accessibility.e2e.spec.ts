import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Device, Viewer, viewerFlags } from '../screens/arrival.js';
import { type Cast, prepareCast } from '../screens/cast.js';
import { layoutFaultsIn, narrowFaultsIn, violationsIn } from '../screens/inspection.js';
import type { Screen, ScreenState } from '../screens/screen.js';
import { screens } from '../screens/screens.js';
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
  return device === 'phone' ? [...faults, ...(await narrowFaultsIn(page))] : faults;
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

describe('nothing keeps anybody from using', () => {
  for (const screen of screens) {
    it(`${screen.name}`, async () => expect(await faultsOfAll(screen)).toEqual([]), 240_000);
  }
});
