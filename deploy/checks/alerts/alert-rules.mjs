import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Document, parse, visit } from 'yaml';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { readRoutes } from './notifications.mjs';

const source = fromRoot('deploy', 'observability', 'alerts');
const component = fromRoot('deploy', 'k8s', 'components', 'observability');
const runbookVariable = '{{ $externalLabels.runbook_url }}';

/** Placeholders for values of the ConfigMap `environment`, by its key. */
const defaults = {
  namespace: 'of the environment',
  runbookUrl: 'of the environment/runbooks',
  prometheusRelease: 'of the environment',
};

const groupsBelow = (directory) =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.yml'))
    .flatMap((name) => parse(readFileSync(`${directory}/${name}`, 'utf8')).groups);

export const composeGroups = () => groupsBelow(source);

/** Quotes only the namespace in a query. Kustomize splits the query at this quote to replace the namespace. */
const namespaceQuote = '`';

/** Adds the namespace to every selector, so that another environment's metrics do not count. */
function inNamespace(query, namespace) {
  const matcher = `namespace=${namespaceQuote}${namespace}${namespaceQuote}`;
  const selectors = [];
  parser.parse(query).iterate({
    enter: ({ name, node }) => {
      if (name === 'VectorSelector') selectors.push({ braces: node.getChild('LabelMatchers'), to: node.to });
    },
  });
  return selectors.toReversed().reduce((text, { braces, to }) => {
    if (!braces) return `${text.slice(0, to)}{${matcher}}${text.slice(to)}`;
    const isEmpty = text.slice(braces.from + 1, braces.to - 1).trim() === '';
    return `${text.slice(0, braces.from + 1)}${matcher}${isEmpty ? '' : ', '}${text.slice(braces.from + 1)}`;
  }, query);
}

export const kubernetesGroups = ({ namespace, runbookUrl } = defaults) =>
  [...composeGroups(), ...groupsBelow(`${source}/cluster`)].map(({ rules, ...group }) => ({
    ...group,
    rules: rules.map(({ expr, labels, annotations, ...rule }) => ({
      ...rule,
      expr: inNamespace(expr, namespace),
      labels: { ...labels, namespace },
      ...(annotations && {
        annotations: {
          ...annotations,
          runbook_url: annotations.runbook_url.replace(runbookVariable, runbookUrl),
        },
      }),
    })),
  }));

const prometheusRule = () => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'candid', labels: { release: defaults.prometheusRelease } },
  spec: { groups: kubernetesGroups() },
});

/** Renames the keys of Alertmanager's file to those of the operator, `group_by` to `groupBy`. */
const inCamelCase = (value) =>
  Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), one]),
  );

const operatorMatchers = (matchers) =>
  matchers.map((matcher) => {
    const [, name, matchType, value] = /^(\w+)(=~?)"(.*)"$/.exec(matcher);
    return { name, matchType, value };
  });

/** The operator limits all of this to alerts of the object's namespace. The URLs are secrets. */
function alertmanagerConfig() {
  const { route, receivers, inhibit_rules: rules } = readRoutes();
  const { routes, ...top } = route;
  return {
    apiVersion: 'monitoring.coreos.com/v1alpha1',
    kind: 'AlertmanagerConfig',
    metadata: { name: 'candid', labels: { release: defaults.prometheusRelease } },
    spec: {
      route: {
        ...inCamelCase(top),
        routes: routes.map(({ matchers, ...child }) => ({
          ...inCamelCase(child),
          matchers: operatorMatchers(matchers),
        })),
      },
      receivers: receivers.map(({ name, webhook_configs: [{ url_file: file }] }) => ({
        name,
        webhookConfigs: [{ urlSecret: { name: 'alerting', key: path.basename(file) } }],
      })),
      inhibitRules: rules.map(({ source_matchers, target_matchers, equal }) => ({
        sourceMatch: operatorMatchers(source_matchers),
        targetMatch: operatorMatchers(target_matchers),
        equal,
      })),
    },
  };
}

const replaced = (key, targets) => ({
  source: { kind: 'ConfigMap', name: 'environment', fieldPath: `data.${key}` },
  targets: targets.map(({ kind = 'PrometheusRule', ...target }) => ({ select: { kind }, ...target })),
});

/** Shortens the paths of all rules of a group, and of all groups, to a `*`. */
function shortened(places, groups) {
  const complete = groups.map(
    ({ rules }, group) => places.filter((place) => place.group === group).length === rules.length,
  );
  if (complete.every(Boolean)) return ['spec.groups.*.rules.*.expr'];
  const paths = places.map(({ group, rule }) => `spec.groups.${group}.rules.${complete[group] ? '*' : rule}.expr`);
  return [...new Set(paths)];
}

/** Returns a target for the first namespace of each query, one for the second, and so on: a target replaces one. */
function namespaceTargets() {
  const groups = kubernetesGroups();
  const places = groups.flatMap(({ rules }, group) =>
    rules.flatMap(({ expr }, rule) => expr.split(namespaceQuote).map((_, index) => ({ index, group, rule }))),
  );
  const quoted = places.filter(({ index }) => index % 2 === 1);
  return [...Map.groupBy(quoted, ({ index }) => index)].map(([index, those]) => ({
    fieldPaths: shortened(those, groups),
    options: { delimiter: namespaceQuote, index },
  }));
}

const replacements = () => [
  replaced('namespace', [{ fieldPaths: ['spec.groups.*.rules.*.labels.namespace'] }, ...namespaceTargets()]),
  replaced('runbookUrl', [
    { fieldPaths: ['spec.groups.*.rules.*.annotations.runbook_url'], options: { delimiter: '/runbooks/', index: 0 } },
  ]),
  replaced('prometheusRelease', [
    { fieldPaths: ['metadata.labels.release'] },
    { kind: 'PodMonitor', fieldPaths: ['metadata.labels.release'] },
    { kind: 'AlertmanagerConfig', fieldPaths: ['metadata.labels.release'] },
  ]),
];

/** Maps and lists with these keys are written on one line. */
const small = new Set([
  ...['labels', 'source', 'select', 'options', 'fieldPaths', 'metadata'],
  ...['matchers', 'sourceMatch', 'targetMatch', 'equal', 'groupBy', 'webhookConfigs'],
]);

function yaml(value) {
  const document = new Document(value);
  visit(document, {
    Pair: (_, { key, value: node }) => {
      if (small.has(key.value)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

const written = (...values) =>
  `# Written by \`node deploy/checks/deploy-alerts.mjs\` from deploy/observability.\n${values.map(yaml).join('---\n')}`;

export const alertFiles = () => ({
  [`${component}/generated/alerts.yaml`]: written(prometheusRule(), alertmanagerConfig()),
  [`${component}/generated/replacements.yaml`]: written(replacements()),
});

export const alertFileFaults = () =>
  Object.entries(alertFiles())
    .filter(([file, text]) => readFileSync(file, 'utf8') !== text)
    .map(([file]) => `${file} is older than its source: run node deploy/checks/deploy-alerts.mjs`);
