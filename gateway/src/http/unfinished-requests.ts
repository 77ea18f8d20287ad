import { networkOf, SITE } from '@candid/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { plainRefusal } from '../errors/refusals.js';

/** More than a large office sends at once, and at most 50 MB of bodies in memory. */
const PER_SITE_MAX = 200;
const RETRY_AFTER_SECONDS = 5;

/** Answers a request with a refusal. */
type Refuse = (error: Error, request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Bounds the requests of one site whose bodies have not arrived whole: half-sent ones would otherwise hold connections and memory until
 * the request timeout. One more is refused and its connection closed.
 */
export function boundUnfinishedRequests(fastify: FastifyInstance, refuse: Refuse, perSiteMax = PER_SITE_MAX): void {
  const unfinished = new Map<string, number>();

  const forget = (site: string): void => {
    const left = (unfinished.get(site) ?? 1) - 1;
    if (left > 0) unfinished.set(site, left);
    else unfinished.delete(site);
  };

  fastify.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done();
    const site = networkOf(request.ip, SITE);
    const count = unfinished.get(site) ?? 0;
    if (count >= perSiteMax) {
      reply.header('connection', 'close');
      return refuse(plainRefusal('RATE_LIMITED', RETRY_AFTER_SECONDS), request, reply);
    }
    unfinished.set(site, count + 1);
    // Whichever comes first: the whole body, or the end of a connection that broke off.
    let isCounted = true;
    const finish = (): void => {
      if (isCounted) forget(site);
      isCounted = false;
    };
    request.raw.once('end', finish).once('close', finish);
    done();
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
