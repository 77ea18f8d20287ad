import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** The default is the full width of its place. */
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  /** `photo` and, in a grid, `tile` keep the 4:5 box of the later photo. */
  shape?: 'line' | 'photo' | 'tile' | 'round';
}

/** Placeholder in the size of the loading content, so that nothing moves when it arrives. */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  return <span aria-hidden="true" className={`${styles.skeleton} ${styles[shape]}`} style={{ width, height }} />;
}
