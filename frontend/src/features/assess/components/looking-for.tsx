import { identityRoutes, type LookingFor as Preferences } from '@candid/contracts';
import { Heart } from 'lucide-react';
import { useRead } from '../../../lib/query/use-read';
import { assessTexts } from '../../../lib/texts/assess';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import styles from './looking-for.module.css';

interface LookingForProps {
  ownerId: string;
  title: string;
  /** True while the assessor has the owner's photos open. */
  isOpen: boolean;
}

export function LookingFor({ ownerId, title, isOpen }: LookingForProps) {
  // The server answers only for people whose photos the assessor has open.
  const options = { staleTime: 5 * 60_000, enabled: isOpen };
  const lookingFor = useRead(identityRoutes.getLookingFor, { params: { userId: ownerId } }, options);
  if (lookingFor.isLoadingError) return null;
  return (
    <section className={styles.panel} aria-label={title}>
      <Heart aria-hidden="true" className={styles.icon} />
      <span className={styles.title}>{title}</span>
      {lookingFor.data ? (
        <ul className={styles.values}>
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
  return [
    gender === 'All' ? assessTexts.allGenders : gender,
    relationshipType === 'Either' ? assessTexts.either : relationshipType,
  ];
}
