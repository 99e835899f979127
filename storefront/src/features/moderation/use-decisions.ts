import { useMutation, useQueryClient } from '@tanstack/react-query';
import { moderation, type Report, type ReportDecision, type ReportPage } from '../../api/moderation';

const key = ['mine', 'moderation', 'reports'];

/**
 * The decisions on a report. A decision is shown at once and reverted when the request fails. As on the server, hiding a
 * pattern resolves all of its open reports.
 */
export function useDecisions(report: Report) {
  const queries = useQueryClient();
  const rewrite = (change: (one: Report) => Report) => {
    queries.setQueriesData<ReportPage>({ queryKey: key }, (page) => {
      if (!page) return page;
      const reports = page.reports.map(change);
      return { ...page, reports, total: page.total + openReportsChange(page.reports, reports, report) };
    });
  };
  /** @returns a function that reverts the change of each report and keeps later changes of other reports */
  const attempt = (change: (one: Report) => Report) => {
    const before = new Map<string, Report>();
    rewrite((one) => {
      const changed = change(one);
      if (changed !== one) before.set(one.id, one);
      return changed;
    });
    return () => rewrite((one) => before.get(one.id) ?? one);
  };
  // A resolved report keeps its place with its outcome; it leaves the list when the list is opened again.
  const onSettled = () => queries.invalidateQueries({ queryKey: key, refetchType: 'none' });
  const decide = useMutation({
    mutationFn: ({ decision, note }: { decision: ReportDecision; note: string }) =>
      moderation.resolve(report.id, decision, note),
    onMutate: ({ decision }) => attempt((one) => decided(one, report, decision)),
    onError: (_error, _variables, revert) => revert?.(),
    onSettled,
  });
  const restore = useMutation({
    mutationFn: () => moderation.restore(report.pattern_id),
    onMutate: () => attempt((one) => withStatus(one, report.pattern_id, 'published')),
    onSuccess: ({ status }) => rewrite((one) => withStatus(one, report.pattern_id, status)),
    onError: (_error, _variables, revert) => revert?.(),
    onSettled,
  });
  return { decide, restore };
}

function decided(one: Report, report: Report, decision: ReportDecision): Report {
  const hidden = decision === 'hidden' && one.pattern_id === report.pattern_id;
  const ends = one.id === report.id || (hidden && one.state === 'open');
  if (!ends && !hidden) return one;
  return { ...one, ...(hidden && { pattern_status: 'hidden' }), ...(ends && { state: 'resolved', decision }) };
}

function withStatus(one: Report, patternId: string, status: Report['pattern_status']): Report {
  return one.pattern_id === patternId ? { ...one, pattern_status: status } : one;
}

const countOpen = (reports: Report[]) => reports.filter(({ state }) => state === 'open').length;

/** The change of the number of open reports; it includes those of the same pattern on other pages. */
function openReportsChange(before: Report[], after: Report[], report: Report): number {
  const here = countOpen(after) - countOpen(before);
  const hidden = [...before, ...after].some(({ id, decision }) => id === report.id && decision === 'hidden');
  const onPage = [before, after].map((reports) =>
    countOpen(reports.filter(({ pattern_id: id }) => id === report.pattern_id)),
  );
  const elsewhere = hidden ? Math.max(0, report.open_reports - Math.max(...onPage)) : 0;
  return here + Math.sign(here) * elsewhere;
}
