import { setTimeout as delay } from 'node:timers/promises';
import { eventually, type Random, type RunningSystem, type SystemPart } from '@candid/testing';

export interface Disruption {
  part: string;
  signal: 'SIGTERM' | 'SIGKILL';
  atMs: number;
  /** Time from the signal to the end of the process. */
  tookMs: number;
  code: number | null;
  /** Time from the signal until the process's replacement was ready. */
  backMs: number;
}

interface DisruptionOptions {
  random: Random;
  /** Pause between two disruptions. */
  pauseMs: number;
  killShare: number;
  /**
   * Pause after a SIGKILL, when everything is ready again, so that its effects are not mistaken for those of a SIGTERM.
   */
  afterKillMs: number;
  /** Processes to disrupt, in this order; by default they are drawn at random. */
  order?: readonly string[];
  told?: (disruption: Disruption) => void;
}

/** Time limit for a slow machine. A process that cannot stop ends itself after its grace time with another exit code. */
const GONE_WITHIN_MS = 60_000;
const BACK_WITHIN_MS = 120_000;
export const UNTOUCHED = ['postgres', 'nats', 'redis', 's3', 'mail', 'edge'];

export const kindOf = (name: string): string => name.replace(/-\d+$/, '');

/**
 * Ends one process after another, as a cluster's disruption budget allows: a process only ends while all replicas of
 * its kind are ready. The supervisor restarts the process.
 */
export class Disruptions {
  readonly done: Disruption[] = [];
  private readonly returning: Promise<void>[] = [];
  private left: string[];

  constructor(
    private readonly system: RunningSystem,
    private readonly options: DisruptionOptions,
  ) {
    this.left = [...(options.order ?? [])];
  }

  /** Disrupts until `signal` aborts or each process of `order` has ended once. Resolves when all are ready again. */
  async until(signal: AbortSignal): Promise<void> {
    const { pauseMs, order } = this.options;
    while (!signal.aborted && !(order && this.left.length === 0)) {
      await this.one();
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
    await Promise.all(this.returning);
  }

  /** Ends one process. Every process ends once before any process ends twice. */
  private async one(): Promise<void> {
    const { random, order, killShare, afterKillMs } = this.options;
    const signal = random.next() < killShare ? 'SIGKILL' : 'SIGTERM';
    if (signal === 'SIGKILL') await Promise.all(this.returning);
    const victim = await eventually(() => this.victim(order !== undefined), { withinMs: BACK_WITHIN_MS });
    this.left = this.left.filter((name) => name !== victim.name);
    const { back } = await this.end(victim, signal);
    this.returning.push(back);
    // The method `until` awaits this promise later. An earlier rejection must not count as unhandled.
    back.catch(() => undefined);
    if (signal === 'SIGTERM') return;
    await back;
    await delay(afterKillMs);
  }

  /** @throws if no process may be ended now */
  private async victim(isInOrder: boolean): Promise<SystemPart> {
    const parts = (await this.system.parts()).filter(({ name }) => !UNTOUCHED.includes(name));
    if (this.left.length === 0) this.left = parts.map(({ name }) => name);
    const away = new Set(parts.filter(({ state }) => state !== 'ready').map(({ name }) => kindOf(name)));
    const possible = parts.filter(({ name }) => this.left.includes(name) && !away.has(kindOf(name)));
    const victim = isInOrder
      ? possible.find(({ name }) => name === this.left[0])
      : possible.length > 0 && this.options.random.pick(possible);
    if (!victim) throw new Error(`${[...away].join(', ')} not ready`);
    return victim;
  }

  /** Resolves when the process has ended; `back` resolves when its replacement is ready. */
  private async end({ name, pid }: SystemPart, signal: Disruption['signal']): Promise<{ back: Promise<void> }> {
    const startedAt = performance.now();
    const atMs = Date.now();
    process.kill(pid!, signal);
    const part = await eventually(
      async () => {
        const now = await this.partNow(name);
        if (now.ended?.pid !== pid) throw new Error(`${name} has not ended after ${signal}`);
        return now;
      },
      { withinMs: GONE_WITHIN_MS },
    );
    const tookMs = performance.now() - startedAt;
    return { back: this.back(name, { part: name, signal, atMs, tookMs, code: part.ended!.code }, startedAt) };
  }

  private async back(name: string, gone: Omit<Disruption, 'backMs'>, startedAt: number): Promise<void> {
    await eventually(
      async () => {
        const { state } = await this.partNow(name);
        if (state !== 'ready') throw new Error(`${name} is ${state}`);
      },
      { withinMs: BACK_WITHIN_MS },
    );
    const disruption = { ...gone, backMs: performance.now() - startedAt };
    this.done.push(disruption);
    this.options.told?.(disruption);
  }

  private async partNow(name: string): Promise<SystemPart> {
    const part = (await this.system.parts()).find((one) => one.name === name);
    if (!part) throw new Error(`there is no ${name}`);
    return part;
  }
}
