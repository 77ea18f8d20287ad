import { supportAgent } from '../people/support.js';
import type { RunningSystem } from '../start-system.js';
import { type Disruption, Disruptions } from './disruption.js';
import { checkInvariants, type Finding } from './invariants.js';
import { Load } from './load.js';
import { Random } from './random.js';
import type { Traffic, Trouble } from './traffic.js';

export interface SoakOptions {
  seed: number;
  durationMs: number;
  /** Share of SIGKILLs among the disruptions; the others are SIGTERMs. */
  killShare: number;
  /** People at once who upload and are assessed. */
  owners?: number;
  pauseMs?: number;
  say?: (line: string) => void;
}

export interface SoakOutcome {
  traffic: Traffic;
  disruptions: Disruption[];
  /** Answers of 500 and above, and cut connections, that no SIGKILL explains. */
  unexplained: Trouble[];
  /** SIGTERMs that did not end with 0, or not within their grace time. */
  ungraceful: Disruption[];
  findings: Finding[];
  /** Invariants of the traffic itself stand among the findings. */
  ok: boolean;
}

/** A request that a killed process held is given up after 5 s; what it asked anew has an answer soon after. */
const KILL_WINDOW_MS = 8_000;
/** The gateway's: 3 s in which it still accepts, and 10 s. The others have 15 s. */
const GRACE_MS = 15_000;
/** Of one request; each is sent again after half a second. */
const TRIES_MAX = 12;

/**
 * A load on a running system whose processes are ended one after another, and what came of it. Nothing may come of a
 * SIGTERM. After a SIGKILL what was under way may fail, and has to succeed when it is sent again.
 */
export async function soak(system: RunningSystem, options: SoakOptions): Promise<SoakOutcome> {
  const { seed, durationMs, killShare, owners = 4, pauseMs = 2_000, say = () => undefined } = options;
  const support = await supportAgent(system);
  const load = new Load({ system, support, seed, owners });
  const disruptions = new Disruptions(system, {
    ...{ random: new Random(seed + 1), pauseMs, killShare, afterKillMs: KILL_WINDOW_MS },
    told: ({ part, signal, code, tookMs, backMs }) =>
      say(`${signal} ${part}: ended with ${code} in ${seconds(tookMs)}, back after ${seconds(backMs)}`),
  });
  load.start();
  await disruptions.until(AbortSignal.timeout(durationMs));
  await load.stop();
  const { traffic } = load;
  const kills = disruptions.done.filter(({ signal }) => signal === 'SIGKILL');
  const isExplained = ({ atMs }: Trouble): boolean =>
    kills.some((kill) => atMs >= kill.atMs && atMs <= kill.atMs + kill.backMs + KILL_WINDOW_MS);
  const unexplained = traffic.troubles.filter((trouble) => !isExplained(trouble));
  const ungraceful = disruptions.done.filter(
    ({ signal, code, tookMs }) => signal === 'SIGTERM' && (code !== 0 || tookMs > GRACE_MS),
  );
  say('everybody has stopped; checking what has to hold');
  const findings = [
    ...trafficFindings(traffic, { unexplained, ungraceful, disruptions: disruptions.done }),
    ...(await checkInvariants(system, load, support)),
  ];
  return {
    ...{ traffic, disruptions: disruptions.done, unexplained, ungraceful, findings },
    ok: findings.every(({ ok }) => ok),
  };
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

type Ends = Pick<SoakOutcome, 'unexplained' | 'ungraceful' | 'disruptions'>;

function trafficFindings(traffic: Traffic, { unexplained, ungraceful, disruptions }: Ends): Finding[] {
  const terminations = disruptions.filter(({ signal }) => signal === 'SIGTERM');
  const kills = disruptions.length - terminations.length;
  const explained = traffic.troubles.length - unexplained.length;
  const bound = kills * traffic.underWayMost;
  const slowest = Math.max(0, ...terminations.map(({ tookMs }) => tookMs));
  return [
    {
      invariant: 'no 5xx and no cut from a SIGTERM',
      ok: unexplained.length === 0,
      detail:
        unexplained.map(({ outcome, what }) => `${outcome} ${what}`).join('; ') || `${terminations.length} SIGTERMs`,
    },
    {
      invariant: 'every SIGTERM ended with 0 in its grace time',
      ok: ungraceful.length === 0,
      detail:
        ungraceful.map(({ part, code, tookMs }) => `${part}: ${code} in ${seconds(tookMs)}`).join('; ') ||
        `${seconds(slowest)} at most`,
    },
    {
      invariant: 'a SIGKILL costs what was under way at most',
      ok: explained <= bound,
      detail: `${kills} SIGKILLs, ${explained} requests failed once, of ${bound}`,
    },
    {
      invariant: 'what failed succeeds when sent again',
      ok: traffic.triesMost <= TRIES_MAX,
      detail: `${traffic.repeated} repeated, ${traffic.triesMost} tries at most`,
    },
  ];
}
