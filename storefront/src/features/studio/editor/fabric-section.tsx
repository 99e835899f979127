import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isBlankTable, splitSizes } from './draft-text';
import type { Fields } from './fields';
import { Section } from './section';
import { TableEditor } from './table-editor';

/** Metres of fabric, by size and width. */
export function FabricSection({ fields }: { fields: Fields }) {
  const { t } = useTranslation();
  const { draft, problems, set } = fields;
  const problem = problems.fabric;
  const sizes = splitSizes(draft.sizes);
  return (
    <Section id="fabric" title={t('detail:fabric.title')} text={t('studio:hint.fabric')}>
      {sizes.length > 0 && isBlankTable(draft.fabric) && (
        <div>
          <Button
            variant="outline"
            onClick={() => set('fabric', { columns: ['', '140'], rows: sizes.map((size) => [size, '']) })}
          >
            {t('studio:table.fromSizes')}
          </Button>
        </div>
      )}
      <TableEditor
        label={t('detail:fabric.title')}
        table={draft.fabric}
        firstColumn={t('detail:fabric.size')}
        columnName={(number) => t('studio:table.width', { number })}
        addColumn={t('studio:table.addWidth')}
        max={{ columns: 7, rows: 40 }}
        inputMode="decimal"
        error={problem && t(problem)}
        onChange={(table) => set('fabric', table)}
      />
    </Section>
  );
}
