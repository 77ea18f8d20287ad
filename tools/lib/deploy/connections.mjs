/** Of one pod at most: the event store's pool and the ORM's, 4 each. */
const poolsOfPod = 8;

/** Of one pod at most, past PgBouncer: one for elections, one for the ledger or the fit. */
const sessionsOfPod = 2;

/** Each database has an application role of its own, and so a pool of its own in each PgBouncer. */
const databases = 4;

/** For jobs, backups and whoever has to look into it. */
const others = 20;

/**
 * What the operator takes for itself: reserved for the superuser (PostgreSQL's superuser_reserved_connections), the instance manager and
 * the metrics exporter of each instance, and the replication of the others, which are not counted by PostgreSQL in this limit but are
 * superuser's connections while an instance is cloned.
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

const connectionsOf = ({ spec }) => spec.instances * databases * Number(spec.pgbouncer.parameters.default_pool_size);

function mostPods(objects) {
  const most = new Map();
  for (const { kind, spec } of objects) {
    if (kind === 'HorizontalPodAutoscaler') most.set(spec.scaleTargetRef.name, spec.maxReplicas);
    if (kind === 'ScaledObject') most.set(spec.scaleTargetRef.name, spec.maxReplicaCount);
  }
  return most;
}

/** Where all pods are scaled out and each is being replaced, PostgreSQL still has a connection for every one. */
export function connectionFaults(objects) {
  const limit = objects.map(limitOf).find(Boolean);
  if (limit === undefined) return [];
  const most = mostPods(objects);
  const pods = objects
    .filter(({ kind, spec }) => kind === 'Deployment' && spec.template.metadata.labels['flow.candid.example/database'])
    .map(({ metadata, spec }) => (most.get(metadata.name) ?? spec.replicas ?? 1) + 1)
    .reduce((sum, each) => sum + each, 0);
  const cluster = objects.find(({ kind }) => kind === 'Cluster');
  const pooler = objects.find(({ kind }) => kind === 'Pooler');
  const pooled = pooler ? connectionsOf(pooler) : pods * poolsOfPod;
  const needed = pods * sessionsOfPod + pooled + others + (cluster ? operatorOf(cluster) : 0);
  const clients = Number(pooler?.spec.pgbouncer.parameters.max_client_conn ?? Number.POSITIVE_INFINITY);
  return [
    ...(needed > limit ? [`${pods} pods need ${needed} connections, PostgreSQL takes ${limit}`] : []),
    // One instance of PgBouncer may have to carry all.
    ...(pods * poolsOfPod > clients
      ? [`${pods} pods have ${pods * poolsOfPod} connections, PgBouncer takes ${clients}`]
      : []),
  ];
}
