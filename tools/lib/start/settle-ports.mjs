import { freePorts, isPortFree } from '../servers/ports.mjs';
import { ownServers } from './infrastructure.mjs';

/**
 * Throws where the app's port is taken. The mail page, unless its port was asked for, moves to a free one and says so.
 */
export async function settlePorts({ port: wanted, mailPort: wantedMail, mailPortIsGiven }, env, say) {
  const [freePort, freeMailPort] = await freePorts(2);
  const port = wanted === 0 ? freePort : wanted;
  if (!(await isPortFree(port))) {
    throw new Error(
      `Port ${port} is taken by another program. Stop that one, or choose another port: npm start -- --port ${port + 1}`,
    );
  }
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${port}`;
  if (!ownServers(env).includes('mail')) return { port, publicUrl };
  let mailPort = wantedMail === 0 ? freeMailPort : wantedMail;
  if (!(await isPortFree(mailPort))) {
    if (mailPortIsGiven)
      throw new Error(
        `Port ${mailPort} for the mail inbox is taken by another program: choose another with --mail-port`,
      );
    say(`Port ${mailPort} is taken; the mail inbox's page uses ${freeMailPort}.`);
    mailPort = freeMailPort;
  }
  return { port, mailPort, publicUrl, mailUrl: `http://localhost:${mailPort}` };
}
