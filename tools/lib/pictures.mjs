import { pathToFileURL } from 'node:url';
import { provideBrowser } from './programs/browser.mjs';
import { ensureBuilt } from './build.mjs';
import { provideEncoders } from './programs/encoders.mjs';
import { fromRoot, nodeBinary } from './paths.mjs';
import { runCommand } from './run.mjs';
import { say } from './say.mjs';

/** Runs e2e/src/pictures/main.ts with these arguments. Resolves to its exit code. */
export async function runPictures(args) {
  const env = args.includes('--folder') ? {} : await provideEncoders(say);
  await provideBrowser(say);
  await ensureBuilt(say, ['services']);
  const typescript = pathToFileURL(fromRoot('tools', 'lib', 'test', 'typescript.mjs')).href;
  const script = fromRoot('e2e', 'src', 'pictures', 'main.ts');
  const { code } = await runCommand(nodeBinary, ['--import', typescript, script, ...args], { env });
  return code;
}
