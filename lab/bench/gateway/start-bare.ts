import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Select } from './recorded-selects.js';

export type BareRole = 'server' | 'responder' | 'appender' | 'selector';

export interface BareSettings {
  natsUrl?: string;
  databaseUrl?: string;
  body?: string;
  /** Statements that a selector sends for each request on its subject. */
  selects?: Select[];
  subject?: string;
  /** Groups of subjects. A server calls the selectors of a group concurrently, and one group after another. */
  groups?: string[][];
}

/** The bare processes of one benchmark. */
export class BareProcesses {
  private readonly children: ChildProcess[] = [];

  /** @returns the address of the process if it is a server */
  async start(role: BareRole, settings: BareSettings): Promise<string> {
    const program = fileURLToPath(new URL('./bare.js', import.meta.url));
    const child = spawn(process.execPath, [program, role, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.children.push(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return line.slice('ready '.length);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.children.splice(0).map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exited = once(child, 'exit');
        child.kill();
        await exited;
      }),
    );
  }
}
