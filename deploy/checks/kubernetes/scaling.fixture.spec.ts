/** Form of the objects that `kubectl kustomize` renders. */
interface ScaledObject {
  spec: {
    minReplicaCount: number;
    maxReplicaCount: number;
    fallback: { replicas: number; behavior?: string };
    triggers: { type: string; metadata?: { threshold: string } }[];
  };
}

const bounded = ({ spec }: ScaledObject, wanted: number): number =>
  Math.min(spec.maxReplicaCount, Math.max(spec.minReplicaCount, wanted));

/** KEDA asks for value / target pods, rounded up. If the value per pod is near the target, nothing changes. */
export function podsAskedFor(object: ScaledObject, value: number, current: number): number {
  const trigger = object.spec.triggers.find(({ type }) => type === 'prometheus');
  const target = Number(trigger?.metadata?.threshold);
  const isNear = Math.abs(value / (target * current) - 1) <= 0.1;
  return bounded(object, isNear ? current : Math.ceil(value / target));
}

/** KEDA uses its fallback while the query has no result. */
export function podsAskedForWithoutAnswer(object: ScaledObject, current: number): number {
  const { replicas, behavior } = object.spec.fallback;
  return bounded(object, behavior === 'currentReplicasIfHigher' ? Math.max(current, replicas) : replicas);
}
