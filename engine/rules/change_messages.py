"""What changes from one text of rules to another, and why a game can't be started, in languages."""

from __future__ import annotations

CHANGES: dict[str, dict[str, str]] = {
    "de": {
        "the rule '{name}'": "die Regel „{name}“",
        "the procedure '{name}'": "der Ablauf „{name}“",
        "the option '{name}'": "die Einstellung „{name}“",
        "what '{name}' stands for": "wofür „{name}“ steht",
        "the type '{name}'": "der Typ „{name}“",
        "the component '{name}'": "das Material „{name}“",
        "the table '{name}'": "die Tabelle „{name}“",
        "the zone '{name}'": "der Ort „{name}“",
        "the variable '{name}'": "die Variable „{name}“",
        "the counter '{name}'": "der Zähler „{name}“",
        "the reaction 'when {name}'": "die Reaktion „when {name}“",
        "the rating '{name}'": "das Urteil „{name}“",
        "the advice on '{name}'": "der Rat zu „{name}“",
        "the setup": "der Aufbau",
        "the turn": "der Zug",
        "the winner": "wer gewinnt",
        "the score": "die Wertung",
        "what happens after a turn or round": "was nach einem Zug oder einer Runde geschieht",
        "the condition for winning": "die Bedingung für den Sieg",
        "{what} is gone.": "{what} fällt weg.",
        "New is {what}: {told}": "Neu: {what}: {told}",
        '{what} now says: "{told}"': "{what} sagt jetzt: „{told}“",
        "{what} changes from '{old}' to '{new}'.":
            "{what} ändert sich von „{old}“ zu „{new}“.",
        'The game is called "{new}" instead of "{old}".':
            "Das Spiel heißt „{new}“ statt „{old}“.",
        "'{name}' is no longer said.": "„{name}“ wird nicht mehr genannt.",
        "'{name}' is now {new}.": "„{name}“ ist jetzt {new}.",
        "About '{name}' it now says: \"{told}\"": "Zu „{name}“ heißt es jetzt: „{told}“",
        "{what}: {new} instead of {old}.": "{what}: {new} statt {old}.",
        ", then ": ", dann ",
        "until {what}": "bis {what}",
        "{what} is always {new}; nobody chooses it any more.":
            "{what} ist immer {new}; niemand wählt sie mehr.",
        "{what} can be chosen again.": "{what} kann wieder gewählt werden.",
        "{what} is {new} instead of {old} when nothing else is chosen.":
            "{what} ist {new} statt {old}, wenn nichts anderes gewählt wird.",
        "{what} can be {new} instead of {old}.": "{what} kann {new} statt {old} sein.",
        '{what} now asks: "{told}"': "{what} fragt jetzt: „{told}“",
        "In the table '{name}', {number} gives {new} instead of {old}.":
            "In der Tabelle „{name}“ ergibt {number} jetzt {new} statt {old}.",
        "In the table '{name}', {number} and beyond gives {new} instead of {old}.":
            "In der Tabelle „{name}“ ergibt {number} und mehr jetzt {new} statt {old}.",
        "{what} starts at {new} instead of {old}.": "{what} beginnt bei {new} statt {old}.",
        "as its kind is": "wie bei seiner Art üblich",
        "{what} is {new} instead of {old}.": "{what} ist {new} statt {old}.",
        '{what} is now described: "{told}"': "{what} wird jetzt so beschrieben: „{told}“",
        "The winner has the {new}, instead of the {old}.": "Es gewinnt {new} statt {old}.",
        'About the winner it now says: "{told}"': "Zum Sieg heißt es jetzt: „{told}“",
        "In a turn, the phase '{name}' is new.": "Im Zug ist die Phase „{name}“ neu.",
        "In a turn, the phase '{name}' is gone.": "Im Zug fällt die Phase „{name}“ weg.",
        "In a turn": "Im Zug",
        "In the phase '{name}'": "In der Phase „{name}“",
        "{where}, '{name}' can be chosen as well": "{where} kann auch „{name}“ gewählt werden",
        "{where}, '{name}' is done differently": "{where} geht „{name}“ jetzt anders",
        "{where}, '{name}' can no longer be chosen.":
            "{where} kann „{name}“ nicht mehr gewählt werden.",
        "{where}, what happens is different.": "{where} geschieht etwas anderes.",
    },
    "fr": {
        "the rule '{name}'": "la règle « {name} »",
        "the procedure '{name}'": "la procédure « {name} »",
        "the option '{name}'": "l'option « {name} »",
        "what '{name}' stands for": "ce que « {name} » désigne",
        "the type '{name}'": "le type « {name} »",
        "the component '{name}'": "le matériel « {name} »",
        "the table '{name}'": "le tableau « {name} »",
        "the zone '{name}'": "la zone « {name} »",
        "the variable '{name}'": "la variable « {name} »",
        "the counter '{name}'": "le compteur « {name} »",
        "the reaction 'when {name}'": "la réaction « when {name} »",
        "the rating '{name}'": "le jugement « {name} »",
        "the advice on '{name}'": "le conseil sur « {name} »",
        "the setup": "la mise en place",
        "the turn": "le tour",
        "the winner": "qui gagne",
        "the score": "le décompte",
        "what happens after a turn or round": "ce qui suit un tour ou une manche",
        "the condition for winning": "la condition de victoire",
        "{what} is gone.": "{what} n'existe plus.",
        "New is {what}: {told}": "Nouveau : {what} : {told}",
        '{what} now says: "{told}"': "{what} dit maintenant : « {told} »",
        "{what} changes from '{old}' to '{new}'.": "{what} passe de « {old} » à « {new} ».",
        'The game is called "{new}" instead of "{old}".':
            "Le jeu s'appelle « {new} » au lieu de « {old} ».",
        "'{name}' is no longer said.": "« {name} » n'est plus dit.",
        "'{name}' is now {new}.": "« {name} » est maintenant {new}.",
        "About '{name}' it now says: \"{told}\"": "Sur « {name} », on lit maintenant : « {told} »",
        "{what}: {new} instead of {old}.": "{what} : {new} au lieu de {old}.",
        ", then ": ", puis ",
        "until {what}": "jusqu'à {what}",
        "{what} is always {new}; nobody chooses it any more.":
            "{what} est toujours {new} ; personne ne la choisit plus.",
        "{what} can be chosen again.": "{what} peut de nouveau être choisie.",
        "{what} is {new} instead of {old} when nothing else is chosen.":
            "{what} est {new} au lieu de {old} si rien d'autre n'est choisi.",
        "{what} can be {new} instead of {old}.": "{what} peut être {new} au lieu de {old}.",
        '{what} now asks: "{told}"': "{what} demande maintenant : « {told} »",
        "In the table '{name}', {number} gives {new} instead of {old}.":
            "Dans le tableau « {name} », {number} donne {new} au lieu de {old}.",
        "In the table '{name}', {number} and beyond gives {new} instead of {old}.":
            "Dans le tableau « {name} », {number} et plus donne {new} au lieu de {old}.",
        "{what} starts at {new} instead of {old}.": "{what} commence à {new} au lieu de {old}.",
        "as its kind is": "comme le veut sa sorte",
        "{what} is {new} instead of {old}.": "{what} est {new} au lieu de {old}.",
        '{what} is now described: "{told}"': "{what} est maintenant décrit ainsi : « {told} »",
        "The winner has the {new}, instead of the {old}.":
            "La victoire va à {new}, au lieu de {old}.",
        'About the winner it now says: "{told}"':
            "Sur la victoire, on lit maintenant : « {told} »",
        "In a turn, the phase '{name}' is new.": "Dans un tour, la phase « {name} » est nouvelle.",
        "In a turn, the phase '{name}' is gone.":
            "Dans un tour, la phase « {name} » n'existe plus.",
        "In a turn": "Dans un tour",
        "In the phase '{name}'": "Dans la phase « {name} »",
        "{where}, '{name}' can be chosen as well": "{where}, on peut aussi choisir « {name} »",
        "{where}, '{name}' is done differently": "{where}, « {name} » se fait autrement",
        "{where}, '{name}' can no longer be chosen.":
            "{where}, on ne peut plus choisir « {name} ».",
        "{where}, what happens is different.": "{where}, il se passe autre chose.",
    },
}  # fmt: skip
"""By language: what is different in rules that have changed."""

