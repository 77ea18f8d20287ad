/**
 * A local mail inbox: accepts every mail over SMTP and serves the mails on a page and as JSON.
 *
 *   node tools/mail-inbox.mjs --smtp-port N --http-port N [--host ADDRESS] [--smtp-host ADDRESS] [--directory DIR]
 *
 * Port 0 selects a free port. Prints `ready smtp=<port> http=<port>` once both servers listen.
 */
import { parseArgs } from 'node:util';
import { createMailPage } from './mail/http.mjs';
import { createSmtpServer } from './mail/smtp.mjs';
import { createMailStore } from './mail/store.mjs';

const { values } = parseArgs({
  options: {
    'smtp-port': { type: 'string', default: '0' },
    'http-port': { type: 'string', default: '8025' },
    host: { type: 'string', default: '127.0.0.1' },
    'smtp-host': { type: 'string', default: '127.0.0.1' },
    directory: { type: 'string' },
  },
});

const store = createMailStore({ directory: values.directory });
const smtp = createSmtpServer(store);
const page = createMailPage(store);

const listening = (server, port, host) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), host, () => resolve(server.address().port));
  });

try {
  const smtpPort = await listening(smtp.server, values['smtp-port'], values['smtp-host']);
  const httpPort = await listening(page, values['http-port'], values.host);
  console.log(`ready smtp=${smtpPort} http=${httpPort}`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

function stop() {
  store.close();
  page.close();
  page.closeAllConnections();
  smtp.close(() => process.exit(0));
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
