import type { Server, ServerResponse } from 'node:http';
import type { Logger } from '@candid/platform';
import type { FastifyInstance } from 'fastify';

const IDLE_CHECK_MS = 100;

/**
 * Ends an HTTP server without cutting a request: from `leave` on every answer says `connection: close`; from `close` on no
 * connection is accepted, what is under way is finished, and a connection is closed as soon as nothing is on it.
 */
export class ConnectionDrain {
  private readonly server: Server;

  /** @param timeoutMs after which whoever still sends or reads is cut off: one slow reader must not keep the process */
  constructor(
    private readonly fastify: FastifyInstance,
    private readonly logger: Logger,
    private readonly timeoutMs: number,
  ) {
    this.server = fastify.server;
  }

  leave(): void {
    this.server.prependListener('request', (_request: unknown, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  }

  async close(): Promise<void> {
    // What was answered just before `leave` has left its connection open for another request.
    const idle = setInterval(() => this.server.closeIdleConnections(), IDLE_CHECK_MS);
    const cut = setTimeout(() => {
      this.logger.warn({ timeoutMs: this.timeoutMs }, 'connections cut off that did not end');
      this.server.closeAllConnections();
    }, this.timeoutMs);
    try {
      await this.fastify.close();
    } finally {
      clearInterval(idle);
      clearTimeout(cut);
    }
  }
}
