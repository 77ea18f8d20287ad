import { termsOfService } from '../../../lib/texts/legal';
import { LegalText } from './legal-text';

export default function TermsPage() {
  return <LegalText document={termsOfService} />;
}
