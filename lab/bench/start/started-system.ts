import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface Child {
  pid: number;
  exited: Promise<unknown>;
  /** The last lines that the process printed. */
  recentLines(): string[];
  stop(): Promise<unknown>;
}

interface Tools {
  startChild(options: object): Child;
  treeOf(pid: number): number[];
  memoryOf(pid: number): { pssBytes: number };
  processorSecondsOf(pid: number): number;
  olderVersion(commit: string, tell: (line: string) => void): Promise<string>;
  secondsByPart(system: { parts(): SystemPart[] }): Promise<Map<string, number>>;
  nodeIn(home: string): string;
  root: string;
}

/** Part of a started system, such as a process of the product or a server. */
export interface SystemPart {
  name: string;
  pid: number;
  address?: string;
}

/** Imports tools of the project, which are plain JavaScript, so their types are declared here. */
export async function startTools(): Promise<Tools> {
  const places = [
    'tools/lib/processes/child',
    'tools/lib/processes/processes',
    'tools/lib/paths',
    'lab/runs/older-version',
    'lab/load/usage',
  ];
  const modules = places.map((place) => import(new URL(`../../../../${place}.mjs`, import.meta.url).href));
  return Object.assign({}, ...(await Promise.all(modules)));
}

/** Directories of the commit to compare with, if any, and of this checkout, which is last. */
export async function homesOf(against: string | undefined): Promise<string[]> {
  if (process.platform !== 'linux') throw new Error('This is measured on Linux only: it reads /proc.');
  const { olderVersion, root } = await startTools();
  return against === undefined ? [root] : [await olderVersion(against, (line) => console.log(`  ${line}`)), root];
}

/** On a busy machine, the first start of an earlier version takes minutes, because that version waits for the demo. */
const timeoutMs = 20 * 60_000;

/** A system started like `npm start`, but without npm. The start ends at the `ready` line. Linux only. */
export class StartedSystem {
  private constructor(
    private readonly tools: Tools,
    private readonly child: Child,
    private readonly data: string,
    private readonly spawnedAt: number,
    readonly readySeconds: number,
    /** Processor seconds of all processes of the start, including those that have ended. */
    readonly startCpuSeconds: number,
  ) {}

  static async start(home: string, data: string, options: readonly string[], env = {}): Promise<StartedSystem> {
    const tools = await startTools();
    const ready = Promise.withResolvers<number>();
    const spawnedAt = performance.now();
    const child = tools.startChild({
      name: 'the system',
      command: tools.nodeIn(home),
      args: ['tools/start.mjs', '--data', data, '--port', '0', '--mail-port', '0', ...options],
      cwd: home,
      env,
      killAfterMs: 120_000,
      onLine: (line: string) => {
        if (line.startsWith('ready in')) ready.resolve(performance.now() - spawnedAt);
      },
    });
    const fail = (reason: string) => ready.reject(new Error(`${reason}\n${child.recentLines().join('\n')}`));
    const timer = setTimeout(() => fail('the system was not ready in time'), timeoutMs);
    void child.exited.then(() => fail('the system ended before it was ready'));
    try {
      const readySeconds = (await ready.promise) / 1_000;
      return new StartedSystem(tools, child, data, spawnedAt, readySeconds, cpuSecondsOf(tools, child.pid));
    } catch (error) {
      await child.stop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @returns seconds from the spawn to the complete demo @throws if the system ends before */
  async demoIsThere(): Promise<number> {
    let hasEnded = false;
    void this.child.exited.then(() => {
      hasEnded = true;
    });
    while (!this.hasDemo()) {
      const elapsedMs = performance.now() - this.spawnedAt;
      if (hasEnded || elapsedMs > timeoutMs) throw new Error(`no demo after ${Math.round(elapsedMs / 1_000)} s`);
      await delay(100);
    }
    return (performance.now() - this.spawnedAt) / 1_000;
  }

  /** True if the demo is complete. The file exists once log-ins work; `madeAt` is added last. */
  private hasDemo(): boolean {
    const mark = join(this.data, 'demo.json');
    return existsSync(mark) && readFileSync(mark, 'utf8').includes('"madeAt"');
  }

  /** Addresses and parts, as the system has recorded them. */
  run(): { appUrl: string; mailUrl: string; parts: SystemPart[] } {
    return JSON.parse(readFileSync(join(this.data, 'run.json'), 'utf8'));
  }

  /** Returns the proportional set size of all processes, in which a shared page counts once. */
  memoryMebibytes(): number {
    const { treeOf, memoryOf } = this.tools;
    return treeOf(this.child.pid).reduce((sum, pid) => sum + memoryOf(pid).pssBytes, 0) / 1_024 ** 2;
  }

  /** Measures for `forMs` which share of one core the idle system uses. */
  async restShare(forMs: number): Promise<number> {
    const [startedAt, before] = [performance.now(), cpuSecondsOf(this.tools, this.child.pid)];
    await delay(forMs);
    const spent = cpuSecondsOf(this.tools, this.child.pid) - before;
    return (spent * 1_000) / (performance.now() - startedAt);
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}

const cpuSecondsOf = ({ treeOf, processorSecondsOf }: Tools, pid: number): number =>
  treeOf(pid).reduce((sum, each) => sum + processorSecondsOf(each), 0);
