import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { newsletter } from '../../api/newsletter';
import { useLocalPath } from '../../lib/language-path';
import { MailedLink } from '../../ui/orders/mailed-link';
import { PageHead } from '../../ui/texts/page-head';
import { Page as NotFound } from '../not-found-page';

/** The pages that the links in the newsletter's mails open: the confirmation and the unsubscription. */
export function Page() {
  const { t } = useTranslation();
  const { step } = useParams();
  if (step !== 'confirm' && step !== 'unsubscribe') return <NotFound />;
  return (
    <div className="page column">
      <PageHead title={t('newsletter:title')} noindex />
      {step === 'confirm' ? <Confirm key="confirm" /> : <Unsubscribe key="unsubscribe" />}
    </div>
  );
}

function Confirm() {
  const { t } = useTranslation();
  return (
    <MailedLink
      ask={{
        title: t('newsletter:confirm.title'),
        text: (
          <>
            <p>{t('common:footer.newsletter.consent')}</p>
            <p className="muted">{t('newsletter:confirm.text')}</p>
          </>
        ),
        action: t('newsletter:confirm.action'),
      }}
      work={newsletter.confirm}
      done={() => ({
        title: t('newsletter:confirm.done'),
        text: t('newsletter:confirm.doneText'),
        next: <PatternsLink />,
      })}
      over={{
        TOKEN_EXPIRED: { title: t('newsletter:expired'), text: t('newsletter:confirm.expiredText') },
        TOKEN_INVALID: { title: t('newsletter:invalid'), text: t('newsletter:confirm.invalidText') },
      }}
    />
  );
}

function Unsubscribe() {
  const { t } = useTranslation();
  return (
    <MailedLink
      ask={{
        title: t('newsletter:unsubscribe.title'),
        text: <p>{t('newsletter:unsubscribe.text')}</p>,
        action: t('newsletter:unsubscribe.action'),
      }}
      work={newsletter.unsubscribe}
      done={() => ({
        title: t('newsletter:unsubscribe.done'),
        text: t('newsletter:unsubscribe.doneText'),
        next: <PatternsLink />,
      })}
      over={{ TOKEN_INVALID: { title: t('newsletter:invalid'), text: t('newsletter:unsubscribe.invalidText') } }}
    />
  );
}

function PatternsLink() {
  const { t } = useTranslation();
  const local = useLocalPath();
  return (
    <Button component={Link} to={local('/patterns')} variant="outline">
      {t('later:missing.patterns')}
    </Button>
  );
}
