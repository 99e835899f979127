import { useTranslation } from 'react-i18next';
import { RichText } from '../../ui/texts/rich-text';
import { ActivityLog } from './activity-log';
import { Consents } from './consents';
import { Deletion } from './deletion';
import { ExportSection } from './export-section';
import styles from './privacy.module.css';

/** The rights of users over their own data: access, export, consents and deletion. */
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
