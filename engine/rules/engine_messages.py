"""Sentences of the engine's own that people read while they play, in the library's languages."""

from __future__ import annotations

HELP = """\
  NUMBER or MOVE   make a move, by its number or as it is written
  ?                every legal move in words
  ? MOVE           why a move is legal, or why it isn't; also ? NUMBER
  h                a hint: what looks best, and what is expected of it
  l                the ledger: where the points come from
  t                show the whole table; else only what has changed is shown
  u, r             take back your last decision, make it again
  s [FILE]         save the game
  q                leave the game"""
"""What can be written in the terminal."""

SENTENCES: dict[str, dict[str, str]] = {
    "de": {
        "The game is over.": "Das Spiel ist zu Ende.",
        "this can't be taken back: {why}": "das lässt sich nicht zurücknehmen: {why}",
        "there is nothing to take back.": "Es gibt nichts zurückzunehmen.",
        "there is nothing of yours to take back": "Von dir gibt es nichts zurückzunehmen",
        "there is nothing to make again": "Es gibt nichts, was wieder gezogen werden könnte",
        "what the others have chosen has come to light since.":
            "Was die anderen gewählt haben, ist seither bekannt.",
        "chance has decided something since.": "Seither hat der Zufall etwas entschieden.",
        "seat {seat} has seen something since.": "Platz {seat} hat seither etwas gesehen.",
        "Seat {seat} has to decide now.": "Jetzt muss Platz {seat} entscheiden.",
        "There is no such thing here.": "So etwas gibt es hier nicht.",
        "'{action}' is for another moment; now it is {now}.":
            "„{action}“ geht zu einem anderen Zeitpunkt; jetzt geht {now}.",
        "This belongs to seat {seat}; nothing can be done with it now.":
            "Das gehört Platz {seat}; damit lässt sich jetzt nichts anfangen.",
        "No move takes these together now.": "Kein Zug nimmt das jetzt zusammen.",
        "Nothing can be done with this now.": "Damit lässt sich jetzt nichts anfangen.",
        "You may always pass here.": "Passen darf man hier immer.",
        "Nothing forbids it.": "Nichts spricht dagegen.",
        "All that it requires holds.": "Alles, was dafür nötig ist, ist erfüllt.",
        "now the game is over.": "jetzt ist das Spiel zu Ende.",
        "now the game isn't over.": "jetzt ist das Spiel nicht zu Ende.",
        "now seat {seat} has to decide.": "jetzt muss Platz {seat} entscheiden.",
        "now {place} isn't what it was.": "{place} ist jetzt nicht mehr, wie es war.",
        "now {place} has {now}, where it had {then}.":
            "{place} hat jetzt {now}, wo es {then} hatte.",
        "The rules part at the deal: {what}":
            "Die Regeln trennen sich beim Austeilen: {what}",
        "The rules part at move {number}, {move}: {what}":
            "Die Regeln trennen sich bei Zug {number}, {move}: {what}",
        "The rules part at move {number}: {what}":
            "Die Regeln trennen sich bei Zug {number}: {what}",
        "it isn't legal any more.": "das ist nicht mehr erlaubt.",
        "There is no option '{name}' any longer.": "Die Option „{name}“ gibt es nicht mehr.",
        "There is a new option '{name}'; it is {value}.":
            "Es gibt eine neue Option „{name}“; sie ist {value}.",
        "The option '{name}' can't be {before} any longer; it is {value}.":
            "Die Option „{name}“ kann nicht mehr {before} sein; sie ist {value}.",
        "{move} is the only legal move.": "{move} ist der einzige erlaubte Zug.",
        "{move}: expected {lead} against {second} for {other}.":
            "{move}: {lead} zu erwarten, gegen {second} für {other}.",
        "{move}: wins {wins} of 100 games, against {second} with {other}.":
            "{move}: gewinnt {wins} von 100 Spielen, gegen {second} mit {other}.",
        "{move}: expected {lead}, about as much as {other}.":
            "{move}: {lead} zu erwarten, etwa so viel wie {other}.",
        "{move} and {other} seem equally good.": "{move} und {other} scheinen gleich gut.",
        "Seed {number}": "Startzahl {number}",
        "seat {seat} is you": "Platz {seat} bist du",
        "seat {seat} is {who}": "Platz {seat} ist {who}",
        "a person": "ein Mensch",
        "the computer ({agent})": "der Computer ({agent})",
        "you": "du",
        "your {zone}": "{zone} (du)",
        "{seat} {zone}": "{zone} ({seat})",
        "and {pieces}": "und {pieces}",
        " of {number}": " von {number}",
        " on {space}": " auf {space}",
        " and ": " und ",
        " or ": " oder ",
        "hidden": "verdeckt",
        "1 piece": "1 weiteres",
        "{number} pieces": "{number} weitere",
        "1 decision": "1 Entscheidung",
        "{number} decisions": "{number} Entscheidungen",
        "Write a move's number, or 'help'.": "Schreib die Nummer eines Zugs oder „help“.",
        "Write {yes} or {no}.": "Schreib {yes} oder {no}.",
        "Seat {seat}: press Enter when only you see the screen.":
            "Platz {seat}: Drück die Eingabetaste, sobald nur du den Bildschirm siehst.",
        "Round {number} is over: {scores}.": "Runde {number} ist zu Ende: {scores}.",
        "Round {number}": "Runde {number}",
        "round {number}": "Runde {number}",
        "your turn": "du bist am Zug",
        "your decision in the turn of {who}": "du entscheidest im Zug von {who}",
        "score: {scores}": "Wertung: {scores}",
        "Score: {score}": "Wertung: {score}",
        "total": "zusammen",
        "paid into {name}": "Summe für {name}",
        "The last in {place} is {piece}.": "Zuletzt liegt in {place}: {piece}.",
        "The first in {place} is {piece}.": "Zuerst liegt in {place}: {piece}.",
        "The lowest is {piece}.": "Die niedrigste ist {piece}.",
        "The highest is {piece}.": "Die höchste ist {piece}.",
        "{place} is empty.": "{place} ist leer.",
        "{place} is full.": "{place} ist voll.",
        "{name}: {value}.": "{name}: {value}.",
        "row {number}": "Zeile {number}",
        "row {row} column {column}": "Zeile {row} Spalte {column}",
        "empty": "leer",
        "Enter shows more.": "Weiter mit der Eingabetaste.",
        "There is no move {number}; '?' lists all of them.":
            "Einen Zug {number} gibt es nicht; „?“ zählt alle auf.",
        "{name} has mistakes; '{command}' shows them":
            "{name} hat Fehler; '{command}' zeigt sie",
        "Which game, by number or name?": "Welches Spiel, mit Nummer oder Namen?",
        "No game was chosen; 'cairn play NAME' starts one at once.":
            "Es wurde kein Spiel gewählt; 'cairn play NAME' beginnt sofort eines.",
        "There is no game '{name}'; write a number from 1 to {last}, or q.":
            "Es gibt kein Spiel „{name}“; bitte eine Nummer von 1 bis {last}, oder q.",
        "{number} players": "{number} Personen", "1 player": "1 Person",
        "{low} to {high} players": "{low} bis {high} Personen",
        "; a variant of {game}": "; eine Variante von {game}",
        "No more input; {left}": "Keine weitere Eingabe; {left}",
        "the game is left after {decisions}.": "das Spiel wird nach {decisions} verlassen.",
        "There is no move {number}; they are numbered from 1 to {last}.":
            "Einen Zug {number} gibt es nicht; sie tragen die Nummern 1 bis {last}.",
        "Write ? and a move to learn why it is legal, or why it isn't.":
            "Schreib ? und einen Zug, um zu erfahren, warum er erlaubt ist oder nicht.",
        "Taken back: {move}": "Zurückgenommen: {move}",
        "Made again: {move}": "Wieder gemacht: {move}",
        "This looks only one decision ahead: {why}.":
            "Das blickt nur eine Entscheidung voraus: {why}.",
        "wasmtime isn't installed (pip install wasmtime)":
            "wasmtime ist nicht installiert (pip install wasmtime)",
        "its machine code has met a fault of its own":
            "der Maschinencode des Spiels hat einen Fehler",
        "no game in mind gets anywhere in the time there is":
            "in der Zeit kommt kein gedachtes Spiel voran",
        "there are too many moves to choose from": "es gibt zu viele Züge zur Wahl",
        "no score in this game": "in diesem Spiel wird nicht gewertet",
        "nothing yet": "noch nichts",
        "Saved to {path}. To go on from here:":
            "Gespeichert in {path}. Hier geht es weiter mit:",
        "You have won.": "Du hast gewonnen.",
        "{who} has won.": "{who} hat gewonnen.",
        "{who} share the win.": "{who} teilen sich den Sieg.",
        "Everybody has won.": "Alle haben gewonnen.",
        "Rating: {rating}.": "Urteil: {rating}.",
        "Everybody has lost.": "Alle haben verloren.",
        "The game is over without a winner.": "Das Spiel endet ohne Gewinner.",
        "out of play": "aus dem Spiel",
        "{piece} in {place}": "{piece} in {place}",
        "{move}: {why}": "{move}: {why}",
        "{move} is legal: {why}": "{move} ist erlaubt: {why}",
        "{move} is not legal: {why}": "{move} ist nicht erlaubt: {why}",
        "({file}, line {line})": "({file}, Zeile {line})",
        "the game is over.": "das Spiel ist zu Ende.",
        "this game has no action '{name}'.": "in diesem Spiel gibt es kein „{name}“.",
        "it is seat {seat} that has to decide now.": "jetzt muss Platz {seat} entscheiden.",
        "you may always leave this choice.": "diese Wahl darf man immer auslassen.",
        "nothing forbids it.": "nichts spricht dagegen.",
        "all that it requires holds.": "alles, was dafür nötig ist, ist erfüllt.",
        "'{name}' can't be chosen now; the choice is between {others}.":
            "„{name}“ geht jetzt nicht; zur Wahl stehen {others}.",
        "this choice can't be left; the choice is between {others}.":
            "diese Wahl lässt sich nicht auslassen; zur Wahl stehen {others}.",
        "'{name}' takes {wanted}.": "„{name}“ braucht {wanted}.",
        "it reads like no legal move; see the numbered list.":
            "so heißt kein erlaubter Zug; siehe die Liste mit den Nummern.",
        "there is nothing in {place}.": "in {place} liegt nichts.",
        "{place} can't be had: there are only {number}.":
            "{place} ist nicht zu haben: Es gibt nur {number}.",
        "nothing of this name is legal now.": "nichts mit diesem Namen ist jetzt erlaubt.",
        "'{name}' is {many}, not {number}.": "„{name}“ ist {many}, nicht {number}.",
        "'{text}' is taken twice, and there is only one.":
            "„{text}“ ist doppelt genannt, und es gibt nur eines.",
        "'{text}' is not in {place}.": "„{text}“ gehört nicht zu {place}.",
        "'{text}' is not {kinds} of this game.":
            "„{text}“ gibt es in diesem Spiel nicht ({kinds}).",
        "there is no {name} in {place}.": "in {place} liegt {name} nicht.",
        "{name} would have to be in {bounds}, and nothing is: {now}.":
            "{name} müsste in {bounds} liegen, und da ist nichts: {now}.",
        "{name} must be in {bounds}, which is {now} now.":
            "{name} muss in {bounds} liegen, jetzt also in {now}.",
        "it requires: {condition}.": "es braucht: {condition}.",
        "Saved to {path}. To read what happened:":
            "Gespeichert in {path}. Nachlesen lässt es sich mit:",
        "To go on:": "Weiter geht es mit:",
        "The game goes on with the rules as they were.":
            "Das Spiel geht mit den alten Regeln weiter.",
        "The rules have changed, but {problem}.": "Die Regeln sind geändert, aber: {problem}.",
        "The rules have changed, but can't be played:":
            "Die Regeln sind geändert, lassen sich aber nicht spielen:",
        "The rules have changed.": "Die Regeln sind geändert.",
        "The rules were saved; they say the same.":
            "Die Regeln wurden gespeichert; sie sagen dasselbe.",
        "{failed} of {examples} no longer hold:": "{failed} von {examples} gelten nicht mehr:",
        "1 example": "1 Beispiel",
        "{number} examples": "{number} Beispielen",
        "All {number} examples hold.": "Alle {number} Beispiele gelten.",
        "Its example holds.": "Das Beispiel gilt.",
        "and {number} more.": "und {number} weitere.",
        "after {decisions} of {total}": "nach {decisions} von {total}",
        "Go on from the last position that both share, {kept}? ({yes}/{no})":
            "Von der letzten gemeinsamen Stellung aus weiter, {kept}? ({yes}/{no})",
        "{zone}: how many lie there":
            "{zone}: wie viele dort liegen",
        "{zone}: {number} of all that lies there, together":
            "{zone}: {number} von allem dort, zusammen",
        "{zone}: how many with {number} {low} lie there":
            "{zone}: wie viele mit {number} {low} dort liegen",
        "{zone}: {number} of the last one":
            "{zone}: {number} zuletzt",
        "{zone}: the last number":
            "{zone}: die letzte Zahl",
        "{zone}: how many spaces it has come":
            "{zone}: wie viele Felder es gekommen ist",
        "{zone} of the others: how many lie there":
            "{zone} der anderen: wie viele dort liegen",
        "{zone} of the others: {number} of the last ones, together":
            "{zone} der anderen: {number} zuletzt, zusammen",
        "{zone} of the others: how many spaces they have come":
            "{zone} der anderen: wie viele Felder sie gekommen sind",
        "what this {same} is worth to you now":
            "was „{same}“ hier für dich jetzt wert ist",
        "what this {same} may still be worth to you":
            "was „{same}“ hier für dich noch wert werden kann",
        "what this {same} may still be worth to you from here on":
            "was „{same}“ hier für dich von nun an noch wert werden kann",
        "{zone}: by how much its {number} is above the last one":
            "{zone}: um wie viel {number} über dem Letzten liegt",
        "{zone}: by how much it is above the last number":
            "{zone}: um wie viel es über der letzten Zahl liegt",
        "{zone}: {number} with which you would begin":
            "{zone}: {number} zu Beginn",
        "{zone}: the number with which you would begin":
            "{zone}: die Zahl zu Beginn",
        "{zone}: how many of the same {same} have a higher {number}":
            "{zone}: wie viele gleich in „{same}“ und höher in „{number}“ sind",
        "{zone}: {number} of the higher ones of the same {same}, together":
            "{zone}: {number} der höheren, die gleich in „{same}“ sind, zusammen",
        "{zone}: how many of the same {same} have a lower {number}":
            "{zone}: wie viele gleich in „{same}“ und niedriger in „{number}“ sind",
        "{zone}: {number} of the lower ones of the same {same}, together":
            "{zone}: {number} der niedrigeren, die gleich in „{same}“ sind, zusammen",
        "{zone}: how many of the same {same} have a lower {number} and go by “{rule}”":
            "{zone}: wie viele gleich in „{same}“, niedriger in „{number}“ "
            "und nach „{rule}“ möglich sind",
        "{zone}: how many are of the same {same}":
            "{zone}: wie viele gleich in „{same}“ sind",
        "{zone}: {number} of those of the same {same}, together":
            "{zone}: {number} von denen, die gleich in „{same}“ sind, zusammen",
        "{zone}: how many of the same {same} go by “{rule}”":
            "{zone}: wie viele gleich in „{same}“ und nach „{rule}“ möglich sind",
        "{zone}: {number} of those of the same {same} that go by “{rule}”, together":
            "{zone}: {number} von denen, die gleich in „{same}“ "
            "und nach „{rule}“ möglich sind, zusammen",
        "how many others could use it by “{rule}”":
            "wie viele andere es nach „{rule}“ brauchen könnten",
        "{zone}: it goes there by “{rule}”":
            "{zone}: nach „{rule}“ passt es dorthin",
        "{zone}: nothing lies there yet":
            "{zone}: dort liegt noch nichts",
        "{zone}: something lies there already":
            "{zone}: dort liegt schon etwas",
        "{what}: {value}, with the next best move {second}":
            "{what}: {value}, mit dem nächstbesten Zug {second}",
        "otherwise than with the next best move: {what}":
            "anders als beim nächstbesten Zug: {what}",
        "What speaks for it: {reasons}.":
            "Dafür spricht: {reasons}.",
        HELP: """\
  ZAHL oder ZUG    einen Zug machen, mit seiner Nummer oder so, wie er dasteht
  ?                jeder erlaubte Zug in Worten
  ? ZUG            warum ein Zug erlaubt ist oder nicht; auch ? ZAHL
  h                ein Rat: was am besten aussieht und was davon zu erwarten ist
  l                die Abrechnung: woher die Punkte kommen
  t                den ganzen Tisch zeigen; sonst steht nur da, was sich geändert hat
  u, r             den letzten eigenen Zug zurücknehmen, wieder machen
  s [DATEI]        das Spiel speichern
  q                das Spiel verlassen""",
    },
    "fr": {
        "The game is over.": "La partie est finie.",
        "this can't be taken back: {why}": "cela ne peut pas être repris : {why}",
        "there is nothing to take back.": "il n'y a rien à reprendre.",
        "there is nothing of yours to take back": "il n'y a rien de toi à reprendre",
        "there is nothing to make again": "il n'y a rien à rejouer",
        "what the others have chosen has come to light since.":
            "ce que les autres ont choisi est connu depuis.",
        "chance has decided something since.": "depuis, le hasard a décidé quelque chose.",
        "seat {seat} has seen something since.": "la place {seat} a vu quelque chose depuis.",
        "Seat {seat} has to decide now.": "C'est à la place {seat} de décider.",
        "There is no such thing here.": "Il n'y a rien de tel ici.",
        "'{action}' is for another moment; now it is {now}.":
            "« {action} » vient à un autre moment ; maintenant, c'est {now}.",
        "This belongs to seat {seat}; nothing can be done with it now.":
            "C'est à la place {seat} ; on ne peut rien en faire maintenant.",
        "No move takes these together now.": "Aucun coup ne prend cela ensemble maintenant.",
        "Nothing can be done with this now.": "On ne peut rien en faire maintenant.",
        "You may always pass here.": "On peut toujours passer ici.",
        "Nothing forbids it.": "Rien ne l'interdit.",
        "All that it requires holds.": "Tout ce qu'il faut est réuni.",
        "now the game is over.": "maintenant, la partie est finie.",
        "now the game isn't over.": "maintenant, la partie n'est pas finie.",
        "now seat {seat} has to decide.": "maintenant, c'est à la place {seat} de décider.",
        "now {place} isn't what it was.": "{place} n'est plus comme avant.",
        "now {place} has {now}, where it had {then}.":
            "{place} a maintenant {now}, là où il y avait {then}.",
        "The rules part at the deal: {what}":
            "Les règles divergent dès la donne : {what}",
        "The rules part at move {number}, {move}: {what}":
            "Les règles divergent au coup {number}, {move} : {what}",
        "The rules part at move {number}: {what}":
            "Les règles divergent au coup {number} : {what}",
        "it isn't legal any more.": "ce n'est plus permis.",
        "There is no option '{name}' any longer.": "Il n'y a plus d'option « {name} ».",
        "There is a new option '{name}'; it is {value}.":
            "Il y a une nouvelle option « {name} » ; elle est {value}.",
        "The option '{name}' can't be {before} any longer; it is {value}.":
            "L'option « {name} » ne peut plus être {before} ; elle est {value}.",
        "{move} is the only legal move.": "{move} est le seul coup permis.",
        "{move}: expected {lead} against {second} for {other}.":
            "{move} : {lead} à espérer, contre {second} pour {other}.",
        "{move}: wins {wins} of 100 games, against {second} with {other}.":
            "{move} : gagne {wins} parties sur 100, contre {second} avec {other}.",
        "{move}: expected {lead}, about as much as {other}.":
            "{move} : {lead} à espérer, à peu près autant que {other}.",
        "{move} and {other} seem equally good.": "{move} et {other} semblent se valoir.",
        "Seed {number}": "Graine {number}",
        "seat {seat} is you": "la place {seat}, c'est toi",
        "seat {seat} is {who}": "la place {seat} est à {who}",
        "a person": "une personne",
        "the computer ({agent})": "l'ordinateur ({agent})",
        "you": "toi",
        "your {zone}": "{zone} (toi)",
        "{seat} {zone}": "{zone} ({seat})",
        "and {pieces}": "et {pieces}",
        " of {number}": " sur {number}",
        " on {space}": " sur {space}",
        " and ": " et ",
        " or ": " ou ",
        "hidden": "caché",
        "1 piece": "1 autre",
        "{number} pieces": "{number} autres",
        "1 decision": "1 décision",
        "{number} decisions": "{number} décisions",
        "Write a move's number, or 'help'.": "Écris le numéro d'un coup, ou « help ».",
        "Write {yes} or {no}.": "Écris {yes} ou {no}.",
        "Seat {seat}: press Enter when only you see the screen.":
            "Place {seat} : appuie sur Entrée quand toi seul vois l'écran.",
        "Round {number} is over: {scores}.": "La manche {number} est finie : {scores}.",
        "Round {number}": "Manche {number}",
        "round {number}": "manche {number}",
        "your turn": "à toi de jouer",
        "your decision in the turn of {who}": "à toi de décider, au tour de {who}",
        "score: {scores}": "score : {scores}",
        "Score: {score}": "Score : {score}",
        "total": "somme",
        "paid into {name}": "somme pour {name}",
        "The last in {place} is {piece}.": "En dernier dans {place} : {piece}.",
        "The first in {place} is {piece}.": "En premier dans {place} : {piece}.",
        "The lowest is {piece}.": "Au plus bas : {piece}.",
        "The highest is {piece}.": "Au plus haut : {piece}.",
        "{place} is empty.": "{place} : vide.",
        "{place} is full.": "{place} : plein.",
        "{name}: {value}.": "{name} : {value}.",
        "row {number}": "ligne {number}",
        "row {row} column {column}": "ligne {row} colonne {column}",
        "empty": "vide",
        "Enter shows more.": "La suite avec Entrée.",
        "There is no move {number}; '?' lists all of them.":
            "Il n'y a pas de coup {number} ; « ? » les donne tous.",
        "{name} has mistakes; '{command}' shows them":
            "{name} a des erreurs ; '{command}' les montre",
        "Which game, by number or name?": "Quel jeu, par son numéro ou son nom ?",
        "No game was chosen; 'cairn play NAME' starts one at once.":
            "Aucun jeu n'a été choisi ; 'cairn play NOM' en commence un tout de suite.",
        "There is no game '{name}'; write a number from 1 to {last}, or q.":
            "Il n'y a pas de jeu « {name} » ; écrivez un numéro de 1 à {last}, ou q.",
        "{number} players": "{number} personnes", "1 player": "1 personne",
        "{low} to {high} players": "de {low} à {high} personnes",
        "; a variant of {game}": " ; une variante de {game}",
        "No more input; {left}": "Plus rien à lire ; {left}",
        "the game is left after {decisions}.": "la partie est quittée après {decisions}.",
        "There is no move {number}; they are numbered from 1 to {last}.":
            "Il n'y a pas de coup {number} ; ils vont de 1 à {last}.",
        "Write ? and a move to learn why it is legal, or why it isn't.":
            "Écris ? et un coup pour apprendre pourquoi il est permis, ou non.",
        "Taken back: {move}": "Repris : {move}",
        "Made again: {move}": "Rejoué : {move}",
        "This looks only one decision ahead: {why}.":
            "Cela ne regarde qu'une décision en avant : {why}.",
        "wasmtime isn't installed (pip install wasmtime)":
            "wasmtime n'est pas installé (pip install wasmtime)",
        "its machine code has met a fault of its own": "le code machine du jeu a une faute",
        "no game in mind gets anywhere in the time there is":
            "dans ce temps, aucune partie imaginée n'avance",
        "there are too many moves to choose from": "il y a trop de coups au choix",
        "no score in this game": "pas de score dans ce jeu",
        "nothing yet": "rien encore",
        "Saved to {path}. To go on from here:":
            "Enregistré dans {path}. Pour continuer d'ici :",
        "You have won.": "Tu as gagné.",
        "{who} has won.": "{who} a gagné.",
        "{who} share the win.": "{who} se partagent la victoire.",
        "Everybody has won.": "Tout le monde a gagné.",
        "Rating: {rating}.": "Appréciation : {rating}.",
        "Everybody has lost.": "Tout le monde a perdu.",
        "The game is over without a winner.": "La partie finit sans gagnant.",
        "out of play": "hors jeu",
        "{piece} in {place}": "{piece} dans {place}",
        "{move}: {why}": "{move} : {why}",
        "{move} is legal: {why}": "{move} est permis : {why}",
        "{move} is not legal: {why}": "{move} n'est pas permis : {why}",
        "({file}, line {line})": "({file}, ligne {line})",
        "the game is over.": "la partie est finie.",
        "this game has no action '{name}'.": "ce jeu n'a pas de « {name} ».",
        "it is seat {seat} that has to decide now.": "c'est à la place {seat} de décider.",
        "you may always leave this choice.": "on peut toujours laisser ce choix.",
        "nothing forbids it.": "rien ne l'interdit.",
        "all that it requires holds.": "tout ce qu'il faut est réuni.",
        "'{name}' can't be chosen now; the choice is between {others}.":
            "« {name} » n'est pas possible maintenant ; le choix : {others}.",
        "this choice can't be left; the choice is between {others}.":
            "ce choix ne peut pas être laissé ; le choix : {others}.",
        "'{name}' takes {wanted}.": "« {name} » demande {wanted}.",
        "it reads like no legal move; see the numbered list.":
            "aucun coup permis ne s'écrit ainsi ; vois la liste numérotée.",
        "there is nothing in {place}.": "il n'y a rien dans {place}.",
        "{place} can't be had: there are only {number}.":
            "{place}, c'est trop : il n'y en a que {number}.",
        "nothing of this name is legal now.": "rien de ce nom n'est permis maintenant.",
        "'{name}' is {many}, not {number}.": "« {name} », c'est {many}, pas {number}.",
        "'{text}' is taken twice, and there is only one.":
            "« {text} » est pris deux fois, et il n'y en a qu'un.",
        "'{text}' is not in {place}.": "« {text} » n'est pas dans {place}.",
        "'{text}' is not {kinds} of this game.":
            "« {text} » n'existe pas dans ce jeu ({kinds}).",
        "there is no {name} in {place}.": "il n'y a pas de {name} dans {place}.",
        "{name} would have to be in {bounds}, and nothing is: {now}.":
            "{name} devrait être dans {bounds}, où il n'y a rien : {now}.",
        "{name} must be in {bounds}, which is {now} now.":
            "{name} doit être dans {bounds}, donc dans {now} maintenant.",
        "it requires: {condition}.": "il faut : {condition}.",
        "Saved to {path}. To read what happened:":
            "Enregistré dans {path}. Pour lire ce qui s'est passé :",
        "To go on:": "Pour continuer :",
        "The game goes on with the rules as they were.":
            "La partie continue avec les règles d'avant.",
        "The rules have changed, but {problem}.": "Les règles ont changé, mais : {problem}.",
        "The rules have changed, but can't be played:":
            "Les règles ont changé, mais on ne peut pas les jouer :",
        "The rules have changed.": "Les règles ont changé.",
        "The rules were saved; they say the same.":
            "Les règles ont été enregistrées ; elles disent la même chose.",
        "{failed} of {examples} no longer hold:": "{failed} sur {examples} ne valent plus :",
        "1 example": "1 exemple",
        "{number} examples": "{number} exemples",
        "All {number} examples hold.": "Les {number} exemples valent tous.",
        "Its example holds.": "L'exemple vaut.",
        "and {number} more.": "et {number} de plus.",
        "after {decisions} of {total}": "après {decisions} sur {total}",
        "Go on from the last position that both share, {kept}? ({yes}/{no})":
            "Continuer depuis la dernière position commune, {kept} ? ({yes}/{no})",
        "{zone}: how many lie there":
            "{zone} : combien s'y trouvent",
        "{zone}: {number} of all that lies there, together":
            "{zone} : {number} de tout ce qui s'y trouve, ensemble",
        "{zone}: how many with {number} {low} lie there":
            "{zone} : combien s'y trouvent avec {number} {low}",
        "{zone}: {number} of the last one":
            "{zone} : {number} en dernier",
        "{zone}: the last number":
            "{zone} : le dernier nombre",
        "{zone}: how many spaces it has come":
            "{zone} : le nombre de cases parcourues",
        "{zone} of the others: how many lie there":
            "{zone} des autres : combien s'y trouvent",
        "{zone} of the others: {number} of the last ones, together":
            "{zone} des autres : {number} en dernier, ensemble",
        "{zone} of the others: how many spaces they have come":
            "{zone} des autres : le nombre de cases parcourues",
        "what this {same} is worth to you now":
            "ce que vaut maintenant « {same} » pour toi",
        "what this {same} may still be worth to you":
            "ce que « {same} » peut encore valoir pour toi",
        "what this {same} may still be worth to you from here on":
            "ce que « {same} » peut encore valoir pour toi à partir d'ici",
        "{zone}: by how much its {number} is above the last one":
            "{zone} : de combien {number} dépasse le dernier",
        "{zone}: by how much it is above the last number":
            "{zone} : de combien il dépasse le dernier nombre",
        "{zone}: {number} with which you would begin":
            "{zone} : {number} pour commencer",
        "{zone}: the number with which you would begin":
            "{zone} : le nombre pour commencer",
        "{zone}: how many of the same {same} have a higher {number}":
            "{zone} : combien sont pareils en « {same} » et plus hauts en « {number} »",
        "{zone}: {number} of the higher ones of the same {same}, together":
            "{zone} : {number} des plus hauts pareils en « {same} », ensemble",
        "{zone}: how many of the same {same} have a lower {number}":
            "{zone} : combien sont pareils en « {same} » et plus bas en « {number} »",
        "{zone}: {number} of the lower ones of the same {same}, together":
            "{zone} : {number} des plus bas pareils en « {same} », ensemble",
        "{zone}: how many of the same {same} have a lower {number} and go by “{rule}”":
            "{zone} : combien sont pareils en « {same} », plus bas en « {number} » "
            "et possibles selon « {rule} »",
        "{zone}: how many are of the same {same}":
            "{zone} : combien sont pareils en « {same} »",
        "{zone}: {number} of those of the same {same}, together":
            "{zone} : {number} de ceux qui sont pareils en « {same} », ensemble",
        "{zone}: how many of the same {same} go by “{rule}”":
            "{zone} : combien sont pareils en « {same} » et possibles selon « {rule} »",
        "{zone}: {number} of those of the same {same} that go by “{rule}”, together":
            "{zone} : {number} de ceux qui sont pareils en « {same} » "
            "et possibles selon « {rule} », ensemble",
        "how many others could use it by “{rule}”":
            "combien d'autres pourraient s'en servir selon « {rule} »",
        "{zone}: it goes there by “{rule}”":
            "{zone} : « {rule} » le permet là",
        "{zone}: nothing lies there yet":
            "{zone} : rien ne s'y trouve encore",
        "{zone}: something lies there already":
            "{zone} : il s'y trouve déjà quelque chose",
        "{what}: {value}, with the next best move {second}":
            "{what} : {value}, avec le meilleur coup suivant {second}",
        "otherwise than with the next best move: {what}":
            "autrement qu'avec le meilleur coup suivant : {what}",
        "What speaks for it: {reasons}.":
            "Ce qui parle pour : {reasons}.",
        HELP: """\
  NUMÉRO ou COUP   jouer un coup, par son numéro ou tel qu'il est écrit
  ?                chaque coup permis en toutes lettres
  ? COUP           pourquoi un coup est permis ou non ; aussi ? NUMÉRO
  h                un conseil : le coup qui semble le meilleur, et ce qu'on peut en espérer
  l                le décompte : d'où viennent les points
  t                montrer toute la table ; sinon, seul ce qui a changé est montré
  u, r             reprendre ta dernière décision, la refaire
  s [FICHIER]      enregistrer la partie
  q                quitter la partie""",
    },
}  # fmt: skip
"""By language and by the English sentence, with its values in braces."""

LANGUAGES = ("en", *SENTENCES)
"""The languages that the library speaks; English is in the rules themselves."""
