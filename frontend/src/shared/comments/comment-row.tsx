import { Lightbulb, Scale, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sign } from '../../ui/sign/sign';
import { Skeleton } from '../../ui/skeleton/skeleton';
import type { CommentReading } from './comments';

interface CommentRowProps {
  title: string;
  reading: CommentReading;
  note?: string;
  action?: ReactNode;
}

const iconOfTone = { praise: ThumbsUp, toTry: Lightbulb, neither: Scale } as const;

/** One comment in words. An icon marks praise, a suggestion or a neutral comment: colour alone is not enough. */
export function CommentRow({ title, reading, note, action }: CommentRowProps) {
  return (
    <div className="flex items-start gap-3">
      <Sign icon={iconOfTone[reading.tone]} isGood={reading.tone === 'praise'} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="leading-[1.35] font-bold">
          {title}{' '}
          {reading.label !== title && <span className="ml-1 text-14 font-medium text-ink-soft">{reading.label}</span>}
        </p>
        {reading.text && <p className="text-14 leading-[1.45]">{reading.text}</p>}
        {(note || action) && (
          <div className="flex min-h-7 items-center justify-between gap-3">
            {note && <p className="text-13 text-ink-soft">{note}</p>}
            {action}
          </div>
        )}
      </div>
    </div>
  );
}

const rowPx = 74;

export function CommentRowSkeleton() {
  return <Skeleton height={rowPx} />;
}
