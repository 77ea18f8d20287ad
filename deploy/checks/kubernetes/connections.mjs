import { scaledPods } from './manifests.mjs';

/** Maximum pooled connections of a pod: 4 of the event store and 4 of the ORM. */
const poolsOfPod = 8;

/** Maximum direct connections of a pod to PostgreSQL: one for elections, one for the ledger or the fit. */
const sessionsOfPod = 2;

const others = 20;

/**
 * Connections for the operator: those reserved for the superuser (superuser_reserved_connections), those of the
 * instance manager and metrics exporter, and one for each standby. Replication does not count towards PostgreSQL's
 * limit, but cloning an instance takes a superuser connection.
 */
const operatorOf = (cluster) => {
  const { instances = 1, postgresql } = cluster.spec;
  const reserved = Number(postgresql?.parameters?.superuser_reserved_connections ?? 3);
  const managerAndMonitoring = 7;
  return reserved + managerAndMonitoring + (instances - 1);
};

const limitOf = ({ kind, spec }) => {
  if (kind === 'Cluster') return Number(spec.postgresql?.parameters?.max_connections ?? 100);
  const args = kind === 'StatefulSet' ? spec.template.spec.containers.flatMap(({ args = [] }) => args) : [];
  const [, limit] = /^max_connections=(\d+)$/m.exec(args.join('\n')) ?? [];
  return limit && Number(limit);
};

const poolerOf = ({ spec }) =>
  spec.template.spec.containers.flatMap(({ env = [] }) => env).find(({ name }) => name === 'DATABASE_POOLER')?.value;

const clientsOf = (objects) =>
  objects.filter(
    ({ kind, spec }) => kind === 'Deployment' && spec.template.metadata.labels['flow.candid.example/database'],
  );

/** PgBouncer has a pool per database, and each service has one database. */
function faultsOf({ server, pooler, processes, scaled }) {
  const pods = processes
    .map(({ metadata, spec }) => (scaled[metadata.name]?.most ?? spec.replicas ?? 1) + 1)
    .reduce((sum, each) => sum + each, 0);
  const databases = new Set(processes.map(({ metadata }) => metadata.name.replace(/-worker$/, ''))).size;
  const { default_pool_size: size, max_client_conn: clients } = pooler?.spec.pgbouncer.parameters ?? {};
  const pooled = pooler ? pooler.spec.instances * databases * Number(size) : pods * poolsOfPod;
  const needed = pods * sessionsOfPod + pooled + others + (server.kind === 'Cluster' ? operatorOf(server) : 0);
  const limit = limitOf(server);
  const { name } = server.metadata;
  return [
    ...(needed > limit ? [`${pods} pods need ${needed} connections, PostgreSQL ${name} takes ${limit}`] : []),
    // A single PgBouncer instance may have to carry all connections.
    ...(pods * poolsOfPod > Number(clients ?? Number.POSITIVE_INFINITY)
      ? [`${pods} pods have ${pods * poolsOfPod} connections, PgBouncer before ${name} takes ${clients}`]
      : []),
  ];
}

/** Each PostgreSQL server needs connections for the maximum number of pods and one more pod per Deployment. */
export function connectionFaults(objects) {
  const scaled = scaledPods(objects);
  const poolers = objects.filter(({ kind }) => kind === 'Pooler');
  const servers = objects.filter(limitOf);
  if (poolers.length === 0)
    return servers.flatMap((server) => faultsOf({ server, processes: clientsOf(objects), scaled }));
  const isOf = (pooler, process) => poolerOf(process)?.split(':')[0] === pooler.metadata.name;
  const unknown = clientsOf(objects).filter((process) => !poolers.some((pooler) => isOf(pooler, process)));
  const faults = poolers.flatMap((pooler) => {
    const server = servers.find(({ metadata }) => metadata.name === pooler.spec.cluster.name);
    if (!server) return [`there is no cluster ${pooler.spec.cluster.name} behind ${pooler.metadata.name}`];
    const processes = clientsOf(objects).filter((process) => isOf(pooler, process));
    return faultsOf({ server, pooler, processes, scaled });
  });
  return [...unknown.map(({ metadata }) => `${metadata.name} connects through no PgBouncer`), ...faults];
}
