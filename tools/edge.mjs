/** The load balancer of `npm start -- --replicas N`: PORT, HOST, OPS_PORT, OPS_HOST, GATEWAYS (JSON: [{ address, opsAddress }]). */
import http from 'node:http';
import { createEdge } from './lib/start/edge.mjs';

const { PORT, HOST = '127.0.0.1', OPS_PORT, OPS_HOST = '127.0.0.1', GATEWAYS } = process.env;
const edge = createEdge(JSON.parse(GATEWAYS));
await edge.listen(Number(PORT), HOST);
const operations = http.createServer((_request, response) => {
  response.writeHead(edge.isReady() ? 200 : 503, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: edge.isReady() ? 'ready' : 'no gateway is ready' }));
});
operations.listen(Number(OPS_PORT), OPS_HOST);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    operations.close();
    operations.closeAllConnections();
    await edge.close();
    process.exit(0);
  });
}
