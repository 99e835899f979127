import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeReviews, placeStates, type TaxOverview } from '../../../api/admin';
import { useLanguage } from '../../../lib/language-path';
import { ChoiceBox } from '../../../ui/forms/choice-box';
import { AdminTable } from '../admin-table';
import { Listing } from '../listing';
import { useAdminView } from '../use-admin-view';
import { PlaceRow } from './place-row';
import styles from './tax.module.css';

const columns = ['order', 'stated', 'card', 'outcome'] as const;

/** The purchases whose card comes from a country with other VAT than the stated one. */
export function PlaceList({ places }: Pick<TaxOverview, 'places'>) {
  const { t } = useTranslation();
  const { view, change, to } = useAdminView();
  const state = placeStates.find((name) => name === view.filter);
  const list = useQuery(placeReviews({ state, page: view.page, lang: useLanguage() }));
  const [decided, setDecided] = useState('');
  const output = useRef<HTMLOutputElement>(null);
  // The decided row can disappear from the list together with the focus, so the message takes the focus.
  useEffect(() => {
    if (decided) output.current?.focus();
  }, [decided]);
  return (
    <div className={styles.part}>
      <h2>{t('admin:tax.places.title')}</h2>
      <p className="muted">{t('admin:tax.places.text')}</p>
      <ChoiceBox
        className={styles.filter}
        aria-label={t('admin:tax.places.filter')}
        value={view.filter}
        onChange={(event) => change({ filter: event.currentTarget.value })}
        data={[
          { value: '', label: t('admin:tax.places.all') },
          ...placeStates.map((name) => ({ value: name, label: t(`admin:tax.places.state.${name}`) })),
        ]}
      />
      <output ref={output} tabIndex={-1} className={styles.done}>
        {decided && t('admin:tax.places.saved', { number: decided })}
      </output>
      <Listing
        list={list}
        failed={t('admin:tax.places.failed')}
        empty={{ title: t('admin:tax.places.none'), ...(!state && { text: t('admin:tax.places.noneText') }) }}
        count={(total) => t('admin:tax.places.count', { count: total })}
        to={to}
        pages={t('admin:tax.places.pages')}
      >
        {({ reviews }) => (
          <AdminTable
            caption={t('admin:tax.places.title')}
            columns={columns.map((column) => t(`admin:tax.places.column.${column}`))}
          >
            {reviews.map((review) => (
              <PlaceRow key={review.id} review={review} places={places} onDecided={setDecided} />
            ))}
          </AdminTable>
        )}
      </Listing>
    </div>
  );
}
