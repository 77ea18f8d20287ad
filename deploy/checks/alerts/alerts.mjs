import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { fromRoot, root } from '../../../tools/lib/paths.mjs';
import { runCommand } from '../../../tools/lib/run.mjs';
import { say } from '../../../tools/lib/say.mjs';
import { inTemporaryDirectory } from '../../../tools/lib/temporary-directory.mjs';
import { provideDebianProgram } from '../debian-program.mjs';
import { provideKubectl } from '../kubernetes/kubectl.mjs';
import { render } from '../kubernetes/manifests.mjs';
import { runEach } from '../report.mjs';
import { alertFileFaults, composeGroups, kubernetesGroups } from './alert-rules.mjs';
import { incidents, seriesOf } from './incidents.mjs';
import { firingInEach, notificationsOf, readRoutes } from './notifications.mjs';

const tests = fromRoot('deploy', 'observability', 'alerts', 'tests');
const own = 'candid';
const runbookUrl = 'https://git.example/runbooks';
const other = 'candid-staging';
/** Minute at which the alerts are evaluated. It is after the longest `for` and before the end of the series. */
const endMinutes = 45;
const laterMinutes = {
  CertificateExpires: 75,
  BaseBackupMissing: 75,
  EdgeErrorBudgetBurnsSlowly: 780,
  EdgeLatencyBudgetBurnsSlowly: 780,
};

const testCases = () =>
  Object.assign(
    {},
    ...readdirSync(tests).map((name) =>
      parse(readFileSync(path.join(tests, name), 'utf8'), { schema: 'failsafe', merge: true }),
    ),
  );

const inNamespace = (series, namespace) =>
  namespace === undefined
    ? series
    : series.endsWith('}')
      ? series.replace('{', `{namespace="${namespace}",`)
      : `${series}{namespace="${namespace}"}`;

const inputOf = (metrics, namespace) =>
  Object.entries(metrics).map(([series, values]) => ({ series: inNamespace(series, namespace), values: `${values}` }));

function testOf(alert, { name, input, isFiring }) {
  const expr = `min(count by (alertname) (ALERTS{alertname="${alert}", alertstate="firing"}) >= bool 1) or vector(0)`;
  const exp_samples = [{ labels: '{}', value: isFiring ? 1 : 0 }];
  return {
    name: `${alert}: ${name}`,
    interval: '1m',
    input_series: input,
    promql_expr_test: [{ expr, eval_time: `${laterMinutes[alert] ?? endMinutes}m`, exp_samples }],
  };
}

/** Returns the tests of an alert. `namespaces` is undefined for Compose: its metrics have no label `namespace`. */
function testsOf(alert, { healthy, fires }, namespaces) {
  const input = (metrics) => inputOf(metrics, namespaces?.own);
  const elsewhere = (metrics) => (namespaces ? inputOf(metrics, namespaces.other) : []);
  const tests = [{ name: 'healthy', input: input(healthy), isFiring: false }];
  for (const [cause, metrics] of Object.entries(fires)) {
    tests.push({ name: cause, input: [...input(metrics), ...elsewhere(healthy)], isFiring: true });
    const others = { name: `${cause}, in another namespace`, input: [...input(healthy), ...elsewhere(metrics)] };
    if (namespaces) tests.push({ ...others, isFiring: false });
  }
  return tests.map((test) => testOf(alert, test));
}

/** Writes a rules file and a test file per alert, so that a test evaluates no other alert. */
function writeTests(directory, form, groups, cases, namespaces) {
  const write = (name, content) => writeFileSync(path.join(directory, name), stringify(content));
  const records = groups.filter(({ rules }) => rules.some(({ record }) => record));
  return groups
    .flatMap(({ rules }) => rules)
    .filter(({ alert }) => cases[alert] !== undefined)
    .map((rule) => {
      const name = `${form}-${rule.alert}`;
      const needed = rule.expr.includes('candid:') ? records : [];
      write(`${name}.rules.yml`, { groups: [...needed, { name, rules: [rule] }] });
      const tests = testsOf(rule.alert, cases[rule.alert], namespaces);
      write(`${name}.test.yml`, { rule_files: [`${name}.rules.yml`], evaluation_interval: '1m', tests });
      return path.join(directory, `${name}.test.yml`);
    });
}

async function promtoolFaults(promtool, args) {
  const { code, output } = await runCommand(promtool, args, { stdio: 'pipe' });
  const lines = output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(Unit Testing|\s+SUCCESS|Checking)/.test(line));
  return code === 0 ? [] : lines;
}

