import { useSearchParams } from 'react-router-dom';
import { eventStates } from '../../../api/operations';
import { atOnce } from '../../../lib/at-once';
import { isId } from '../is-id';

export interface EventChoice {
  state: string;
  type: string;
  job: string;
  /** The id of an event, or one that it carries. */
  subject: string;
  /** ISO 8601, as is `until`; empty for no limit. */
  since: string;
  until: string;
}

export interface OperationsView extends EventChoice {
  page: number;
  /** The page of the dead letters. */
  letters: number;
}

export const noChoice: EventChoice = { state: '', type: '', job: '', subject: '', since: '', until: '' };
/** The server counts, and leafs, no further. */
const mostPages = 500;

/** What of the events is shown. The URL is the truth, so it can be kept and sent to a colleague. */
export function useOperationsView() {
  const [params, setParams] = useSearchParams();
  const view = readOperationsView(params);
  const choose = (choice: EventChoice) =>
    setParams((now) => writeOperationsView({ ...readOperationsView(now), ...choice, page: 1 }), atOnce);
  const to = (next: Partial<OperationsView>) => `?${writeOperationsView({ ...view, ...next })}`;
  return { view, choose, to };
}

export function readOperationsView(params: URLSearchParams): OperationsView {
  const text = (name: string) => params.get(name)?.trim().slice(0, 100) ?? '';
  const moment = (name: string) => (Number.isNaN(Date.parse(text(name))) ? '' : text(name));
  const page = (name: string) => {
    const number = Number(params.get(name));
    return Number.isInteger(number) && number >= 1 && number <= mostPages ? number : 1;
  };
  return {
    state: eventStates.find((state) => state === params.get('state')) ?? '',
    type: text('type'),
    job: text('job'),
    subject: isId(text('subject')) ? text('subject').toLowerCase() : '',
    since: moment('since'),
    until: moment('until'),
    page: page('page'),
    letters: page('letters'),
  };
}

export function writeOperationsView({ page, letters, ...choice }: OperationsView): URLSearchParams {
  const params = new URLSearchParams(Object.entries(choice).filter(([, value]) => value));
  if (page > 1) params.set('page', String(page));
  if (letters > 1) params.set('letters', String(letters));
  return params;
}
