"""Settings of Sphinx for the site; scripts/docs lays out its sources (build/docs/source) and calls it."""
import re
from pathlib import Path

from docutils import nodes

project = "Flangeway"
author = copyright = "the authors of Flangeway"
extensions = ["myst_parser", "sphinx.ext.mathjax", "sphinx.ext.autodoc", "breathe"]
root_doc = "index"
exclude_patterns = ["docs/site", "models"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
html_theme = "furo"
html_title = "Flangeway"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False

myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 5  # links to headings are those of GitHub
myst_dmath_allow_labels = False
suppress_warnings = ["myst.header"]  # some pages of keys begin below their second level

mathjax_path = "mathjax/MathJax.js?config=TeX-MML-AM_CHTML"  # in the site: it is read without a network
mathjax2_config = {"tex2jax": {"inlineMath": [["\\(", "\\)"]], "displayMath": [["\\[", "\\]"]],
                                "processClass": "math"},  # MyST tells MathJax to ignore all that is not marked
                   "messageStyle": "none"}

breathe_projects = {"flangeway": str(Path(__file__).resolve().parents[2] / "build/docs/doxygen/xml")}
breathe_default_project = "flangeway"
breathe_default_members = ("members", "undoc-members")
cpp_maximum_signature_line_length = 90

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}


def with_menu(app, page, source):
    """The pages that a list names stand below it in the menu, in the order of the list."""
    if re.fullmatch("docs/[a-z]+/README", page):
        pages = dict.fromkeys(re.findall(r"\]\(([\w-]+)\.md\)", source[0]))
        source[0] += "\n```{toctree}\n:hidden:\n" + "\n".join(pages) + "\n```\n"


def plain_text(app, what, name, thing, options, lines):
    """The texts of the Python module are plain: what reStructuredText would read as marks is kept."""
    marked = [re.sub(r"([\\*|]|_\b)", r"\\\1", line) for line in lines]
    marked = [re.sub(r"`+([^`]+)`+", r"``\1``", line) for line in marked]
    lines[:] = [f"| {line}" if line.strip() else "" for line in marked]


def formulas_as_written(app, document):
    """Sphinx would put formulas of several lines into an environment in which MathJax refuses \\tag."""
    for formula in document.findall(nodes.math_block):
        formula.children = [nodes.Text(f"\\[{formula.astext()}\\]")]
        formula["nowrap"] = True


def setup(app):
    app.connect("doctree-read", formulas_as_written)
    app.connect("source-read", with_menu)
    app.connect("autodoc-process-docstring", plain_text)
