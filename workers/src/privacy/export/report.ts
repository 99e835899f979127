import type { Language } from '#backend/platform/language.js';
import { type Kind, KINDS } from './kinds.js';
import { REPORT_STYLE } from './report-style.js';
import { escapeHtml, ReportValues } from './report-values.js';
import { COLUMN_WORDS, KIND_WORDS, PAGE_WORDS } from './report-words.js';
import type { Row, Snapshot } from './snapshot.js';

/** Maximum number of rows in a table of the report. The CSV file of the same kind contains all rows. */
const MAX_ROWS = 200;

/** Writes the readable part of an archive: one self-contained HTML page. */
export async function* writeReport(snapshot: Snapshot, language: Language, at: Date): AsyncGenerator<string> {
  const values = new ReportValues(language);
  const title = PAGE_WORDS.title[language];
  const intro = PAGE_WORDS.intro[language].replace('{date}', values.moment(at));
  yield `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
<p>${intro}</p>
</header>
<nav aria-labelledby="contents">
<h2 id="contents">${PAGE_WORDS.contents[language]}</h2>
<ol>
${KINDS.map(({ name }) => `<li><a href="#${name}">${KIND_WORDS[name]!.title[language]}</a></li>`).join('\n')}
</ol>
</nav>
`;
  for (const kind of KINDS) yield* writeSection(snapshot, kind, values, language);
  yield '</main>\n</body>\n</html>\n';
}

async function* writeSection(
  snapshot: Snapshot,
  kind: Kind,
  values: ReportValues,
  language: Language,
): AsyncGenerator<string> {
  const { title, about } = KIND_WORDS[kind.name]!;
  yield `<section id="${kind.name}">\n<h2>${title[language]}</h2>\n<p class="about">${about[language]}</p>\n`;
  let count = 0;
  for await (const { rows } of snapshot.batches(kind)) {
    if (count === 0 && rows.length > 0) yield kind.name === 'account' ? '<dl>\n' : openTable(kind, language);
    const visible = rows.slice(0, Math.max(0, MAX_ROWS - count));
    count += rows.length;
    if (visible.length === 0) continue;
    yield visible
      .map((row) => (kind.name === 'account' ? definitionList : tableRow)(kind, row, values, language))
      .join('');
  }
  if (count === 0) yield `<p class="none">${PAGE_WORDS.none[language]}</p>\n`;
  else yield kind.name === 'account' ? '</dl>\n' : '</tbody>\n</table>\n</div>\n';
  if (count > MAX_ROWS) yield moreRows(kind, count, values, language);
  yield '</section>\n';
}

function openTable({ shown }: Kind, language: Language): string {
  const headerCells = shown.map(
    (column) => `<th scope="col"${columnClass(column)}>${COLUMN_WORDS[column]![language]}</th>`,
  );
  return `<div class="wide">\n<table>\n<thead>\n<tr>${headerCells.join('')}</tr>\n</thead>\n<tbody>\n`;
}

function tableRow({ shown }: Kind, row: Row, values: ReportValues, language: Language): string {
  const cells = shown.map((column) => {
    const label = COLUMN_WORDS[column]![language];
    return `<td${columnClass(column)} data-label="${label}">${escapeHtml(values.text(column, row))}</td>`;
  });
  return `<tr>${cells.join('')}</tr>\n`;
}

function definitionList({ shown }: Kind, row: Row, values: ReportValues, language: Language): string {
  return shown
    .map((column) => {
      const text = values.text(column, row);
      const shownText = text ? escapeHtml(text) : `<span class="none">${PAGE_WORDS.empty[language]}</span>`;
      return `<dt>${COLUMN_WORDS[column]![language]}</dt><dd>${shownText}</dd>\n`;
    })
    .join('');
}

function moreRows({ name }: Kind, count: number, values: ReportValues, language: Language): string {
  const text = PAGE_WORDS.more[language]
    .replace('{shown}', values.count(MAX_ROWS))
    .replace('{count}', values.count(count))
    .replace('{file}', `csv/${name}.csv`);
  return `<p class="more">${text}</p>\n`;
}

const NUMBER_COLUMNS = new Set(['amount_cents', 'gross_cents', 'bytes', 'downloads', 'views']);

function columnClass(column: string): string {
  if (NUMBER_COLUMNS.has(column)) return ' class="number"';
  return column.endsWith('_at') ? ' class="time"' : '';
}
