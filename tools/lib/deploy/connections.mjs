/** Of one pod at most: the event store's pool and the ORM's, 4 each, one for elections, one for the ledger. */
const perPod = 10;

/** For jobs, backups, monitoring and whoever has to look into it. */
const others = 20;

const limitOf = ({ kind, spec }) => {
  if (kind === 'Cluster') return Number(spec.postgresql?.parameters?.max_connections ?? 100);
  const args = kind === 'StatefulSet' ? spec.template.spec.containers.flatMap(({ args = [] }) => args) : [];
  const [, limit] = /^max_connections=(\d+)$/m.exec(args.join('\n')) ?? [];
  return limit && Number(limit);
};

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
  const needed = pods * perPod + others;
  return needed > limit ? [`${pods} pods need ${needed} connections, PostgreSQL takes ${limit}`] : [];
}