function missingFaults(groups, cases) {
  const alerts = groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
  const isComplete = ({ healthy = {}, fires = {} } = {}) =>
    Object.keys(healthy).length > 0 && Object.keys(fires).length > 0;
  return [
    ...alerts
      .filter((alert) => !isComplete(cases[alert]))
      .map((alert) => `${alert} has no test in which it fires, or none in which it is silent`),
    ...Object.keys(cases)
      .filter((name) => !alerts.includes(name))
      .map((name) => `there is no alert ${name}`),
  ];
}

/** Resolves to the notifications of each incident, as { receiver, minute, alertnames }. */
export async function incidentNotifications(promtool, directory, groups, routes) {
  const lists = Object.values(incidents).map((incident) => inputOf(seriesOf(incident), own));
  const firing = await firingInEach(promtool, directory, groups, lists);
  return Object.fromEntries(
    Object.keys(incidents).map((name, index) => [name, notificationsOf(routes, firing[index])]),
  );
}

async function incidentFaults(promtool, directory, groups) {
  const sent = await incidentNotifications(promtool, directory, groups, readRoutes());
  return Object.entries(incidents).flatMap(([name, { pages, warnings }]) =>
    Object.entries({ page: pages, warning: warnings }).flatMap(([receiver, count]) => {
      const those = sent[name].filter((notification) => notification.receiver === receiver);
      const told = those.map(({ minute, alertnames }) => `minute ${minute}: ${alertnames.join(' ')}`).join('; ');
      return those.length === count ? [] : [`${name}: ${those.length} of ${receiver}, not ${count} (${told})`];
    }),
  );
}

/** The receivers are left out: `url_file` needs a newer version than Debian's. */
async function routeFaults(amtool, directory) {
  const routes = readRoutes();
  const file = path.join(directory, 'alertmanager.yml');
  writeFileSync(file, stringify({ ...routes, receivers: routes.receivers.map(({ name }) => ({ name })) }));
  const { code, output } = await runCommand(amtool, ['check-config', file], { stdio: 'pipe' });
  return code === 0 ? [] : [output];
}

export const checkAlerts = () =>
  inTemporaryDirectory('alerts', async (directory) => {
    const promtool = provideDebianProgram({ program: 'promtool', debianPackage: 'prometheus' });
    const amtool = provideDebianProgram({ program: 'amtool', debianPackage: 'prometheus-alertmanager' });
    const cases = testCases();
    const forms = [
      { form: 'compose', groups: composeGroups() },
      { form: 'kubernetes', groups: kubernetesGroups({ namespace: own, runbookUrl }), namespaces: { own, other } },
    ];
    const files = forms.map(({ form, groups }) => {
      const file = path.join(directory, `${form}.yml`);
      writeFileSync(file, stringify({ groups }));
      return file;
    });
    return await runEach([
      {
        name: 'alerts: promtool accepts the rules',
        faults: () => promtoolFaults(promtool, ['check', 'rules', ...files]),
      },
      { name: 'alerts: each has tests', faults: () => missingFaults(forms[1].groups, cases) },
      ...forms.map(({ form, groups, namespaces }) => ({
        name: `alerts: each fires for its causes only, under ${form}`,
        faults: () =>
          promtoolFaults(promtool, ['test', 'rules', ...writeTests(directory, form, groups, cases, namespaces)]),
      })),
      {
        name: 'alerts: Alertmanager accepts the routes',
        faults: () => routeFaults(amtool, directory),
      },
      {
        name: 'alerts: an incident notifies as often as it may',
        faults: () => incidentFaults(promtool, directory, forms[1].groups),
      },
      { name: 'alerts: Kubernetes has those of deploy/observability', faults: alertFileFaults },
      { name: 'alerts: an environment replaces namespace, runbooks and release', faults: alertReplacementFaults },
    ]);
  });

const environment = { namespace: 'another', runbookUrl: 'https://another.example/wiki', prometheusRelease: 'monitor' };
const placeholder = 'of the environment';

/** Kustomize must replace all placeholders in the rules by values of the environment. */
const alertReplacementFaults = () =>
  inTemporaryDirectory('environment', async (directory) => {
    const write = (name, value) => writeFileSync(path.join(directory, name), stringify(value));
    cpSync(fromRoot('deploy', 'k8s', 'components', 'observability'), directory, { recursive: true });
    write('environment.yaml', {
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'environment' }, data: environment },
    });
    write('kustomization.yaml', {
      resources: ['environment.yaml', 'generated/alerts.yaml', 'pod-monitors.yaml'],
      replacements: [{ path: 'generated/replacements.yaml' }],
    });
    const text = stringify(await render(await provideKubectl(say), path.relative(root, directory)), { lineWidth: 0 });
    return [
      ...(text.includes(placeholder) ? [`${placeholder} is left`] : []),
      ...Object.values(environment)
        .filter((value) => !text.includes(value))
        .map((value) => `${value} is nowhere`),
    ];
  });
