import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../../lib/session/use-session';

/** Without a session every page behind it leads to the log-in, which leads back here. */
export function SessionGuard() {
  const { session, ended } = useSession();
  const { pathname, search } = useLocation();
  if (session) return <Outlet />;
  const from = pathname === '/' || ended === 'logged-out' ? undefined : `${pathname}${search}`;
  return <Navigate to="/login" replace state={{ from }} />;
}
