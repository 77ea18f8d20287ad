import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TokensFixture } from '../../tokens.fixture.spec.js';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** A second service and worker in processes of their own, which a test kills during their work. */
export class Processes {
  private running: ChildProcess[] = [];
  private isStarted = false;

  private constructor(private readonly environment: Record<string, string>) {}

  static async start(tokens: TokensFixture): Promise<Processes> {
    const { ensureBuilt } = await import(pathToFileURL(`${root}tools/lib/build.mjs`).href);
    await ensureBuilt(() => undefined, ['services']);
    const processes = new Processes(tokens.environment());
    processes.launch();
    return processes;
  }

  /** Kills the processes with SIGKILL and starts new ones. */
  async crash(): Promise<void> {
    await this.stop();
    this.launch();
  }

  async stop(): Promise<void> {
    const ended = this.running.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'));
    this.isStarted = false;
    for (const child of this.running.splice(0)) child.kill('SIGKILL');
    await Promise.all(ended);
  }

  /** Number of processes that ended without `stop`. Tests would not notice: their own process would do the work. */
  get endedByThemselves(): number {
    return this.isStarted ? this.running.filter(({ exitCode }) => exitCode !== null).length : 0;
  }

  private launch(): void {
    const { NODE_OPTIONS: _options, ...env } = process.env;
    this.running = ['main.js', 'worker.js'].map((entry) =>
      spawn(process.execPath, [`${root}services/tokens/dist/${entry}`], {
        env: { ...env, ...this.environment },
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    );
    this.isStarted = true;
  }
}
