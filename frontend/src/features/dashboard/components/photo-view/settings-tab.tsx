import type { Photo } from '@candid/contracts';
import { photoViewTexts } from '../../../../lib/texts/photo-view';
import { Button } from '../../../../ui/button/button';
import { ExtendForm } from './extend-form';
import styles from './tabs.module.css';

interface SettingsTabProps {
  photo: Photo;
  unlocked: boolean;
  onAssess: () => void;
}

/** What a photo's assessment asks for. */
export function SettingsTab({ photo, unlocked, onAssess }: SettingsTabProps) {
  const testing = photo.section === 'testing';
  if (!testing) {
    return (
      <div className={styles.stack}>
        <p className={styles.quiet}>{photoViewTexts.settingsIdle}</p>
        <Button disabled={!unlocked} onClick={onAssess}>
          {photoViewTexts.assess}
        </Button>
        {!unlocked && <p className={styles.quiet}>{photoViewTexts.lockedUntilFirst}</p>}
      </div>
    );
  }
  const facts = [
    { name: photoViewTexts.assessors, value: String(photo.testLimit) },
    { name: photoViewTexts.ratingRequired, value: photo.ratingRequired ? photoViewTexts.on : photoViewTexts.off },
    { name: photoViewTexts.commentsRequired, value: String(photo.minComments) },
    { name: photoViewTexts.phrases, value: String(photo.commentsSelected.length) },
  ];
  return (
    <div className={styles.stack}>
      {unlocked && <ExtendForm key={[photo.testLimit, photo.ratingRequired, photo.minComments].join()} photo={photo} />}
      {!unlocked && <p className={styles.quiet}>{photoViewTexts.lockedUntilFirst}</p>}
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.name} className={styles.fact}>
            <dt>{fact.name}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
