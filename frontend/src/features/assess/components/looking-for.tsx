import type { LookingFor as Preferences } from '@candid/contracts';
import { Heart } from 'lucide-react';
import { assessTexts } from '../../../lib/texts/assess';
import { Skeleton } from '../../../ui/skeleton/skeleton';
import { useLookingForOf } from '../api/assessments';
import styles from './looking-for.module.css';

interface LookingForProps {
  ownerId: string;
  title: string;
  /** The person's photos are open. */
  isOpen: boolean;
}

/** What the person in the photos is looking for. */
export function LookingFor({ ownerId, title, isOpen }: LookingForProps) {
  const lookingFor = useLookingForOf(ownerId, isOpen);
  if (lookingFor.isLoadingError) return null;
  return (
    <section className={styles.panel} aria-label={title}>
      <Heart aria-hidden="true" className={styles.icon} />
      <span className={styles.title}>{title}</span>
      {lookingFor.data ? (
        <ul className={styles.values}>
          {wordsOf(lookingFor.data).map((word) => (
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
