import { eventually } from '@candid/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import { watchWork } from '../../../packages/platform/src/jobs/provide-processors.js';
import type { WorkDispatcher } from '../../../packages/platform/src/jobs/work-dispatcher.js';
import { Metrics } from '../../../packages/platform/src/operations/metrics.js';
import {
  type ServiceDatabase,
  serviceDatabase,
} from '../../../packages/platform/src/orm/service-database.fixture.spec.js';
import { provideKubectl } from './kubectl.mjs';
import { kustomizations, render } from './manifests.mjs';
import { podsAskedFor } from './scaling.fixture.spec.js';

type Labels = Record<string, string>;
interface Sample {
  name: string;
  labels: Labels;
  value: number;
}

const queues = ['bookings', 'corrections', 'purchases', 'refunds', 'rewards'];
const noJobs = { countJobs: async () => new Map() } as unknown as WorkDispatcher;

/** Samples that Prometheus stores for a pod's metrics, with the labels that the PodMonitor adds. */
async function scraped(metrics: Metrics, target: Labels): Promise<Sample[]> {
  const text = await metrics.registry.metrics();
  return [...text.matchAll(/^(\w+)\{(.*)\} (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: {
      ...Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, of]) => [key, of])),
      ...target,
    },
    value: Number(value),
  }));
}

/** Returns the texts of all nodes of one kind. A node comes before the nodes that it contains. */
function textsOf(node: SyntaxNode, kind: string, query: string): string[] {
  const found: string[] = [];
  node.cursor().iterate((inner) => {
    if (inner.name === kind) found.push(query.slice(inner.from, inner.to));
  });
  return found;
}

/** Evaluates a query of an autoscaler. All have the form `sum(max by (label) (metric{…}))`. */
function evaluated(query: string, samples: Sample[]): number {
  const { topNode } = parser.parse(query);
  expect(textsOf(topNode, '⚠', query)).toEqual([]);
  expect(textsOf(topNode, 'AggregateOp', query)).toEqual(['sum', 'max']);
  const metric = textsOf(topNode, 'Identifier', query)[0];
  const label = textsOf(topNode, 'GroupingLabels', query)[0]?.slice(1, -1) ?? '';
  const matchers = textsOf(topNode, 'UnquotedLabelMatcher', query).map((text) => /^(\w+)="(.*)"$/.exec(text) ?? []);
  const selected = samples.filter(
    ({ name, labels }) => name === metric && matchers.every(([, key = '', value]) => labels[key] === value),
  );
  const most = new Map<string, number>();
  for (const { labels, value } of selected)
    most.set(labels[label] ?? '', Math.max(value, most.get(labels[label] ?? '') ?? 0));
  return [...most.values()].reduce((sum, value) => sum + value, 0);
}

describe('scaling by work that is due', () => {
  let database: ServiceDatabase;
  let metrics: Metrics;
  let rendered: any[];

  beforeAll(async () => {
    rendered = await render(await provideKubectl(() => undefined), kustomizations.production());
    database = await serviceDatabase();
    metrics = new Metrics('tokens');
    watchWork(metrics, database.own, { queues, dispatcher: noJobs });
  });
  afterAll(() => database?.close());

  const scaledObject = () =>
    rendered.find(({ kind, metadata }) => kind === 'ScaledObject' && metadata.name === 'tokens-worker');
  const query = () =>
    scaledObject().spec.triggers.find(({ type }: { type: string }) => type === 'prometheus').metadata.query;
  const pod = (name: string) => ({
    namespace: 'candid-production',
    app_kubernetes_io_name: 'tokens-worker',
    pod: name,
  });
  const figure = async () =>
    evaluated(query(), [
      ...(await scraped(metrics, pod('tokens-worker-1'))),
      ...(await scraped(metrics, pod('tokens-worker-2'))),
      ...(await scraped(metrics, { ...pod('tokens-worker-1'), namespace: 'candid-staging' })),
      ...(await scraped(metrics, { ...pod('photos-worker-1'), app_kubernetes_io_name: 'photos-worker' })),
    ]);
  const insert = (count: number, queue: string, at: string) =>
    database.select(`insert into work_items (id, queue, payload, available_at)
      select '${queue} ${at} ' || n, '${queue}', '{}', now() + interval '${at}' from generate_series(1, ${count}) n`);

  it('asks for the least without work, and for the most with 5,000 due rows, which two pods count once', async () => {
    expect(await figure()).toBe(0);
    expect(podsAskedFor(scaledObject(), 0, 2)).toBe(2);

    await insert(600, 'refunds', '-1 second');
    await insert(9_000, 'refunds', '1 hour');
    await eventually(async () => expect(await figure()).toBe(600));
    expect(podsAskedFor(scaledObject(), 600, 2)).toBe(3);

    await insert(4_400, 'rewards', '-1 second');
    await eventually(async () => expect(await figure()).toBe(5_000));
    expect(podsAskedFor(scaledObject(), 5_000, 2)).toBe(4);
  });
});
