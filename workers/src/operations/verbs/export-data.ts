import { RecordOperatorAction } from '#backend/operations/commands/record-operator-action.js';
import { RequestExport } from '#backend/privacy/commands/request-export.js';
import { GetExportStatus } from '#backend/privacy/queries/get-export-status.js';
import { ApiError } from '#backend/platform/api-error.js';
import { idOperand } from '../options.js';
import type { OpsContext, Verb } from '../verb.js';
import { UsageError } from '../usage-error.js';

/** `privacy export`: the archive of an account whose owner cannot sign in. */
export const exportData: Verb = {
  name: 'privacy export',
  operands: ['<id>'],
  about:
    'Requests the archive of the data of an account, for an owner who cannot sign in; prints its link when it is ready.',
  options: { language: { value: '<de|en>', about: 'Language of the archive; default de' } },
  async run(given, withContext) {
    const userId = idOperand(given);
    const language = given.text('language') ?? 'de';
    if (language !== 'de' && language !== 'en') throw new UsageError('--language: must be de or en');
    return withContext(async (shop) => {
      const ready = await linkOf(shop, userId);
      if (ready) {
        await shop.commands.execute(new RecordOperatorAction('archive-handed-out', { userId }, true));
        shop.print(ready);
        return 0;
      }
      const { status } = await shop.commands.execute(new RequestExport(userId, language));
      shop.print(`the archive is ${status}; run the command again in a few minutes`);
      return 0;
    });
  },
};

async function linkOf({ queries }: OpsContext, userId: string): Promise<string | null> {
  try {
    return (await queries.execute(new GetExportStatus(userId, null))).downloadUrl;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'EXPORT_NOT_FOUND') return null;
    throw error;
  }
}
