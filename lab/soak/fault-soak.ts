import { Random, supportAgent } from '@candid/testing';
import { type Cycle, type Measures, measure, runCycles } from './fault-round.js';
import type { Fault, FaultContext, FaultySystem } from './faults/fault.js';
import { messageFaults } from './faults/message-faults.js';
import { processFaults } from './faults/process-faults.js';
import { serverFaults } from './faults/server-faults.js';
import { Inbox } from './inbox.js';
import type { Subject } from './invariant-subject.js';
import { checkInvariants, type Finding } from './invariants.js';
import { LagWatch } from './lag-watch.js';
import { Load } from './load.js';
import { type Readings, readingsOf } from './readings.js';
import { SteadyReads } from './steady-reads.js';

interface FaultSoakOptions {
  faults: readonly Fault[];
  seed: number;
  owners: number;
  durationMs: number;
  say: (line: string) => void;
}

export interface RoundOutcome {
  fault: string;
  isOfOneProcess: boolean;
  /** Reason why the fault could not be injected. */
  unavailable?: string;
  cycles: number;
  measures?: Measures;
  findings: Finding[];
}

export const BOUND_KEPT = 'failures within the bound';

/**
 * Injects one fault after another, each under a separate load, and checks the invariants after each. At the end, checks
 * them again for the people of all rounds. Every fault gets at least one round, and further ones while there is time.
 */
export async function soakWithFaults(system: FaultySystem, options: FaultSoakOptions): Promise<RoundOutcome[]> {
  const { faults, durationMs, say } = options;
  const possible = faults.filter((fault) => !fault.unavailable?.(system));
  const startedAt = performance.now();
  const run = new FaultSoak(system, options, await readingsOf());
  const outcomes: RoundOutcome[] = faults.flatMap((fault) => {
    const unavailable = fault.unavailable?.(system);
    const { name, isOfOneProcess } = fault;
    return unavailable ? [{ fault: name, isOfOneProcess, unavailable, cycles: 0, findings: [] }] : [];
  });
  const eachMs = durationMs / possible.length;
  for (let round = 0; round < possible.length || performance.now() - startedAt + eachMs < durationMs; round += 1) {
    const fault = possible[round % possible.length]!;
    say(`${fault.name}:`);
    outcomes.push(await run.round(fault, eachMs - CHECKS_MS));
  }
  say('the end, everybody once more:');
  outcomes.push({ fault: 'the end', isOfOneProcess: false, cycles: 0, findings: await run.end() });
  return outcomes;
}

/** Time that the checks of a round take, in addition to its cycles. */
const CHECKS_MS = 25_000;

class FaultSoak {
  private readonly loads: Load[] = [];
  private readonly inbox: Inbox;
  private readonly random: Random;
  private readonly known = new Set<string>();

  constructor(
    private readonly system: FaultySystem,
    private readonly options: FaultSoakOptions,
    private readonly readings: Readings,
  ) {
    this.inbox = new Inbox(system.mailUrl);
    this.random = new Random(options.seed);
  }

  async round(fault: Fault, durationMs: number): Promise<RoundOutcome> {
    const { system, random, readings } = this;
    const { owners, say } = this.options;
    const context: FaultContext = { system, random, say };
    const support = await supportAgent(system);
    const load = new Load({ system, support, readings, seed: random.between(1, 1_000_000), owners });
    this.loads.push(load);
    const watch = new LagWatch(system);
    const reads = await SteadyReads.start(system);
    let cycles: Cycle[] = [];
    const failed: Finding[] = [];
    load.start();
    try {
      cycles = await runCycles(fault, context, durationMs);
    } catch (error) {
      failed.push({ invariant: BOUND_KEPT, ok: false, detail: `the fault itself: ${String(error)}` });
    } finally {
      await load.stop();
      await reads.stop();
      await watch.stop();
    }
    const measures = measure(fault, cycles, load.traffic, watch.lags, reads.attempts);
    const bound = { invariant: BOUND_KEPT, ok: measures.excess.length === 0, detail: told(measures.excess) };
    const findings = [...failed, bound, ...(await this.check([load], support))];
    for (const { invariant, detail } of findings.filter(({ ok }) => !ok)) say(`  BROKE ${invariant}: ${detail}`);
    const { name, isOfOneProcess } = fault;
    return { fault: name, isOfOneProcess, cycles: cycles.length, measures, findings };
  }

  /** Logs all people in again, because the sessions of early rounds have expired. */
  async end(): Promise<Finding[]> {
    const people = this.loads.flatMap(({ owners, assessors }) => [...owners, ...assessors.all]);
    for (const { person } of people) await person.logIn();
    const findings = await this.check(this.loads, await supportAgent(this.system), true);
    await this.inbox.stop();
    return findings;
  }

  private check(loads: readonly Load[], support: Subject['support'], isEnd = false): Promise<Finding[]> {
    const { system, inbox, known } = this;
    return checkInvariants({ system, loads, support, inbox }, { known, isEnd });
  }
}

const SHOWN = 8;
const told = (wrong: readonly string[]): string => `${wrong.length}: ${wrong.slice(0, SHOWN).join('; ')}`;

/** All faults in the order of `--faults all`. */
const FAULTS: readonly Fault[] = [...processFaults, ...serverFaults, ...messageFaults];

/** @throws Error that lists the known faults, if a name is unknown */
export function faultsNamed(names: string): Fault[] {
  if (names === 'all') return [...FAULTS];
  return names.split(',').map((name) => {
    const fault = FAULTS.find((one) => one.name === name.trim());
    if (!fault) throw new Error(`There is no fault ${name}. There are: ${FAULTS.map((one) => one.name).join(', ')}`);
    return fault;
  });
}
