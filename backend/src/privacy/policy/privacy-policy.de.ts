import type { PolicyText } from './policy-text.js';

export const german: PolicyText = {
  title: 'Datenschutzerklärung',
  sections: [
    {
      id: 'template',
      heading: 'Hinweis für den Betreiber',
      paragraphs: [
        'Diese Erklärung beschreibt, was die Software dieses Shops mit personenbezogenen Daten tut. Sie ist eine Vorlage: Der Betreiber ergänzt, was in eckigen Klammern steht, lässt den Text rechtlich prüfen und entfernt danach diesen Hinweis.',
      ],
    },
    {
      id: 'controller',
      heading: 'Wer verantwortlich ist',
      paragraphs: [
        'Verantwortlich für die Verarbeitung deiner Daten in {shop} ist {seller}, {address}. Du erreichst uns unter {email}.',
        'Datenschutzbeauftragte: [Name und Kontakt, oder: nicht bestellt].',
      ],
    },
    {
      id: 'account',
      heading: 'Dein Konto',
      paragraphs: [
        'Für ein Konto speichern wir deine E-Mail-Adresse, deinen Benutzernamen, deinen Anzeigenamen, deine Sprache und, wenn du sie angibst, Vor- und Nachnamen, dazu deine Merkliste. Dein Passwort speichern wir nur als Prüfwert (Argon2id), aus dem es sich nicht zurückrechnen lässt. Rechtsgrundlage ist der Vertrag mit dir (Art. 6 Abs. 1 Buchst. b DSGVO).',
        'Mit jeder Anmeldung entsteht eine Sitzung: Wir merken uns, wann sie begann, wann sie zuletzt genutzt wurde und wann sie endet, dazu die Namen deines Browsers und deines Systems ohne Versionen, damit du angemeldet bleibst, deine Geräte in deinem Konto wiedererkennst und Sitzungen beendet werden können. Schaltest du einen zweiten Faktor ein, speichern wir seinen Schlüssel verschlüsselt und deine Wiederherstellungscodes nur als Prüfwerte. Sperren wir ein Konto, speichern wir den Grund. Sicherheitsrelevante Vorgänge in deinem Konto halten wir in einem Protokoll fest, das du einsehen kannst; es enthält Kennungen und Zeitpunkte, keine Inhalte (Art. 6 Abs. 1 Buchst. f DSGVO, Schutz deines Kontos).',
      ],
    },
    {
      id: 'purchases',
      heading: 'Deine Einkäufe',
      paragraphs: [
        'Wenn du ein Schnittmuster kaufst oder ein kostenloses lädst, speichern wir die Bestellung: Schnittmuster, Preis, Zeitpunkt, E-Mail-Adresse für Bestätigung und Kopie, das für die Umsatzsteuer maßgebliche Land und deine Erklärung zum Widerrufsrecht. Du kannst auch ohne Konto kaufen. Rechtsgrundlage ist der Kaufvertrag (Art. 6 Abs. 1 Buchst. b DSGVO), für Steuer und Buchführung eine rechtliche Verpflichtung (Art. 6 Abs. 1 Buchst. c DSGVO).',
        'E-Mail-Adresse und Land brauchen wir für den Vertrag und für die Steuer; ohne sie können wir nicht liefern. Alles andere ist freiwillig.',
        'Jeder Download einer Datei wird gezählt und mit Zeitpunkt gespeichert, weil die Zahl der Downloads je Datei begrenzt ist.',
      ],
    },
    {
      id: 'withdrawals',
      heading: 'Widerruf, Erstattung und Meldungen',
      paragraphs: [
        'Widerrufst du einen Vertrag, speichern wir deine Erklärung: Name, E-Mail-Adresse, welchen Vertrag du meinst und wann sie einging. Das Gesetz verlangt, dass wir dir den Eingang bestätigen (§ 356a BGB; Art. 6 Abs. 1 Buchst. c DSGVO). Bei einer Erstattung speichern wir Betrag, Anlass und Zeitpunkt.',
        'Meldest du ein Schnittmuster, speichern wir den Grund, deinen Text und dein Konto, um die Meldung zu prüfen (Art. 6 Abs. 1 Buchst. c und f DSGVO). Wer das Schnittmuster anbietet, erfährt nicht, wer es gemeldet hat.',
        'Schreibst du uns, verwenden wir deine Nachricht und deine Adresse, um dir zu antworten (Art. 6 Abs. 1 Buchst. b und f DSGVO).',
      ],
    },
    {
      id: 'watermark',
      heading: 'Deine E-Mail-Adresse in der PDF-Datei',
      paragraphs: [
        'Deine Kopie eines Schnittmusters trägt auf jeder Seite deine E-Mail-Adresse, die Bestellnummer und das Kaufdatum, dahinter einen Strichcode und im Inneren der Datei eine Kennung, an denen wir deine Kopie erkennen. So schützen wir die Arbeit der Designerinnen und Designer vor unerlaubter Weitergabe; die Datei selbst bleibt unverschlüsselt. Rechtsgrundlage sind der Vertrag und unser berechtigtes Interesse an diesem Schutz (Art. 6 Abs. 1 Buchst. b und f DSGVO). Gib deine Kopie nicht weiter: Wer sie hat, sieht deine Adresse.',
      ],
    },
    {
      id: 'payment',
      heading: 'Bezahlung',
      paragraphs: [
        'Kartenzahlungen wickelt Stripe ab (Stripe Payments Europe, Limited, Irland). Deine Kartendaten gibst du direkt bei Stripe ein; sie erreichen unsere Server nicht. Wir übermitteln Betrag, Währung, deine E-Mail-Adresse und die Bestellung (Kennungen von Bestellung, Schnittmuster und Konto, Sprache, Land und Zustimmung zur sofortigen Lieferung), damit sie aus der Zahlung wiederhergestellt werden kann, und erhalten zurück, ob die Zahlung gelang und aus welchem Land die Karte stammt. Das Skript von Stripe wird erst an der Kasse geladen. Rechtsgrundlage ist der Kaufvertrag (Art. 6 Abs. 1 Buchst. b DSGVO). Stripe verarbeitet Daten auch in eigener Verantwortung, unter anderem zur Betrugsabwehr, und möglicherweise in den USA.',
      ],
    },
    {
      id: 'mails',
      heading: 'E-Mails',
      paragraphs: [
        'Wir schicken dir E-Mails, die zu deinem Konto und deinen Einkäufen gehören: Bestätigungen, Rechnungen, Links zum Bestätigen deiner Adresse und zum Zurücksetzen deines Passworts (Art. 6 Abs. 1 Buchst. b DSGVO).',
        'Den Newsletter bekommst du nur, wenn du ihn bestellst und deine Adresse bestätigst (Art. 6 Abs. 1 Buchst. a DSGVO). Als Nachweis speichern wir, welchem Text du wann zugestimmt hast, und den vorderen Teil der IP-Adresse (Art. 7 Abs. 1 DSGVO). Jede Ausgabe enthält einen Link zum Abbestellen. Unsere E-Mails enthalten keine Zählpixel.',
      ],
    },
    {
      id: 'consents',
      heading: 'Einwilligungen',
      paragraphs: [
        'In deinem Konto kannst du freiwillig in Werbe-E-Mails einwilligen und die Einwilligung jederzeit mit Wirkung für die Zukunft widerrufen. Ohne Einwilligung schicken wir dir keine. Auswertungen deines Verhaltens und persönliche Empfehlungen gibt es in diesem Shop nicht; eine Einwilligung darin, die du über eine Schnittstelle erteilt hast, nutzen wir nicht, und du kannst sie in deinem Konto widerrufen. Damit wir nachweisen können, worin du eingewilligt hast, speichern wir Art, Textfassung und Zeitpunkt (Art. 7 Abs. 1 DSGVO).',
      ],
    },
    {
      id: 'views',
      heading: 'Aufrufe und Protokolle',
      paragraphs: [
        'Wir zählen, wie oft ein Schnittmuster angesehen wird. Dazu bilden wir aus einer zufälligen Sitzungskennung einen Prüfwert, dessen Schlüssel täglich wechselt; gespeichert werden der Prüfwert und der Name der Website, von der der Aufruf kam, nicht aber, wer du bist.',
        'Unsere Server schreiben technische Protokolle ohne Inhalte, E-Mail-Adressen und Tokens. Um Angriffe abzuwehren, zählen wir Aufrufe kurzzeitig je IP-Adresse (Art. 6 Abs. 1 Buchst. f DSGVO). Damit Fremde dich nicht aus deinem Konto aussperren, merken wir uns außerdem 90 Tage lang, aus welchen Netzen du dich angemeldet hast, nur als Prüfwert. Programme zur Verfolgung von Besuchern und eingebundene Dienste Dritter gibt es in diesem Shop nicht.',
      ],
    },
    {
      id: 'storage',
      heading: 'Speicher in deinem Browser',
      paragraphs: [
        'Dieser Shop setzt keine Cookies. In deinem Browser liegt nur, was du selbst verlangst oder was der Shop zum Anzeigen braucht (§ 25 Abs. 2 TDDDG). Im lokalen Speicher, bis du es löschst:',
        '– access_token, auth_token, refresh_token, token_expires_at: deine Anmeldung. Beim Abmelden verschwindet sie.',
        '– i18nextLng: deine Sprache.',
        '– user_preferences: Farben, Kontrast, Schriftgröße und was du sonst zur Darstellung wählst.',
        'Im Sitzungsspeicher, bis du den Tab schließt:',
        '– view_session_id: eine zufällige Kennung für das Zählen der Aufrufe.',
        '– guest_key: eine zufällige Kennung für eine Bestellung ohne Konto, damit nichts doppelt abgebucht wird.',
        '– catalogue_filters: ob du die Filter zugeklappt hast.',
        '– studio: was du an einem Schnittmuster geändert, aber noch nicht gespeichert hast.',
        '– after_sign_in_wish, after_sign_in_report: welches Schnittmuster du dir merken oder melden wolltest, als du zum Anmelden geschickt wurdest.',
        '– reloaded_at: wann die Seite zuletzt nach einer neuen Fassung des Shops gefragt hat.',
        'Damit der Shop schnell öffnet und auch ohne Verbindung etwas zeigt, hebt dein Browser außerdem seine Programme und Schriften und eine Hinweisseite auf (Service Worker). Etwas Persönliches ist nicht dabei. Alles zusammen kannst du jederzeit in den Einstellungen deines Browsers löschen. Stripe kann an der Kasse eigene Cookies zur Betrugsabwehr setzen.',
      ],
    },
    {
      id: 'designers',
      heading: 'Wenn du Schnittmuster verkaufst',
      paragraphs: [
        'Dein Designername, deine Vorstellung und dein Bild sind öffentlich. Deine Dateien prüfen wir automatisch, bevor sie verkauft werden. Löschst du dein Konto, nehmen wir deine Schnittmuster aus dem Verkauf und ersetzen deinen Namen; Käuferinnen und Käufer behalten, was sie gekauft haben.',
      ],
    },
    {
      id: 'recipients',
      heading: 'Wer die Daten erhält',
      paragraphs: [
        'Diese Dienstleister verarbeiten Daten nur nach unserer Weisung (Art. 28 DSGVO):',
        '– Server und Datenbank: [Name, Sitz, Ort der Verarbeitung]',
        '– Dateispeicher für Schnittmuster, Kopien, Rechnungen und Archive (S3-kompatibel): [Name, Sitz, Ort der Verarbeitung]',
        '– Versand der E-Mails: [Name, Sitz, Ort der Verarbeitung]',
        'Zahlungen wickelt Stripe ab, siehe oben. Außerhalb der Europäischen Union verarbeiten wir Daten nur, wenn ein Beschluss der EU-Kommission oder Standardvertragsklauseln es erlauben: [vom Betreiber zu ergänzen].',
        'Designerinnen und Designer erfahren nicht, wer ihre Schnittmuster gekauft hat. Sonst geben wir Daten nur weiter, wenn ein Gesetz es verlangt.',
      ],
    },
    {
      id: 'retention',
      heading: 'Wie lange wir speichern',
      paragraphs: [
        '– Konto: bis du es löschst.',
        '– Rechnungen: acht Jahre, gerechnet ab dem Ende des Jahres, in dem sie entstanden sind (§ 147 AO, § 14b UStG). Die Nachweise für die Umsatzsteuer im EU-Ausland können zehn Jahre aufzubewahren sein.',
        '– Bestellungen ohne Konto, die nicht bezahlt wurden: deine Adresse bis 90 Tage nach dem Abbruch.',
        '– Links in E-Mails: zum Bestätigen der Adresse und des Newsletters 24 Stunden, zum Löschen des Kontos eine Stunde, für ein neues Passwort 30 Minuten.',
        '– Widerrufserklärungen: drei Jahre, gerechnet ab dem Ende des Jahres, in dem sie eingegangen sind (§§ 195, 199 BGB).',
        '– Meldungen von Schnittmustern: dein Text und die Kennung deines Kontos, bis du dein Konto löschst; Grund und Entscheidung bleiben, ohne dass sie dir zugeordnet sind.',
        '– Newsletter: unbestätigte Adressen sieben Tage, bestätigte bis zur Abmeldung; der Nachweis deiner Zustimmung ohne Adresse drei Jahre länger, gerechnet ab dem Ende des Jahres.',
        '– Archive mit deinen Daten: sieben Tage.',
        '– Prüfwerte zum Zählen der Aufrufe: etwa eine Stunde.',
        '– Technische Protokolle: [vom Betreiber zu ergänzen].',
        'Löschst du dein Konto, bleibt sieben Tage lang Zeit, das rückgängig zu machen. Danach löschen wir Profil, Sitzungen, Merkliste, Newsletter-Anmeldung, deine persönlichen PDF-Kopien und die Archive. Bestellungen bleiben ohne Namen und Adresse erhalten, Rechnungen gesperrt bis zum Ende ihrer Frist; ein Widerruf, den wir noch nicht beantwortet haben, bleibt gesperrt bis zum Ende seiner Frist (Art. 17 Abs. 3 Buchst. b und e DSGVO); im Protokoll des Kontos stehen nur Kennungen.',
      ],
    },
    {
      id: 'rights',
      heading: 'Deine Rechte',
      paragraphs: [
        'Du hast das Recht',
        '– auf Auskunft über deine Daten und auf eine Kopie davon (Art. 15 DSGVO),',
        '– auf Berichtigung (Art. 16 DSGVO),',
        '– auf Löschung (Art. 17 DSGVO),',
        '– auf Einschränkung der Verarbeitung (Art. 18 DSGVO),',
        '– auf Übertragung deiner Daten in einem maschinenlesbaren Format (Art. 20 DSGVO).',
        'Auskunft und Übertragung bekommst du in deinem Konto sofort, als Archiv mit einem lesbaren Bericht und maschinenlesbaren Dateien; auch löschen kannst du dein Konto dort selbst. Oder du schreibst uns an {email}; wir antworten innerhalb eines Monats.',
        'Der Verarbeitung aufgrund eines berechtigten Interesses kannst du aus Gründen widersprechen, die sich aus deiner besonderen Situation ergeben (Art. 21 DSGVO). Eine Einwilligung kannst du jederzeit widerrufen. Automatisierte Entscheidungen im Sinne von Art. 22 DSGVO treffen wir nicht.',
        'Du kannst dich bei einer Datenschutz-Aufsichtsbehörde beschweren, etwa an deinem Wohnort oder an unserem Sitz (Art. 77 DSGVO). Für uns zuständig ist: [Name der Aufsichtsbehörde].',
      ],
    },
  ],
};
