import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pageWindow } from '../../lib/paging/page-window';
import styles from './pagination.module.css';

interface PaginationProps {
  page: number;
  lastPage: number;
  /** @returns the query string for a page, such as `?page=3` */
  to: (page: number) => string;
  /** The label of the navigation. Needed on a screen with several lists. */
  label?: string;
}

/** Links to numbered pages. Screens that use it must load the messages of `catalogue`. */
export function Pagination({ page, lastPage, to, label }: PaginationProps) {
  const { t } = useTranslation();
  if (lastPage < 2) return null;
  return (
    <nav className={styles.pagination} aria-label={label ?? t('catalogue:pages.label')}>
      <Step
        to={to(Math.min(page - 1, lastPage))}
        disabled={page <= 1}
        rel="prev"
        text={t('catalogue:pages.previous')}
      />
      <ol>
        {pageWindow(page, lastPage).map((entry, index, all) =>
          entry === 'gap' ? (
            <li key={`after-${all[index - 1]}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={entry}>
              <Link
                to={to(entry)}
                preventScrollReset
                aria-label={t('catalogue:pages.page', { page: entry })}
                aria-current={entry === page ? 'page' : undefined}
              >
                {entry}
              </Link>
            </li>
          ),
        )}
      </ol>
      <Step to={to(page + 1)} disabled={page >= lastPage} rel="next" text={t('catalogue:pages.next')} />
    </nav>
  );
}

function Step({ to, disabled, rel, text }: { to: string; disabled: boolean; rel: string; text: string }) {
  if (disabled) {
    return (
      <span className={styles.step} aria-disabled="true">
        {text}
      </span>
    );
  }
  return (
    <Link className={styles.step} to={to} rel={rel} preventScrollReset>
      {text}
    </Link>
  );
}
