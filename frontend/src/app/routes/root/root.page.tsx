import { Navigate } from 'react-router-dom';
import { useCurrentUser } from '../../../lib/user/current-user';
import { PageLoading } from '../../shell/page-loading';

/** Waits until the stored session has proved itself; one that has not is cleared on the way and the guard takes over. */
export default function RootPage() {
  const { isPending } = useCurrentUser();
  return isPending ? <PageLoading /> : <Navigate to="/profile" replace />;
}
