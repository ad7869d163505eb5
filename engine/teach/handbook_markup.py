"""The forms of a handwritten book: Markdown, HTML and Typst, each with its own escaping."""

from __future__ import annotations

from collections.abc import Sequence

from engine.language import escaping
from engine.teach.handbook import Run
from engine.teach.handbook_forms import BookForm, Figure, Row


class HtmlForm(BookForm):
    """Lays a book out in HTML."""

    def escape(self, text: str) -> str:
        """Return words as they are in HTML."""
        return escaping.html(text)

    def styled(self, text: str, run: Run) -> str:
        """Return words with the tags of their style."""
        text = f"<em>{text}</em>" if run.italic else text
        return f"<strong>{text}</strong>" if run.bold else text

    def paragraph(self, text: str) -> str:
        """Return a paragraph."""
        return f"<p>{text}</p>"

    def subheading(self, text: str) -> str:
        """Return a heading of the third level."""
        return f"<h3>{text}</h3>"

    def listing(self, items: Sequence[str], start: int | None) -> str:
        """Return a list with numbers or bullets."""
        body = "".join(f"<li>{item}</li>" for item in items)
        if start is None:
            return f"<ul>{body}</ul>"
        return f'<ol start="{start}">{body}</ol>'

    def grid(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]
    ) -> str:
        """Return a table with a head."""

        def cells(row: Row, tag: str) -> str:
            ends = ["" if not end else ' class="n"' for end in right]
            pairs = zip(row, ends, strict=False)
            return "<tr>" + "".join(f"<{tag}{end}>{c}</{tag}>" for c, end in pairs) + "</tr>"

        body = "".join(cells(row, "td") for row in rows)
        return f"<table><thead>{cells(head, 'th')}</thead><tbody>{body}</tbody></table>"

    def noted(self, block: str, note: str) -> str:
        """Return a block with a note floating beside it."""
        return f"<aside>{note}</aside>\n{block}"

    def figure(self, figure: Figure) -> str:
        """Return a picture with its caption, legend and answer."""
        parts = [_image(figure.address)]
        under = [f"<strong>{figure.caption}</strong>"] if figure.caption else []
        under += [part for part in (figure.below, figure.answer) if part]
        parts.append(f"<figcaption>{'<br>'.join(under)}</figcaption>")
        if figure.rows:
            rows = "".join(f'<tr><td>{a}</td><td class="n">{b}</td></tr>' for a, b in figure.rows)
            parts.append(f'<table class="ledger">{rows}</table>')
        return f"<figure>{''.join(parts)}</figure>"

    def pieces(self, rows: Sequence[tuple[str, str]]) -> str:
        """Return pictures of the pieces, each over its name."""
        shown = "".join(
            f"<figure>{_image(address)}<figcaption>{text}</figcaption></figure>"
            for address, text in rows
        )
        return f'<div class="box">{shown}</div>'

    def sheet(self, caption: str, labels: Sequence[str], players: int) -> str:
        """Return a table to write in."""
        empty = "<td></td>" * players
        rows = "".join(f"<tr><td>{label}</td>{empty}</tr>" for label in labels)
        return f'<section class="sheet"><h2>{caption}</h2><table>{rows}</table></section>'


def _image(address: str) -> str:
    """Return a picture in HTML; nothing where there is none."""
    return f'<img src="{address}" alt="">' if address else ""


