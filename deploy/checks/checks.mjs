import { ensureBuilt } from '../../tools/lib/build.mjs';
import { say } from '../../tools/lib/say.mjs';
import { sum } from './report.mjs';

/** Checks are loaded on demand because each brings libraries of its own. */
const parts = {
  compose: async () => (await import('./compose/compose.mjs')).checkCompose,
  alerts: async () => (await import('./alerts/alerts.mjs')).checkAlerts,
  kubernetes: async () => (await import('./kubernetes/kubernetes.mjs')).checkKubernetes,
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
