import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { track } from '../../lib/analytics/track';

const sessionKey = 'candid-counted';

function isNewSession(): boolean {
  try {
    if (sessionStorage.getItem(sessionKey)) return false;
    sessionStorage.setItem(sessionKey, 'true');
    return true;
  } catch {
    return false;
  }
}

/** Counts each opened page, and one visit per tab. */
export function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (isNewSession()) track('session', pathname);
    track('page_view', pathname);
  }, [pathname]);
  return null;
}
