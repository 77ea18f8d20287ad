import { X } from 'lucide-react';
import { assessTexts } from '../../../lib/texts/assess';
import { IconButton } from '../../../ui/icon-button/icon-button';
import styles from './assessment-form.module.css';
import { LookingFor } from './looking-for';

interface AssessmentHeaderProps {
  title: string;
  ownerId: string;
  onClose: () => void;
}

export function AssessmentHeader({ title, ownerId, onClose }: AssessmentHeaderProps) {
  return (
    <header className={styles.top}>
      <h1 className={styles.title}>{title}</h1>
      <LookingFor ownerId={ownerId} title={assessTexts.lookingForSmall} />
      <IconButton
        className={styles.close}
        variant="tone"
        label={assessTexts.closeAssessment}
        icon={<X />}
        onClick={onClose}
      />
    </header>
  );
}
