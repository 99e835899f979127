import { useTranslation } from 'react-i18next';
import styles from '../../features/help/help.module.css';
import { Question, type QuestionText } from '../../features/help/question';
import { Contents } from '../../ui/texts/contents';
import { PageHead } from '../../ui/texts/page-head';
import { RichText } from '../../ui/texts/rich-text';

interface Group {
  id: string;
  title: string;
  questions: QuestionText[];
}

export function Page() {
  const { t } = useTranslation();
  const groups = t('help:groups', { returnObjects: true }) as Group[];
  return (
    <div className={`page prose ${styles.page}`}>
      <PageHead title={t('help:title')} description={t('help:description')} />
      <h1>{t('help:title')}</h1>
      <p className="lead">
        <RichText text={t('help:lead')} />
      </p>
      <Contents label={t('help:groupsLabel')} parts={groups} />
      {groups.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id} className={styles.group}>
          <h2 id={id}>{title}</h2>
          {questions.map((question) => (
            <Question key={question.id} {...question} />
          ))}
        </section>
      ))}
    </div>
  );
}
