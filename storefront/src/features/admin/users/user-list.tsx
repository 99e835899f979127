import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { adminUsers, roles } from '../../../api/admin';
import { ChoiceBox } from '../../../ui/forms/choice-box';
import { SearchBox } from '../../../ui/forms/search-box';
import styles from '../admin.module.css';
import { AdminTable } from '../admin-table';
import { Listing } from '../listing';
import { useAdminView } from '../use-admin-view';
import { UserRow } from './user-row';

const columns = ['account', 'role', 'verified', 'purchases', 'lastSignIn', 'since', 'access'] as const;

export function UserList() {
  const { t } = useTranslation();
  const { view, change, to } = useAdminView();
  const role = roles.find((name) => name === view.filter);
  const list = useQuery(adminUsers({ search: view.search, role, page: view.page }));
  const all = { value: '', label: t('admin:users.allRoles') };
  return (
    <>
      <div className={styles.bar}>
        <SearchBox
          type="search"
          maxLength={200}
          aria-label={t('admin:users.search')}
          placeholder={t('admin:users.search')}
          value={view.search}
          onSearch={(search) => change({ search }, true)}
        />
        <ChoiceBox
          aria-label={t('admin:users.filter')}
          value={view.filter}
          onChange={(event) => change({ filter: event.currentTarget.value })}
          data={[all, ...roles.map((name) => ({ value: name, label: t(`admin:role.${name}`) }))]}
        />
      </div>
      <Listing
        list={list}
        failed={t('admin:users.failed')}
        empty={{ title: t('admin:users.none'), text: t('admin:users.noneText') }}
        count={(total) => t('admin:users.count', { count: total })}
        to={to}
      >
        {({ users }) => (
          <AdminTable
            caption={t('admin:tab.users')}
            columns={columns.map((column) => t(`admin:users.column.${column}`))}
          >
            {users.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </AdminTable>
        )}
      </Listing>
    </>
  );
}
