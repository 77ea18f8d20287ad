import { setTimeout as delay } from 'node:timers/promises';

interface ReceivedMail {
  id: string;
  to: string[];
  messageId: string;
  subject: string;
}

const LOOK_EVERY_MS = 1_000;

/** Polls the mail inbox, which keeps only the newest mails, and collects every mail. */
export class Inbox {
  private readonly mails = new Map<string, ReceivedMail>();
  private last: string | undefined;
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  constructor(private readonly mailUrl: string) {
    this.running = this.watch();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Counts the mails with this subject for each person. Mails with the same Message-ID count once. */
  async counts(subject: string): Promise<Map<string, number>> {
    await this.look();
    const seen = new Set<string>();
    const counts = new Map<string, number>();
    for (const { to, messageId, subject: its } of this.mails.values()) {
      if (its !== subject || seen.has(messageId)) continue;
      seen.add(messageId);
      for (const address of to) counts.set(address, (counts.get(address) ?? 0) + 1);
    }
    return counts;
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.look().catch(() => undefined);
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    const response = await fetch(`${this.mailUrl}/api/messages${this.last ? `?after=${this.last}` : ''}`);
    const newestFirst = (await response.json()) as ReceivedMail[];
    for (const { id, to, messageId, subject } of newestFirst) this.mails.set(id, { id, to, messageId, subject });
    this.last = newestFirst[0]?.id ?? this.last;
  }
}
