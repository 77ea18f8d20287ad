import { type ReactNode, useState } from 'react';
import RollingNumber from '../../../features/tokens/components/rolling-number';
import { commonTexts } from '../../../lib/texts/common';
import { demoTexts } from '../../../lib/texts/demo';
import { Button } from '../../../ui/button/button';
import { PageHeader } from '../../../ui/page-header/page-header';
import { Segmented } from '../../../ui/segmented/segmented';
import { NavBar } from '../../shell/nav-bar';
import layout from '../../shell/nav-bar.module.css';
import { Screen } from '../../shell/screen';
import styles from './navigation.module.css';

type Viewer = keyof typeof demoTexts.seenByWhom;

const viewers = (Object.keys(demoTexts.seenByWhom) as Viewer[]).map((value) => ({
  value,
  label: demoTexts.seenByWhom[value],
}));
const start = 40;
const earned = 20;
const spent = 40;

/** The navigation as each kind of person sees it, and the rolling counter. */
export default function NavigationPage() {
  const [viewer, setViewer] = useState<Viewer>('member');
  const [balance, setBalance] = useState(start);
  return (
    <>
      <NavBar tokens={tokensOf(viewer, balance)} />
      <div className={layout.content}>
        <Screen title={demoTexts.navigationTitle}>
          <PageHeader title={demoTexts.navigationTitle} lead={demoTexts.navigationLead} />
          <div className={styles.stack}>
            <Segmented label={demoTexts.seenBy} options={viewers} value={viewer} onChange={setViewer} />
            <section className={styles.card}>
              <h2>{demoTexts.counter}</h2>
              <p className={styles.lead}>{demoTexts.counterLead}</p>
              <p className={styles.balance} aria-live="polite">
                <RollingNumber value={balance} />
              </p>
              <div className={styles.acts}>
                <Button disabled={balance < spent} onClick={() => setBalance(balance - spent)}>
                  {demoTexts.spend}
                </Button>
                <Button onClick={() => setBalance(balance + earned)}>{demoTexts.earn}</Button>
              </div>
            </section>
          </div>
        </Screen>
      </div>
    </>
  );
}

function tokensOf(viewer: Viewer, balance: number): ReactNode {
  if (viewer === 'visitor') return undefined;
  if (viewer === 'loading') return commonTexts.navBalance;
  return (
    <>
      {commonTexts.navTokens}{' '}
      <strong>
        <RollingNumber value={balance} />
      </strong>
    </>
  );
}
