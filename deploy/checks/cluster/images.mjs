/** `node deploy/checks/cluster/images.mjs`: builds the inbox of the containers suite in the local engine. */
import { say } from '../../../tools/lib/say.mjs';
import { bases } from '../containers/images.mjs';
import { provideEngine } from '../engine/engine.mjs';
import { provideImages } from '../engine/stand-ins.mjs';

const engine = await provideEngine(say);
if (engine.reason) throw new Error(engine.reason);
try {
  // No registry has the inbox: it is built on this base.
  await provideImages(engine, [bases.NODE_IMAGE], say);
} finally {
  await engine.stop();
}
