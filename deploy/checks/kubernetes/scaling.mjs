/**
 * Returns the number of pods that a horizontal autoscaler asks for, by KEDA's external metric of type AverageValue: the
 * value over the target, rounded up, within the bounds. The number stays as it is within a tenth of the target. The
 * first parameter is the rendered ScaledObject, `value` its query's answer, `current` the present number of pods.
 */
export function podsAskedFor({ spec }, value, current) {
  const { metadata } = spec.triggers.find(({ type }) => type === 'prometheus');
  const target = Number(metadata.threshold);
  const isNear = Math.abs(value / (target * current) - 1) <= 0.1;
  const wanted = isNear ? current : Math.ceil(value / target);
  return Math.min(spec.maxReplicaCount, Math.max(spec.minReplicaCount, wanted));
}

/**
 * The pods that are asked for while the query has no answer: its fallback, which stands in for the figure after
 * `failureThreshold` attempts, never fewer than there are.
 */
export function podsAskedForWithoutAnswer({ spec }, current) {
  const { replicas, behavior } = spec.fallback;
  const wanted = behavior === 'currentReplicasIfHigher' ? Math.max(current, replicas) : replicas;
  return Math.min(spec.maxReplicaCount, Math.max(spec.minReplicaCount, wanted));
}
