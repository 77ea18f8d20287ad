/** `node tools/deploy-alerts.mjs`: writes the alert rules of deploy/observability as Kubernetes' component of that name has them. */
import { writeFileSync } from 'node:fs';
import { processAlerts, processAlertsFile } from './lib/deploy/process-alerts.mjs';

writeFileSync(processAlertsFile, processAlerts());
