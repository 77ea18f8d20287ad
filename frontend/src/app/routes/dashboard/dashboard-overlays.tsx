import type { CurrentUser } from '@candid/contracts';
import type { PhotoMoves } from '../../../features/dashboard/hooks/use-photo-moves';
import { useCatalogue } from '../../../lib/catalogue/use-catalogue';
import { AddFlow } from './add-flow';
import { DashboardDialogs, type DialogName } from './dashboard-dialogs';
import { ProfileSheets } from './profile-sheets';
import type { AddFlowState } from './use-add-flow';
import type { ProfileArea } from './use-profile-area';

interface DashboardOverlaysProps {
  user: CurrentUser | undefined;
  moves: PhotoMoves;
  area: ProfileArea;
  adding: AddFlowState;
  dialog: DialogName | null;
  commentSection: number | undefined;
  onCommentSection: (sectionId: number | undefined) => void;
  onDialogClose: () => void;
}

/** All that may come to stand over the dashboard; a chunk of its own, which nobody waits for to see their photos. */
export default function DashboardOverlays({ user, moves, area, adding, ...dialogs }: DashboardOverlaysProps) {
  const catalogue = useCatalogue().data;
  return (
    <>
      <ProfileSheets area={area} user={user} />
      <AddFlow flow={adding} user={user} catalogue={catalogue} moves={moves} />
      <DashboardDialogs
        shown={dialogs.dialog}
        user={user}
        catalogue={catalogue}
        moves={moves}
        commentSection={dialogs.commentSection}
        onCommentSection={dialogs.onCommentSection}
        onClose={dialogs.onDialogClose}
      />
    </>
  );
}
