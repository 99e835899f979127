import { useSearchParams } from 'react-router-dom';
import { eventStates } from '../../../api/operations';
import { viewStateNavigation } from '../../../lib/view-state-navigation';
import { toPageNumber } from '../../../lib/paging/page-number';
import { isId } from '../is-id';

export interface EventFilters {
  state: string;
  type: string;
  job: string;
  /** The id of an event, or an id in its payload. */
  subject: string;
  /** `since` and `until` are ISO 8601 times; empty means no limit. */
  since: string;
  until: string;
}

interface OperationsView extends EventFilters {
  page: number;
  /** The page number of the list of dead letters. */
  letters: number;
}

export const noFilters: EventFilters = { state: '', type: '', job: '', subject: '', since: '', until: '' };
/** The last page that the server returns. A higher page number in the URL is replaced by page 1. */
const lastPage = 500;

/** The filters and pages of the operations screen. They are in the URL, so that the link can be shared. */
export function useOperationsView() {
  const [params, setParams] = useSearchParams();
  const view = readOperationsView(params);
  const choose = (filters: EventFilters) =>
    setParams((now) => writeOperationsView({ ...readOperationsView(now), ...filters, page: 1 }), viewStateNavigation);
  const to = (next: Partial<OperationsView>) => `?${writeOperationsView({ ...view, ...next })}`;
  return { view, choose, to };
}

export function readOperationsView(params: URLSearchParams): OperationsView {
  const text = (name: string) => params.get(name)?.trim().slice(0, 100) ?? '';
  const moment = (name: string) => (Number.isNaN(Date.parse(text(name))) ? '' : text(name));
  return {
    state: eventStates.find((state) => state === params.get('state')) ?? '',
    type: text('type'),
    job: text('job'),
    subject: isId(text('subject')) ? text('subject').toLowerCase() : '',
    since: moment('since'),
    until: moment('until'),
    page: toPageNumber(params.get('page'), lastPage),
    letters: toPageNumber(params.get('letters'), lastPage),
  };
}

export function writeOperationsView({ page, letters, ...filters }: OperationsView): URLSearchParams {
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  if (page > 1) params.set('page', String(page));
  if (letters > 1) params.set('letters', String(letters));
  return params;
}
