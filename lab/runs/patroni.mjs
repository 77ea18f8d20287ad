import { chownSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startChild } from '../../tools/lib/processes/child.mjs';
import { installDebianPackages } from '../../tools/lib/programs/debian.mjs';
import { findExecutable } from '../../tools/lib/programs/executables.mjs';
import { freePorts } from '../../tools/lib/servers/ports.mjs';
import { unprivilegedIdentity } from '../../tools/lib/servers/unprivileged.mjs';

const packages = ['patroni', 'etcd-server', 'haproxy', 'postgresql'];
const programs = ['patroni', 'etcd', 'haproxy'];
const binaries = () => globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
const areThere = () => programs.every((name) => findExecutable(name)) && binaries() !== undefined;

/** Installs the programs from Debian packages if they are missing. @throws Error if that fails */
async function providePrograms(say) {
  if (!areThere()) await installDebianPackages(packages, say);
  if (!areThere()) throw new Error(`PostgreSQL with a fail-over needs Debian's packages ${packages.join(', ')}`);
}

/** Returns the Patroni configuration as JSON, a subset of YAML. Replication is synchronous. */
const configuration = ({ name, directory, port, restPort, etcdPort, password }) => ({
  scope: 'candid',
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ...{ ttl: 20, loop_wait: 2, retry_timeout: 3, synchronous_mode: true },
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: path.join(directory, 'data'),
    bin_dir: binaries(),
    pgpass: path.join(directory, 'pgpass'),
    authentication: {
      superuser: { username: 'postgres', password },
      replication: { username: 'replicator', password },
      rewind: { username: 'rewinder', password },
    },
    parameters: { unix_socket_directories: '', password_encryption: 'scram-sha-256', jit: 'off' },
  },
});

/** Returns HAProxy's configuration, which routes connections to the primary and closes those to a former primary. */
const routing = ({ port, members }) => `
global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(({ name, port: its, restPort }) => `  server ${name} 127.0.0.1:${its} check port ${restPort}\n`).join('')}`;

/**
 * Prepares a PostgreSQL cluster with automatic fail-over by Patroni, behind HAProxy, as a stand-in for CloudNativePG.
 * Resolves to { stages, url }: part definitions to start stage by stage, and the superuser's URL.
 */
export async function patroniCluster({ data, count, password, say }) {
  await providePrograms(say);
  const ports = await freePorts(3 + 2 * count);
  const [port, etcdPort, peerPort] = ports.splice(0, 3);
  const place = (name) => {
    const directory = path.join(data, name);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return { directory, logFile: path.join(data, 'logs', `${name}.log`) };
  };
  const members = Array.from({ length: count }, (_, index) => ({
    name: `patroni-${index + 1}`,
    port: ports.pop(),
    restPort: ports.pop(),
  }));
  const definition = (name, address, launch) => ({ name, address, launch });

  async function launchEtcd() {
    const { directory, logFile } = place('etcd');
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
    const child = startChild({
      ...{ name: 'etcd', command: findExecutable('etcd'), logFile, cwd: directory },
      args: [
        ...['--data-dir', path.join(directory, 'data'), '--initial-cluster', `default=${peer}`],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ],
    });
    await child.waitForLine(/ready to serve client requests/);
    return child;
  }

  async function launchMember(member) {
    const { directory, logFile } = place(member.name);
    const file = path.join(directory, 'patroni.json');
    writeFileSync(file, JSON.stringify(configuration({ ...member, directory, etcdPort, password })), { mode: 0o600 });
    const identity = unprivilegedIdentity(path.join(binaries(), 'postgres'), directory);
    if (identity) chownSync(file, identity.uid, identity.gid);
    const child = startChild({
      ...{ name: member.name, command: findExecutable('patroni'), args: [file], logFile, cwd: '/', identity },
      env: { LC_ALL: 'C', PATRONI_LOG_LEVEL: 'INFO' },
      killAfterMs: 30_000,
    });
    await child.waitForLine(/no action\. I am|promoted self to leader by acquiring session lock/);
    return child;
  }

  async function launchRouting() {
    const { directory, logFile } = place('haproxy');
    const file = path.join(directory, 'haproxy.cfg');
    writeFileSync(file, routing({ port, members }));
    const child = startChild({
      ...{ name: 'haproxy', command: findExecutable('haproxy'), args: ['-W', '-db', '-f', file], logFile },
    });
    await child.waitForLine(/Server primary\/\S+ is DOWN|Loading success/);
    return child;
  }

  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stages: [
      [definition('etcd', `http://127.0.0.1:${etcdPort}`, launchEtcd)],
      members.map((member) =>
        definition(member.name, `http://127.0.0.1:${member.restPort}`, () => launchMember(member)),
      ),
      [definition('haproxy', `postgres://127.0.0.1:${port}`, launchRouting)],
    ],
  };
}
