import { useMutation, useQueryClient } from '@tanstack/react-query';
import { moderation, type Report, type ReportDecision, type ReportPage } from '../../api/moderation';

const key = ['mine', 'moderation', 'reports'];

/**
 * What can be done about a report. It shows at once and is taken back when the server refuses; hiding a pattern decides
 * all of its open reports, as it does on the server.
 */
export function useDecisions(report: Report) {
  const queries = useQueryClient();
  const rewrite = (change: (one: Report) => Report) => {
    queries.setQueriesData<ReportPage>({ queryKey: key }, (page) => {
      if (!page) return page;
      const reports = page.reports.map(change);
      return { ...page, reports, total: page.total + gained(page.reports, reports, report) };
    });
  };
  /** @returns how to take it back: each changed report is as it was, and what happened to others meanwhile stays */
  const attempt = (change: (one: Report) => Report) => {
    const before = new Map<string, Report>();
    rewrite((one) => {
      const changed = change(one);
      if (changed !== one) before.set(one.id, one);
      return changed;
    });
    return () => rewrite((one) => before.get(one.id) ?? one);
  };
  // What was decided stays where it is, with its outcome; it goes when the list is looked at the next time.
  const onSettled = () => queries.invalidateQueries({ queryKey: key, refetchType: 'none' });
  const decide = useMutation({
    mutationFn: ({ decision, note }: { decision: ReportDecision; note: string }) =>
      moderation.resolve(report.id, decision, note),
    onMutate: ({ decision }) => attempt((one) => decided(one, report, decision)),
    onError: (_error, _asked, takeBack) => takeBack?.(),
    onSettled,
  });
  const restore = useMutation({
    mutationFn: () => moderation.restore(report.pattern_id),
    onMutate: () => attempt((one) => withStatus(one, report.pattern_id, 'published')),
    onSuccess: ({ status }) => rewrite((one) => withStatus(one, report.pattern_id, status)),
    onError: (_error, _asked, takeBack) => takeBack?.(),
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

const openIn = (reports: Report[]) => reports.filter(({ state }) => state === 'open').length;

/** By how much the number of open reports changes, with those of the same pattern that stand on other pages. */
function gained(before: Report[], after: Report[], report: Report): number {
  const here = openIn(after) - openIn(before);
  const hidden = [...before, ...after].some(({ id, decision }) => id === report.id && decision === 'hidden');
  const mine = before.filter(({ pattern_id: id, state }) => id === report.pattern_id && state === 'open').length;
  const back = after.filter(({ pattern_id: id, state }) => id === report.pattern_id && state === 'open').length;
  const elsewhere = hidden ? Math.max(0, report.open_reports - Math.max(mine, back)) : 0;
  return here + Math.sign(here) * elsewhere;
}
