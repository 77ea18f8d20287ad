import { moderatorAgent, Random, type RunningSystem, type SharedSystem, supportAgent } from '@candid/testing';
import { type Disruption, Disruptions } from './disruption.js';
import { Inbox } from './inbox.js';
import { checkInvariants, type Finding } from './invariants.js';
import { Load } from './load.js';
import { readingsOf } from './readings.js';
import type { Traffic, Trouble } from './traffic.js';

export type { Finding };

export interface LoadOptions {
  seed: number;
  /** Number of concurrent owners. */
  owners?: number;
  isModerated?: boolean;
  say?: (line: string) => void;
}

export interface SoakOptions extends LoadOptions {
  durationMs: number;
  /** Share of SIGKILLs among the disruptions. All others are SIGTERMs. */
  killShare: number;
  pauseMs?: number;
  /** Processes to end, in this order; then the load stops. If unset, random processes end until the time is over. */
  order?: readonly string[];
}

export interface SoakOutcome {
  traffic: Traffic;
  disruptions: Disruption[];
  findings: Finding[];
}

/** A request to a killed process times out after 5 s. Its retry is answered soon after. */
const KILL_WINDOW_MS = 8_000;
/** Maximum number of tries of a request, with pauses of half a second. */
const TRIES_MAX = 12;

/**
 * Ends the processes of a system under load one after another. Clients must not notice a SIGTERM. After a SIGKILL,
 * requests in progress may fail, but their retries must succeed.
 */
export function soak(system: RunningSystem, options: SoakOptions): Promise<SoakOutcome> {
  return underLoad(system, options, (random) => disrupted(system, random, options));
}

/** Ends processes one after another until the time is over or each process of `order` has ended once. */
export async function disrupted(
  system: RunningSystem,
  random: Random,
  { durationMs, killShare, order, pauseMs = 2_000, say = () => undefined }: Omit<SoakOptions, 'seed'>,
): Promise<Disruption[]> {
  const disruptions = new Disruptions(system, {
    ...{ random, pauseMs, killShare, afterKillMs: KILL_WINDOW_MS },
    ...(order && { order }),
    told: ({ part, signal, code, tookMs, backMs }) =>
      say(`${signal} ${part}: ended with ${code} in ${seconds(tookMs)}, ready again after ${seconds(backMs)}`),
  });
  await disruptions.until(AbortSignal.timeout(durationMs));
  return disruptions.done;
}

/** Puts a load on the system during `disrupt`, then checks the invariants. */
export async function underLoad(
  system: RunningSystem,
  { seed, owners = 4, isModerated = false, say = () => undefined }: LoadOptions,
  disrupt: (random: Random) => Promise<Disruption[]>,
): Promise<SoakOutcome> {
  const support = await supportAgent(system);
  const readings = await readingsOf(system.home);
  const moderators = isModerated ? await twoModerators(system) : undefined;
  const load = new Load({ system, support, readings, seed, owners, moderators });
  const inbox = new Inbox(system.mailUrl);
  load.start();
  const disruptions = await disrupt(new Random(seed + 1)).finally(() => load.stop());
  say('everybody has stopped; checking what has to hold');
  const invariants = await checkInvariants({ system, loads: [load], support, inbox }, { isEnd: false });
  await inbox.stop();
  return {
    traffic: load.traffic,
    disruptions,
    findings: [...trafficFindings(load.traffic, disruptions), ...invariants],
  };
}

/**
 * Puts a load on a system of which only the address is known, then checks the invariants that HTTP can show. Requests
 * that fail during `disrupt` are sent again and must succeed.
 */
export async function underLoadFromOutside(
  system: SharedSystem,
  { seed, owners = 4 }: LoadOptions,
  disrupt: () => Promise<void>,
): Promise<{ traffic: Traffic; findings: Finding[] }> {
  const support = await supportAgent(system);
  const load = new Load({ system, support, readings: await readingsOf(), seed, owners });
  const inbox = new Inbox(system.mailUrl);
  load.start();
  await disrupt().finally(() => load.stop());
  const findings = await checkInvariants(
    { system, loads: [load], support, inbox },
    { isEnd: false, isFromOutside: true },
  );
  await inbox.stop();
  return { traffic: load.traffic, findings };
}

const twoModerators = async (system: RunningSystem) =>
  [await moderatorAgent(system, 'mara@people.example'), await moderatorAgent(system, 'max@people.example')] as const;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Describes the trouble and names the last process that was ended before it. */
function told({ atMs, outcome, what }: Trouble, disruptions: readonly Disruption[]): string {
  const before = disruptions.filter((disruption) => disruption.atMs <= atMs);
  const last = before.toSorted((one, other) => other.atMs - one.atMs)[0];
  return [outcome, what, last ? `after ${last.part}` : 'before anybody was ended'].join(' ');
}

function trafficFindings(traffic: Traffic, disruptions: readonly Disruption[]): Finding[] {
  const terminations = disruptions.filter(({ signal }) => signal === 'SIGTERM');
  const kills = disruptions.filter(({ signal }) => signal === 'SIGKILL');
  const isExplained = ({ atMs }: Trouble): boolean =>
    kills.some((kill) => atMs >= kill.atMs && atMs <= kill.atMs + kill.backMs + KILL_WINDOW_MS);
  const unexplained = traffic.troubles.filter((trouble) => !isExplained(trouble));
  const explained = traffic.troubles.length - unexplained.length;
  const ungraceful = terminations.filter(({ code }) => code !== 0);
  const slowest = Math.max(0, ...terminations.map(({ tookMs }) => tookMs));
  const bound = kills.length * traffic.underWayMost;
  return [
    {
      invariant: 'no 5xx and no cut from a SIGTERM',
      ok: unexplained.length === 0,
      detail: unexplained.map((trouble) => told(trouble, disruptions)).join('; ') || `${terminations.length} SIGTERMs`,
    },
    {
      // A process that exceeds its grace time exits with 1.
      invariant: 'every SIGTERM ended with 0 within its grace time',
      ok: ungraceful.length === 0,
      detail: ungraceful.map(({ part, code }) => `${part}: ${code}`).join('; ') || `in ${seconds(slowest)} at most`,
    },
    {
      invariant: 'a SIGKILL costs what was under way at most',
      ok: explained <= bound,
      detail: `${explained} of ${bound} requests at ${kills.length} SIGKILLs`,
    },
    {
      invariant: 'what failed succeeds when sent again',
      ok: traffic.triesMost <= TRIES_MAX,
      detail: `${traffic.repeated} sent again, ${traffic.triesMost} tries at most`,
    },
  ];
}
