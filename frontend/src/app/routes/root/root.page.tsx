import { Navigate } from 'react-router-dom';
import { useCurrentUser } from '../../../lib/user/current-user';
import { PageLoading } from '../../shell/page-loading';

/** Waits until the stored session is verified. An invalid one is cleared, and the guard takes over. */
export default function RootPage() {
  const { isPending } = useCurrentUser();
  return isPending ? <PageLoading /> : <Navigate to="/profile" replace />;
}
