import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';

interface ConnectNatsOptions {
  logger?: Logger;
  ca?: string | undefined;
}

/**
 * Waits for the server at start, reconnects for ever, and detects a dead server by pings within about 20 seconds.
 * Messages published without a connection are lost; see `stateOf`. Inboxes for answers start with the user's name, and
 * no other user may read them.
 * @param url addresses separated by commas, with the credentials before the first host:
 * `nats://user:password@host:4222`
 */
export async function connectNats(
  url: string,
  name: string,
  { logger, ca }: ConnectNatsOptions = {},
): Promise<NatsConnection> {
  const connection = await connect({
    ...addressesOf(url),
    ...(ca && { tls: { ca } }),
    name,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: 200,
    reconnectJitter: 200,
    pingInterval: 10_000,
    maxPingOut: 2,
    ignoreAuthErrorAbort: true,
    // The client would otherwise capture two stack traces for each request, even if there is no error.
    noAsyncTraces: true,
  });
  writeOncePerTurn(connection);
  if (logger) void reportStatus(connection, logger);
  return connection;
}

/**
 * Joins the messages of one turn of the event loop into one write. The client writes after each callback: under load
 * that is a system call and a packet per message. Throws TypeError if the client no longer has `flushPending`.
 */
function writeOncePerTurn(connection: NatsConnection): void {
  const { protocol } = connection as unknown as { protocol: { flushPending(): void } };
  const flushPending = protocol.flushPending.bind(protocol);
  let isScheduled = false;
  protocol.flushPending = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      flushPending();
    });
  };
}

/** Separates the credentials, because the client does not read them from an address. */
function addressesOf(url: string): { servers: string[]; user?: string; pass?: string; inboxPrefix?: string } {
  const [, scheme = '', user, pass, hosts = ''] = /^(\w+:\/\/)?(?:([^:@/]*):([^@/]*)@)?(.*)$/s.exec(url.trim())!;
  const servers = `${scheme}${hosts}`.split(',').map((address) => address.trim());
  if (user === undefined || pass === undefined) return { servers };
  const name = decodeURIComponent(user);
  return { servers, user: name, pass: decodeURIComponent(pass), inboxPrefix: `_INBOX.${name}` };
}

async function reportStatus(connection: NatsConnection, logger: Logger): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') logger.warn('NATS disconnected');
    else if (status.type === 'reconnect') logger.info('NATS reconnected');
    else if (status.type === 'error') logger.error({ err: status.error }, 'NATS error');
  }
}
