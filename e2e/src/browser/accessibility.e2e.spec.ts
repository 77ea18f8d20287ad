import { beforeAll, describe, expect, it } from '@jest/globals';
import { arrive, type Device, leave } from '../screens/arrival.js';
import { type Cast, prepareCast } from '../screens/cast.js';
import { layoutFaultsIn, narrowFaultsIn, violationsIn } from '../screens/inspection.js';
import type { Screen, ScreenState } from '../screens/screen.js';
import { screens } from '../screens/screens.js';
import { useStage } from './stage.js';

const stage = useStage('accessibility');
let cast: Cast;

beforeAll(async () => {
  cast = await prepareCast(stage.system);
}, 480_000);

async function faultsOf(state: ScreenState, device: Device): Promise<string[]> {
  const page = await arrive(stage.browser, stage.system.baseUrl, { state, cast, device });
  try {
    const faults = [...(await layoutFaultsIn(page)), ...(await violationsIn(page))];
    if (device === 'phone') faults.push(...(await narrowFaultsIn(page)));
    return faults.map((fault) => `${state.name}, ${device}: ${fault}`);
  } finally {
    await leave(page);
  }
}

/** Two at a time, so that one page is looked at while the other waits for answers. */
async function faultsOfAll({ states }: Screen): Promise<string[]> {
  const visits = states.flatMap((state) => [
    { state, device: 'phone' as const },
    ...(state.wide ? [{ state, device: 'desktop' as const }] : []),
  ]);
  const faults: string[] = [];
  const work = async () => {
    for (let next = visits.shift(); next; next = visits.shift()) {
      const { state, device } = next;
      const found = await faultsOf(state, device).catch((error: unknown) => [`${state.name}, ${device}: ${error}`]);
      faults.push(...found);
    }
  };
  await Promise.all([work(), work()]);
  return faults;
}

describe('nothing keeps anybody from using', () => {
  for (const screen of screens) {
    it(`${screen.name}`, async () => expect(await faultsOfAll(screen)).toEqual([]), 240_000);
  }
});
