/** The keys of secrets that a volume of the pod puts into files, by the volume's name: [{ file, secret, key }]. */
export function filesOf({ spec }) {
  return new Map(
    (spec.volumes ?? []).map(({ name, secret, projected }) => {
      const single = secret ? [{ name: secret.secretName, items: secret.items }] : [];
      const sources = [...single, ...(projected?.sources ?? []).flatMap((source) => source.secret ?? [])];
      const files = sources.flatMap(({ name: of, items = [] }) =>
        items.map(({ key, path }) => ({ file: path, secret: of, key })),
      );
      return [name, files];
    }),
  );
}

/** Returns the names of a pod's settings: variables (without `_FILE`) and the keys of secrets. */
export function settingsGivenTo(pod) {
  const variables = pod.containers.flatMap(({ env = [] }) => env.map(({ name }) => name.replace(/_FILE$/, '')));
  const isServer = pod.labels['app.kubernetes.io/component'] === 'server';
  const files = isServer ? [] : [...filesOf(pod).values()].flat().map(({ key }) => key);
  return [...new Set([...variables, ...files])];
}
