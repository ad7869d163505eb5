"""Sentences of the engine's own that people read while they play, in the library's languages."""

from __future__ import annotations

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
    },
}  # fmt: skip
"""By language and by the English sentence, with its values in braces."""
