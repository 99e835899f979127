import type { Language } from '../../api/types';

/** The countries that the shop accepts (ISO 3166-1 alpha-2). */
const codes = `
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

/** The countries with VAT: those of the European Union, as in the shop's table of rates. */
const taxed = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

export const owesVat = (country: string) => taxed.includes(country);

/** Most orders come from these countries, so they are listed first. */
const neighbours = ['DE', 'AT', 'CH'];

export interface Country {
  value: string;
  label: string;
}

/** The countries, sorted by their names in a language. */
export function countriesIn(language: Language): { near: Country[]; all: Country[] } {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const named = (value: string): Country => ({ value, label: names.of(value) ?? value });
  const rest = codes.filter((code) => !neighbours.includes(code)).map(named);
  return {
    near: neighbours.map(named),
    all: rest.sort((a, b) => a.label.localeCompare(b.label, language)),
  };
}

/**
 * The likely country of the buyer, from the browser's languages. American English is the default of browsers that were
 * never configured, so it is ignored.
 */
export function likelyCountry(languages: readonly string[] = navigator.languages ?? []): string {
  const regions = languages
    .filter((language) => language !== 'en-US')
    .map((language) => /-([A-Z]{2})$/.exec(language)?.[1]);
  return regions.find((region) => region !== undefined && codes.includes(region)) ?? 'DE';
}
