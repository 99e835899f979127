import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error';
import { publicPattern } from '../../api/moderation';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { Button } from '../../ui/forms/button';
import { TextBox } from '../../ui/forms/text-box';
import { FoundPattern } from './found-pattern';
import styles from './moderation.module.css';
import { HiddenPattern } from './hidden-pattern';

/** The id in a pasted text: a URL of the shop, or the id itself. */
export function findPatternId(text: string): string | null {
  return /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.exec(text)?.[0].toLowerCase() ?? null;
}

/** Hides and restores a pattern without a report. */
export function DirectModeration() {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const id = findPatternId(params.get('pattern') ?? '');
  const [typed, setTyped] = useState(id ?? '');
  const [unreadable, setUnreadable] = useState(false);
  const found = useQuery({ ...publicPattern(id ?? '', language), enabled: id !== null });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const next = findPatternId(typed);
    setUnreadable(!next);
    if (!next) return;
    if (next === id) void queries.invalidateQueries({ queryKey: ['mine', 'moderation', 'pattern', id] });
    setParams({ pattern: next }, { preventScrollReset: true });
  };
  const missing = found.error instanceof ApiError && found.error.status === 404;
  return (
    <section className={styles.direct} aria-labelledby="direct">
      <h2 id="direct">{t('moderation:direct.title')}</h2>
      <p>{t('moderation:direct.text')}</p>
      <form className={styles.look} onSubmit={submit}>
        <TextBox
          aria-label={t('moderation:direct.address')}
          placeholder={t('moderation:direct.address')}
          aria-invalid={unreadable}
          aria-describedby="direct-problem"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="outline">
          {t('moderation:direct.look')}
        </Button>
      </form>
      <div id="direct-problem" aria-live="polite">
        {unreadable && <p className={styles.problem}>{t('moderation:direct.unreadable')}</p>}
        {id && found.error && !missing && <p className={styles.problem}>{errorMessage(t, found.error)}</p>}
      </div>
      {id && missing && <HiddenPattern key={id} id={id} />}
      {id && found.data && !missing && <FoundPattern key={id} pattern={found.data} />}
    </section>
  );
}
