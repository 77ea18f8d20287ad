import type { CurrentUser } from '@candid/contracts';
import { usePhotos } from '../api/photos';
import { type PoolGate, poolGateOf } from './pool-gate';

/** Open until the lists say otherwise; the server has the last word. */
export function usePoolGate(user: CurrentUser | undefined): PoolGate {
  const [profile, bank, testing] = [usePhotos('profile').data, usePhotos('bank').data, usePhotos('testing').data];
  return user && profile && bank && testing ? poolGateOf(user, { profile, bank, testing }) : 'open';
}
