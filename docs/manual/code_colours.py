"""Colours of code, in light and dark: few, and each with contrast enough for small text."""

from pygments.style import Style
from pygments.token import Comment, Error, Generic, Keyword, Name, Number, Operator, Punctuation, String, Token


class Light(Style):
    background_color = "#f6f7f9"
    styles = {Token: "#1a1a1a", Comment: "italic #5a5f66", Keyword: "#7a1f86", Name: "#1a1a1a",
              Name.Function: "#1f4fbf", Name.Class: "#1f4fbf", Name.Tag: "#1f4fbf", Name.Builtin: "#7a1f86",
              String: "#1c6b1c", Number: "#8a4600",
              Operator: "#45494f", Punctuation: "#45494f", Generic.Prompt: "bold #5a5f66", Generic.Output: "#3a3d42",
              Error: "#1a1a1a"}


class Dark(Style):
    background_color = "#1c1e21"
    styles = {Token: "#e4e6e9", Comment: "italic #a0a6ad", Keyword: "#e5a3f0", Name: "#e4e6e9",
              Name.Function: "#8fb1ff", Name.Class: "#8fb1ff", Name.Tag: "#8fb1ff", Name.Builtin: "#e5a3f0",
              String: "#8fdc8f", Number: "#f0b878",
              Operator: "#c0c5cb", Punctuation: "#c0c5cb", Generic.Prompt: "bold #a0a6ad", Generic.Output: "#cfd3d8",
              Error: "#e4e6e9"}
