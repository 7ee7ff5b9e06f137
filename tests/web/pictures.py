"""What a reviewer would send back in an SVG picture of ours: texts that are clipped or lie over each other, axes with
fewer than three ticks or without a title and unit, curves that look alike, names of files."""
import re
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 1  # pixel that the estimated width of a text may be wrong
# Titles of quantities that have no unit, and names that a study gives its axes and columns.
WITHOUT_UNIT = re.compile(r"Y/Q|Wz|ratio|index|number|probability|share|coherence|count|runs?\b|position|friction|factor|"
                          r"tan|step|trial|YQ|speed$|computed|measured|value|conicity|creepage|error|PSD|density|real|imaginary|level|exponent|wheelset|axle", re.I)


# A unit alone, where the title of the panel names the quantity.
UNIT = re.compile(r"(1|k?N|k?Nm|[mkµ]?m[²³]?|[mk]?rad|deg|s|Hz|MPa|GPa)?([/·]\(?[^ ]+)?")


def number(element, name, otherwise=0.0):
    text = element.get(name)
    return otherwise if text is None or text.endswith("%") else float(text)


def texts(element, x=0.0, y=0.0, size=13.0):
    """Boxes of all texts: class, text, left, right, top, bottom."""
    size = number(element, "font-size", size)
    if element.tag == SVG + "svg":
        x, y = x + number(element, "x"), y + number(element, "y")
    if element.tag == SVG + "text" and element.text:
        wide = 0.56 * size * len(element.text)
        before = {"end": wide, "middle": wide / 2}.get(element.get("text-anchor"), 0)
        turn = element.get("transform", "")
        if turn:  # translate(x y) rotate(-90) or rotate(-90 x y)
            values = [float(v) for v in re.findall(r"-?[0-9.]+", turn)]
            px, py = values[:2] if turn.startswith("translate") else values[1:3]
            box = (px - 0.75 * size, px + 0.2 * size, py - wide + before, py + before)
        else:
            px, py = x + number(element, "x") - before, y + number(element, "y")
            box = (px, px + wide, py - 0.75 * size, py + 0.2 * size)
        yield element.get("class", ""), element.text, *box
    for child in element:
        yield from texts(child, x, y, size)


def faults(svg):
    root = ElementTree.fromstring(svg)
    width, height, found = number(root, "width"), number(root, "height"), []
    boxes = list(texts(root))
    kinds = [box[0] for box in boxes]
    for axis in "xy":
        labels, ticks = kinds.count(f"label-{axis}"), kinds.count(f"tick-{axis}")
        if not labels:
            found.append(f"no title of axis {axis}")
        if ticks < 3 * labels:
            found.append(f"{ticks} ticks of {labels} axes {axis}")
    for i, (kind, text, *_) in enumerate(boxes):
        if kind in ("label-x", "label-y"):
            more = [other for following, other, *_ in boxes[i + 1:i + 2] if following == "label-y-more"]
            title = " ".join([text, *more])
            if not re.search(r"\bin \S|°|%", title) and not UNIT.fullmatch(title) and not WITHOUT_UNIT.search(title):
                found.append(f"no unit: {title}")
        if kind in ("label-x", "label-y", "legend", "title") and re.search(r"^/|\.(toml|h5|csv)\b", text):
            found.append(f"name of a file: {text}")
        if kind in ("label-x", "label-y", "title") and re.search(r"(?<![.\w])[A-Za-z]+_\w+(?![.\w])", text):
            found.append(f"name of a column: {text}")
    for i, (_, a, left, right, top, bottom) in enumerate(boxes):
        if left < -NEAR or right > width + NEAR or top < -NEAR or bottom > height + NEAR:
            found.append(f"clipped: {a}")
        for _, b, left2, right2, top2, bottom2 in boxes[:i]:
            if left + NEAR < right2 and left2 + NEAR < right and top + NEAR < bottom2 and top2 + NEAR < bottom:
                found.append(f"over each other: {a} | {b}")
    return found + alike(root)


def alike(root):
    """Entries of one legend with the same line: an entry is a line or point directly before its text."""
    found, before, seen = [], None, {}
    for element in root.iter():
        kind = element.get("class", "")
        if kind in ("panel-title", "tick-x"):
            seen = {}  # a panel begins or ends its legend
        if kind == "legend" and before is not None and before.tag != SVG + "text":
            line = (before.tag, before.get("stroke"), before.get("fill"), before.get("stroke-dasharray"))
            if line in seen and seen[line] != element.text:
                found.append(f"drawn alike: {seen[line]} and {element.text}")
            seen[line] = element.text
        before = element
    return found


def pictures_of(html):
    """Title and SVG text of each picture of a page."""
    for name, figure in re.findall(r'<figure aria-label="([^"]*)">(.*?)</figure>', html, re.S):
        yield name, figure[figure.index("<svg"):figure.rindex("</svg>") + 6]
