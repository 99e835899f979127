import type { ProfileChange } from '../../api/account';
import type { User } from '../../api/types';

export type ProfileValues = Required<ProfileChange>;

/** The form's initial values for an account. */
export function profileValues(user: User): ProfileValues {
  return {
    displayName: user.displayName,
    username: user.username,
    first_name: user.first_name ?? '',
    last_name: user.last_name ?? '',
  };
}

/** The trimmed values that differ from the saved ones. */
export function profileChange(values: ProfileValues, user: User): ProfileChange {
  const saved = profileValues(user);
  const names = Object.keys(saved) as (keyof ProfileValues)[];
  const changed = names.filter((name) => values[name].trim() !== saved[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name].trim()]));
}
