import { Option } from 'commander';
import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { RequestExport } from '#backend/privacy/commands/request-export.js';
import { GetExportStatus } from '#backend/privacy/queries/get-export-status.js';
import { ApiError } from '#backend/platform/api-error.js';
import { parseId } from '../options.js';
import type { OpsContext, Verb } from '../verb.js';

/** `privacy export`: requests the archive with the data of an account whose owner cannot sign in. */
export const exportData: Verb = (parent, withContext) =>
  parent
    .command('export')
    .description(
      'For an owner who cannot sign in: requests the data archive of the account. Prints the link to a ready archive.',
    )
    .argument('<id>', 'Id of the account', parseId)
    .addOption(new Option('--language <code>', 'Language of the archive').choices(['de', 'en']).default('de'))
    .action((userId: string, { language }: { language: 'de' | 'en' }) =>
      withContext(async (shop) => {
        const link = await findLink(shop, userId);
        if (link) {
          await shop.commands.execute(new RecordOperatorAction('archive-handed-out', { userId }, true));
          shop.print(link);
          return 0;
        }
        const { status } = await shop.commands.execute(new RequestExport(userId, language));
        shop.print(`the archive is ${status}; run the command again in a few minutes`);
        return 0;
      }),
    );

async function findLink({ queries }: OpsContext, userId: string): Promise<string | null> {
  try {
    return (await queries.execute(new GetExportStatus(userId, null))).downloadUrl;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'EXPORT_NOT_FOUND') return null;
    throw error;
  }
}
