import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminWithdrawals, withdrawalStates } from '../../../api/admin';
import { ChoiceBox } from '../../../ui/forms/choice-box';
import { AdminTable } from '../admin-table';
import { Listing } from '../listing';
import { useAdminView } from '../use-admin-view';
import { WithdrawalRow } from './withdrawal-row';
import own from './withdrawal-list.module.css';

const columns = ['received', 'person', 'contract', 'outcome'] as const;

/** Declarations of withdrawal. Most are refunded automatically; the others need the decision of an administrator. */
export function WithdrawalList() {
  const { t } = useTranslation();
  const { view, change, to } = useAdminView();
  const list = useQuery(
    adminWithdrawals({ state: withdrawalStates.find((state) => state === view.filter), page: view.page }),
  );
  const [decided, setDecided] = useState('');
  const output = useRef<HTMLOutputElement>(null);
  // The decided withdrawal, which had the focus, may have left the list.
  useEffect(() => {
    if (decided) output.current?.focus();
  }, [decided]);
  const nothingOpen = view.filter === 'open';
  const all = { value: '', label: t('admin:withdrawals.all') };
  return (
    <>
      <ChoiceBox
        className={own.filter}
        aria-label={t('admin:withdrawals.filter')}
        value={view.filter}
        onChange={(event) => change({ filter: event.currentTarget.value })}
        data={[
          all,
          ...withdrawalStates.map((state) => ({ value: state, label: t(`admin:withdrawals.state.${state}`) })),
        ]}
      />
      <output ref={output} tabIndex={-1} className={own.outcome}>
        {decided && t('admin:withdrawals.decide.done', { reference: decided })}
      </output>
      <Listing
        list={list}
        failed={t('admin:withdrawals.failed')}
        empty={{
          title: t(nothingOpen ? 'admin:withdrawals.noneOpen' : 'admin:withdrawals.none'),
          text: t(nothingOpen ? 'admin:withdrawals.noneOpenText' : 'admin:withdrawals.noneText'),
        }}
        count={(total) => t('admin:withdrawals.count', { count: total })}
        to={to}
      >
        {({ withdrawals }) => (
          <AdminTable
            caption={t('admin:tab.withdrawals')}
            columns={columns.map((column) => t(`admin:withdrawals.column.${column}`))}
          >
            {withdrawals.map((one) => (
              <WithdrawalRow key={one.id} withdrawal={one} onDecided={setDecided} />
            ))}
          </AdminTable>
        )}
      </Listing>
    </>
  );
}
