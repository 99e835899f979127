import { useEffect } from 'react';
import { patterns } from '../../api/calls';
import { viewReferrer, viewSessionId } from '../../lib/view-record';

const recorded = new Set<string>();

/** Records the first view of a pattern since the page was loaded. Ignores a failed request. */
export function useViewRecord(patternId: string | undefined): void {
  useEffect(() => {
    if (!patternId || recorded.has(patternId)) return;
    recorded.add(patternId);
    patterns.recordView(patternId, { session_id: viewSessionId(), referrer: viewReferrer() }).catch(() => undefined);
  }, [patternId]);
}
