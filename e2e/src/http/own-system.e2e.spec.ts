import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LocalStripe,
  Person,
  type RunningSystem,
  SpanReceiver,
  SYSTEM_ENV,
  startSystem,
  supportAgent,
} from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeActsInARow } from './acts-in-a-row.js';
import { describeCrashes } from './crash.js';
import { describeDeaths } from './deaths.js';
import { describeGoldPairs } from './gold-pairs.js';
import { describeMetrics } from './metrics.js';
import { describeMoney } from './money.js';
import { APPROVAL_TOKENS, type OwnSystem } from './own-system.js';
import { describeRebuilds } from './rebuild.js';
import { describeSupport } from './support.js';
import { describeTraces } from './trace.js';

/** One system for all tests that count what is in the whole system, delay its events or kill its parts. They run one after another. */
let receiver: SpanReceiver;
let stripe: LocalStripe;
let system: RunningSystem;

beforeAll(async () => {
  receiver = await SpanReceiver.start();
  stripe = await LocalStripe.start();
  system = await startSystem({
    env: {
      ...SYSTEM_ENV,
      ...stripe.settings(),
      CORRECTION_APPROVAL_TOKENS: String(APPROVAL_TOKENS),
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_TRACES_SAMPLER_ARG: '1',
      // A restart takes longer on a slow machine; what nobody is to notice is shorter than this.
      RPC_PATIENCE_MS: '30000',
    },
    args: ['--processes'],
  });
});
afterAll(async () => {
  await system?.stop();
  await stripe?.stop();
  await receiver?.stop();
});

// Must run first, because these tests count from the start of the system.
describeMetrics(() => system);
describeTraces(() => ({ system, receiver }));

describe('with people', () => {
  let own: OwnSystem;

  beforeAll(async () => {
    receiver.keepNoMore();
    const support = await supportAgent(system);
    const assessors = await Promise.all(Array.from({ length: 4 }, () => Person.approvedAssessor(system)));
    own = { system, stripe, support, assessors };
  });

  describeSupport(() => own);
  describeMoney(() => own);
  describeGoldPairs(() => own);
  describeRebuilds(() => own);
  describeActsInARow(() => own);
  describeDeaths(() => own);
  describeCrashes(() => own);

  it('leaves no address in any log', async () => {
    const folder = join(system.dataDirectory, 'logs');
    const logs = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')));
    expect(logs.length).toBeGreaterThan(5);
    for (const log of [...logs, system.output()]) expect(log).not.toMatch(/@people\.example/);
  });
});
