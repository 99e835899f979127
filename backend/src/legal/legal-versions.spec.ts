import { LEGAL_PAGES } from './legal-texts.js';
import { hashTemplates, LEGAL_VERSIONS } from './legal-versions.js';

it.each(LEGAL_PAGES)(
  'the text %s has a version of its own: a changed text needs a new entry in LEGAL_VERSIONS',
  (page) => {
    const versions = LEGAL_VERSIONS[page];
    expect(versions[0].hash).toBe(hashTemplates(page));
    const dates = versions.map(({ version }) => version);
    expect(dates.filter((date) => !/^20\d\d-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)))).toEqual([]);
    expect(dates).toEqual([...new Set(dates)].sort().toReversed());
    expect(new Set(versions.map(({ hash }) => hash)).size).toBe(versions.length);
  },
);
