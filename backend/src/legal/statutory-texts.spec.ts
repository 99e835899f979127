import { PRODUCTION_FACTS } from '../../test/support/production-facts.js';
import { loadConfig } from '../platform/config/config.js';
import type { Language } from '../platform/language.js';
import { fillTemplate } from './fill-template.js';
import { legalFacts } from './legal-facts.js';
import { TEMPLATES } from './legal-texts.js';

/** @returns the lines of a section of the instruction on withdrawal, with the facts of an invented operator */
function linesOf(language: Language, section: string): string[] {
  const config = loadConfig({
    needs: ['seller', 'delivery'],
    env: { ...PRODUCTION_FACTS, PUBLIC_URL: 'https://schnitte.shop' },
  });
  const { sections } = fillTemplate(TEMPLATES[language].widerruf, legalFacts(config, language));
  const { text, form = [] } = sections.find(({ id }) => id === section)!;
  return [...text, ...form];
}

describe('the instruction on withdrawal', () => {
  it('has the wording of Anlage 1 to Art. 246a § 1 EGBGB, for digital content, in the polite form', () => {
    expect(linesOf('de', 'right')).toEqual([
      'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen.',
      'Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsabschlusses.',
      'Um Ihr Widerrufsrecht auszuüben, müssen Sie uns (Nadel und Faden GmbH, Nadelgasse 7, 10115 Berlin, Telefon: +49 30 901820, E-Mail: hilfe@schnitte.shop) mittels einer eindeutigen Erklärung (z. B. ein mit der Post versandter Brief oder eine E-Mail) über Ihren Entschluss, diesen Vertrag zu widerrufen, informieren. Sie können dafür das beigefügte Muster-Widerrufsformular verwenden, das jedoch nicht vorgeschrieben ist.',
      'Sie können Ihr Widerrufsrecht auch online unter [https://schnitte.shop/withdraw](/withdraw) ausüben. Wenn Sie diese Online-Funktion nutzen, übermitteln wir Ihnen auf einem dauerhaften Datenträger (z. B. per E-Mail) unverzüglich eine Eingangsbestätigung mit Informationen zum Inhalt der Widerrufserklärung sowie dem Datum und der Uhrzeit ihres Eingangs.',
      'Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung über die Ausübung des Widerrufsrechts vor Ablauf der Widerrufsfrist absenden.',
    ]);
    expect(linesOf('de', 'effects').join()).toMatch(
      /^Wenn Sie diesen Vertrag widerrufen, haben wir Ihnen alle Zahlungen/,
    );
    expect(linesOf('de', 'effects').join()).toMatch(
      /in keinem Fall werden Ihnen wegen dieser Rückzahlung Entgelte berechnet\.$/,
    );
  });

  it('has the model form of Anlage 2', () => {
    expect(linesOf('de', 'form')).toEqual([
      '(Wenn Sie den Vertrag widerrufen wollen, dann füllen Sie bitte dieses Formular aus und senden Sie es zurück.)',
      'An Nadel und Faden GmbH, Nadelgasse 7, 10115 Berlin, E-Mail: hilfe@schnitte.shop:',
      'Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über den Kauf der folgenden Waren (*)/die Erbringung der folgenden Dienstleistung (*)',
      'Bestellt am (*)/erhalten am (*)',
      'Name des/der Verbraucher(s)',
      'Anschrift des/der Verbraucher(s)',
      'Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier)',
      'Datum',
      '(*) Unzutreffendes streichen.',
    ]);
  });

  it('has the English wording of Annex I to Directive 2011/83/EU', () => {
    const [right, period, , online, deadline] = linesOf('en', 'right');
    expect(right).toBe('You have the right to withdraw from this contract within 14 days without giving any reason.');
    expect(period).toBe(
      'The withdrawal period will expire after 14 days from the day of the conclusion of the contract.',
    );
    expect(online).toContain('[https://schnitte.shop/en/withdraw](/withdraw)');
    expect(deadline).toMatch(/^To meet the withdrawal deadline, it is sufficient for you to send your communication/);
    expect(linesOf('en', 'form')[0]).toBe(
      '(complete and return this form only if you wish to withdraw from the contract)',
    );
  });
});
