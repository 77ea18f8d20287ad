/** `node deploy/checks/deploy-alerts.mjs`: writes the alert rules of deploy/observability as Kubernetes' component of that name has them. */
import { writeFileSync } from 'node:fs';
import { alertFiles } from './alerts/alert-rules.mjs';

for (const [file, text] of Object.entries(alertFiles())) writeFileSync(file, text);
