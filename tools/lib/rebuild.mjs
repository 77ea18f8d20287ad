import { entryFile, nodeBinary } from './paths.mjs';
import { runCommand } from './run.mjs';

const entryOf = (service) => entryFile(`services/${service}`, 'rebuild');

/** The names of a service's projections. Throws with the service's output where it cannot say. */
export async function projectionsOf(service) {
  const { code, output } = await runCommand(nodeBinary, [entryOf(service)], { stdio: 'pipe' });
  if (code !== 0) throw new Error(output.trim());
  return output.trim().split('\n').filter(Boolean);
}

/** Rebuilds one projection through the service's own command, whose lines are printed as they come; resolves to its exit code. */
export async function rebuild(service, projection, environment) {
  const { code } = await runCommand(nodeBinary, [entryOf(service), projection], { env: environment });
  return code;
}
