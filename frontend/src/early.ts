import { askAhead, peekEarlyAnswer } from './lib/api/early-answers';
import { neededFirst } from './lib/api/needed-first';
import { sessionStore } from './lib/session/session-store';
import { startPictures } from './shared/photos/pictures';

const { session, approvedAssessor } = sessionStore.current();
if (session) {
  const { userId, token } = session;
  askAhead(neededFirst(location.pathname, userId, approvedAssessor), token);
  for (const section of ['profile', 'testing']) {
    const list = peekEarlyAnswer(`/api/cameraroll-photos-${section}/${userId}`);
    // A list or picture that does not come now is asked for again where it is shown.
    if (list) startPictures(list).catch(() => undefined);
  }
}
