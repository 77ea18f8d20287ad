import { LazyMotion, MotionConfig } from 'motion/react';
import type { ReactNode } from 'react';
import { quiet } from '../../lib/idle/quiet';

const loadFeatures = async () => {
  await quiet();
  return (await import('./motion-features')).default;
};

/** Where `m` elements move; what moves them arrives after the first pictures. With reduced motion only fades are left. */
export function MotionArea({ children }: { children: ReactNode }) {
  return (
    <LazyMotion features={loadFeatures} strict>
      <MotionConfig reducedMotion="user">{children}</MotionConfig>
    </LazyMotion>
  );
}
