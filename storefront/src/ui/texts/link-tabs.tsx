import { Link } from 'react-router-dom';
import styles from './link-tabs.module.css';

interface LinkTabsProps {
  label: string;
  tabs: readonly { to: string; text: string; current: boolean }[];
  /** Replaces the entry in the browser's history instead of adding one. */
  replace?: boolean;
}

/** Tabs that are links, each with its own URL. */
export function LinkTabs({ label, tabs, replace }: LinkTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, text, current }) => (
        <Link key={to} to={to} replace={replace} aria-current={current ? 'page' : undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
