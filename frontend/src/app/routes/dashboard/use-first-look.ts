import type { CurrentUser } from '@candid/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { usePhotos } from '../../../features/dashboard/api/photos';
import type { ProfileArea } from './use-profile-area';

/** Whether everything that has a size on the dashboard has been answered once, with what was asked for or with a failure. */
export function useFirstLook(account: UseQueryResult<CurrentUser>, { assessments }: ProfileArea): 'waiting' | 'ready' {
  const lists = [usePhotos('profile'), usePhotos('bank'), usePhotos('testing')];
  const profilePending = account.data?.hasMadeFirstProfile === true && assessments.query.isPending;
  const pending = account.isPending || profilePending || lists.some(({ isPending }) => isPending);
  // What is asked for later, such as the assessments of a first profile, comes in beside what is already being used.
  const [look, setLook] = useState<'waiting' | 'ready'>(pending ? 'waiting' : 'ready');
  useEffect(() => {
    // The dashboard is much to render at once: in slices, so that a slow phone answers a touch meanwhile.
    if (!pending) startTransition(() => setLook('ready'));
  }, [pending]);
  return look;
}
