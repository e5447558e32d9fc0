"""The comparison with a recorded run: what is called worse, and which files are refused."""

import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import against
import figures
from bench import CLONE, Failure


def at_most(value, spread="", name="a row", beside="peer 3.0 ms", part="c"):
    return figures.at_most(2.0, part=part, name=name, ours="1 ms", beside=beside, value=value, spread=spread)


def at_least(value, spread=""):
    return figures.at_least(0.5, part="b", name="fast", ours="9 k/s", beside="peer 9 k/s", value=value, spread=spread)


def rows(*found):
    return [against.row(dataclasses.asdict(figure)) for figure in found]


def results(recorded, measured, parts="abc"):
    return [comparison.result for comparison in against.compare(rows(*recorded), rows(*measured), parts)]


class ComparisonTest(unittest.TestCase):
    def test_worse_is_what_lies_beyond_the_spread_of_both_runs(self):
        recorded = [at_most(1.00, "0.95–1.05")]
        self.assertEqual(results(recorded, [at_most(1.20, "1.15–1.25")]), [against.WORSE])
        self.assertEqual(results(recorded, [at_most(1.04, "1.03–1.25")]), [against.SAME])
        self.assertEqual(results(recorded, [at_most(1.20, "0.99–1.25")]), [against.SAME], "some of its rounds were as fast")
        self.assertEqual(results(recorded, [at_most(0.80, "0.75–0.85")]), [against.BETTER])

    def test_where_more_is_better_less_is_worse(self):
        recorded = [at_least(0.60, "0.55–0.62")]
        self.assertEqual(results(recorded, [at_least(0.40, "0.38–0.42")]), [against.WORSE])
        self.assertEqual(results(recorded, [at_least(0.80, "0.78–0.82")]), [against.BETTER])

    def test_a_spread_in_descending_order_or_below_zero_is_one(self):
        recorded = [at_most(0.40, "-0.40–0.80")]
        self.assertEqual(results(recorded, [at_most(0.90, "0.85–0.95")]), [against.WORSE])
        self.assertEqual(results([at_most(0.40, "0.80–-0.40")], [at_most(0.79, "0.85–0.75")]), [against.SAME])

    def test_a_spread_is_no_more_precise_than_it_is_told(self):
        self.assertEqual(results([at_most(1.0004, "1.00–1.00")], [at_most(1.0049, "1.00–1.00")]), [against.SAME])
        self.assertEqual(results([at_most(1.0004, "1.00–1.00")], [at_most(1.0101, "1.01–1.01")]), [against.WORSE])

    def test_a_row_without_a_spread_may_move_by_a_tenth(self):
        self.assertEqual(results([at_most(350.0)], [at_most(380.0)]), [against.SAME])
        self.assertEqual(results([at_most(350.0)], [at_most(400.0)]), [against.WORSE])
        self.assertEqual(results([at_most(0)], [at_most(1)]), [against.WORSE], "none is none")

    def test_rows_of_one_name_are_told_apart_by_what_stands_beside_them(self):
        node, python = at_most(1.0, "0.9–1.1", beside="node -e 0 64 ms"), at_most(3.0, "2.9–3.1", beside="python3 -c 0 38 ms")
        slower = at_most(2.0, "1.9–2.1", beside="node -e 0 60 ms")
        self.assertEqual(results([node, python], [python, slower]), [against.SAME, against.WORSE])
        twin = [at_most(1.0, "0.9–1.1"), at_most(5.0, "4.9–5.1")]
        self.assertEqual(results(twin, twin), [against.SAME, against.SAME])

    def test_what_has_no_bar_is_not_judged(self):
        shown = lambda value: figures.shown(part="c", name="x", ours="", beside="", value=value, spread="1.0–1.0")
        self.assertEqual(results([shown(1.0)], [shown(9.0)]), [against.UNJUDGED])

    def test_rows_that_came_or_went_are_named_and_are_not_worse(self):
        self.assertEqual(results([], [at_most(1.0)]), [against.NEW])
        self.assertEqual(results([at_most(1.0)], []), [against.GONE])
        self.assertEqual(results([at_most(1.0)], [], parts="a"), [], "its part was not asked for")

    def test_the_table_names_what_got_worse_and_says_how_many(self):
        compared = against.compare(rows(at_most(1.0, "0.9–1.1")), rows(at_most(2.0, "1.9–2.1")), "c")
        text = against.text("old.json", compared, ["CPU: recorded on A, now B"])
        self.assertIn("a row", text)
        self.assertIn("+100.0%", text)
        self.assertIn("CPU: recorded on A, now B", text)
        self.assertTrue(text.endswith("1 worse than recorded, beyond the spread"))
        told = against.as_json("old.json", compared, [])
        self.assertEqual(told["rows"][0]["result"], "WORSE")
        json.dumps(told)

    def test_another_machine_is_told(self):
        notes = against.machine_notes({"CPU": "A", "kernel": "6", "load before": "3"}, {"CPU": "B", "kernel": "6"})
        self.assertEqual(notes, ["CPU: recorded on A, now B"])


class RecordedRunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "run.json"

    def write(self, text):
        self.file.write_text(text, encoding="utf-8")
        return self.file

    def test_what_json_wrote_is_read_again_as_it_was(self):
        found = [at_most(1.5, "1.4–1.6"), at_least(0.6), figures.failed("c", "start")]
        self.write(json.dumps(figures.as_json({"CPU": "A"}, found), ensure_ascii=False))
        machine, recorded = against.read(self.file)
        self.assertEqual(machine, {"CPU": "A"})
        self.assertEqual(recorded, rows(*found))

    def test_every_other_file_is_refused_in_one_line(self):
        good = figures.as_json({}, [at_most(1.5, "1.4–1.6")])
        for text in ("", "{", "[]", "{}", "7", '{"machine": [], "figures": []}', '{"machine": {}, "figures": []}', "[" * 100_000,
                     json.dumps(good).replace("1.5", '"1.5"'), json.dumps(good).replace("1.5", "NaN"),
                     json.dumps(good).replace("1.5", "true"), json.dumps(good).replace('"value"', '"worth"'),
                     json.dumps(good).replace("1.4\\u20131.6", "1.4")):
            with self.subTest(text=text[:60]), self.assertRaises(Failure) as refused:
                against.read(self.write(text))
            self.assertEqual(len(str(refused.exception).splitlines()), 1)

    def test_a_file_that_is_not_there_or_not_text_is_refused(self):
        with self.assertRaises(Failure):
            against.read(self.file)
        self.file.write_bytes(b"\xff\xfe\x00")
        with self.assertRaises(Failure):
            against.read(self.file)

    def test_the_program_refuses_it_before_it_measures(self):
        done = subprocess.run([sys.executable, "-B", str(CLONE / "bench" / "run.py"), "c", "--against", str(self.write("{}"))],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("is no run that", done.stderr)
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
