import type { PushKind } from '@candid/contracts';
import { preferencesTexts } from '../../lib/texts/preferences';
import { pushTexts } from '../../lib/texts/push';
import { Pending } from '../../ui/notice/load-problem';
import { Notice } from '../../ui/notice/notice';
import { Switch } from '../../ui/switch/switch';
import { allKinds, usePush } from './use-push';

/** The switches of this browser's notifications. */
export function PushChoice() {
  const { state, query, run, busy, error } = usePush();
  if (!state) return <Pending query={query} problem={preferencesTexts.loadFailed} height={112} />;
  if (state.status === 'impossible' || state.status === 'blocked') {
    return <p className="text-14 text-ink-soft">{pushTexts[state.status]}</p>;
  }
  const choose = (kind: PushKind, isWanted: boolean) => {
    const kinds = allKinds.filter((each) => (each === kind ? isWanted : state.kinds.includes(each)));
    void run(kinds).catch(() => undefined);
  };
  return (
    <>
      {allKinds.map((kind) => (
        <Switch
          key={kind}
          {...pushTexts.kinds[kind]}
          checked={state.kinds.includes(kind)}
          // A second choice would not contain the first one, which the server has not answered yet.
          disabled={busy}
          onChange={(isWanted) => choose(kind, isWanted)}
        />
      ))}
      {error && <Notice tone="danger">{pushTexts.failed}</Notice>}
    </>
  );
}
