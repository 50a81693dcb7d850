"""Sphinx's settings. The source tree is made by build.py, which also says where it is."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

project = "toolcall"
html_title = "toolcall"
extensions = ["myst_parser", "repository_links"]
myst_heading_anchors = 6
myst_all_links_external = True  # links are the repository's; repository_links turns them
# Code of the examples need not be code that a lexer takes; headings of pages begin where their authors want them.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
smartquotes = False  # a quote or two dashes are what they are
highlight_language = "none"
pygments_style = "code_colours.Light"
pygments_dark_style = "code_colours.Dark"

html_theme = "furo"
# build.py puts these beside furo's, whether Sphinx has anything to do or not.
html_css_files = ["manual.css", "explained.css", "railroad.css"]
html_js_files = [("manual.js", {"defer": "defer"})]
templates_path = ["templates"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_search_summary = False  # it would fetch the pages, which cannot be done from a disk
html_use_index = False
html_domain_indices = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f4fbf", "color-brand-content": "#1f4fbf"},
    "dark_css_variables": {"color-brand-primary": "#8fb1ff", "color-brand-content": "#8fb1ff"},
}
