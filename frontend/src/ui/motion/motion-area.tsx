import { type FeatureBundle, LazyMotion, MotionConfig } from 'motion/react';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { quiet } from '../../lib/idle/quiet';

const notYet = () => new Promise<FeatureBundle>(() => undefined);

/** Loads the motion code after the first pictures. With reduced motion, only fades remain. */
export function MotionArea({ children }: { children: ReactNode }) {
  const [features, setFeatures] = useState<FeatureBundle>();
  useEffect(() => {
    quiet()
      .then(() => import('./motion-features'))
      // A transition splits the rendering; `LazyMotion` itself would render everything in one step.
      .then(({ default: loaded }) => startTransition(() => setFeatures(loaded)))
      .catch(() => undefined);
  }, []);
  return (
    <LazyMotion features={features ?? notYet} strict>
      <MotionConfig reducedMotion="user">{children}</MotionConfig>
    </LazyMotion>
  );
}
