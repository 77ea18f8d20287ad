import { askAhead } from './lib/api/early-answers';
import { neededFirst } from './lib/api/needed-first';
import { sessionStore } from './lib/session/session-store';

const { session, approvedAssessor } = sessionStore.current();
if (session) askAhead(neededFirst(location.pathname, session.userId, approvedAssessor), session.token);
