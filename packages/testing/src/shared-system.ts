import { UNDISTURBED_ENV } from './people/person.js';
import { type RunningSystem, startSystem } from './start-system.js';

/** A system that several spec files use: none of them ends it or a part of it. */
export type SharedSystem = Pick<RunningSystem, 'baseUrl' | 'mailUrl' | 'dataDirectory' | 'staffCommand'>;

/** Above it, a correction on a shared system waits for a second person; no spec gives its people more. */
export const APPROVAL_TOKENS = 900;
const settings = { ...UNDISTURBED_ENV, CORRECTION_APPROVAL_TOKENS: String(APPROVAL_TOKENS) };

/** Starts a system for all spec files of a run; `environment` names it to `joinSystem`. */
export async function shareSystem(): Promise<{ environment: Record<string, string>; stop(): Promise<void> }> {
  const { baseUrl, mailUrl, dataDirectory, stop } = await startSystem({ env: settings });
  return { environment: { TEST_SYSTEM: JSON.stringify({ baseUrl, mailUrl, dataDirectory }) }, stop };
}

/** The shared system that the environment names; without one, a system of the caller's own, which `leave` ends. */
export async function joinSystem(): Promise<{ system: SharedSystem; leave(): Promise<void> }> {
  const named = process.env['TEST_SYSTEM'];
  if (named) return { system: JSON.parse(named) as SharedSystem, leave: async () => undefined };
  const system = await startSystem({ env: settings });
  return { system, leave: system.stop };
}
