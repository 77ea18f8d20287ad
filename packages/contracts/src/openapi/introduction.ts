import type { Route } from '../http/route.js';
import { REFUSAL_TABLE } from './responses.js';

export const INTRODUCTION = `Find your best photos, using feedback from real people.

**Log in** with \`POST /api/login\` and send its \`token\` as \`Authorization: Bearer …\`; it lasts 15 minutes, and
\`POST /api/auth/refresh\` exchanges the cookie that came with it for the next one.

**Every refusal** has the same form: \`success: false\`, a stable \`code\`, and a \`message\` that a person may read
(\`error\` repeats it); \`details\` names the fields. Nothing was done.

| status | code |
|---|---|
${REFUSAL_TABLE}

**Send a command again** as often as you like under the same \`Idempotency-Key\`: it is done once, and answered alike.

**Lists that grow** take \`limit\` and \`cursor\`; the answer's \`nextCursor\` leads on, and is null at the end.

**Dates** are ISO 8601 in UTC. Tokens are whole numbers; money is in minor units with its currency.`;

const DESCRIPTIONS: Record<Route['tag'], string> = {
  Identity: 'Accounts, sessions, preferences, notifications.',
  Photos: 'Uploads, the Profile Planner, the Photo Bank.',
  Assessments: 'Starting and ending assessments, rating others, results.',
  Tokens: 'Balance, holds, packs, the statement.',
  Moderation: 'Reports, blocks, statements, appeals, and the moderation desk. The desk needs the role `moderator`.',
  Support: 'For staff: accounts, the ledger, the audit log.',
  Live: 'What happens, as it happens.',
};

export const TAGS = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }));
