import { useSearchParams } from 'react-router-dom';
import { FeedbackForm } from '../../../features/account/components/feedback-form';
import { NoticeForm } from '../../../features/safety/components/notice-form';
import { useSession } from '../../../lib/session/use-session';
import { accountTexts } from '../../../lib/texts/account';
import { noticeTexts } from '../../../lib/texts/notices';
import { useCurrentUser } from '../../../lib/user/current-user';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Tabs } from '../../../ui/tabs/tabs';
import { Screen } from '../../shell/screen';

/** Public page: the law lets anybody report content, so it needs no log-in. */
export default function FeedbackPage() {
  const isMember = useSession().session !== null;
  return isMember ? <MemberFeedback /> : <Feedback />;
}

function MemberFeedback() {
  const user = useCurrentUser().data;
  return <Feedback email={user?.email} isMember />;
}

type About = 'candid' | 'content';

function Feedback({ email, isMember = false }: { email?: string; isMember?: boolean }) {
  const [search, setSearch] = useSearchParams();
  const about: About = search.get('about') === 'content' ? 'content' : 'candid';
  const show = (next: About) => setSearch(next === 'content' ? { about: next } : {}, { replace: true });
  return (
    <Screen title={accountTexts.feedbackTitle}>
      <PageHeader title={accountTexts.feedbackTitle} {...(isMember && { backTo: '/account' })} />
      <Tabs<About>
        label={noticeTexts.tabs}
        value={about}
        onChange={show}
        keep
        tabs={[
          {
            value: 'candid',
            label: noticeTexts.feedback,
            content: (
              <div className="grid content-start gap-5">
                <p className="text-ink-soft">{accountTexts.feedbackLead}</p>
                <FeedbackForm email={email} />
              </div>
            ),
          },
          {
            value: 'content',
            label: noticeTexts.report,
            content: (
              <div className="grid content-start gap-5">
                <p className="text-ink-soft">{noticeTexts.lead}</p>
                <NoticeForm email={email} />
              </div>
            ),
          },
        ]}
      />
    </Screen>
  );
}
