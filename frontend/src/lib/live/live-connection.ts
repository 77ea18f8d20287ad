import { fetchWithSession } from '../api/call';
import { readEventStream, type StreamedEvent } from './event-stream';

const reconnectMinMs = 1_000;
const reconnectMaxMs = 15_000;

export interface LiveListener {
  onEvent(event: StreamedEvent): void;
  /** False while the stream is down; whoever listens polls meanwhile. */
  onConnected(connected: boolean): void;
}

/**
 * Keeps one stream of live updates open, from `due` until the returned function is called. The token is in a header, so
 * `EventSource` cannot carry it.
 */
export function openLiveConnection(due: Promise<void>, listener: LiveListener): () => void {
  const stopping = new AbortController();
  void due.then(() => keepOpen(listener, stopping.signal));
  return () => stopping.abort();
}

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
