import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../eventually.js';
import type { RunningSystem, SystemPart } from '../start-system.js';
import type { Random } from './random.js';

export interface Disruption {
  part: string;
  signal: 'SIGTERM' | 'SIGKILL';
  atMs: number;
  /** Until the process was gone. */
  tookMs: number;
  code: number | null;
  /** Until another stood in its place and was ready. */
  backMs: number;
}

export interface DisruptionOptions {
  random: Random;
  /** Between two, from the time that everything is ready again. */
  pauseMs: number;
  /** Of all disruptions, how many are kills: 0 to 1. */
  killShare: number;
  /** After a kill nothing else is disrupted for so long, so that its traces are told from those of a SIGTERM. */
  afterKillMs: number;
  told?: (disruption: Disruption) => void;
}

/** Also of the edge's and the machine's slowness; a process that is asked has 15 s. */
const GONE_WITHIN_MS = 60_000;
const BACK_WITHIN_MS = 120_000;
const UNTOUCHED = ['postgres', 'nats', 'redis', 'mail', 'edge'];

/**
 * Ends one process after another, of those whose like is ready, as a cluster's disruption budget has it; its supervisor
 * starts it again.
 */
export class Disruptions {
  readonly done: Disruption[] = [];
  private left: SystemPart[] = [];

  constructor(
    private readonly system: RunningSystem,
    private readonly options: DisruptionOptions,
  ) {}

  async until(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.one();
      const { pauseMs, afterKillMs } = this.options;
      const restMs = this.done.at(-1)?.signal === 'SIGKILL' ? Math.max(pauseMs, afterKillMs) : pauseMs;
      await delay(restMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Everybody's turn comes before anybody's second. */
  async one(): Promise<void> {
    const parts = await this.allReady();
    const { random } = this.options;
    if (this.left.length === 0) this.left = parts.filter(({ name }) => !UNTOUCHED.includes(name));
    const { name } = random.pick(this.left);
    this.left = this.left.filter((part) => part.name !== name);
    const victim = parts.find((part) => part.name === name)!;
    await this.end(victim, random.next() < this.options.killShare ? 'SIGKILL' : 'SIGTERM');
  }

  private async end({ name, pid }: SystemPart, signal: Disruption['signal']): Promise<void> {
    const startedAt = performance.now();
    const atMs = Date.now();
    process.kill(pid!, signal);
    const ended = await eventually(
      async () => {
        const part = (await this.system.parts()).find((one) => one.name === name);
        if (part?.ended?.pid !== pid) throw new Error(`${name} has not ended after ${signal}`);
        return part!.ended!;
      },
      { withinMs: GONE_WITHIN_MS },
    );
    const tookMs = performance.now() - startedAt;
    await this.allReady();
    const backMs = performance.now() - startedAt;
    const disruption = { part: name, signal, atMs, tookMs, code: ended.code, backMs };
    this.done.push(disruption);
    this.options.told?.(disruption);
  }

  private allReady(): Promise<SystemPart[]> {
    return eventually(
      async () => {
        const parts = await this.system.parts();
        const away = parts.filter(({ state }) => state !== 'ready').map(({ name, state }) => `${name} is ${state}`);
        if (away.length > 0) throw new Error(away.join(', '));
        return parts;
      },
      { withinMs: BACK_WITHIN_MS },
    );
  }
}
