import { secretVolumes } from '../settings.mjs';
import { matches, nameOf, podsOf } from './manifests.mjs';
import { createdPods } from './pods-of-others.mjs';

const enforced = 'pod-security.kubernetes.io/enforce';

/** Maps each secret to its keys, or to undefined if only the secret store knows them. */
function secretsOf(objects) {
  const all = (wanted) => objects.filter(({ kind }) => kind === wanted);
  return new Map([
    ...all('Certificate').map(({ spec }) => [spec.secretName, ['ca.crt', 'tls.crt', 'tls.key']]),
    ...all('ExternalSecret').map(({ spec }) => [
      spec.target.name,
      spec.target.template && Object.keys(spec.target.template.data),
    ]),
  ]);
}

function configMapReferences({ spec, containers }) {
  const mounted = (spec.volumes ?? []).flatMap(({ configMap, projected }) => [
    ...(configMap ? [configMap.name] : []),
    ...(projected?.sources ?? []).flatMap((source) => source.configMap?.name ?? []),
  ]);
  const inEnvironment = containers.flatMap(({ env = [], envFrom = [] }) => [
    ...env.flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef?.name ?? []),
    ...envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []),
  ]);
  return [...mounted, ...inEnvironment];
}

function mountFaults({ object, spec, containers }) {
  const claimed = (object.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name);
  const volumes = [...(spec.volumes ?? []).map(({ name }) => name), ...claimed];
  const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
  return [
    ...volumes.filter((name) => !mounted.includes(name)).map((name) => `nobody mounts the volume ${name}`),
    ...mounted.filter((name) => !volumes.includes(name)).map((name) => `there is no volume ${name}`),
  ];
}

function podReferenceFaults(pod, objects, localSecrets) {
  const has = (kind, name) => objects.some((object) => object.kind === kind && object.metadata.name === name);
  const brought = secretsOf(objects);
  const secretFaults = secretVolumes(pod).flatMap(({ secret: name, items }) => {
    if (brought.size > 0 && !brought.has(name)) return [`nothing brings the secret ${name}`];
    if (brought.size === 0 && localSecrets[name] === undefined)
      return [`deploy/checks/deploy-secrets.mjs makes no secret ${name}`];
    const known = brought.size > 0 ? brought.get(name) : Object.keys(localSecrets[name]);
    return items
      .filter(({ key }) => known && !known.includes(key))
      .map(({ key }) => `the secret ${name} has no key ${key}`);
  });
  const missingMaps = configMapReferences(pod).filter((name) => !has('ConfigMap', name));
  return [
    ...secretFaults,
    ...missingMaps.map((name) => `there is no ConfigMap ${name}`),
    ...mountFaults(pod),
    ...(has('ServiceAccount', pod.spec.serviceAccountName) ? [] : ['runs under no account of its own']),
  ].map((fault) => `${pod.name}: ${fault}`);
}

function serviceFaults(service, pods) {
  const { selector, ports } = service.spec;
  const behind = pods.filter(({ labels }) => matches({ matchLabels: selector }, labels));
  if (behind.length !== 1) return [`${nameOf(service)}: ${behind.length} workloads stand behind it`];
  const listened = behind[0].containers.flatMap((container) => container.ports ?? []);
  return ports
    .filter(({ targetPort }) => !listened.some(({ name, containerPort }) => [name, containerPort].includes(targetPort)))
    .map(({ targetPort }) => `${nameOf(service)}: nobody listens on ${targetPort}`);
}

function routed(object) {
  if (object.kind === 'HTTPRoute') return object.spec.rules.flatMap(({ backendRefs = [] }) => backendRefs);
  if (object.kind !== 'Ingress') return [];
  return object.spec.rules.flatMap(({ http }) =>
    http.paths.map(({ backend }) => ({ name: backend.service.name, port: backend.service.port })),
  );
}

function routeFaults(object, services) {
  return routed(object).flatMap(({ name, port }) => {
    const service = services.find(({ metadata }) => metadata.name === name);
    const wanted = [port, port?.name, port?.number];
    const isThere = service?.spec.ports.some(
      ({ name: portName, port: number }) => wanted.includes(portName) || wanted.includes(number),
    );
    return isThere ? [] : [`${nameOf(object)}: there is no service ${name} with that port`];
  });
}

const scaled = (object) =>
  object.kind === 'ScaledObject' || object.kind === 'HorizontalPodAutoscaler' ? [object.spec.scaleTargetRef.name] : [];

/** Finds references to missing objects, and namespaces that admit unrestricted pods. `localSecrets`: see clusterSecrets. */
export function referenceFaults(objects, localSecrets) {
  const pods = podsOf(objects);
  const services = objects.filter(({ kind }) => kind === 'Service');
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace');
  const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget');
  return [
    ...namespaces
      .filter(({ metadata }) => metadata.labels?.[enforced] !== 'restricted')
      .map((namespace) => `${nameOf(namespace)}: lets pods in that are not restricted`),
    ...pods.flatMap((pod) => podReferenceFaults(pod, objects, localSecrets)),
    ...services.flatMap((service) => serviceFaults(service, pods)),
    ...budgets
      .filter(({ spec }) => ![...pods, ...createdPods(objects)].some(({ labels }) => matches(spec.selector, labels)))
      .map((budget) => `${nameOf(budget)}: selects no pod`),
    ...objects.flatMap((object) => routeFaults(object, services)),
    ...objects.flatMap((object) =>
      scaled(object)
        .filter((name) => !objects.some(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name))
        .map((name) => `${nameOf(object)}: there is no Deployment ${name}`),
    ),
  ];
}
