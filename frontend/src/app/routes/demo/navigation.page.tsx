import { type ReactNode, useState } from 'react';
import RollingNumber from '../../../features/tokens/components/rolling-number';
import { commonTexts } from '../../../lib/texts/common';
import { demoTexts } from '../../../lib/texts/demo';
import { Button } from '../../../ui/button/button';
import { Segmented } from '../../../ui/segmented/segmented';
import { HeadedScreen } from '../../shell/headed-screen';
import { contentClass, NavBar } from '../../shell/nav-bar';

type Viewer = keyof typeof demoTexts.seenByWhom;

const viewers = (Object.keys(demoTexts.seenByWhom) as Viewer[]).map((value) => ({
  value,
  label: demoTexts.seenByWhom[value],
}));
const earned = 20;
const spent = 40;

export default function NavigationPage() {
  const [viewer, setViewer] = useState<Viewer>('member');
  const [balance, setBalance] = useState(40);
  return (
    <>
      <NavBar tokens={tokensOf(viewer, balance)} />
      <div className={contentClass}>
        <HeadedScreen title={demoTexts.navigationTitle} lead={demoTexts.navigationLead} width="page">
          <div className="grid gap-4">
            <Segmented label={demoTexts.seenBy} options={viewers} value={viewer} onChange={setViewer} />
            <section className="grid gap-4 rounded-24 border border-line bg-surface p-5">
              <h2>{demoTexts.counter}</h2>
              <p className="text-ink-soft">{demoTexts.counterLead}</p>
              <p className="text-40 font-heavy tabular-nums" aria-live="polite">
                <RollingNumber value={balance} />
              </p>
              <div className="flex flex-wrap gap-2">
                <Button disabled={balance < spent} onClick={() => setBalance(balance - spent)}>
                  {demoTexts.spend}
                </Button>
                <Button onClick={() => setBalance(balance + earned)}>{demoTexts.earn}</Button>
              </div>
            </section>
          </div>
        </HeadedScreen>
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
