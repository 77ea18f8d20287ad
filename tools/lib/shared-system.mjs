import { ensureBuilt } from './build.mjs';
import { say } from './say.mjs';

/** A running system for the spec files that share one. Resolves to { environment, stop() }. */
export async function startSharedSystem() {
  await ensureBuilt((text) => say(`  ${text}`));
  const { shareSystem } = await import('@candid/testing');
  return await shareSystem();
}
