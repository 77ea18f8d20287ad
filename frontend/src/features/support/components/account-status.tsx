import { dayOf } from '../../../lib/language/language';
import { supportTexts } from '../../../lib/texts/support';
import type { SupportAccount } from '../api/accounts';
import { Pill } from './pill';

export function AccountStatus({ account: { eraseAt } }: { account: Pick<SupportAccount, 'eraseAt'> }) {
  if (eraseAt === null) return <Pill>{supportTexts.living}</Pill>;
  return <Pill tone="bad">{supportTexts.deletionOn(dayOf(new Date(eraseAt)))}</Pill>;
}
