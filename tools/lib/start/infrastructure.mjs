import { readFileSync } from 'node:fs';
import path from 'node:path';
import { builtNatsUsers } from '../paths.mjs';
import { everyDatabaseIsGiven } from '../servers/databases.mjs';
import { startMailInbox } from '../servers/mail.mjs';
import { startNats } from '../servers/nats.mjs';
import { natsKinds, natsPasswordsFile, natsUrl, passwordsFileName, usersFileName } from '../servers/nats-passwords.mjs';
import { freePorts, isPortFree } from '../servers/ports.mjs';
import { startPostgres } from '../servers/postgres.mjs';
import { startRedis } from '../servers/redis.mjs';
import { requireServers } from '../servers/servers.mjs';
import { natsPasswords } from './secrets.mjs';

export function ownServers(env) {
  const given = {
    postgres: env.DATABASE_URL !== undefined || everyDatabaseIsGiven(env),
    nats: env.NATS_URL !== undefined,
    redis: env.REDIS_URL !== undefined,
    mail: env.SMTP_URL !== undefined,
  };
  return Object.keys(given).filter((name) => !given[name]);
}

/** Reads the file of NATS users, which the build writes. */
const natsUsers = (secrets) => ({
  [usersFileName]: readFileSync(builtNatsUsers, 'utf8'),
  [passwordsFileName]: natsPasswordsFile(natsPasswords(secrets)),
});

/** Each kind of process connects as its own NATS user. If `NATS_URL` is set, all kinds connect with that address. */
const natsUrls = (env, secrets, address) =>
  Object.fromEntries(natsKinds.map((kind) => [kind, env.NATS_URL ?? natsUrl(kind, natsPasswords(secrets), address)]));

async function natsMembers(count) {
  const ports = await freePorts(2 * count);
  const members = Array.from({ length: count }, (_, index) => ({
    name: index === 0 ? 'nats' : `nats-${index + 1}`,
    port: ports.pop(),
    route: `nats://127.0.0.1:${ports.pop()}`,
  }));
  const routes = members.map(({ route }) => route).join();
  return members.map(({ name, port, route }) => {
    const ofCluster = ['--cluster_name', 'candid', '--cluster', route, '--routes', routes];
    return { name, port, args: count === 1 ? [] : ['--server_name', name, ...ofCluster] };
  });
}

/** A server keeps its port at a restart. `urls`: { postgres, pooler, nats: { [kind]: url }, redis, smtp, mailPage }. */
export async function planInfrastructure({ data, env, secrets, mailPort, natsServers = 1, say, report }) {
  const own = ownServers(env);
  const servers = await requireServers(own, say);
  const [postgresPort, redisPort, smtpPort, pagePort] = await freePorts(4);
  const httpPort = mailPort === 0 ? pagePort : mailPort;
  const place = (name) => ({
    directory: path.join(data, name),
    logFile: path.join(data, 'logs', `${name}.log`),
    onLine: (line, source) => report(name, line, source),
  });
  const password = secrets.postgresPassword;
  const durable = env.POSTGRES_FSYNC !== 'off';
  const singles = {
    postgres: {
      address: `postgres://127.0.0.1:${postgresPort}`,
      launch: () => startPostgres({ ...place('postgres'), port: postgresPort, password, durable }),
    },
    redis: {
      address: `redis://127.0.0.1:${redisPort}`,
      launch: () => startRedis({ ...place('redis'), port: redisPort, server: servers.redis }),
    },
    mail: {
      address: `http://localhost:${httpPort}`,
      launch: () => startMailInbox({ ...place('mail'), smtpPort, httpPort }),
    },
  };
  const members = own.includes('nats') ? await natsMembers(natsServers) : [];
  // If there are no replicas, no process can replace a frozen process, and pings would only wake an idle system.
  const nats = { server: servers.nats, endsFrozenClients: env.IDLE_PACE !== 'slow' };
  const natsParts = members.map(({ name, port, args }) => ({
    name,
    address: `nats://127.0.0.1:${port}`,
    launch: async () => startNats({ ...nats, ...place(name), port, args, users: natsUsers(secrets) }),
  }));
  const natsAddresses = members.map(({ port }) => `127.0.0.1:${port}`).join();
  const partsOf = (name) => (name === 'nats' ? natsParts : [{ name, ...singles[name] }]);
  const adminUrl = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${postgresPort}/postgres`;
  return {
    parts: own.flatMap(partsOf),
    urls: {
      postgres: env.DATABASE_URL ?? adminUrl,
      pooler: env.DATABASE_POOLER,
      nats: natsUrls(env, secrets, natsAddresses),
      redis: env.REDIS_URL ?? singles.redis.address,
      smtp: env.SMTP_URL ?? `smtp://127.0.0.1:${smtpPort}`,
      mailPage: own.includes('mail') ? singles.mail.address : undefined,
    },
  };
}

/** Throws if the app's port or a given mail port is taken. A default mail port that is taken is replaced. */
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
