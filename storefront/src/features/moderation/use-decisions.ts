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
    const before = queries.getQueriesData<ReportPage>({ queryKey: key });
    queries.setQueriesData<ReportPage>(
      { queryKey: key },
      (page) => page && { ...page, reports: page.reports.map(change) },
    );
    return () => {
      for (const [name, page] of before) queries.setQueryData(name, page);
    };
  };
  const decide = useMutation({
    mutationFn: ({ decision, note }: { decision: ReportDecision; note: string }) =>
      moderation.resolve(report.id, decision, note),
    onMutate: ({ decision }) =>
      rewrite((one) => {
        const same = one.pattern_id === report.pattern_id;
        const hidden = same && decision === 'hidden';
        const decided = one.id === report.id || (hidden && one.state === 'open');
        const status = hidden ? 'hidden' : one.pattern_status;
        return { ...one, pattern_status: status, ...(decided && { state: 'resolved' as const, decision }) };
      }),
    onError: (_error, _asked, takeBack) => takeBack?.(),
  });
  const restore = useMutation({
    mutationFn: () => moderation.restore(report.pattern_id),
    onMutate: () => rewrite((one) => withStatus(one, report.pattern_id, 'published')),
    onSuccess: ({ status }) => rewrite((one) => withStatus(one, report.pattern_id, status)),
    onError: (_error, _asked, takeBack) => takeBack?.(),
  });
  return { decide, restore };
}

function withStatus(one: Report, patternId: string, status: Report['pattern_status']): Report {
  return one.pattern_id === patternId ? { ...one, pattern_status: status } : one;
}
