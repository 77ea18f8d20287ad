import type { ReactNode } from 'react';
import { assessTexts } from '../../../lib/texts/assess';
import { Spinner } from '../../../ui/button/button';
import { Repeated, Skeleton } from '../../../ui/skeleton/skeleton';

/** A person's photos with the acts below or, on wide screens, beside them. */
export function CarouselFrame({ photos, children }: { photos: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col wide:grid wide:grid-cols-[minmax(0,640px)_360px] wide:content-center wide:justify-center wide:gap-10 wide:p-6">
      <div className="relative wide:w-[min(100%,calc((100dvh-2*24px-96px-var(--above,0px))*0.8))] wide:justify-self-end">
        {photos}
      </div>
      <div className="flex flex-1 flex-col gap-4 px-4 pt-4 pb-[calc(16px+var(--safe-bottom))] wide:justify-center wide:p-0">
        {children}
      </div>
    </div>
  );
}

export function PhotoLoading({ text }: { text: string }) {
  return (
    <>
      <Skeleton shape="photo" />
      <p className="absolute inset-0 flex items-center justify-center gap-3 text-ink-soft" role="status">
        <Spinner /> {text}
      </p>
    </>
  );
}

export function CarouselSkeleton({ text = assessTexts.loadingImages }: { text?: string }) {
  return (
    <>
      <div className="relative overflow-hidden wide:rounded-24 [&>:first-child]:rounded-none">
        <PhotoLoading text={text} />
      </div>
      <div className="flex gap-2 px-4 pt-3 wide:justify-center wide:px-0">
        <Repeated times={2}>
          <span className="w-15 p-1">
            <Skeleton shape="photo" />
          </span>
        </Repeated>
      </div>
    </>
  );
}

/** The page of the carousel before it is known whose photos come next. */
export function FeedSkeleton({ text }: { text: string }) {
  return (
    <CarouselFrame photos={<CarouselSkeleton text={text} />}>
      <Skeleton width={220} height={32} />
      <div className="mt-auto grid grid-cols-[1fr_2fr] gap-3 wide:mt-4">
        <Skeleton height={48} />
        <Skeleton height={48} />
      </div>
    </CarouselFrame>
  );
}
