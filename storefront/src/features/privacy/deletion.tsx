import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { myDeletion } from '../../api/privacy';
import { DeletionForm } from './deletion-form';
import { DeletionPending } from './deletion-pending';
import styles from './privacy.module.css';
import { Section } from './section';

export function Deletion() {
  const { t } = useTranslation();
  const query = useQuery(myDeletion());
  const reload = useReload();
  const container = useFocusOnChange(query.data?.state);
  const [undone, setUndone] = useState(false);
  const erased = t('privacy:deletion.erased', { returnObjects: true }) as string[];
  return (
    <Section title={t('privacy:deletion.title')} text={t('privacy:deletion.text')} query={query} height={220}>
      {({ state, erasesAt }) => (
        <>
          <ul className={styles.list}>
            {erased.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <div className={styles.text}>
            <h3>{t('privacy:deletion.kept')}</h3>
            <p>{t('privacy:deletion.keptText')}</p>
            <p>{t('privacy:deletion.sold')}</p>
          </div>
          <div ref={container} tabIndex={-1} className={styles.area}>
            {state === 'requested' && erasesAt ? (
              <DeletionPending
                erasesAt={erasesAt}
                onUndone={() => {
                  setUndone(true);
                  return reload();
                }}
              />
            ) : (
              <>
                {undone && <output className={styles.notice}>{t('privacy:deletion.undone')}</output>}
                <DeletionForm onRequested={reload} />
              </>
            )}
          </div>
        </>
      )}
    </Section>
  );
}

function useReload() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: myDeletion().queryKey }),
      // A request for deletion also cancels an archive that is being built.
      queries.invalidateQueries({ queryKey: ['mine', 'export'] }),
      queries.invalidateQueries({ queryKey: ['mine', 'audit'] }),
    ]);
}

/** Focuses the container when the state of the deletion changes, because the clicked button disappears. */
function useFocusOnChange(state: string | undefined) {
  const container = useRef<HTMLDivElement>(null);
  const previousState = useRef(state);
  useEffect(() => {
    if (previousState.current && state && previousState.current !== state)
      container.current?.focus({ preventScroll: true });
    previousState.current = state ?? previousState.current;
  }, [state]);
  return container;
}
