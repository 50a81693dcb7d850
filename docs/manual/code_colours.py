"""Colours of code, in light and dark: few, and each with contrast enough for small text."""

from pygments.style import Style
from pygments.token import Comment, Error, Generic, Keyword, Name, Number, Operator, Punctuation, String, Token

COLOURS = {  # in light, in dark
    Token: ("#1a1a1a", "#e4e6e9"), Name: ("#1a1a1a", "#e4e6e9"), Error: ("#1a1a1a", "#e4e6e9"),
    Comment: ("italic #5a5f66", "italic #a0a6ad"),
    Keyword: ("#7a1f86", "#e5a3f0"), Name.Builtin: ("#7a1f86", "#e5a3f0"),
    Name.Function: ("#1f4fbf", "#8fb1ff"), Name.Class: ("#1f4fbf", "#8fb1ff"), Name.Tag: ("#1f4fbf", "#8fb1ff"),
    String: ("#1c6b1c", "#8fdc8f"), Number: ("#8a4600", "#f0b878"),
    Operator: ("#45494f", "#c0c5cb"), Punctuation: ("#45494f", "#c0c5cb"),
    Generic.Prompt: ("bold #5a5f66", "bold #a0a6ad"), Generic.Output: ("#3a3d42", "#cfd3d8"),
}


class Light(Style):
    background_color = "#f6f7f9"
    styles = {kind: light for kind, (light, _) in COLOURS.items()}


class Dark(Style):
    background_color = "#1c1e21"
    styles = {kind: dark for kind, (_, dark) in COLOURS.items()}
