import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type OwnFile, ownFile, studio } from '../../../api/studio';
import { useLanguage } from '../../../lib/language-path';
import { errorMessage } from '../../../lib/errors/error-message';
import { FormProblem } from '../../../ui/forms/form-problem';
import styles from './uploads.module.css';

/** Asks the designer to confirm a file after the check has found warnings. The shop does not sell an unconfirmed file. */
export function ConfirmFile({ file, patternId }: { file: OwnFile; patternId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const preview = useQuery(ownFile(patternId, file.id, useLanguage())).data?.preview_url;
  const confirm = useMutation({
    mutationFn: () => studio.confirmFile(patternId, file.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mine', 'studio'] }),
  });
  return (
    <>
      <div className={styles.actions}>
        {preview && (
          <Button component="a" href={preview} target="_blank" rel="noreferrer" variant="outline">
            {t('studio:file.preview')}
          </Button>
        )}
        <Button variant="outline" loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('studio:file.confirm')}
        </Button>
      </div>
      {confirm.isError && <FormProblem text={errorMessage(t, confirm.error)} />}
    </>
  );
}