class MarkdownForm(BookForm):
    """Lays a book out in Markdown."""

    def escape(self, text: str) -> str:
        """Return words as they are in Markdown."""
        return escaping.markdown(text)

    def styled(self, text: str, run: Run) -> str:
        """Return words between the signs of their style."""
        text = f"*{text}*" if run.italic else text
        return f"**{text}**" if run.bold else text

    def paragraph(self, text: str) -> str:
        """Return a paragraph."""
        return f"{text}\n"

    def subheading(self, text: str) -> str:
        """Return a heading of the third level."""
        return f"### {text}\n"

    def listing(self, items: Sequence[str], start: int | None) -> str:
        """Return a list with numbers or bullets."""
        lines = []
        for number, item in enumerate(items):
            lead = "- " if start is None else f"{start + number}. "
            inner = item.strip("\n").replace("\n", "\n" + " " * len(lead))
            lines.append(lead + inner)
        return "\n".join(lines) + "\n"

    def grid(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]
    ) -> str:
        """Return a table with a head."""
        ends = ["---:" if end else "---" for end in right]
        return "\n".join(f"| {' | '.join(row)} |" for row in (head, ends, *rows)) + "\n"

    def noted(self, block: str, note: str) -> str:
        """Return a block and its note as a quotation under it."""
        quoted = "\n".join(f"> {line}".rstrip() for line in note.strip("\n").split("\n"))
        return f"{block}\n{quoted}\n" if block else f"{quoted}\n"

    def figure(self, figure: Figure) -> str:
        """Return a picture, and what is under it in italics."""
        shown = f"![]({figure.address})\n\n" if figure.address else ""
        under = [part for part in (figure.below, figure.answer) if part]
        if figure.caption:
            say = self.pages.plan.speech.say
            said = say("picture", figure.caption) if figure.address else figure.caption
            under.insert(0, f"*{said}*")
        rows = self.grid(("", ""), figure.rows, (False, True)) if figure.rows else ""
        return shown + "  \n".join(under) + "\n" + (f"\n{rows}" if rows else "")

    def pieces(self, rows: Sequence[tuple[str, str]]) -> str:
        """Return the pictures of the pieces, side by side."""
        return self.paragraph(" ".join(f"![{text}]({at})" for at, text in rows if at))

    def sheet(self, caption: str, labels: Sequence[str], players: int) -> str:
        """Return a table to write in."""
        rows = [(label, *[""] * players) for label in labels]
        return f"## {caption}\n\n" + self.grid(rows[0], rows[1:], [False] * (players + 1))


class TypstForm(BookForm):
    """Lays a book out as Typst reads it."""

    def escape(self, text: str) -> str:
        """Return words as they are in Typst."""
        return escaping.typst(text)

    def styled(self, text: str, run: Run) -> str:
        """Return words in the functions of their style."""
        text = f"#emph[{text}]" if run.italic else text
        return f"#strong[{text}]" if run.bold else text

    def paragraph(self, text: str) -> str:
        """Return a paragraph."""
        return f"{text}\n"

    def subheading(self, text: str) -> str:
        """Return a heading of the third level."""
        return f"#heading(level: 2)[{text}]\n"

    def listing(self, items: Sequence[str], start: int | None) -> str:
        """Return a list with numbers or bullets."""
        body = ", ".join(f"[{item}]" for item in items)
        if start is None:
            return f"#list(tight: false, {body})\n"
        return f"#enum(tight: false, start: {start}, {body})\n"

    def grid(
        self, head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool]
    ) -> str:
        """Return a table with a head."""
        ends = ", ".join("right" if end else "left" for end in right)
        cells = [f"[#strong[{cell}]]" for cell in head]
        cells += [f"[{cell}]" for row in rows for cell in row]
        return f"#rows({len(head)}, ({ends},), {', '.join(cells)})\n"

    def noted(self, block: str, note: str) -> str:
        """Return a block with a note in the margin."""
        return f"#noted[{block}][{note}]\n"

    def figure(self, figure: Figure) -> str:
        """Return a picture with its caption, legend and answer."""
        address = escaping.json(figure.address) if figure.address else "none"
        rows = ", ".join(f"[{a}], [{b}]" for a, b in figure.rows)
        under = ", ".join(f"[{part}]" for part in (figure.caption, figure.below, figure.answer))
        height = "11em" if figure.whole else "7.7em"
        return f"#picture({address}, {height}, {under}, ({rows}))\n"

    def pieces(self, rows: Sequence[tuple[str, str]]) -> str:
        """Return pictures of the pieces, each over its name."""
        shown = ", ".join(
            f"({escaping.json(address) if address else 'none'}, [{text}])" for address, text in rows
        )
        return f"#box-of({shown})\n"

    def sheet(self, caption: str, labels: Sequence[str], players: int) -> str:
        """Return a table to write in."""
        cells = ", ".join(f"[{label}]" + ", []" * players for label in labels)
        return f"#score-sheet([{caption}], {players}, {len(labels)}, {cells})\n"
