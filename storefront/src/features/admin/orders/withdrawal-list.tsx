import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminWithdrawals, withdrawalStates } from '../../../api/admin';
import { ChoiceBox } from '../../../ui/forms/choice-box';
import { AdminTable } from '../admin-table';
import { Listing } from '../listing';
import { useAdminView } from '../use-admin-view';
import { WithdrawalRow } from './withdrawal-row';
import styles from './withdrawal-list.module.css';

const columns = ['received', 'person', 'contract', 'outcome'] as const;

/** The withdrawals. The shop refunds most of them automatically; an administrator decides on the rest. */
export function WithdrawalList() {
  const { t } = useTranslation();
  const { view, change, to } = useAdminView();
  const list = useQuery(
    adminWithdrawals({ state: withdrawalStates.find((state) => state === view.filter), page: view.page }),
  );
  const [decided, setDecided] = useState('');
  const output = useRef<HTMLOutputElement>(null);
  // The decided row can disappear from the list together with the focus, so the message takes the focus.
  useEffect(() => {
    if (decided) output.current?.focus();
  }, [decided]);
  const onlyOpen = view.filter === 'open';
  const all = { value: '', label: t('admin:withdrawals.all') };
  return (
    <>
      <ChoiceBox
        className={styles.filter}
        aria-label={t('admin:withdrawals.filter')}
        value={view.filter}
        onChange={(event) => change({ filter: event.currentTarget.value })}
        data={[
          all,
          ...withdrawalStates.map((state) => ({ value: state, label: t(`admin:withdrawals.state.${state}`) })),
        ]}
      />
      <output ref={output} tabIndex={-1} className={styles.outcome}>
        {decided && t('admin:withdrawals.decide.done', { reference: decided })}
      </output>
      <Listing
        list={list}
        failed={t('admin:withdrawals.failed')}
        empty={{
          title: t(onlyOpen ? 'admin:withdrawals.noneOpen' : 'admin:withdrawals.none'),
          text: t(onlyOpen ? 'admin:withdrawals.noneOpenText' : 'admin:withdrawals.noneText'),
        }}
        count={(total) => t('admin:withdrawals.count', { count: total })}
        to={to}
      >
        {({ withdrawals }) => (
          <AdminTable
            caption={t('admin:tab.withdrawals')}
            columns={columns.map((column) => t(`admin:withdrawals.column.${column}`))}
          >
            {withdrawals.map((withdrawal) => (
              <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} onDecided={setDecided} />
            ))}
          </AdminTable>
        )}
      </Listing>
    </>
  );
}
