export interface StreamedEvent {
  readonly name: string;
  readonly data: string;
}

export interface LiveListener {
  onEvent(event: StreamedEvent): void;
  /** False while the stream is down; listeners then poll. */
  onConnected(connected: boolean): void;
}

/** Messages from the tab with the stream to the others, and the request of a new tab. */
type Message =
  | { readonly event: StreamedEvent }
  | { readonly connected: boolean; readonly isAnswer?: true }
  | { readonly asks: true };

/**
 * Listens until `signal` aborts, together with all tabs that use the same name. One tab holds the stream and passes on its
 * events. If that tab closes or aborts, another one takes over. In a browser without locks, as on a page without TLS, each tab
 * holds its own stream.
 */
export async function withOtherTabs(
  name: string,
  hold: (listener: LiveListener, signal: AbortSignal) => Promise<void>,
  listener: LiveListener,
  signal: AbortSignal,
): Promise<void> {
  signal.addEventListener('abort', () => listener.onConnected(false));
  if (!navigator.locks) return hold(listener, signal);
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
    return hold(passingOn, signal);
  };
  // A tab that stops waiting for the lock has not failed.
  await navigator.locks.request(name, { signal }, holdStream).catch(() => undefined);
}
