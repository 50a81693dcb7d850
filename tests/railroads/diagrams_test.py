"""Counts the railroad diagrams against the pages, and looks at the shape of some. Needs Python's standard library only."""

from __future__ import annotations

import functools
import re
import unittest
import xml.etree.ElementTree as tree
from pathlib import Path

from pages import ROOT, blocks, headings

SVG = "{http://www.w3.org/2000/svg}"
ALL = blocks()
FOLDER = ROOT / "docs" / "railroads"


@functools.cache
def sheet(image: Path) -> tree.Element:
    return tree.parse(image).getroot()


def classed(element: tree.Element, name: str) -> list[tree.Element]:
    return [each for each in element.iter() if name in each.get("class", "").split()]


def words(element: tree.Element) -> str:
    return "".join("".join(each.itertext()) for each in element.iter(SVG + "text"))


def rule_of(page: str, name: str) -> tree.Element:
    """The diagram of a rule."""
    block, = (each for each in ALL if each.page.stem == page and name in each.rules)
    found, = (each for each in sheet(block.image).iter(SVG + "g") if each.get("id") == "rule-" + name)
    return found


def height_of(element: tree.Element) -> float:
    """Where the line through the first box of an element is."""
    box = next(element.iter(SVG + "rect"))
    return float(box.get("y")) + float(box.get("height")) / 2


def box_of(element: tree.Element, text: str) -> tree.Element:
    found, = (each for each in element.iter(SVG + "g") if each[-1].tag == SVG + "text" and words(each) == text)
    return found


def straight(diagram: tree.Element) -> float:
    return float(classed(diagram, "rr-begin")[0].get("cy"))


class Count(unittest.TestCase):
    """Every rule and every label is there, and nothing else."""

    def each(self):
        for block in ALL:
            for name, labels in block.rules.items():
                with self.subTest(page=block.page.name, rule=name):
                    yield block, name, labels

    def test_there_are_pages(self):
        self.assertGreater(sum(len(block.rules) for block in ALL), 600)
        self.assertGreater(sum(len(labels) for block in ALL for labels in block.rules.values()), 230)

    def test_each_block_shows_its_diagrams(self):
        for block in ALL:
            with self.subTest(page=block.page.name, first=next(iter(block.rules))):
                self.assertIsNotNone(block.image, "no image stands directly below the block")
                self.assertEqual(block.alt, ", ".join(block.rules))
                self.assertEqual(block.image, FOLDER / block.page.stem / (next(iter(block.rules)) + ".svg"))

    def test_each_image_is_shown_once(self):
        shown = {each.image for each in ALL}
        self.assertEqual(set(FOLDER.rglob("*")), shown | {image.parent for image in shown})

    def test_each_rule_has_its_diagram(self):
        for block in ALL:
            ids = [each.get("id") for each in sheet(block.image).iter() if each.get("id")]
            self.assertEqual(ids, ["rule-" + name for name in block.rules], block.page.name)

    def test_each_label_is_a_dashed_branch(self):
        for block, name, labels in self.each():
            diagram = rule_of(block.page.stem, name)
            dashed = [each for each in classed(diagram, "rr-recovery") if each.get("data-label")]
            self.assertEqual(sorted(each.get("data-label") for each in dashed), sorted(labels))
            for branch in dashed:
                link = "../../../spec/recovery.md#" + branch.get("data-label")
                self.assertIn(link, [a.get("href") for a in branch.iter(SVG + "a")])
                self.assertIsNotNone(next(branch.iter(SVG + "path"), None))
        self.assertRegex(style("").replace("\n", " "), r"\.rr-recovery path \{[^}]*stroke-dasharray")

    def test_no_recovery_is_the_straight_line(self):
        for block, name, _ in self.each():
            diagram = rule_of(block.page.stem, name)
            for branch in classed(diagram, "rr-recovery"):
                for box in branch.iter(SVG + "rect"):
                    middle = float(box.get("y")) + float(box.get("height")) / 2
                    self.assertNotEqual(middle, straight(diagram), words(branch))


