import { lazy } from 'react';
import { useSession } from '../../lib/session/use-session';
import { NavFrame } from './nav-bar';

const SignedInFrame = lazy(() => import('./member-area').then(({ SignedInFrame: Frame }) => ({ default: Frame })));

export default function OpenArea() {
  return useSession().session ? <SignedInFrame /> : <NavFrame />;
}
