import { useSession } from '../../../lib/session/use-session';
import { useCurrentUser } from '../../../lib/user/current-user';

/** Whether this person may assess: the browser remembers it, else the account tells; `unknown` while it is being asked. */
export function useApproval(): 'approved' | 'missing' | 'unknown' {
  const { approvedAssessor } = useSession();
  const account = useCurrentUser();
  if (approvedAssessor || account.data?.approvedAssessor) return 'approved';
  return account.isPending ? 'unknown' : 'missing';
}
