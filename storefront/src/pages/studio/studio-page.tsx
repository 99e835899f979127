import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ownPatterns } from '../../api/studio';
import { DesignerProfile } from '../../features/studio/designer-profile';
import { PatternList } from '../../features/studio/pattern-list';
import styles from '../../features/studio/overview.module.css';
import { useLanguage, useLocalPath } from '../../lib/language-path';
import { PageHead } from '../../ui/texts/page-head';

export function Page() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const list = useQuery(ownPatterns(useLanguage()));
  return (
    <div className="page">
      <PageHead title={t('studio:title')} noindex />
      <div className={styles.pageHead}>
        <h1>{t('studio:title')}</h1>
        {list.data?.length !== 0 && (
          <Button component={Link} to={local('/studio/new')}>
            {t('studio:new')}
          </Button>
        )}
      </div>
      <div className={styles.overview}>
        <div>
          <PatternList list={list} />
        </div>
        <DesignerProfile />
      </div>
    </div>
  );
}
