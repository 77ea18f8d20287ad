/** Runs the smallest possible server, which answers immediately, in a child process. Sends its port to the parent. */
import http from 'node:http';

const body = JSON.stringify({ success: true });
const server = http.createServer((_, response) => response.end(body));
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => process.exit());
