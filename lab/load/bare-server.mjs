/** Child process with the smallest possible server, which answers immediately. Sends its port to its parent. */
import http from 'node:http';

const body = JSON.stringify({ success: true });
const server = http.createServer((_, response) => response.end(body));
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => process.exit());
