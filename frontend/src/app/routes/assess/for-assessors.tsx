import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useApproval } from '../../../features/assess/hooks/use-approval';
import { assessTexts } from '../../../lib/texts/assess';
import { PageLoading } from '../../shell/page-loading';

/** For pages of approved assessors: everybody else is asked for the passkey first. */
export function ForAssessors({ children }: { children: ReactNode }) {
  const approval = useApproval();
  if (approval === 'unknown') return <PageLoading text={assessTexts.loading} />;
  if (approval === 'missing') return <Navigate to="/approve" replace />;
  return children;
}
