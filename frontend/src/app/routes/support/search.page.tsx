import { useSearchParams } from 'react-router-dom';
import { SearchResults } from '../../../features/support/components/search';
import { supportTexts } from '../../../lib/texts/support';
import { EmptyState } from '../../../ui/empty-state/empty-state';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Screen } from '../../shell/screen';

export function SearchPage() {
  const [search] = useSearchParams();
  const text = (search.get('q') ?? '').trim().slice(0, 254);
  return (
    <Screen title={supportTexts.search} width="wide">
      <PageHeader
        title={supportTexts.search}
        lead={text === '' ? supportTexts.searchHint : supportTexts.foundLead(text)}
      />
      {text === '' ? (
        <EmptyState title={supportTexts.findTitle} text={supportTexts.findText} />
      ) : (
        <SearchResults key={text} text={text} />
      )}
    </Screen>
  );
}
