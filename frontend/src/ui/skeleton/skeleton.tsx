import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** As wide as the place by default. */
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  /** `photo` and, among others in a grid, `tile` keep the 4:5 box of the photo to come. */
  shape?: 'line' | 'photo' | 'tile' | 'round';
}

/** Stands in the place of what is loading, in its size, so that nothing moves when it comes. */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  return <span aria-hidden="true" className={`${styles.skeleton} ${styles[shape]}`} style={{ width, height }} />;
}
