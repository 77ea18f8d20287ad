import { Heart, ImagePlus, UsersRound } from 'lucide-react';
import { dashboardTexts } from '../../../lib/texts/dashboard';
import { meanwhileTexts } from '../../../lib/texts/meanwhile';
import { tokensTexts } from '../../../lib/texts/tokens';
import { uploadTexts } from '../../../lib/texts/upload';
import { Button, LinkButton } from '../../../ui/button/button';
import { InstallHint } from './install-hint';
import { MeanwhileRow } from './meanwhile-row';

export interface MeanwhileProps {
  isAssessor: boolean;
  onLookingFor: () => void;
  onUpload: () => void;
}

/** Lists what the owner can do while the first assessment runs. */
export default function Meanwhile({ isAssessor, onLookingFor, onUpload }: MeanwhileProps) {
  const { title, assess, audience, more } = meanwhileTexts;
  return (
    <section className="rounded-24 border border-line bg-surface px-4 pt-4 pb-1 wide:px-5" aria-label={title}>
      <h2 className="text-20">{title}</h2>
      <ul className="grid">
        <MeanwhileRow icon={<UsersRound />} title={assess.title} text={isAssessor ? assess.text : assess.approveFirst}>
          <LinkButton size="s" to="/feed">
            {isAssessor ? tokensTexts.assessOthers : assess.become}
          </LinkButton>
        </MeanwhileRow>
        <InstallHint />
        <MeanwhileRow icon={<Heart />} {...audience}>
          <Button size="s" onClick={onLookingFor}>
            {dashboardTexts.lookingForInfo}
          </Button>
        </MeanwhileRow>
        <MeanwhileRow icon={<ImagePlus />} {...more}>
          <Button size="s" onClick={onUpload}>
            {uploadTexts.choose}
          </Button>
        </MeanwhileRow>
      </ul>
    </section>
  );
}
