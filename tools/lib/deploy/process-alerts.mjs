import { readdirSync, readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { fromRoot } from '../paths.mjs';

export const processAlertsFile = fromRoot('deploy', 'k8s', 'components', 'observability', 'process-alerts.yaml');

/** The rules of deploy/observability in the form that the Prometheus operator takes. */
export function processAlerts() {
  const directory = fromRoot('deploy', 'observability', 'alerts');
  const files = readdirSync(directory).filter((name) => name.endsWith('.yml'));
  const groups = files.flatMap((name) => parse(readFileSync(`${directory}/${name}`, 'utf8')).groups);
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'candid-processes' },
    spec: { groups },
  };
  return `# Written by \`node tools/deploy-alerts.mjs\` from deploy/observability/alerts.\n${stringify(rule, { lineWidth: 0 })}`;
}

export const processAlertFaults = () =>
  readFileSync(processAlertsFile, 'utf8') === processAlerts()
    ? []
    : ['they are older: run node tools/deploy-alerts.mjs'];
