import { useTranslation } from 'react-i18next';
import { Topic, type TopicName } from '../../features/tutorials/topic';
import styles from '../../features/tutorials/tutorials.module.css';
import { Contents } from '../../ui/texts/contents';
import { PageHead } from '../../ui/texts/page-head';

const topics: TopicName[] = ['scale', 'assemble', 'copyshop', 'layers', 'projector', 'seams'];

export function Page() {
  const { t } = useTranslation();
  return (
    <div className={`page ${styles.page}`}>
      <PageHead title={t('tutorials:title')} description={t('tutorials:description')} />
      <h1>{t('tutorials:title')}</h1>
      <p className="lead">{t('tutorials:lead')}</p>
      <Contents
        label={t('tutorials:contents')}
        parts={topics.map((name) => ({ id: name, title: t(`tutorials:topics.${name}.title`) }))}
      />
      <div>
        {topics.map((name) => (
          <Topic key={name} name={name} />
        ))}
      </div>
    </div>
  );
}
