import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { installTexts } from '../../lib/texts/common';
import { focusMain } from '../../ui/dom/dom';
import { updateStore } from '../install/update-store';
import { NoticeBar } from './notice-bar';

/** Offers a waiting version, but not during an assessment. It activates only when the person presses the button. */
export function UpdateNotice() {
  const update = useSyncExternalStore(updateStore.subscribe, updateStore.current);
  const assessing = useLocation().pathname.startsWith('/testing/');
  const later = () => {
    focusMain();
    updateStore.set(null);
  };
  if (!update || assessing) return <NoticeBar />;
  return (
    <NoticeBar
      actions={[
        { label: installTexts.update, onAct: update },
        { label: installTexts.updateLater, onAct: later },
      ]}
    >
      {installTexts.updateReady}
    </NoticeBar>
  );
}
