import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RateProposal, tax } from '../../../api/admin';
import { formatNumber } from '../../../lib/format';
import { formatLegalDate, formatMoment } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import { ActionFailed } from '../action-failed';
import { Question } from '../question';
import styles from './tax.module.css';

/** The proposed rates. A rate applies only after an administrator has confirmed it. */
export function RateProposals({ proposals }: { proposals: RateProposal[] }) {
  const { t } = useTranslation();
  const [told, setTold] = useState('');
  const output = useRef<HTMLOutputElement>(null);
  // The decided proposal disappears together with the focus, so the message takes the focus.
  useEffect(() => {
    if (told) output.current?.focus();
  }, [told]);
  return (
    <div className={styles.part}>
      <h3>{t('admin:tax.proposals.title')}</h3>
      <output ref={output} tabIndex={-1} className={styles.done}>
        {told}
      </output>
      {proposals.length === 0 && <p className="muted">{t('admin:tax.proposals.none')}</p>}
      <ul className={styles.proposals}>
        {proposals.map((proposal) => (
          <Proposal key={proposal.id} proposal={proposal} onDecided={setTold} />
        ))}
      </ul>
    </div>
  );
}

interface ProposalProps {
  proposal: RateProposal;
  onDecided: (message: string) => void;
}

function Proposal({ proposal, onDecided }: ProposalProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id, name: country, rate, validFrom, proposedAt, proposedBy } = proposal;
  const entry = t('admin:tax.proposals.entry', {
    country,
    rate: formatNumber(rate, language),
    from: formatLegalDate(validFrom, language),
  });
  const when = formatMoment(proposedAt, language);
  const deciding = useMutation({
    mutationFn: (confirmed: boolean) => (confirmed ? tax.confirmRate(id) : tax.discardRate(id)),
    onSuccess: async (_, confirmed) => {
      onDecided(t(`admin:tax.proposals.${confirmed ? 'confirmed' : 'discarded'}`, { entry }));
      await queries.invalidateQueries({ queryKey: ['mine', 'admin', 'tax'] });
    },
  });
  return (
    <li>
      <p>
        <strong>{entry}</strong>
        <br />
        <span className="muted small">
          {proposedBy
            ? t('admin:tax.proposals.by', { name: proposedBy, when })
            : t('admin:tax.proposals.byErased', { when })}
        </span>
      </p>
      {!asking && (
        <Buttons
          entry={entry}
          busy={deciding.isPending}
          onConfirm={() => setAsking(true)}
          onDiscard={() => deciding.mutate(false)}
        />
      )}
      {asking && (
        <Question
          question={t('admin:tax.proposals.ask', { entry })}
          yes={t('admin:tax.proposals.yes')}
          onAnswer={(yes) => {
            setAsking(false);
            if (yes) deciding.mutate(true);
          }}
        />
      )}
      <ActionFailed title={t('admin:tax.proposals.failed')} error={deciding.error} />
    </li>
  );
}

interface ButtonsProps {
  entry: string;
  busy: boolean;
  onConfirm: () => void;
  onDiscard: () => void;
}

function Buttons({ entry, busy, onConfirm, onDiscard }: ButtonsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button aria-label={t('admin:tax.proposals.confirmOf', { entry })} loading={busy} onClick={onConfirm}>
        {t('admin:tax.proposals.confirm')}
      </Button>
      <Button
        variant="outline"
        aria-label={t('admin:tax.proposals.discardOf', { entry })}
        disabled={busy}
        onClick={onDiscard}
      >
        {t('admin:tax.proposals.discard')}
      </Button>
    </>
  );
}
