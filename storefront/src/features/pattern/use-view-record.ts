import { useEffect } from 'react';
import { patterns } from '../../api/calls';
import { viewReferrer, viewSessionId } from '../../lib/view-record';

const recorded = new Set<string>();

/** Records one view of a pattern per visit; a failure is ignored. */
export function useViewRecord(patternId: string | undefined): void {
  useEffect(() => {
    if (!patternId || recorded.has(patternId)) return;
    recorded.add(patternId);
    patterns.recordView(patternId, { session_id: viewSessionId(), referrer: viewReferrer() }).catch(() => undefined);
  }, [patternId]);
}
