import { liveRoutes as routes } from '@candid/contracts';
import { Metrics } from '@candid/platform';
import { Controller, type OnApplicationShutdown, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EndedSessions } from '../auth/ended-sessions.js';
import { plainRefusal } from '../errors/refusals.js';
import { HttpRoute } from '../http/http-route.decorator.js';
import { answeredRequestIdOf } from '../http/request-headers.js';
import { LiveFeed } from './live-feed.js';

const HEARTBEAT_MS = 20_000;
/** At most; a stream lives no longer than the access token it was opened with, and the browser comes back with a fresh one. */
const STREAM_MS = 15 * 60_000;
const BUFFERED_BYTES_MAX = 64 * 1024;

@Controller()
export class LiveController implements OnApplicationShutdown {
  /** With the id of its session. */
  private readonly open = new Map<FastifyReply['raw'], string>();
  private isEnding = false;

  constructor(
    private readonly feed: LiveFeed,
    private readonly ended: EndedSessions,
    metrics: Metrics,
  ) {
    metrics.gauge('sse_connections', 'Browsers that are told of changes', () => this.open.size);
    ended.onEnd(({ sessionId }) => {
      for (const [stream, openedBy] of this.open) if (openedBy === sessionId) stream.end();
    });
  }

  @HttpRoute(routes.events)
  events(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const caller = request.call?.caller;
    if (!caller) throw plainRefusal('UNAUTHENTICATED');
    const { userId, sessionId, expiresAtMs } = caller;
    const stream = reply.raw;
    // A browser that left while the guard was asking would never be heard of again.
    if (request.raw.destroyed || stream.destroyed || stream.closed) {
      reply.hijack();
      return;
    }
    const leave = this.feed.join(userId, (event) => {
      // A browser that does not read any more is let go: it will poll.
      if (stream.writableLength > BUFFERED_BYTES_MAX) stream.destroy();
      else stream.write(event);
    });
    if (!leave) throw plainRefusal('RATE_LIMITED', 15);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) stream.setHeader(name, value);
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // The hook that adds them to every other answer does not see this one.
      'x-request-id': answeredRequestIdOf(request),
      'x-correlation-id': request.id,
    });
    stream.write('retry: 2000\n\n');
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);
    const limit = setTimeout(() => stream.end(), Math.max(0, Math.min(STREAM_MS, expiresAtMs - Date.now())));
    this.open.set(stream, sessionId);
    stream.once('close', () => {
      clearInterval(heartbeat);
      clearTimeout(limit);
      this.open.delete(stream);
      leave();
    });
    // The session may have ended since the guard let the request in.
    if (this.isEnding || this.ended.has(sessionId)) stream.end();
  }

  /** Browsers come back, to another process. */
  endStreams(): void {
    this.isEnding = true;
    for (const stream of this.open.keys()) stream.end();
  }

  onApplicationShutdown(): void {
    this.feed.close();
  }
}
