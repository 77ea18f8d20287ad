import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LocalStripe,
  Person,
  type RunningSystem,
  SYSTEM_ENV,
  type SystemOptions,
  startSystem,
  supportAgent,
} from '@candid/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

/** Largest correction that one member of staff may make alone in an `OwnSystem`. */
export const APPROVAL_TOKENS = 10_000;

/** A system for one spec file, and people that each of its tests may use. */
export interface OwnSystem {
  system: RunningSystem;
  stripe: LocalStripe;
  support: Person;
  /** Four approved assessors. */
  assessors: Person[];
}

/** Settings of a system for a single spec file. */
export const OWN_ENV = {
  ...SYSTEM_ENV,
  CORRECTION_APPROVAL_TOKENS: String(APPROVAL_TOKENS),
  LOG_LEVEL: 'debug',
  // Callers wait up to this time for a service that restarts. A restart takes long on a slow machine.
  RPC_PATIENCE_MS: '30000',
};

/** Starts a system for the tests of the file, and ends it after them. Call the returned function only during a test. */
export function useOwnSystem({ args = [] }: Pick<SystemOptions, 'args'> = {}): () => OwnSystem {
  let own: OwnSystem;
  let stripe: LocalStripe;
  let system: RunningSystem;

  beforeAll(async () => {
    stripe = await LocalStripe.start();
    system = await startSystem({ env: { ...OWN_ENV, ...stripe.settings() }, args });
    const [support, assessors] = await Promise.all([
      supportAgent(system),
      Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system))),
    ]);
    own = { system, stripe, support, assessors };
  });
  afterAll(async () => {
    await system?.stop();
    await stripe?.stop();
  });
  return () => own;
}

/** Defines the last test of a file with its own system, which checks all logs. */
export const itLogsNoAddress = (started: () => RunningSystem): void =>
  it('leaves no address in any log', async () => {
    const system = started();
    const folder = join(system.dataDirectory, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    expect(logs.join('').length).toBeGreaterThan(0);
    for (const log of [...logs, system.output()]) expect(log).not.toMatch(/@people\.example/);
  });
