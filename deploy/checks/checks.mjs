import { ensureBuilt } from '../../tools/lib/build.mjs';
import { say } from '../../tools/lib/say.mjs';
import { sum } from './report.mjs';

/** Each check is loaded on demand, because the checks need different libraries. */
const parts = {
  compose: async () => (await import('./compose/compose.mjs')).checkCompose,
  alerts: async () => (await import('./alerts/alerts.mjs')).checkAlerts,
  kubernetes: async () => (await import('./kubernetes/kubernetes.mjs')).checkKubernetes,
  edge: async () => (await import('./edge-alone.mjs')).checkEdge,
};

export const deployParts = Object.keys(parts);

/** Builds, then runs the named parts concurrently, because the edge's part mostly waits. */
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
