import { useMutation, useQueryClient } from '@tanstack/react-query';
import { moderation, type Report, type ReportDecision, type ReportPage, type Statement } from '../../api/moderation';

const key = ['mine', 'moderation', 'reports'];

/**
 * The decisions on a report. A decision is shown immediately and reverted when the request fails. As on the server,
 * the decision to hide a pattern resolves all open reports of the pattern.
 */
export function useDecisions(report: Report) {
  const queries = useQueryClient();
  const updateReports = (change: (listed: Report) => Report) => {
    queries.setQueriesData<ReportPage>({ queryKey: key }, (page) => {
      if (!page) return page;
      const reports = page.reports.map(change);
      return { ...page, reports, total: page.total + openReportsChange(page.reports, reports, report) };
    });
  };
  /** @returns a function that reverts this change; later changes of other reports stay */
  const updateOptimistically = (change: (listed: Report) => Report) => {
    const before = new Map<string, Report>();
    updateReports((listed) => {
      const changed = change(listed);
      if (changed !== listed) before.set(listed.id, listed);
      return changed;
    });
    return () => updateReports((listed) => before.get(listed.id) ?? listed);
  };
  // A resolved report stays in the list with its outcome until the list is opened again.
  const onSettled = () => queries.invalidateQueries({ queryKey: key, refetchType: 'none' });
  const decide = useMutation({
    mutationFn: ({ decision, statement }: { decision: ReportDecision; statement: Statement }) =>
      moderation.resolve(report.id, decision, statement),
    onMutate: ({ decision }) => updateOptimistically((listed) => withDecision(listed, report, decision)),
    onError: (_error, _variables, revert) => revert?.(),
    onSettled,
  });
  const restore = useMutation({
    mutationFn: (reason: string) => moderation.restore(report.pattern_id, reason),
    onMutate: () => updateOptimistically((listed) => withStatus(listed, report.pattern_id, 'published')),
    onSuccess: ({ status }) => updateReports((listed) => withStatus(listed, report.pattern_id, status)),
    onError: (_error, _variables, revert) => revert?.(),
    onSettled,
  });
  return { decide, restore };
}

function withDecision(listed: Report, report: Report, decision: ReportDecision): Report {
  const hidden = decision === 'hidden' && listed.pattern_id === report.pattern_id;
  const resolves = listed.id === report.id || (hidden && listed.state === 'open');
  if (!resolves && !hidden) return listed;
  return { ...listed, ...(hidden && { pattern_status: 'hidden' }), ...(resolves && { state: 'resolved', decision }) };
}

function withStatus(listed: Report, patternId: string, status: Report['pattern_status']): Report {
  return listed.pattern_id === patternId ? { ...listed, pattern_status: status } : listed;
}

const countOpen = (reports: Report[]) => reports.filter(({ state }) => state === 'open').length;

/** By how much the number of open reports changes, including reports of the same pattern on other pages. */
function openReportsChange(before: Report[], after: Report[], report: Report): number {
  const onThisPage = countOpen(after) - countOpen(before);
  const hidden = [...before, ...after].some(({ id, decision }) => id === report.id && decision === 'hidden');
  const openOfPattern = [before, after].map((reports) =>
    countOpen(reports.filter(({ pattern_id: id }) => id === report.pattern_id)),
  );
  // `open_reports` counts the open reports of the pattern on all pages.
  const onOtherPages = hidden ? Math.max(0, report.open_reports - Math.max(...openOfPattern)) : 0;
  return onThisPage + Math.sign(onThisPage) * onOtherPages;
}
