import { supportAccountTexts } from '../../../lib/texts/support-account';
import { LinkButton } from '../../../ui/button/button';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { Screen } from '../../shell/screen';

interface MissingPageProps {
  title: string;
  text: string;
  to?: string;
  label?: string;
}

/** Replaces a page of the console whose subject does not exist. */
export function MissingPage({
  title,
  text,
  to = '/support',
  label = supportAccountTexts.backToSearch,
}: MissingPageProps) {
  return (
    <Screen title={title} width="wide">
      <EmptyState headingLevel={1} title={title} text={text} action={<LinkButton to={to}>{label}</LinkButton>} />
    </Screen>
  );
}
