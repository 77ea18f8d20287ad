import { type CSSProperties, Fragment, type ReactNode } from 'react';

const shapeClasses = {
  line: 'h-[1em] w-full rounded-8',
  photo: 'aspect-4/5 w-full rounded-16',
  tile: 'aspect-4/5 w-full rounded-12',
  round: 'rounded-pill',
};

interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  /** `photo` and, in a grid, `tile` reserve the 4:5 box of the later photo. */
  shape?: 'line' | 'photo' | 'tile' | 'round';
}

/** Placeholder in the size of the loading content, so that nothing moves when it arrives. */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-wait bg-tone ${shapeClasses[shape]}`}
      style={{ width, height }}
    />
  );
}

/** Repeats `children`, a placeholder, `times` times. */
export const Repeated = ({ times, children }: { times: number; children: ReactNode }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
  Array.from({ length: times }, (_, index) => <Fragment key={index}>{children}</Fragment>);
