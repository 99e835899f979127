import { useEffect } from 'react';
import { patterns } from '../../api/calls';
import { viewReferrer, viewSessionId } from '../../lib/view-record';

const recorded = new Set<string>();

/** Tells the shop once per visit that a pattern was looked at. A failure changes nothing for the visitor. */
export function useViewRecord(patternId: string | undefined): void {
  useEffect(() => {
    if (!patternId || recorded.has(patternId)) return;
    recorded.add(patternId);
    patterns.recordView(patternId, { session_id: viewSessionId(), referrer: viewReferrer() }).catch(() => undefined);
  }, [patternId]);
}
