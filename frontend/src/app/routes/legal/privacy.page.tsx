import { privacyPolicy } from '../../../lib/texts/legal';
import { LegalText } from './legal-text';

export default function PrivacyPage() {
  return <LegalText document={privacyPolicy} />;
}
