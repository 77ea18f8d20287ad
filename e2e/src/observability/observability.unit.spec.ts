import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as contracts from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { promisedMetrics, seriesOf } from './promised-metrics.js';
import { parseQuery } from './promql.js';

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

interface Dashboard {
  uid: string;
  title: string;
  templating: { list: { name: string }[] };
  panels: { id: number; title: string; targets?: { expr: string; legendFormat: string }[] }[];
}

const OBSERVABILITY = 'deploy/observability';
const RUNBOOKS = 'docs/runbooks';

const read = (path: string): string => readFileSync(path, 'utf8');
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

const rules = ['alerts', 'alerts/cluster']
  .flatMap((folder) => filesIn(`${OBSERVABILITY}/${folder}`, '.yml'))
  .flatMap((file) => (parse(read(file)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules));
const alerts = rules.filter(({ alert }) => alert !== undefined) as (Rule & { alert: string })[];
const dashboards = filesIn(`${OBSERVABILITY}/dashboards`, '.json').map((file) => JSON.parse(read(file)) as Dashboard);
const panels = dashboards.flatMap(({ title: dashboard, panels: own }) =>
  own.map(({ title, targets = [] }) => ({ dashboard, title, targets })),
);
const runbooks = filesIn(RUNBOOKS, '.md').filter((file) => basename(file) !== 'README.md');

/** Labels of every series: `service`, which the process sets, and those that Prometheus adds. */
const EVERYWHERE = ['service', 'instance', 'job', 'namespace'];
const known = new Map(promisedMetrics().flatMap(seriesOf));
for (const { record } of rules) if (record) known.set(record, []);

const queries: [string, string][] = [
  ...rules.map(({ alert, record, expr }): [string, string] => [alert ?? record ?? '', expr]),
  ...panels.flatMap(({ dashboard, title, targets }) =>
    targets.map(({ expr }): [string, string] => [`${dashboard}: ${title}`, expr]),
  ),
];

/** Paths of all routes, written as in the gateway's metrics. */
const routes = Object.entries(contracts as Record<string, unknown>)
  .filter(([name]) => name.endsWith('Routes'))
  .flatMap(([, own]) => Object.values(own as Record<string, contracts.Route>))
  .map(({ path }) => `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);

const kebab = (name: string): string => name.replaceAll(/(?<!^)(?=[A-Z])/g, '-').toLowerCase();

describe('what is watched', () => {
  it('has metrics of known kinds, named once and as Prometheus wants them', () => {
    const names = promisedMetrics().map(({ name }) => name);
    expect(names.length).toBeGreaterThan(30);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, kind, labels, processes } of promisedMetrics()) {
      if (kind === 'counter') expect(name).toMatch(/_total$/);
      else expect(name).not.toMatch(/_total$/);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes)(_|$)/);
      if (processes.length === 0) continue;
      // Every series already has these labels, so a metric must not declare them.
      for (const reserved of ['job', 'instance', 'service']) expect(labels).not.toContain(reserved);
      // A label must not have a separate value per person or thing.
      expect(labels.filter((label) => /id$|^(path|url|user|event|item)$/i.test(label))).toEqual([]);
    }
  });

  it.each(queries)('%s asks for what there is', (_name, query) => {
    const { faults, selectors, groupedBy, made } = parseQuery(query);
    expect(faults).toEqual([]);
    expect(selectors.length).toBeGreaterThan(0);
    expect(selectors.map(({ metric }) => metric).filter((metric) => !known.has(metric))).toEqual([]);
    for (const { metric, labels } of selectors)
      expect([...known.get(metric)!, ...EVERYWHERE]).toEqual(expect.arrayContaining(labels));
    const grouped = [...EVERYWHERE, ...made, ...selectors.flatMap(({ metric }) => known.get(metric) ?? [])];
    expect(grouped).toEqual(expect.arrayContaining(groupedBy));
    for (const [, route] of query.matchAll(/route!?="([^"]+)"/g)) expect(routes).toContain(route);
  });

  it('knows a metric that is not promised, a label that it does not have, and what is no query', () => {
    expect(parseQuery('sum(rate(lost_total[5m]))').selectors).toEqual([{ metric: 'lost_total', labels: [] }]);
    expect(parseQuery('up{pod="a"}').selectors[0]?.labels).toEqual(['pod']);
    expect(parseQuery('sum by (pod) (up)').groupedBy).toEqual(['pod']);
    expect(parseQuery('sum(rate(up[5m])').faults).not.toEqual([]);
  });
});

describe('alerts', () => {
  it.each(alerts.map((alert): [string, Rule] => [alert.alert, alert]))(
    '%s says how bad it is and what to do',
    (name, rule) => {
      expect(['critical', 'warning']).toContain(rule.labels?.['severity']);
      expect(rule.annotations?.['summary']).toMatch(/^\S.{10,}/);
      expect(rule.annotations?.['runbook_url']).toBe(`{{ $externalLabels.runbook_url }}/${kebab(name)}.md`);
      const runbook = read(`${RUNBOOKS}/${kebab(name)}.md`);
      expect(runbook.startsWith(`# ${name}\n\n*${rule.labels?.['severity']}*\n`)).toBe(true);
      for (const part of ['Meaning', 'Look', 'Mend', 'Over when']) expect(runbook).toContain(`\n## ${part}\n`);
    },
  );

  it('are named once, and there is no runbook without one', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    expect(runbooks.map((file) => basename(file, '.md')).sort()).toEqual(names.map(kebab).sort());
  });

  it('lead to runbooks whose dashboards, panels and pages exist', () => {
    const shown = new Set(panels.map(({ dashboard, title }) => `${dashboard}: ${title}`));
    for (const file of runbooks) {
      const text = read(file).replaceAll('\n   ', ' ');
      for (const [, dashboard, panel] of text.matchAll(/\*([A-Z][a-z]+)\*, "([^"]+)"/g))
        expect(shown).toContain(`${dashboard}: ${panel}`);
      for (const [, page] of text.matchAll(/\]\(([^)#]+\.md)\)/g))
        expect(() => read(join(RUNBOOKS, page!))).not.toThrow();
    }
  });
});

describe('dashboards', () => {
  it.each(dashboards.map((dashboard): [string, Dashboard] => [dashboard.title, dashboard]))(
    '%s shows the chosen data source and namespace',
    (_title, dashboard) => {
      const variables = dashboard.templating.list.map(({ name }) => name);
      expect(variables).toEqual(expect.arrayContaining(['datasource', 'namespace']));
      expect(JSON.stringify(dashboard)).not.toContain('"uid":"prometheus"');
      const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
      for (const query of queries) {
        const chosen = query.split('namespace=~"$namespace"').length - 1;
        expect([query, chosen]).toEqual([query, parseQuery(query).selectors.length]);
        for (const [, used] of query.matchAll(/"\$(\w+)"/g)) expect(variables).toContain(used);
      }
    },
  );

  it('have ids of their own and say what each line is', () => {
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
    for (const { panels: own } of dashboards) expect(new Set(own.map(({ id }) => id)).size).toBe(own.length);
    for (const { targets } of panels) for (const { legendFormat } of targets) expect(legendFormat).not.toBe('');
  });
});