REFUSED: dict[str, dict[str, str]] = {
    "de": {
        "error[{code}]: {what}": "Fehler[{code}]: {what}",
        "error: {what}": "Fehler: {what}",
        "there is no ruleset '{name}'; {hint}": "ein Spiel „{name}“ gibt es nicht; {hint}",
        "there is no ruleset '{name}'": "ein Spiel „{name}“ gibt es nicht",
        "did you mean '{name}'? a seat can be {names}":
            "war „{name}“ gemeint? auf einem Platz kann {names} sitzen",
        "did you mean '{name}'?": "war „{name}“ gemeint?",
        "'cairn list' shows the rulesets there are": "'cairn list' zählt auf, welche es gibt",
        "there is no example '{title}'; {hint}": "ein Beispiel „{title}“ gibt es nicht; {hint}",
        "'cairn check --verbose' names them": "'cairn check --verbose' nennt sie",
        "{path} is a folder, not a ruleset": "{path} ist ein Ordner, kein Spiel",
        "there is no save {name}": "einen Spielstand {name} gibt es nicht",
        "{title} is for {low} to {high} players, not {number}":
            "{title} ist für {low} bis {high} Personen, nicht für {number}",
        "{title} is for {many} players, not {number}":
            "{title} ist für {many} Personen, nicht für {number}",
        "{number} players need {same} seats, not {given}: {names}":
            "für {number} Personen braucht es {same} Plätze, nicht {given}: {names}",
        "there is no agent '{name}'; {hint}": "einen Gegner „{name}“ gibt es nicht; {hint}",
        "a seat can be {names}": "auf einem Platz kann {names} sitzen",
        "'{option}' leaves a seat empty; write {other} NAME,NAME":
            "„{option}“ lässt einen Platz leer; schreib {other} NAME,NAME",
        "'--set {text}' can't be read; write --set option=value":
            "„--set {text}“ ist nicht zu lesen; schreib --set einstellung=wert",
        "the option '{name}' is set twice": "die Einstellung „{name}“ ist zweimal gesetzt",
        "{title} has no option '{name}'; {hint}":
            "{title} hat keine Einstellung „{name}“; {hint}",
        "it has {names}": "es hat {names}",
        "the option '{name}' can be {allowed}, not '{text}'":
            "die Einstellung „{name}“ kann {allowed} sein, nicht „{text}“",
        "in {title} the option '{name}' is always {value}":
            "bei {title} ist die Einstellung „{name}“ immer {value}",
        "in {title} chance says who begins, not --first":
            "bei {title} sagt der Zufall, wer beginnt, nicht --first",
        "there is no seat {number} at a table for {players}; who begins is one of {seats}":
            "einen Platz {number} gibt es an einem Tisch für {players} nicht; es beginnt {seats}",
        "a seed can be at most {most}, not {number}":
            "eine Startzahl kann höchstens {most} sein, nicht {number}",
        "{path} is a save; its seed, options, study mode and who began are what they were":
            "{path} ist ein Spielstand; Startzahl, Einstellungen, Übung und wer begann stehen fest",
        "{path} is a folder; name a file to save to":
            "{path} ist ein Ordner; nenne eine Datei zum Sichern",
        "{path} can't be written: there is no folder {folder}":
            "{path} lässt sich nicht schreiben: einen Ordner {folder} gibt es nicht",
        "{path} is there already and is no save; name another file":
            "{path} ist schon da und kein Spielstand; nenne eine andere Datei",
        "the library is empty; name a ruleset's file":
            "die Sammlung ist leer; nenne die Datei eines Spiels",
        "--learn needs a ruleset to learn: {command}":
            "--learn braucht ein Spiel, das gelernt wird: {command}",
        "{name} is no save: it isn't a text": "{name} ist kein Spielstand: es ist kein Text",
        "{name} is no save: a save begins with {head}":
            "{name} ist kein Spielstand: der beginnt mit {head}",
        "{name} was written by a newer Cairn (format {number}); update to read it":
            "{name} wurde von einem neueren Cairn geschrieben (Format {number}); bring deines auf"
            " den neuen Stand",
        "{name} is cut off: its last line, the checksum, is missing":
            "{name} ist abgeschnitten: die letzte Zeile mit der Prüfsumme fehlt",
        "{name} was changed or damaged after it was written; its checksum is wrong":
            "{name} wurde nach dem Sichern verändert oder beschädigt; die Prüfsumme stimmt nicht",
        "{name} is too large to be a save": "{name} ist zu groß für einen Spielstand",
        "There is no screen here, so the game is played in the terminal (as with --text).":
            "Hier ist kein Bildschirm; gespielt wird in der Konsole (wie mit --text).",
    },
    "fr": {
        "error[{code}]: {what}": "erreur[{code}] : {what}",
        "error: {what}": "erreur : {what}",
        "there is no ruleset '{name}'; {hint}": "il n'y a pas de jeu « {name} » ; {hint}",
        "there is no ruleset '{name}'": "il n'y a pas de jeu « {name} »",
        "did you mean '{name}'? a seat can be {names}":
            "était-ce « {name} » ? une place peut être {names}",
        "did you mean '{name}'?": "était-ce « {name} » ?",
        "'cairn list' shows the rulesets there are": "'cairn list' montre ceux qu'il y a",
        "there is no example '{title}'; {hint}": "il n'y a pas d'exemple « {title} » ; {hint}",
        "'cairn check --verbose' names them": "'cairn check --verbose' les nomme",
        "{path} is a folder, not a ruleset": "{path} est un dossier, pas un jeu",
        "there is no save {name}": "il n'y a pas de sauvegarde {name}",
        "{title} is for {low} to {high} players, not {number}":
            "{title} se joue de {low} à {high}, pas à {number}",
        "{title} is for {many} players, not {number}":
            "{title} se joue à {many}, pas à {number}",
        "{number} players need {same} seats, not {given}: {names}":
            "pour {number} personnes il faut {same} places, pas {given} : {names}",
        "there is no agent '{name}'; {hint}": "il n'y a pas d'adversaire « {name} » ; {hint}",
        "a seat can be {names}": "une place peut être {names}",
        "'{option}' leaves a seat empty; write {other} NAME,NAME":
            "« {option} » laisse une place vide ; écris {other} NOM,NOM",
        "'--set {text}' can't be read; write --set option=value":
            "« --set {text} » ne se lit pas ; écris --set option=valeur",
        "the option '{name}' is set twice": "l'option « {name} » est donnée deux fois",
        "{title} has no option '{name}'; {hint}": "{title} n'a pas d'option « {name} » ; {hint}",
        "it has {names}": "il a {names}",
        "the option '{name}' can be {allowed}, not '{text}'":
            "l'option « {name} » peut être {allowed}, pas « {text} »",
        "in {title} the option '{name}' is always {value}":
            "dans {title}, l'option « {name} » est toujours {value}",
        "in {title} chance says who begins, not --first":
            "dans {title}, le hasard dit qui commence, pas --first",
        "there is no seat {number} at a table for {players}; who begins is one of {seats}":
            "il n'y a pas de place {number} à une table de {players} ; commence l'une de {seats}",
        "a seed can be at most {most}, not {number}":
            "une graine est au plus {most}, pas {number}",
        "{path} is a save; its seed, options, study mode and who began are what they were":
            "{path} est une sauvegarde ; graine, options, étude et qui commence y sont fixés",
        "{path} is a folder; name a file to save to":
            "{path} est un dossier ; nomme un fichier où enregistrer",
        "{path} can't be written: there is no folder {folder}":
            "{path} ne peut être écrit : il n'y a pas de dossier {folder}",
        "{path} is there already and is no save; name another file":
            "{path} existe déjà et n'est pas une sauvegarde ; nomme un autre fichier",
        "the library is empty; name a ruleset's file":
            "la collection est vide ; nomme le fichier d'un jeu",
        "--learn needs a ruleset to learn: {command}":
            "--learn demande un jeu à apprendre : {command}",
        "{name} is no save: it isn't a text": "{name} n'est pas une sauvegarde : ni un texte",
        "{name} is no save: a save begins with {head}":
            "{name} n'est pas une sauvegarde : elle commence par {head}",
        "{name} was written by a newer Cairn (format {number}); update to read it":
            "{name} vient d'un Cairn plus récent (format {number}) ; mets le tien à jour",
        "{name} is cut off: its last line, the checksum, is missing":
            "{name} est coupé : la dernière ligne, la somme de contrôle, manque",
        "{name} was changed or damaged after it was written; its checksum is wrong":
            "{name} a été modifié ou abîmé après coup ; la somme de contrôle est fausse",
        "{name} is too large to be a save": "{name} est trop grand pour une sauvegarde",
        "There is no screen here, so the game is played in the terminal (as with --text).":
            "Il n'y a pas d'écran ici ; la partie se joue dans le terminal (comme avec --text).",
    },
}  # fmt: skip
"""By language: why a command can't begin, with what it was given in braces."""
