import { ProfileComments } from '../../../features/profile-assessment/components/profile-comments';
import type { ProfileArea } from './use-profile-area';

/** In the planner: what people say about its photos as a set. */
export function PlannerComments({ area }: { area: ProfileArea }) {
  const { assessments, startSetUp } = area;
  const { current } = assessments;
  return (
    <ProfileComments
      assessments={assessments}
      photos={area.photos}
      catalogue={area.catalogue}
      onOpen={() => area.sheet.show(current?.groupId)}
      onSettings={() => startSetUp({ group: current })}
      onRequest={() => startSetUp({ group: current })}
      onEnd={() => current && assessments.askToEnd(current)}
      onDone={() => current && void assessments.confirm(current)}
    />
  );
}
