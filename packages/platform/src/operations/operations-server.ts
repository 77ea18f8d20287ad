import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { within } from '../process/within.js';
import type { Metrics } from './metrics.js';

/** Resolves if the dependency can be used; otherwise rejects or hangs. Each check has two seconds. */
export type ReadinessCheck = () => Promise<unknown>;

export interface Release {
  version: string;
  revision: string;
}

const CHECK_TIMEOUT_MS = 2_000;

/**
 * `/health/live`: the event loop runs; the answer contains the release. `/health/started`: the start is complete.
 * `/health/ready`: the process is not stopping, and its dependencies (not other services) work; else 503 with the names
 * of the failing dependencies. `/metrics`: Prometheus metrics.
 */
export class OperationsServer {
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly server: Server;
  private accepting = false;
  private started = false;

  constructor(
    private readonly metrics: Metrics,
    private readonly release: Release,
  ) {
    this.server = createServer((request, response) => {
      void this.answer(request.url ?? '/', response);
    });
  }

  addReadinessCheck(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** The process is not ready before the first `setReady(true)`, nor after the first signal to stop. */
  setReady(ready: boolean): void {
    this.accepting = ready;
    this.started ||= ready;
  }

  /** @returns the port; `port` 0 selects a free one */
  async listen(port: number, host = '127.0.0.1'): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  async failures(): Promise<string[]> {
    if (!this.accepting) return ['process'];
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => ((await passes(check)) ? undefined : name)),
    );
    return results.filter((name) => name !== undefined);
  }

  private async answer(url: string, response: ServerResponse): Promise<void> {
    const path = url.split('?')[0];
    if (path === '/health/live') return send(response, 200, { status: 'live', ...this.release });
    if (path === '/health/started') {
      return send(response, this.started ? 200 : 503, { status: this.started ? 'started' : 'starting' });
    }
    if (path === '/health/ready') {
      const failing = await this.failures();
      return send(response, failing.length === 0 ? 200 : 503, failing.length === 0 ? { status: 'ready' } : { failing });
    }
    if (path !== '/metrics') return send(response, 404, { status: 'not found' });
    try {
      const body = await this.metrics.registry.metrics();
      response.writeHead(200, { 'content-type': this.metrics.registry.contentType }).end(body);
    } catch {
      send(response, 500, { status: 'metrics failed' });
    }
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const passes = (check: ReadinessCheck): Promise<boolean> =>
  within(check(), CHECK_TIMEOUT_MS).then(
    () => true,
    () => false,
  );
