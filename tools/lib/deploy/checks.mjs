import { ensureBuilt } from '../build.mjs';
import { say } from '../say.mjs';
import { sum } from './report.mjs';

/** By name: what brings a part's check, which resolves to { passed, failed }. Loaded when it is run, for each brings libraries of its own. */
const parts = {
  compose: async () => (await import('./compose.mjs')).checkCompose,
  alerts: async () => (await import('./alerts.mjs')).checkAlerts,
  kubernetes: async () => (await import('./kubernetes.mjs')).checkKubernetes,
  edge: async () => (await import('./edge-alone.mjs')).checkEdge,
};

export const deployParts = Object.keys(parts);

/** Runs the named parts side by side, because the edge mostly waits, over what is compiled now. */
export async function runDeployChecks(names = deployParts) {
  await ensureBuilt((text) => say(`  ${text}`));
  return sum(
    await Promise.all(
      names.map(async (name) => {
        const check = await parts[name]();
        return await check();
      }),
    ),
  );
}
