import type { Language } from '../../platform/language.js';
import { flagMessage, pictureMessage, refusalMessage, stateMessage } from '../files/upload-messages.js';
import type { FileStep } from '../files/pattern-file.entity.js';
import { CARD, IN_LANGUAGE } from './pattern-rows.js';
import type { OwnFile, OwnPicture } from '../files/uploads.contract.js';

/** The columns of `patterns p` that its designer sees, as JSON. $1 is the language, $2 the account. */
export const OWN_CARD = `(${CARD}) || jsonb_build_object(
  'status', p.status,
  'language', p.language,
  'missing', to_jsonb(array_remove(array[
    case when not exists (select from pattern_files f where f.pattern_id = p.id and f.state = 'ready'
                          and f.kind <> 'instructions') then 'files' end,
    case when jsonb_array_length(p.preview_images) = 0 then 'preview_images' end], null)),
  'hidden_reason', case when p.status = 'hidden' then (
    select h.reason from pattern_decisions h where h.pattern_id = p.id and h.decision = 'hidden'
    order by h.decided_at desc limit 1) end,
  'created_at', p.created_at,
  'published_at', p.published_at,
  'updated_at', p.updated_at)`;

/** The tables of OWN_CARD, limited to the patterns of the account $2. */
export const FROM_OWN = `from patterns p join designers d on d.id = p.designer_id and d.user_id = $2 ${IN_LANGUAGE}`;

/** A row of `pattern_files f` as JSON, with codes; `toOwnFile` adds the messages. */
export const OWN_FILE = `jsonb_build_object(
  'id', f.id, 'kind', f.kind, 'version', f.version, 'file_name', f.file_name, 'changelog', f.changelog,
  'state', f.state, 'step', f.step, 'pages', f.pages, 'sheets', f.sheets, 'bytes', f.master_bytes,
  'page_sizes', coalesce(f.page_sizes, '[]'), 'flags', f.flags, 'refusal_code', f.refusal_code,
  'uploaded_at', f.uploaded_at, 'prepared_at', f.prepared_at,
  'for_sale', f.state = 'ready' and not exists (
    select from pattern_files newer where newer.pattern_id = f.pattern_id and newer.kind = f.kind
    and newer.state = 'ready' and newer.version > f.version))`;

/** A row of `pattern_pictures i` as JSON, with a code; `toOwnPicture` adds the message. */
export const OWN_PICTURE = `jsonb_build_object(
  'id', i.id, 'state', i.state, 'url', i.url, 'refusal_code', i.refusal_code)`;

export type FileRow = Omit<OwnFile, 'progress' | 'message' | 'flags' | 'preview_url'> & { flags: string[] };
export type PictureRow = Omit<OwnPicture, 'message'>;

const PROGRESS: Record<FileStep, number> = { queued: 10, checking: 30, preparing: 60, checked: 100 };

export function toOwnFile(row: FileRow, language: Language): OwnFile {
  const { refusal_code: code, flags, state, step } = row;
  return {
    ...row,
    progress: state === 'awaiting-upload' ? 0 : PROGRESS[step],
    message: code ? refusalMessage(code, language) : stateMessage(state, step, language),
    flags: flags.map((flag) => ({ code: flag.split(':')[0]!, message: flagMessage(flag, language) })),
    preview_url: null,
  };
}

export function toOwnPicture(row: PictureRow, language: Language): OwnPicture {
  return { ...row, message: row.refusal_code && pictureMessage(row.refusal_code, language) };
}
