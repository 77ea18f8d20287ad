import { fromRoot, nodeBinary } from './paths.mjs';
import { runCommand } from './run.mjs';
import { databaseNames } from './secrets.mjs';

/** Brings every service's database to its newest schema, all at once. Throws with the output of the first that fails. */
export async function migrateAll(environments) {
  const outcomes = await Promise.all(
    databaseNames.map(async (name) => {
      const entry = fromRoot('services', name, 'dist', 'migrate.js');
      const env = { ...environments[name], NODE_COMPILE_CACHE: fromRoot('.cache', 'compile') };
      return { name, ...(await runCommand(nodeBinary, [entry], { env, stdio: 'pipe' })) };
    }),
  );
  const failed = outcomes.find(({ code }) => code !== 0);
  if (failed) throw new Error(`migrating ${failed.name} failed:\n${failed.output}`);
}