class Links(unittest.TestCase):
    def test_each_link_has_its_target(self):
        rules: dict[Path, set[str]] = {}
        for block in ALL:
            rules.setdefault(block.page, set()).update("rule-" + name for name in block.rules)
        anchors: dict[Path, set[str]] = {}
        count = 0
        for block in ALL:
            for a in sheet(block.image).iter(SVG + "a"):
                count += 1
                file, _, anchor = a.get("href").partition("#")
                target = (block.image.parent / file).resolve()
                self.assertTrue(target.is_file(), a.get("href"))
                if anchor:
                    known = rules.get(target) or anchors.setdefault(target, headings(target))
                    self.assertIn(anchor, known, f"{block.image}: {a.get('href')}")
        self.assertGreater(count, 3000)

    def test_each_head_links_to_its_rule(self):
        for block in ALL:
            for name in block.rules:
                head, = classed(rule_of(block.page.stem, name), "rr-head")
                self.assertTrue(next(head.iter(SVG + "a")).get("href").endswith(f"/{block.page.name}#rule-{name}"))


class Sheet(unittest.TestCase):
    def test_no_image_is_too_wide(self):
        for block in ALL:
            with self.subTest(image=block.image.name, page=block.page.name):
                root = sheet(block.image)
                width, height = float(root.get("width")), float(root.get("height"))
                self.assertLessEqual(width, 820)
                self.assertEqual(root.get("viewBox"), f"0 0 {width:g} {height:g}")
                for box in root.iter(SVG + "rect"):
                    right = float(box.get("x", 0)) + float(box.get("width"))
                    low = float(box.get("y", 0)) + float(box.get("height"))
                    self.assertTrue(float(box.get("x", 0)) >= 0 and right <= width and low <= height, box.attrib)

    def test_each_image_says_what_it_is(self):
        for block in ALL:
            root = sheet(block.image)
            self.assertEqual(root.get("role"), "img")
            self.assertEqual(root.get("aria-label"), root.find(SVG + "title").text)
            for name in block.rules:
                self.assertIn(name, root.get("aria-label"))

    def test_boxes_of_a_diagram_do_not_overlap(self):
        for block in ALL:
            for name in block.rules:
                boxes = [each for each in rule_of(block.page.stem, name).iter(SVG + "rect") if not each.get("class")]
                places = [tuple(float(box.get(key)) for key in ("x", "y", "width", "height")) for box in boxes]
                for i, (x, y, width, height) in enumerate(places):
                    for left, top, wide, high in places[i + 1:]:
                        apart = x + width <= left or left + wide <= x or y + height <= top or top + high <= y
                        self.assertTrue(apart, f"{block.page.name}: {name}: boxes at {x}, {y} and {left}, {top}")


class Shape(unittest.TestCase):
    """What the notation's forms look like, where they stand on the pages."""

    def test_the_separator_of_a_list_stands_on_the_way_back(self):
        diagram = rule_of("tool_call", "blocks")
        back, = classed(diagram, "rr-back")
        self.assertEqual(words(back), "json.ws")
        self.assertEqual(height_of(box_of(diagram, "block(one)")), straight(diagram))
        self.assertGreater(height_of(back), straight(diagram))

    def test_a_way_back_is_read_from_right_to_left(self):
        back, = (each for each in classed(rule_of("message", "inline"), "rr-back") if "not" in words(each))
        self.assertLess(words(back).index("[`]"), words(back).index("not followed by"))

    def test_what_a_recovery_guards_is_on_the_line_and_it_below(self):
        diagram = rule_of("field_closing", "closed")
        self.assertEqual(height_of(box_of(diagram, "own_frame")), straight(diagram))
        self.assertEqual(len(classed(diagram, "rr-recovery")), 10)

    def test_an_alternative_that_is_a_recovery_makes_room_for_one_that_is_none(self):
        diagram = rule_of("mistral", "control")
        self.assertEqual(height_of(box_of(diagram, "</s>")), straight(diagram))
        self.assertGreater(height_of(box_of(diagram, "closing")), straight(diagram))

    def test_a_rule_that_is_a_recovery_is_off_the_line_where_it_is_called(self):
        diagram = rule_of("xml", "tag_end")
        stuck = [height_of(each) for each in classed(diagram, "rr-rule") if words(each) == "stray_quote"]
        self.assertEqual(len(stuck), 2)
        self.assertGreater(min(stuck), straight(diagram))

    def test_what_follows_a_cut_is_in_a_group(self):
        group = classed(rule_of("reasoning", "thinking"), "rr-committed")[0]
        self.assertIn("thought(close)", words(group))
        self.assertTrue(words(group).startswith("committed from here"))
        self.assertNotIn("meant", words(group))

    def test_a_cut_at_the_end_is_a_tick(self):
        diagram = rule_of("minimax_m3", "call")
        for cut in classed(diagram, "rr-cut"):
            self.assertEqual(words(cut), "")

    def test_lookahead_is_a_comment_in_the_words_of_the_page(self):
        said = [words(each) for each in classed(rule_of("minimax", "open"), "rr-comment")]
        self.assertEqual(said, ['not followed by ">"'])

    def test_markers_stand_as_they_are_and_name_their_code_points(self):
        block, = (each for each in ALL if each.page.stem == "deepseek")
        shown = [each for each in classed(sheet(block.image), "rr-literal") if "｜" in words(each)]
        self.assertTrue(shown)
        for marker in shown:
            self.assertIn("U+FF5C FULLWIDTH VERTICAL LINE", marker.find(SVG + "title").text)

    def test_any_case_is_said(self):
        self.assertIn("any case", words(rule_of("tool_call", "open")))


