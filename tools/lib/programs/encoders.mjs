import path from 'node:path';
import { installDebianPackages, unpackedProgram } from './debian.mjs';
import { findExecutable } from './executables.mjs';

/** Programs that write pictures, with the Debian packages that contain them. */
const encoders = { 'heif-enc': 'libheif-examples', avifenc: 'libavif-bin' };

/** Returns an environment in which the encoders are found. @throws if neither PATH nor Debian's packages have them */
export async function provideEncoders(say) {
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
