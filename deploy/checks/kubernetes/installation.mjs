import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { nameOf, podsOf } from './manifests.mjs';

const outsideOfNamespaces = [
  ...['Namespace', 'PriorityClass', 'StorageClass', 'CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding'],
  ...['ClusterIssuer', 'ClusterSecretStore'],
];

/** API groups that Kubernetes' ClusterRole `admin` covers, as far as the manifests use them. */
const ofAdmin = ['v1', 'apps', 'batch', 'autoscaling', 'policy', 'networking.k8s.io'];

const groupOf = ({ apiVersion }) => apiVersion.split('/')[0];

/** An overlay may contain only what the roles of its namespace allow, because its deployer has no other rights. */
export function rightsFaults(objects, ofNamespace) {
  const role = ofNamespace.find(({ kind, metadata }) => kind === 'Role' && metadata.name === 'deployers');
  const allowed = [...ofAdmin, ...(role?.rules ?? []).flatMap(({ apiGroups }) => apiGroups)];
  return objects.flatMap((object) => [
    ...(outsideOfNamespaces.includes(object.kind) ? [`${nameOf(object)}: is outside of the namespace`] : []),
    ...(allowed.includes(groupOf(object)) ? [] : [`${nameOf(object)}: no role allows ${groupOf(object)}`]),
  ]);
}

/** Argo CD and Flux would make a Job again that its time to live has removed. */
export const endedJobFaults = (objects) =>
  objects
    .filter(({ kind, spec }) => kind === 'Job' && spec.ttlSecondsAfterFinished !== undefined)
    .map((job) => `${nameOf(job)}: runs again after its time to live`);

const releasedImages = () =>
  parse(readFileSync(fromRoot('deploy', 'k8s', 'components', 'release', 'kustomization.yaml'), 'utf8')).images;

const imagesOf = (objects) => [
  ...podsOf(objects).flatMap(({ name, containers }) => containers.map(({ image }) => ({ name, image }))),
  ...objects
    .filter(({ kind }) => kind === 'Pooler')
    .flatMap((pooler) => pooler.spec.template.spec.containers.map(({ image }) => ({ name: nameOf(pooler), image }))),
  ...objects
    .filter(({ kind }) => kind === 'Cluster')
    .map((cluster) => ({ name: nameOf(cluster), image: cluster.spec.imageName })),
];

/** A release sets the digests of the images in components/release, so every image must be one of them. */
export function releasedImageFaults(objects, images = releasedImages()) {
  const isReleased = (image) =>
    images.some(({ name, newTag }) => image === `${name}:${newTag}` || image.endsWith(`/${name}:${newTag}`)) ||
    /(^|\/)candid\/[a-z]+[:@]|@sha256:/.test(image);
  return imagesOf(objects)
    .filter(({ image }) => !isReleased(image))
    .map(({ name, image }) => `${name}: components/release does not set ${image}`);
}

const pullSecretsOf = {
  ServiceAccount: ({ imagePullSecrets }) => imagePullSecrets,
  Cluster: ({ spec }) => spec.imagePullSecrets,
  Pooler: ({ spec }) => spec.template.spec.imagePullSecrets,
};

/** With a pull secret, everything that makes pods must have it. */
export function pullSecretFaults(objects) {
  const secrets = objects.filter(
    ({ kind, spec }) => kind === 'ExternalSecret' && spec.target.template?.type === 'kubernetes.io/dockerconfigjson',
  );
  return secrets.flatMap(({ spec: { target } }) =>
    objects
      .filter((object) => object.kind in pullSecretsOf)
      .filter((object) => !(pullSecretsOf[object.kind](object) ?? []).some(({ name }) => name === target.name))
      .map((object) => `${nameOf(object)}: pulls without the secret ${target.name}`),
  );
}
