import { readFileSync } from 'node:fs';

export interface PromisedMetric {
  name: string;
  kind: 'counter' | 'gauge' | 'histogram';
  labels: string[];
  /** The processes that expose the metric; empty if another program exposes it. */
  processes: string[];
}

const SERVICES = ['identity', 'photos', 'assessments', 'tokens'];
const WORKERS = SERVICES.map((service) => `${service}-worker`);
const GROUPS: Record<string, string[]> = {
  all: ['gateway', ...SERVICES, ...WORKERS],
  services: SERVICES,
  workers: WORKERS,
  Prometheus: [],
  'kube-state-metrics': [],
  kubelet: [],
  'cert-manager': [],
  edge: [],
  CloudNativePG: [],
  'plugin barman-cloud': [],
  'NATS exporter': [],
};

const ROW = /^\| `(\w+)` \| (counter|gauge|histogram) \|([^|]*)\|([^|]*)\|/;

/** Returns the metrics in the tables of `docs/metrics.md`, the only list of supported metrics. */
export function promisedMetrics(file = 'docs/metrics.md'): PromisedMetric[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, kind, labels, where] = ROW.exec(line) ?? [];
      if (name === undefined) return [];
      return [
        {
          name,
          kind: kind as PromisedMetric['kind'],
          labels: namesIn(labels),
          processes: namesIn(where).flatMap((place) => GROUPS[place] ?? [place]),
        },
      ];
    });
}

const namesIn = (cell = ''): string[] =>
  cell
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Returns the names of the metric's series in queries, each with its labels. */
export function seriesOf({ name, kind, labels }: PromisedMetric): [string, string[]][] {
  if (kind !== 'histogram') return [[name, labels]];
  return [
    [`${name}_bucket`, [...labels, 'le']],
    [`${name}_sum`, labels],
    [`${name}_count`, labels],
  ];
}
