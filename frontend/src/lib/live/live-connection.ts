import { fetchWithSession } from '../api/call';

export interface StreamedEvent {
  readonly name: string;
  readonly data: string;
}

interface LiveListener {
  onEvent(event: StreamedEvent): void;
  /** Reports whether the stream is open; while it is down, listeners poll. */
  onConnected(connected: boolean): void;
}

type Message =
  | { readonly event: StreamedEvent }
  | { readonly connected: boolean; readonly isAnswer?: true }
  | { readonly asks: true };

const reconnectMinMs = 1_000;
const reconnectMaxMs = 15_000;

/** Opens one stream per person and browser, because with HTTP/1.1 all tabs share six connections. */
export function openLiveConnection(userId: string, due: Promise<void>, listener: LiveListener): () => void {
  let shown: AbortController | undefined;
  let isOver = false;
  const follow = () => {
    if (isOver || document.visibilityState === 'hidden') {
      shown?.abort();
      shown = undefined;
    } else if (!shown) {
      shown = new AbortController();
      void withOtherTabs(`candid-live ${userId}`, listener, shown.signal);
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

/** One tab keeps the stream open and passes on its events. If there are no locks (no TLS), every tab opens a stream. */
async function withOtherTabs(name: string, listener: LiveListener, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', () => listener.onConnected(false));
  if (!navigator.locks) return keepOpen(listener, signal);
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  const say = (message: Message) => channel.postMessage(message);
  let isHolder = false;
  let isConnected = false;
  const setConnected = (connected: boolean) => {
    isConnected = connected;
    listener.onConnected(connected);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('event' in data) listener.onEvent(data.event);
    else if ('asks' in data) {
      if (isHolder) say({ connected: isConnected, isAnswer: true });
    } else if (!data.isAnswer || data.connected !== isConnected) setConnected(data.connected);
  };
  say({ asks: true });
  const passingOn: LiveListener = {
    onEvent(event) {
      say({ event });
      listener.onEvent(event);
    },
    onConnected(connected) {
      say({ connected });
      setConnected(connected);
    },
  };
  const holdStream = () => {
    isHolder = true;
    return keepOpen(passingOn, signal);
  };
  // Ignores the rejection when a tab stops waiting for the lock.
  await navigator.locks.request(name, { signal }, holdStream).catch(() => undefined);
}

/** Keeps one stream open. `fetch` replaces `EventSource`, which cannot send the token in a header. */
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
      // A dropped stream is normal: the loop opens the next one, and polling covers the gap.
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

/** Splits a server-sent stream into events. A chunk may end anywhere, so the parser keeps the rest for the next chunk. */
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

/** The server sends at least one line every 20 seconds, so a longer silence means a lost connection. */
const silentMs = 50_000;

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
