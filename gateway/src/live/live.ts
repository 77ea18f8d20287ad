import {
  assessmentsEvents,
  HEARD_BY_GATEWAY,
  type IntegrationEventType,
  identityEvents,
  type LiveEvents,
  moderationEvents,
  profileAssessmentsEvents,
  liveRoutes as routes,
  tokensEvents,
} from '@candid/contracts';
import { listenToEvent, Metrics, NATS, type ReceivedEvent } from '@candid/platform';
import type { NatsConnection } from '@nats-io/transport-node';
import { Controller, Inject, type OnApplicationShutdown, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { EndedSessions } from '../auth/callers.js';
import { answeredRequestIdOf, HttpRoute } from '../kernel/call.js';
import { plainRefusal } from '../kernel/refusals.js';

const HEARTBEAT_MS = 20_000;

/** Maximum age of a stream, which also ends with its access token. The browser reconnects with a new token. */
const STREAM_MS = 15 * 60_000;
const BUFFERED_BYTES_MAX = 64 * 1024;

type LiveName = keyof typeof LiveEvents;
type State = z.input<typeof LiveEvents.assessment>['state'];
type Send = (event: string) => void;
type Decided = Pick<z.output<typeof moderationEvents.DecisionUndone.data>, 'toldTo' | 'photoId'>;

const STREAMS_PER_USER_MAX = 8;

/** @throws Error if `HEARD_BY_GATEWAY` does not name the event, so that the process does not start */
export const hearEvent: typeof listenToEvent = (nats, type, listener, isWanted) => {
  if (!HEARD_BY_GATEWAY.some(({ subject }) => subject === type.subject))
    throw new Error(`HEARD_BY_GATEWAY does not name ${type.type}`);
  return listenToEvent(nats, type, listener, isWanted);
};

/** Delivers at most once. A browser that misses an event finds the change by polling, so nothing is stored. */
export class LiveFeed {
  private readonly listeners = new Map<string, Set<Send>>();
  private readonly stops: (() => void)[];

  constructor(@Inject(NATS) nats: NatsConnection) {
    const hear = <Data extends z.ZodType>(
      type: IntegrationEventType<Data>,
      told: (event: ReceivedEvent<Data>) => void,
    ) => hearEvent(nats, type, told, () => this.listeners.size > 0);
    const test = (state: State) => (event: { data: { userId: string; photoAssessmentId: string } }) =>
      this.tell(event.data.userId, 'assessment', { testId: event.data.photoAssessmentId, state });
    const group = (state: State) => (event: { data: { userId: string; profileAssessmentId: string } }) =>
      this.tell(event.data.userId, 'assessment', { groupId: event.data.profileAssessmentId, state });
    const photo = (state: State) => (event: { data: { userId: string; photoId: string } }) =>
      this.tell(event.data.userId, 'assessment', { photoId: event.data.photoId, state });
    const decided = ({ data: { toldTo, photoId } }: { data: Decided }) => {
      if (toldTo !== null) this.tell(toldTo, 'assessment', { ...(photoId !== null && { photoId }), state: 'decided' });
    };
    this.stops = [
      hear(assessmentsEvents.PhotoResultsUpdated, ({ data: { userId, ...rating } }) =>
        this.tell(userId, 'rating', rating),
      ),
      hear(tokensEvents.BalanceChanged, ({ data: { userId, availableTokens: tokenCount } }) =>
        this.tell(userId, 'balance', { tokenCount }),
      ),
      hear(identityEvents.AccountChanged, ({ data: { userId, ...counts } }) =>
        this.tell(userId, 'notification', counts),
      ),
      hear(assessmentsEvents.PhotoAssessmentStarted, test('started')),
      hear(assessmentsEvents.PhotoAssessmentCompleted, test('completed')),
      hear(assessmentsEvents.AssessedPhotoEnded, test('ended')),
      hear(profileAssessmentsEvents.ProfileRoundStarted, group('started')),
      hear(profileAssessmentsEvents.ProfileRatingAccepted, group('rated')),
      hear(profileAssessmentsEvents.ProfileRoundCompleted, group('completed')),
      hear(profileAssessmentsEvents.ProfileRoundEnded, group('ended')),
      hear(moderationEvents.PhotoHeld, photo('held')),
      hear(moderationEvents.PhotoHoldReleased, photo('released')),
      hear(moderationEvents.CaseDecided, decided),
      hear(moderationEvents.DecisionUndone, decided),
      hear(moderationEvents.AppealDecided, decided),
    ];
  }

  /** Returns the function that leaves the feed; undefined if the user has too many open streams. */
  join(userId: string, send: Send): (() => void) | undefined {
    const own = this.listeners.get(userId) ?? new Set<Send>();
    if (own.size >= STREAMS_PER_USER_MAX) return undefined;
    own.add(send);
    this.listeners.set(userId, own);
    return () => {
      own.delete(send);
      if (own.size === 0) this.listeners.delete(userId);
    };
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.listeners.clear();
  }

  private tell<Name extends LiveName>(userId: string, name: Name, data: z.input<(typeof LiveEvents)[Name]>): void {
    const listeners = this.listeners.get(userId);
    if (!listeners) return;
    const event = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const send of listeners) send(event);
  }
}

@Controller()
export class LiveController implements OnApplicationShutdown {
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
    // The browser may have left while the guard was waiting. A listener that is added now would miss its `close` event.
    if (request.raw.destroyed || stream.destroyed || stream.closed) {
      reply.hijack();
      return;
    }
    const leave = this.feed.join(userId, (event) => {
      // A browser that no longer reads is disconnected and then polls.
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
      // These headers are set here, because the hook that adds them to other answers does not run for this one.
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

  /** Ends all streams. Browsers reconnect to another process. */
  endStreams(): void {
    this.isEnding = true;
    for (const stream of this.open.keys()) stream.end();
  }

  onApplicationShutdown(): void {
    this.feed.close();
  }
}
