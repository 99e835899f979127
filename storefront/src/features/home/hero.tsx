import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useLocalPath } from '../../lib/language-path';
import { Button } from '../../ui/forms/button';
import { TextBox } from '../../ui/forms/text-box';
import styles from './hero.module.css';
import { PatternSheet } from './pattern-sheet';

/** The top of the home page: the title, a search and links. */
export function Hero() {
  const { t } = useTranslation();
  const local = useLocalPath();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const text = search.trim();
    void navigate(local('/patterns') + (text ? `?search=${encodeURIComponent(text)}` : ''));
  };
  return (
    <section className={styles.hero}>
      <div className={styles.text}>
        <h1 className={styles.title}>{t('home:hero.title')}</h1>
        <p className={styles.lead}>{t('home:hero.lead')}</p>
        <search>
          <form onSubmit={submit} className={styles.search}>
            <TextBox
              type="search"
              size="lg"
              aria-label={t('catalogue:search.label')}
              placeholder={t('home:hero.searchPlaceholder')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            <Button type="submit" size="lg">
              {t('home:hero.search')}
            </Button>
          </form>
        </search>
        <div className={styles.nav}>
          <Button component={Link} to={local('/patterns')} variant="outline" size="lg">
            {t('home:hero.browse')}
          </Button>
          <Button component={Link} to={local('/studio')} variant="outline" size="lg">
            {t('home:hero.create')}
          </Button>
        </div>
      </div>
      <PatternSheet />
    </section>
  );
}
