"""test_plan.py - the table of modules and the routes of modules/README.md: each lesson's head, the links from one to the
next, and the hours of a route agree with them.

An exercise takes its share of the module's hours, by its points.
"""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODULES = sorted(path.name for path in (ROOT / "modules").glob("[0-9][0-9]_*"))
PLAN = (ROOT / "modules/README.md").read_text()


def rows(heading):
    """The cells of the table below a heading."""
    part = PLAN.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in part.split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]


def head(module):
    text = (ROOT / "modules" / module / "README.md").read_text()
    return " ".join(re.search(r"^Difficulty .*(\n.+)*", text, re.M)[0].split())


def named(words):
    """The numbers of modules in words such as 01 to 08, [12](../12_attention/README.md)."""
    found = {number[:2] for number in re.findall(r"\.\./(\d\d_\w+)/", words)}
    for first, last in re.findall(r"\b(\d\d) to (\d\d)\b", words):
        found |= {module[:2] for module in MODULES if first <= module[:2] <= last}
    return found | set(re.findall(r"(?<![\d./])\b(\d\d)\b(?![_\d])", re.sub(r"\[.*?\]\(.*?\)", "", words)))


def span(words):
    """Hours, from and to."""
    found = list(map(int, re.search(r"(\d+)(?: to (\d+))?", words).group(1, 2) if " to " in words else [re.search(r"\d+", words)[0]] * 2))
    return found[0], found[1]


def points():
    """module number -> exercise -> points."""
    found = {module[:2]: {} for module in MODULES}
    for module in MODULES:
        for path in sorted((ROOT / "tests/course" / module).glob("*.c")):
            shared = ""  # an exercise that a macro says for several tests
            text = path.read_text()
            asked = [int(worth) for worth in re.findall(r"^QUESTION\(.*\.points = (\d+)\);", text, re.M)]
            found[module[:2]]["q"] = found[module[:2]].get("q", 0) + sum(asked)
            for macro, define in re.findall(r"\bTEST\((.*?)\)\n\{|^#define \w+ ([^\n]*\.exercise = [^\n]*)$", text, re.S | re.M):
                number, worth = re.search(r'"\d\d\.(\w+) ', macro or define), re.search(r"\.points = (\d+)", macro)
                shared = number[1] if define else shared
                if worth:
                    exercise = number[1] if number else shared
                    found[module[:2]][exercise] = found[module[:2]].get(exercise, 0) + int(worth[1])
    return found


def listed(words):
    """Exercises: 1, 5, 8 to 10."""
    found = []
    for part in re.split(r", | and ", words):
        first, _, last = (re.sub(r"\d\d\.", "", word) for word in part.partition(" to "))
        found += [str(n) for n in range(int(first), int(last or first) + 1)]
    return found


def taken(cell, worth):
    """What a week of a route asks for: (module, its exercises)."""
    for part in filter(None, re.split(r"; ", cell)):
        if whole := re.fullmatch(r"(\d\d)(?: without ([\d, to]+))?", part):
            yield whole[1], set(worth[whole[1]]) - set(listed(whole[2]) if whole[2] else ())
        elif some := re.fullmatch(r"(\d\d)\.(\d.*)", part):
            yield some[1], set(listed(some[2]))
        else:
            assert re.fullmatch(r"(milestones? \d{4}.*|`make break-\d\d`|the cup.*|`make train`.*)", part), f"{part}: no module, exercise or command"


class Plan(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = {row[0][1:3]: row for row in rows("The modules")[1:]}
        cls.points = points()

    def test_every_module_is_there_once_in_order(self):
        self.assertEqual(list(self.table), [module[:2] for module in MODULES])
        for module, row in zip(MODULES, self.table.values()):
            self.assertIn(f"({module}/README.md)", row[0])

    def test_the_head_of_a_lesson_says_the_same(self):
        for module in MODULES:
            _, difficulty, hours, needs, _ = self.table[module[:2]]
            said = head(module)
            with self.subTest(module):
                self.assertIn(f"Difficulty {difficulty} of 4", said)
                self.assertEqual(span(re.search(r"· ([^·]*) hours", said)[1]), span(hours))
                before = said.partition("before it:")[2].partition("· next")[0]
                expected = set(self.table) - {module[:2], "21"} if needs == "all" else named(needs)
                self.assertEqual(expected if "everything" in before else named(before), expected)

    def test_links_lead_from_the_first_to_the_last(self):
        for module, following in zip(MODULES, MODULES[1:]):
            self.assertRegex(head(module), rf"· next: \[[^]]*\]\(\.\./{following}/README\.md\)", module)

    def test_a_module_has_100_points(self):
        self.assertEqual({module: sum(worth.values()) for module, worth in self.points.items()}, {module[:2]: 100 for module in MODULES})

    def test_the_hours_of_a_route_are_those_of_its_exercises(self):
        titles, *weeks = rows("Three routes")
        for column, title in enumerate(titles[1:], 1):
            hours = 0
            for week in weeks:
                for module, exercises in taken(week[column], self.points):
                    self.assertLessEqual(exercises, set(self.points[module]), week)
                    low, high = span(self.table[module][2])
                    hours += sum(self.points[module][e] for e in exercises) * (low + high) / 200
            with self.subTest(title):
                self.assertEqual(round(hours), int(re.search(r"(\d+) hours", title)[1]))


if __name__ == "__main__":
    unittest.main()
