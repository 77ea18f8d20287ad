import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { type Device, devices, settled, Viewer } from '../screens/arrival.js';
import type { Cast } from '../screens/cast.js';
import type { ScreenState } from '../screens/screen.js';

export interface Shown {
  screen: string;
  state: ScreenState;
}

export const schemes = ['light', 'dark'] as const;
export const deviceNames = Object.keys(devices) as Device[];

/** File name of a picture: screen, state, device and scheme in plain letters. */
export function fileOf({ screen, state }: Shown, device: Device, scheme: string): string {
  const plain = [screen, state.name, device, scheme].map((part) => part.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
  return `${plain.map((part) => part.replace(/^-|-$/g, '')).join('_')}.jpg`;
}

interface Session {
  browser: Browser;
  baseUrl: string;
  cast: Cast;
  wanted: readonly Shown[];
  out: string;
  say: (text: string) => void;
}

/** Takes two pictures concurrently: the browser draws one while the other's page loads. Returns failures by state. */
export async function takePictures(session: Session): Promise<Map<Shown, string>> {
  const failures = new Map<Shown, string>();
  const waiting = [...session.wanted];
  const work = async () => {
    const viewer = new Viewer(session.browser, session.baseUrl);
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const problem = await takeAll(viewer, session, next).then(
        () => undefined,
        (error: unknown) => String(error),
      );
      if (problem) failures.set(next, problem);
      session.say(`${problem ? 'FAIL' : 'ok  '} ${next.screen} – ${next.state.name}${problem ? `\n${problem}` : ''}`);
    }
  };
  await Promise.all([work(), work()]);
  return failures;
}

async function takeAll(viewer: Viewer, { cast, out }: Session, shown: Shown): Promise<void> {
  for (const device of deviceNames) {
    await viewer.view({ state: shown.state, cast, device }, async (page) => {
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        const path = join(out, 'pictures', fileOf(shown, device, colorScheme));
        await page.screenshot({ path, type: 'jpeg', quality: 88 });
      }
    });
  }
}
