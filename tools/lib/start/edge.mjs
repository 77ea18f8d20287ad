import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const checkEveryMs = 100;
const checkTimeoutMs = 2_000;
/** Headers that concern only one connection. The edge does not pass them on. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'te', 'trailer'];
const repeatable = ['GET', 'HEAD'];
const frozen = 'EFROZEN';
/** Errors that occur only before a gateway begins to answer. */
const repeated = ['ECONNREFUSED', frozen];

const withoutHops = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)));

async function isReady(opsAddress) {
  const response = await fetch(`${opsAddress}/health/ready`, { signal: AbortSignal.timeout(checkTimeoutMs) });
  await response.arrayBuffer();
  return response.ok;
}

/**
 * Polls each gateway. A gateway gets no new requests if it is not ready, refuses or does not answer. If it does not answer, `leave` ends
 * its open requests.
 */
function watch(gateways, leave) {
  const stopping = new AbortController();
  const look = async (gateway) => {
    while (!stopping.signal.aborted) {
      gateway.isReady = await isReady(gateway.opsAddress).catch((error) => {
        if (error.name === 'TimeoutError') leave(gateway);
        return false;
      });
      await delay(checkEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  for (const gateway of gateways) void look(gateway);
  return () => stopping.abort();
}

function refuse(response, status, why) {
  if (response.headersSent) return response.destroy();
  const body = { code: 'UNAVAILABLE', message: 'Please try again in a moment.', requestId: 'edge' };
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1', 'x-edge': why });
  response.end(JSON.stringify(body));
}

/**
 * A load balancer that uses several gateways on one machine in turn. Only ready gateways get requests. A GET or HEAD
 * request goes to the next gateway if the first one refuses the connection, or is frozen before it begins to answer. No other request is
 * sent twice: if a gateway fails, the edge answers with 502. `gateways`: [{ address, opsAddress }].
 */
export function createEdge(gateways) {
  const known = gateways.map((gateway) => ({ ...gateway, isReady: false, unanswered: new Set() }));
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 32 });
  const unwatch = watch(known, ({ unanswered }) => {
    for (const upstream of unanswered) upstream.destroy(Object.assign(new Error('frozen'), { code: frozen }));
  });
  let turn = 0;

  const next = (tried) => {
    const ready = known.filter((gateway) => gateway.isReady && !tried.includes(gateway));
    turn += 1;
    return ready[turn % ready.length];
  };

  function forward(request, response, tried = []) {
    const gateway = next(tried);
    if (!gateway) return refuse(response, 503, 'no gateway is ready');
    const from = request.socket.remoteAddress;
    const forwarded = [request.headers['x-forwarded-for'], from].filter(Boolean).join(', ');
    const headers = { ...withoutHops(request.headers), 'x-forwarded-for': forwarded };
    const upstream = http.request(new URL(request.url, gateway.address), { method: request.method, headers, agent });
    gateway.unanswered.add(upstream);
    upstream.on('close', () => gateway.unanswered.delete(upstream));
    upstream.on('response', (answer) => {
      gateway.unanswered.delete(upstream);
      response.writeHead(answer.statusCode, withoutHops(answer.headers));
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    upstream.on('error', (error) => {
      if (repeated.includes(error.code) && repeatable.includes(request.method))
        return forward(request, response, [...tried, gateway]);
      refuse(response, 502, error.code ?? error.message);
    });
    response.on('close', () => {
      if (!response.writableFinished) upstream.destroy();
    });
    request.pipe(upstream);
  }

  const server = http.createServer((request, response) => forward(request, response));
  // The edge sets no time limit for requests, because uploads may take long.
  server.requestTimeout = 0;
  return {
    isReady: () => known.some((gateway) => gateway.isReady),
    listen: (port, host) => new Promise((resolve) => server.listen(port, host, resolve)),
    close: async () => {
      unwatch();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
