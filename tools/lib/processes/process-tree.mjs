import { setTimeout as delay } from 'node:timers/promises';
import { commandOf, processesNow, ticksPerSecond } from './processes.mjs';

const askEveryMs = 50;

const keyOf = ({ pid, startedAt }) => `${pid} ${startedAt}`;

/** Once seen, a process stays in the tree, even if the kernel gives it another parent. */
export class ProcessTree {
  /** Processes by number and start time, because the kernel reuses numbers. */
  #seen = new Map();
  #running = new Set();

  constructor(pid) {
    this.pid = pid;
  }

  look(now = processesNow()) {
    const childrenOf = Map.groupBy(now, ({ parent }) => parent);
    const roots = now.filter((one) => one.pid === this.pid || this.#seen.has(keyOf(one)));
    const found = new Map(roots.map((one) => [keyOf(one), one]));
    for (const one of found.values()) {
      for (const child of childrenOf.get(one.pid) ?? []) found.set(keyOf(child), child);
    }
    const keyByPid = new Map([...found].map(([key, { pid }]) => [pid, key]));
    for (const [key, one] of found) {
      const parentKey = this.#seen.get(key)?.parentKey ?? keyByPid.get(one.parent);
      this.#seen.set(key, { ...one, parentKey });
    }
    this.#running = new Set([...found].filter(([, { isZombie }]) => !isZombie).map(([key]) => key));
  }

  /** Lower bound of processor time. Time after the last `look()` counts only if the parent waited for the process. */
  cpuSeconds() {
    const childrenOf = Map.groupBy(this.#seen.keys(), (key) => this.#seen.get(key).parentKey);
    const ticksOf = (key) => {
      const { own, waited } = this.#seen.get(key);
      const sum = { running: 0, ended: 0 };
      for (const child of childrenOf.get(key) ?? [])
        sum[this.#running.has(child) ? 'running' : 'ended'] += ticksOf(child);
      return own + sum.running + Math.max(waited, sum.ended);
    };
    const roots = childrenOf.get(undefined) ?? [];
    return roots.reduce((ticks, key) => ticks + ticksOf(key), 0) / ticksPerSecond;
  }

  /** Waits for `graceMs`, kills the processes that still run, and resolves to their commands. */
  async end(graceMs) {
    const deadline = performance.now() + graceMs;
    this.look();
    while (this.#running.size > 0 && performance.now() < deadline) {
      await delay(askEveryMs);
      this.look();
    }
    const left = [...this.#running].map((key) => this.#seen.get(key).pid);
    const commands = left.map((pid) => commandOf(pid)).filter(Boolean);
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    }
    return commands;
  }
}
