import { askAhead, neededFirst, peekEarlyAnswer } from './lib/api/early-answers';
import { sessionStore } from './lib/session/session-store';
import { startPictures } from './shared/photos/pictures';

const { session, approvedAssessor } = sessionStore.current();
if (session) {
  const { userId, token } = session;
  askAhead(neededFirst(location.pathname, userId, approvedAssessor), token);
  for (const section of ['profile', 'testing']) {
    const list = peekEarlyAnswer(`/api/cameraroll-photos-${section}/${userId}`);
    // If a list or picture fails here, the screen requests it again.
    if (list) startPictures(list).catch(() => undefined);
  }
}
