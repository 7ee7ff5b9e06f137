#include "flangeway/plot/page.hpp"

#include <fmt/format.h>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::plot {
namespace {

constexpr const char* frame = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{1}<title>{0}</title>
<style>
:root {{ color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --faint: #5b6570; --line: #d5dae0; --alarm: #b3261e; --good: #2e7d6b; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --paper: #14171a; --ink: #e4e7ea; --faint: #9aa4ae; --line: #3a4148; --alarm: #ff8a80; --good: #58b8a0; }}
}}
body {{ margin: 0 auto; max-width: 75rem; padding: 1rem; background: var(--paper); color: var(--ink);
       font: 15px/1.45 system-ui, sans-serif; }}
h1 {{ font-size: 1.5rem; margin: .2rem 0 .8rem; }}
h2 {{ font-size: 1.1rem; margin: 1.6rem 0 .5rem; }}
h3 {{ font-size: 1rem; margin: 1.1rem 0 .3rem; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .25rem .9rem .25rem 0; text-align: left; vertical-align: top; font-variant-numeric: tabular-nums; }}
th {{ color: var(--faint); font-weight: normal; }}
.numbers tr {{ border-bottom: 1px solid var(--line); }}
.numbers td, .numbers tr:first-child th:not(:first-child) {{ text-align: right; white-space: nowrap; }}
.facts td {{ overflow-wrap: anywhere; }}
.wide {{ overflow-x: auto; }}
.note {{ color: var(--faint); font-size: .87rem; margin: .2rem 0 .8rem; }}
.alarm {{ color: var(--alarm); }}
svg {{ max-width: 100%; height: auto; }}
.bar {{ display: inline-block; width: 9rem; height: .8rem; border: 1px solid var(--line); vertical-align: middle; }}
.bar i {{ display: block; height: 100%; background: var(--good); }}
.bar i.over {{ background: var(--alarm); }}
@media print {{ :root {{ --paper: #fff; --ink: #000; --faint: #444; --line: #999; }}
  .bar i {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }} }}
code {{ font-size: .85em; }}
</style>
</head>
<body>
<h1>{0}</h1>
)";

}  // namespace

std::string page_head(std::string_view title, int refresh) {
  return fmt::format(
      fmt::runtime(frame), escaped(title),
      refresh > 0 ? fmt::format("<meta http-equiv=\"refresh\" content=\"{}\">\n", refresh) : "");
}

std::string provenance(std::string_view command_line, const std::vector<Input>& inputs) {
  std::string files;
  for (const Input& file : inputs)
    files +=
        fmt::format("<div>{} <code title=\"SHA-256\">{}</code></div>", escaped(file.path), sha256(file.text));
  return fmt::format(
      "<h2>Where this comes from</h2>\n<table class=\"facts\">\n<tr><th>Command "
      "line</th><td><code>{}</code></td></tr>\n{}"
      "<tr><th>Program</th><td>Flangeway {} ({})</td></tr>\n</table>\n",
      escaped(command_line), files.empty() ? "" : "<tr><th>Input files</th><td>" + files + "</td></tr>\n",
      escaped(version()), escaped(commit()));
}

const char* page_end() {
  return "</body>\n</html>\n";
}

}  // namespace flangeway::plot
