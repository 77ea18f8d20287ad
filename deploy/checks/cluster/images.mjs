/** `node deploy/checks/cluster/images.mjs`: builds the inbox of the containers suite in the local engine. */
import { say } from '../../../tools/lib/say.mjs';
import { provideEngine } from '../engine/engine.mjs';
import { mailImage, provideImages } from '../engine/stand-ins.mjs';

const engine = await provideEngine(say);
if (engine.reason) throw new Error(engine.reason);
try {
  await provideImages(engine, [mailImage], say);
} finally {
  await engine.stop();
}
