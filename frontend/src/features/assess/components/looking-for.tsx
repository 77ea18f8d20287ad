import { identityRoutes, type LookingFor as Preferences } from '@candid/contracts';
import { Heart } from 'lucide-react';
import { useRead } from '../../../lib/query/use-read';
import { assessTexts } from '../../../lib/texts/assess';
import { Skeleton } from '../../../ui/skeleton/skeleton';

interface LookingForProps {
  ownerId: string;
  title: string;
  isOpen: boolean;
}

export function LookingFor({ ownerId, title, isOpen }: LookingForProps) {
  // The server answers only about owners whose photos the assessor has open.
  const options = { staleTime: 5 * 60_000, enabled: isOpen };
  const lookingFor = useRead(identityRoutes.getLookingFor, { params: { userId: ownerId } }, options);
  if (lookingFor.isLoadingError) return null;
  return (
    <section className="flex min-h-8 flex-wrap items-center gap-2 text-14" aria-label={title}>
      <Heart aria-hidden="true" className="size-4.5 text-accent-ink" />
      <span className="font-medium text-ink-soft">{title}</span>
      {lookingFor.data ? (
        <ul className="flex flex-wrap gap-1 [&_li]:rounded-pill [&_li]:bg-tone [&_li]:px-2.5 [&_li]:py-[3px] [&_li]:font-medium">
          {wordsOf(lookingFor.data.lookingFor).map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      ) : (
        <Skeleton width={140} height={28} />
      )}
    </section>
  );
}

function wordsOf({ gender, relationshipType }: Preferences): string[] {
  const { genders, relationships } = assessTexts.sought;
  return [genders[gender], relationships[relationshipType]];
}
