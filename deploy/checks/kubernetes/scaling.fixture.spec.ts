/** The form that `kubectl kustomize` renders. */
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

/** KEDA rounds the value over the target up. Within a tenth of the target nothing changes. */
export function podsAskedFor(object: ScaledObject, value: number, current: number): number {
  const trigger = object.spec.triggers.find(({ type }) => type === 'prometheus');
  const target = Number(trigger?.metadata?.threshold);
  const isNear = Math.abs(value / (target * current) - 1) <= 0.1;
  return bounded(object, isNear ? current : Math.ceil(value / target));
}

/** While the query has no answer, KEDA asks for its fallback. */
export function podsAskedForWithoutAnswer(object: ScaledObject, current: number): number {
  const { replicas, behavior } = object.spec.fallback;
  return bounded(object, behavior === 'currentReplicasIfHigher' ? Math.max(current, replicas) : replicas);
}
