import path from 'node:path';
import { entryFile, nodeIn, root } from '../paths.mjs';
import { runCommand } from '../run.mjs';
import { databaseNames } from './secrets.mjs';

/** Throws with the output of the first that fails. */
export async function migrateAll(environments, home = root) {
  const outcomes = await Promise.all(
    databaseNames.map(async (name) => {
      const entry = entryFile(`services/${name}`, 'migrate', home);
      const env = { ...environments[name], NODE_COMPILE_CACHE: path.join(home, '.cache', 'compile') };
      return { name, ...(await runCommand(nodeIn(home), [entry], { env, stdio: 'pipe', cwd: home })) };
    }),
  );
  const failed = outcomes.find(({ code }) => code !== 0);
  if (failed) throw new Error(`migrating ${failed.name} failed:\n${failed.output}`);
}
