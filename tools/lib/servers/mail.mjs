import { fromRoot, nodeBinary } from '../paths.mjs';
import { startChild } from '../processes/child.mjs';

/** Port 0 selects a free port. */
export async function startMailInbox({ directory, smtpPort = 0, httpPort = 0, logFile, onLine }) {
  const memory = ['--max-semi-space-size=1', '--max-old-space-size=96'];
  const ports = ['--smtp-port', String(smtpPort), '--http-port', String(httpPort)];
  const child = startChild({
    name: 'mail',
    command: nodeBinary,
    args: [...memory, fromRoot('tools', 'mail-inbox.mjs'), ...ports, '--directory', directory],
    logFile,
    onLine,
  });
  const line = await child.waitForLine(/^ready smtp=\d+ http=\d+$/);
  const [, smtp, http] = /smtp=(\d+) http=(\d+)/.exec(line);
  return {
    ...child,
    smtpPort: Number(smtp),
    pageUrl: `http://127.0.0.1:${http}`,
  };
}
