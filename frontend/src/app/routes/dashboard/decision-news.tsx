import { X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { commonTexts } from '../../../lib/texts/common';
import { decisionTexts } from '../../../lib/texts/decisions';
import { useStatementNews } from '../../../shared/safety/statement-news';
import { titleOf } from '../../../shared/safety/statement-words';
import { focusMain } from '../../../ui/dom/dom';
import { IconButton } from '../../../ui/icon-button/icon-button';
import { Notice, NoticeRegion } from '../../../ui/notice/notice';

export default function DecisionNews() {
  const { news, now, markRead } = useStatementNews();
  const [latest] = news;
  const dismiss = () => {
    focusMain();
    markRead();
  };
  return (
    <NoticeRegion>
      {latest && (
        <div className="pb-5">
          <Notice tone="accent" action={<IconButton label={commonTexts.dismiss} icon={<X />} onClick={dismiss} />}>
            {decisionTexts.news(titleOf(latest, now), news.length)}{' '}
            <Link to="/account/decisions" onClick={markRead}>
              {decisionTexts.seeWhy}
            </Link>
          </Notice>
        </div>
      )}
    </NoticeRegion>
  );
}
