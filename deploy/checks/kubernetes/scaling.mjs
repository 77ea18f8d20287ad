/** KEDA rounds the value over the target up. Within a tenth of the target nothing changes. */
export function podsAskedFor({ spec }, value, current) {
  const { metadata } = spec.triggers.find(({ type }) => type === 'prometheus');
  const target = Number(metadata.threshold);
  const isNear = Math.abs(value / (target * current) - 1) <= 0.1;
  const wanted = isNear ? current : Math.ceil(value / target);
  return Math.min(spec.maxReplicaCount, Math.max(spec.minReplicaCount, wanted));
}

/** While the query has no answer, KEDA asks for its fallback. */
export function podsAskedForWithoutAnswer({ spec }, current) {
  const { replicas, behavior } = spec.fallback;
  const wanted = behavior === 'currentReplicasIfHigher' ? Math.max(current, replicas) : replicas;
  return Math.min(spec.maxReplicaCount, Math.max(spec.minReplicaCount, wanted));
}
