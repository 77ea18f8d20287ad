import { setTimeout as delay } from 'node:timers/promises';
import type { Person } from '../people/person.js';
import type { Traffic } from './traffic.js';

const RETRY_MS = 500;

/** A person's stream of live updates, opened again whenever it ends, as browsers do. */
export class LiveStream {
  opened = 0;
  bytes = 0;
  private readonly running: Promise<void>;
  private readonly stopping = new AbortController();

  constructor(
    private readonly baseUrl: string,
    private readonly person: Person,
    private readonly traffic: Traffic,
  ) {
    this.running = this.keepOpen();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keepOpen(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.openOnce(signal);
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** A stream may end; one that breaks off is like an answer that does. */
  private async openOnce(signal: AbortSignal): Promise<void> {
    try {
      const headers = { authorization: `Bearer ${this.person.token}`, accept: 'text/event-stream' };
      const response = await this.traffic.once(`${this.baseUrl}/api/events`, { headers, signal });
      if (response?.status !== 200) return;
      this.opened += 1;
      for await (const chunk of response.body!) this.bytes += (chunk as Uint8Array).length;
    } catch {
      if (!signal.aborted) this.traffic.report('cut', 'the stream of live updates');
    }
  }
}
