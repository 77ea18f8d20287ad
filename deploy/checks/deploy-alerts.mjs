/** `node deploy/checks/deploy-alerts.mjs`: converts the rules of deploy/observability for the Kubernetes component. */
import { writeFileSync } from 'node:fs';
import { alertFiles } from './alerts/alert-rules.mjs';

for (const [file, text] of Object.entries(alertFiles())) writeFileSync(file, text);
