import type { PolicyText } from './policy-text.js';

export const german: PolicyText = {
  title: 'Datenschutzerklärung',
  sections: [
    {
      id: 'template',
      heading: 'Hinweis für den Betreiber',
      paragraphs: [
        'Diese Erklärung beschreibt, was die Software dieses Shops mit personenbezogenen Daten tut. Sie ist eine Vorlage: Der Betreiber ergänzt seine Auftragsverarbeiter (Hosting, Speicher, E-Mail-Versand), gegebenenfalls den Datenschutzbeauftragten und die zuständige Aufsichtsbehörde, lässt den Text rechtlich prüfen und entfernt danach diesen Hinweis.',
      ],
    },
    {
      id: 'controller',
      heading: 'Wer verantwortlich ist',
      paragraphs: [
        'Verantwortlich für die Verarbeitung deiner Daten in {shop} ist {seller}, {address}. Du erreichst uns unter {email}.',
      ],
    },
    {
      id: 'account',
      heading: 'Dein Konto',
      paragraphs: [
        'Für ein Konto speichern wir deine E-Mail-Adresse, deinen Benutzernamen, deinen Anzeigenamen, deine Sprache und – wenn du sie angibst – Vor- und Nachnamen. Dein Passwort speichern wir nur als Prüfwert (Argon2id), aus dem es sich nicht zurückrechnen lässt. Rechtsgrundlage ist der Vertrag mit dir (Art. 6 Abs. 1 Buchst. b DSGVO).',
        'Mit jeder Anmeldung entsteht eine Sitzung: Wir merken uns, wann sie begann und wann sie endet, damit du angemeldet bleibst und wir sie bei einem Passwortwechsel beenden können. Sicherheitsrelevante Vorgänge in deinem Konto halten wir in einem Protokoll fest, das du einsehen kannst; es enthält Kennungen und Zeitpunkte, keine Inhalte (Art. 6 Abs. 1 Buchst. f DSGVO, Schutz deines Kontos).',
      ],
    },
    {
      id: 'purchases',
      heading: 'Deine Einkäufe',
      paragraphs: [
        'Wenn du ein Schnittmuster kaufst oder ein kostenloses lädst, speichern wir die Bestellung: Schnittmuster, Preis, Zeitpunkt, E-Mail-Adresse für Bestätigung und Kopie, das für die Umsatzsteuer maßgebliche Land und deine Erklärung zum Widerrufsrecht. Du kannst auch ohne Konto kaufen. Rechtsgrundlage ist der Kaufvertrag (Art. 6 Abs. 1 Buchst. b DSGVO), für Steuer und Buchführung eine rechtliche Verpflichtung (Art. 6 Abs. 1 Buchst. c DSGVO).',
        'Jeder Download einer Datei wird gezählt und mit Zeitpunkt gespeichert, weil die Zahl der Downloads je Datei begrenzt ist.',
      ],
    },
    {
      id: 'watermark',
      heading: 'Deine E-Mail-Adresse in der PDF-Datei',
      paragraphs: [
        'Deine Kopie eines Schnittmusters trägt auf jeder Seite deine E-Mail-Adresse, die Bestellnummer und das Kaufdatum, dazu im Inneren der Datei eine Kennung. So schützen wir die Arbeit der Designerinnen und Designer vor unerlaubter Weitergabe; die Datei selbst bleibt unverschlüsselt. Rechtsgrundlage sind der Vertrag und unser berechtigtes Interesse an diesem Schutz (Art. 6 Abs. 1 Buchst. b und f DSGVO). Gib deine Kopie nicht weiter: Wer sie hat, sieht deine Adresse.',
      ],
    },
    {
      id: 'payment',
      heading: 'Bezahlung',
      paragraphs: [
        'Kartenzahlungen wickelt Stripe ab (Stripe Payments Europe, Limited, Irland). Deine Kartendaten gibst du direkt bei Stripe ein; sie erreichen unsere Server nicht. Wir übermitteln Betrag, Währung und die Kennung der Bestellung und erhalten zurück, ob die Zahlung gelang und aus welchem Land die Karte stammt. Das Skript von Stripe wird erst an der Kasse geladen. Rechtsgrundlage ist der Kaufvertrag (Art. 6 Abs. 1 Buchst. b DSGVO). Stripe verarbeitet Daten auch in eigener Verantwortung, unter anderem zur Betrugsabwehr, und möglicherweise in den USA.',
      ],
    },
    {
      id: 'mails',
      heading: 'E-Mails',
      paragraphs: [
        'Wir schicken dir E-Mails, die zu deinem Konto und deinen Einkäufen gehören: Bestätigungen, Rechnungen, Links zum Bestätigen deiner Adresse und zum Zurücksetzen deines Passworts (Art. 6 Abs. 1 Buchst. b DSGVO).',
        'Den Newsletter bekommst du nur, wenn du ihn bestellst und deine Adresse bestätigst (Art. 6 Abs. 1 Buchst. a DSGVO). Jede Ausgabe enthält einen Link zum Abbestellen. Unsere E-Mails enthalten keine Zählpixel.',
      ],
    },
    {
      id: 'consents',
      heading: 'Einwilligungen',
      paragraphs: [
        'In deinem Konto kannst du freiwillig in Werbe-E-Mails, Auswertungen und persönliche Empfehlungen einwilligen und jede Einwilligung jederzeit mit Wirkung für die Zukunft widerrufen. Ohne Einwilligung findet nichts davon statt. Damit wir nachweisen können, worin du eingewilligt hast, speichern wir Art, Textfassung und Zeitpunkt (Art. 7 Abs. 1 DSGVO).',
      ],
    },
    {
      id: 'views',
      heading: 'Aufrufe und Protokolle',
      paragraphs: [
        'Wir zählen, wie oft ein Schnittmuster angesehen wird. Dazu bilden wir aus einer zufälligen Sitzungskennung einen Prüfwert, dessen Schlüssel täglich wechselt; gespeichert werden der Prüfwert und der Name der Website, von der der Aufruf kam, nicht aber, wer du bist.',
        'Unsere Server schreiben technische Protokolle ohne Inhalte, E-Mail-Adressen und Tokens. Um Angriffe abzuwehren, zählen wir Aufrufe kurzzeitig je IP-Adresse (Art. 6 Abs. 1 Buchst. f DSGVO). Programme zur Verfolgung von Besuchern und eingebundene Dienste Dritter gibt es in diesem Shop nicht.',
      ],
    },
    {
      id: 'storage',
      heading: 'Speicher in deinem Browser',
      paragraphs: [
        'Dieser Shop setzt keine Cookies. Im lokalen Speicher deines Browsers liegen nur Dinge, die du selbst verlangst: deine Anmeldung, deine Sprache und deine Einstellungen zur Darstellung, dazu eine zufällige Kennung für das Zählen der Aufrufe (§ 25 Abs. 2 TDDDG). Du kannst sie jederzeit in deinem Browser löschen. Stripe kann an der Kasse eigene Cookies zur Betrugsabwehr setzen.',
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
        'Datenbank, Dateispeicher (S3-kompatibel) und E-Mail-Versand laufen bei Dienstleistern, die Daten nur nach unserer Weisung verarbeiten (Art. 28 DSGVO): [vom Betreiber zu ergänzen: Name, Sitz, Ort der Verarbeitung]. Designerinnen und Designer erfahren nicht, wer ihre Schnittmuster gekauft hat. Sonst geben wir Daten nur weiter, wenn ein Gesetz es verlangt.',
      ],
    },
    {
      id: 'retention',
      heading: 'Wie lange wir speichern',
      paragraphs: [
        'Rechnungen bewahren wir acht Jahre auf, gerechnet ab dem Ende des Jahres, in dem sie entstanden sind (§ 147 AO, § 14b UStG). Die Nachweise für die Umsatzsteuer im EU-Ausland können zehn Jahre aufzubewahren sein. Kontodaten speichern wir, bis du dein Konto löschst. Links zum Bestätigen der Adresse gelten 24 Stunden, zum Zurücksetzen des Passworts 30 Minuten, Archive mit deinen Daten sieben Tage. Hast du ohne Konto bestellt und nicht bezahlt, löschen wir deine Adresse 90 Tage nach dem Abbruch der Bestellung.',
        'Löschst du dein Konto, bleibt sieben Tage lang Zeit, das rückgängig zu machen. Danach löschen wir Profil, Sitzungen, Merkliste, Newsletter-Anmeldung, deine persönlichen PDF-Kopien und die Archive. Bestellungen bleiben ohne Namen und Adresse erhalten, Rechnungen gesperrt bis zum Ende ihrer Frist.',
      ],
    },
    {
      id: 'rights',
      heading: 'Deine Rechte',
      paragraphs: [
        'Du hast das Recht auf Auskunft (Art. 15), Berichtigung (Art. 16), Löschung (Art. 17), Einschränkung (Art. 18) und Übertragung deiner Daten (Art. 20 DSGVO). Auskunft und Übertragung bekommst du in deinem Konto sofort als Archiv mit einem lesbaren Bericht und maschinenlesbaren Dateien; auch löschen kannst du dein Konto dort selbst. Oder du schreibst uns an {email}; wir antworten innerhalb eines Monats.',
        'Der Verarbeitung aufgrund eines berechtigten Interesses kannst du aus Gründen widersprechen, die sich aus deiner besonderen Situation ergeben (Art. 21 DSGVO). Eine Einwilligung kannst du jederzeit widerrufen. Automatisierte Entscheidungen im Sinne von Art. 22 DSGVO treffen wir nicht.',
        'Du kannst dich bei einer Datenschutz-Aufsichtsbehörde beschweren, etwa an deinem Wohnort oder an unserem Sitz (Art. 77 DSGVO).',
      ],
    },
  ],
};
