import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { provideBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { installDebianPackages, unpackedProgram } from './debian.mjs';
import { findExecutable } from './executables.mjs';
import { fromRoot, nodeBinary } from './paths.mjs';
import { runCommand } from './run.mjs';
import { say } from './say.mjs';

/** Programs that write pictures, and their packages. */
const encoders = { 'heif-enc': 'libheif-examples', avifenc: 'libavif-bin' };

/** An environment in which the encoders are found. @throws if they are neither there nor among Debian's packages */
async function provideEncoders() {
  const missing = () =>
    Object.keys(encoders).filter((program) => !findExecutable(program) && !unpackedProgram(program));
  if (missing().length > 0)
    await installDebianPackages(
      missing().map((program) => encoders[program]),
      say,
    );
  if (missing().length > 0)
    throw new Error(`Missing: ${missing().join(', ')}. Install them so that the PATH finds them.`);
  const unpacked = Object.keys(encoders)
    .filter((program) => !findExecutable(program))
    .map(unpackedProgram);
  if (unpacked.length === 0) return {};
  const [{ command, env }] = unpacked;
  return { ...env, PATH: `${path.dirname(command)}${path.delimiter}${process.env.PATH}` };
}

/** Runs e2e/src/pictures/main.ts with these arguments. Resolves to its exit code. */
export async function runPictures(args) {
  const env = args.includes('--folder') ? {} : await provideEncoders();
  await provideBrowser(say);
  await ensureBuilt(say, ['services']);
  const typescript = pathToFileURL(fromRoot('tools', 'lib', 'typescript.mjs')).href;
  const script = fromRoot('e2e', 'src', 'pictures', 'main.ts');
  const { code } = await runCommand(nodeBinary, ['--import', typescript, script, ...args], { env });
  return code;
}
