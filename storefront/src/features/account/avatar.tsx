import type { User } from '../../api/types';
import styles from './profile.module.css';

/** The user's picture; without a picture, the initials. Hidden from screen readers, because the name is next to it. */
export function Avatar({ user }: { user: User }) {
  const picture = user.avatar_url ?? user.avatarUrl;
  return picture ? (
    <img className={styles.avatar} src={picture} alt="" width={72} height={72} />
  ) : (
    <span className={styles.avatar} aria-hidden="true">
      {initials(user)}
    </span>
  );
}

function initials({ first_name, last_name, displayName }: User): string {
  const fullName = [first_name, last_name].filter(Boolean).join(' ');
  const names = (fullName || displayName).split(/[\s_-]+/).filter(Boolean);
  return [names[0], names.length > 1 ? names.at(-1) : undefined]
    .map((name) => (name ? [...name][0]!.toUpperCase() : ''))
    .join('');
}
