/** A Content-Disposition header (RFC 6266) with the file name twice: in ASCII for old clients and in UTF-8. */
export function attachment(fileName: string): string {
  // oxlint-disable-next-line no-control-regex -- line breaks would end the header
  const clean = fileName.replace(/[\u0000-\u001f\u007f/\\]/g, ' ').trim();
  const ascii = clean
    .normalize('NFKD')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["%]/g, '');
  const utf8 = encodeURIComponent(clean).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
