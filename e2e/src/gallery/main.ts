import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSystem } from '@candid/testing';
import { launchBrowser } from '../browser/browser.js';
import { systemOptions, viewerFlags } from '../screens/arrival.js';
import { prepareCast } from '../screens/cast.js';
import { screens } from '../screens/screens.js';
import { galleryPage } from './page.js';
import { type Shown, takePictures } from './pictures.js';

const [out = '.data/gallery', only = ''] = process.argv.slice(2);
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const wanted: Shown[] = screens
  .flatMap((screen) => screen.states.map((state) => ({ screen: screen.name, state })))
  .filter(({ screen, state }) => `${screen} ${state.name}`.includes(only));

say('starting a system of its own');
const system = await startSystem(systemOptions);
const browser = await launchBrowser({ flags: viewerFlags });
try {
  say('preparing the people');
  const cast = await prepareCast(system);
  await mkdir(join(out, 'pictures'), { recursive: true });
  const failures = await takePictures({ browser, baseUrl: system.baseUrl, cast, wanted, out, say });
  await writeFile(join(out, 'index.html'), galleryPage(wanted, failures));
  say(`${wanted.length - failures.size} of ${wanted.length} states: ${join(out, 'index.html')}`);
  if (failures.size > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await system.stop();
}