def style(scheme: str) -> str:
    """The style of the images, or the part of it with the colours of a scheme."""
    css = (ROOT / "docs" / "railroad.css").read_text()
    light, dark = css.split("@media (prefers-color-scheme: dark)")
    return {"light": light, "dark": dark}.get(scheme, css)


def luminance(colour: str) -> float:
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Colour(unittest.TestCase):
    NAMES = "text rule-text given-text builtin-text class-text marker-text role capture "
    BEHIND = {"page": NAMES + "quiet recovery committed", "role-frame": NAMES + "quiet recovery committed", "rule": NAMES,
              "builtin": NAMES, "given": NAMES, "class": "class-text role capture", "marker": "marker-text role"}

    def test_all_text_can_be_read(self):
        for scheme in ("light", "dark"):
            colours = dict(re.findall(r"--rr-([a-z-]+): (#[0-9a-f]{6})", style(scheme)))
            for behind, texts in self.BEHIND.items():
                for text in texts.split():
                    with self.subTest(scheme=scheme, text=text, behind=behind):
                        low, high = sorted(luminance(colours[each]) for each in (text, behind))
                        self.assertGreaterEqual((high + 0.05) / (low + 0.05), 4.5)

    def test_each_shape_has_the_colours_of_a_light_page_as_attributes(self):
        """For what does not read the style: librsvg, Inkscape, makers of PDF."""
        light = set(re.findall(r"#[0-9a-f]{6}", style("light"))) | {"none"}
        count = 0
        for block in ALL:
            for element in sheet(block.image).iter():
                self.assertNotIn("style", element.attrib)
                shape = element.tag.removeprefix(SVG)
                if shape not in ("path", "rect", "circle", "text"):
                    continue
                count += 1
                self.assertIn(element.get("fill"), light, f"{block.image}: {element.attrib}")
                if shape == "text":
                    self.assertTrue(element.get("font-size"))
                elif "rr-page" not in element.get("class", ""):
                    self.assertIn(element.get("stroke"), light, f"{block.image}: {element.attrib}")
                    self.assertTrue(element.get("stroke-width"))
        self.assertGreater(count, 10000)

    def test_attributes_are_those_of_the_strongest_rule_of_the_style(self):
        colours = dict(re.findall(r"--rr-([a-z-]+): (#[0-9a-f]{6})", style("light")))
        frame = classed(rule_of("reasoning", "thinking"), "rr-committed")[0].find(SVG + "rect")
        self.assertEqual((frame.get("fill"), frame.get("stroke")), ("none", colours["committed"]))
        self.assertEqual(frame.get("stroke-dasharray"), "7 4")
        for branch in classed(rule_of("field_closing", "closed"), "rr-recovery"):
            line = branch.find(SVG + "path")
            self.assertEqual((line.get("fill"), line.get("stroke")), ("none", colours["recovery"]))
            self.assertEqual(line.get("stroke-dasharray"), "5 3")
        marker = box_of(rule_of("mistral", "control"), "</s>").find(SVG + "rect")
        self.assertEqual((marker.get("fill"), marker.get("stroke")), (colours["marker"], colours["marker-edge"]))


if __name__ == "__main__":
    unittest.main()
