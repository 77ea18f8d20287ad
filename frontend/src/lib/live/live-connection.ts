import { fetchWithSession } from '../api/call';
import { type LiveListener, type StreamedEvent, withOtherTabs } from './other-tabs';

export type { StreamedEvent };

const reconnectMinMs = 1_000;
const reconnectMaxMs = 15_000;

/**
 * Brings live updates of one person from `due` until the returned function is called, while the page can be seen. Of all tabs of a browser
 * that show the person one holds the stream: over HTTP/1.1 a browser opens six connections to a server, and each stream keeps one.
 */
export function openLiveConnection(userId: string, due: Promise<void>, listener: LiveListener): () => void {
  let shown: AbortController | undefined;
  let isOver = false;
  const follow = () => {
    if (isOver || document.visibilityState === 'hidden') {
      shown?.abort();
      shown = undefined;
    } else if (!shown) {
      shown = new AbortController();
      void withOtherTabs(`candid-live ${userId}`, keepOpen, listener, shown.signal);
    }
  };
  void due.then(() => {
    if (isOver) return;
    document.addEventListener('visibilitychange', follow);
    follow();
  });
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', follow);
    follow();
  };
}

/** Keeps one stream open. The token is in a header, so `EventSource` cannot carry it. */
async function keepOpen(listener: LiveListener, signal: AbortSignal): Promise<void> {
  let waitMs = reconnectMinMs;
  while (!signal.aborted) {
    try {
      const response = await fetchWithSession((token) =>
        fetch('/api/events', {
          headers: { accept: 'text/event-stream', ...(token ? { authorization: `Bearer ${token}` } : {}) },
          credentials: 'same-origin',
          signal,
        }),
      );
      if (response.ok && response.body) {
        waitMs = reconnectMinMs;
        listener.onConnected(true);
        await readEventStream(response.body, listener.onEvent);
      }
    } catch {
      // A dropped stream is ordinary: the loop opens the next one and polling bridges the gap.
    }
    if (signal.aborted) return;
    listener.onConnected(false);
    await delay(waitMs, signal);
    waitMs = Math.min(waitMs * 2, reconnectMaxMs);
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Splits a server-sent stream into its events; a chunk may end anywhere, so the rest waits for the next. */
export class EventStreamParser {
  private rest = '';

  push(chunk: string): StreamedEvent[] {
    const blocks = (this.rest + chunk).replaceAll('\r\n', '\n').split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.map(parseBlock).filter((event) => event !== null);
  }
}

function parseBlock(block: string): StreamedEvent | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
  }
  return data.length > 0 ? { name, data: data.join('\n') } : null;
}

/** The server says something at least every 20 seconds, so a line that is silent for longer is gone. */
const silentMs = 50_000;

/** Hands on every event of the body until it ends, is aborted or goes silent. */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamedEvent) => void,
): Promise<void> {
  const parser = new EventStreamParser();
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  for (;;) {
    const giveUp = setTimeout(() => void reader.cancel(), silentMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(giveUp));
    if (done) return;
    for (const event of parser.push(value)) onEvent(event);
  }
}
