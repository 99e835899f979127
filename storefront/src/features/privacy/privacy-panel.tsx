import { useTranslation } from 'react-i18next';
import { RichText } from '../../ui/texts/rich-text';
import { ActivityLog } from './activity-log';
import { Consents } from './consents';
import { Deletion } from './deletion';
import { ExportSection } from './export-section';
import styles from './privacy.module.css';

/** Lets users exercise the rights over their own data: consents, export, deletion and the audit log. */
export function PrivacyPanel() {
  const { t } = useTranslation();
  return (
    <div className={styles.panel}>
      <Consents />
      <ExportSection />
      <Deletion />
      <ActivityLog />
      <p className="small">
        <RichText text={t('privacy:policyLink')} />
      </p>
    </div>
  );
}
