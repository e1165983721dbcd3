"""Tests of what needs no server. cmd/server tests the client with one."""

import itertools
import random
import unittest

import archmage


def decision(options, **fields):
    return archmage._with_defaults({"id": 1, "seat": 0, "kind": "any", "args": {}, "options": options, **fields})


def is_legal(asked, answer):
    """Reports whether an answer is within the bounds of docs/decisions.md."""
    options = {o["id"]: o for o in asked["options"]}
    groups = {g["id"]: g for g in asked["groups"]}
    picks = [{"n": 1, "group": None, **({"option": p} if isinstance(p, str) else p)} for p in answer]
    if len(picks) == 1 and options[picks[0]["option"]]["alone"]:
        return True
    counts = {o["id"]: 0 for o in asked["options"]}
    filled = dict.fromkeys(groups, 0)
    for pick in picks:
        option = options[pick["option"]]
        if option["alone"] or (groups and pick["group"] not in option["groups"]):
            return False
        counts[pick["option"]] += pick["n"]
        if groups:
            filled[pick["group"]] += pick["n"]
    return (
        asked["min"] <= sum(counts.values()) <= asked["max"]
        and all(o["min"] <= counts[o["id"]] <= o["max"] for o in asked["options"] if not o["alone"])
        and all(g["min"] <= filled[g["id"]] <= g["max"] for g in asked["groups"])
    )


def has_answer(asked):
    """Reports whether any answer is legal, by trying all."""
    if any(o["alone"] for o in asked["options"]):
        return True
    places = [(o["id"], g) for o in asked["options"] for g in (o["groups"] or [None])]
    highest = max((o["max"] for o in asked["options"]), default=0)
    for counts in itertools.product(range(highest + 1), repeat=len(places)):
        answer = [{"option": o, "group": g, "n": n} for (o, g), n in zip(places, counts) if n]
        if is_legal(asked, answer):
            return True
    return False


def any_decision():
    groups = [f"g{i}" for i in range(random.randrange(3))]
    options = []
    for i in range(random.randint(1, 3)):
        low = max(0, random.randrange(5) - 3)
        option = {"id": f"o{i}", "min": low, "max": low + random.randrange(3)}
        if groups:
            option["groups"] = random.sample(groups, random.randint(1, len(groups)))
        options.append(option)
    low = random.randrange(4)
    return decision(
        options,
        min=low,
        max=low + random.randrange(3),
        ordered=random.randrange(4) == 0,
        groups=[{"id": g, "min": m, "max": m + random.randrange(3)} for g in groups for m in [random.randrange(2)]],
    )


class RandomAnswer(unittest.TestCase):
    def test_finds_a_legal_answer_if_there_is_one(self):
        random.seed(1)
        legal = impossible = 0
        for _ in range(250):
            asked = any_decision()
            if has_answer(asked):
                answer = archmage.random_answer(asked)
                self.assertTrue(is_legal(asked, answer), (asked, answer))
                legal += 1
            else:
                self.assertRaises(ValueError, archmage.random_answer, asked)
                impossible += 1
        self.assertGreater(legal, 60)
        self.assertGreater(impossible, 30)

    def test_draws_every_answer(self):
        asked = decision(
            [{"id": "a", "groups": ["left", "right"]}, {"id": "b", "max": 2, "groups": ["left"]},
             {"id": "back", "alone": True}],
            max=2,
            groups=[{"id": "left", "min": 0, "max": 2}, {"id": "right", "min": 0, "max": 1}],
        )
        seen = {str(archmage.random_answer(asked)) for _ in range(2000)}
        a, right, b = ({"option": "a", "group": "left"}, {"option": "a", "group": "right"},
                       {"option": "b", "group": "left"})
        answers = [["back"], [a], [right], [b], [{"option": "b", "n": 2, "group": "left"}],
                   [a, b], [b, a], [right, b], [b, right]]
        self.assertEqual(seen, {str(answer) for answer in answers})

    def test_repeats_choices_whose_order_matters(self):
        asked = decision([{"id": "a", "max": 2}], min=2, max=2, ordered=True)
        self.assertEqual(archmage.random_answer(asked), ["a", "a"])
        self.assertEqual(archmage.random_answer({**asked, "ordered": False}), [{"option": "a", "n": 2}])

    def test_chooses_a_number(self):
        asked = decision([{"id": "bid", "max": 3}], min=0, max=3)
        seen = {str(archmage.random_answer(asked)) for _ in range(200)}
        self.assertEqual(seen, {"[]", "['bid']", "[{'option': 'bid', 'n': 2}]", "[{'option': 'bid', 'n': 3}]"})


class Merge(unittest.TestCase):
    def test_makes_a_new_document(self):
        before = {"a": {"x": 1, "y": 2}, "b": [1], "c": 3}
        after = archmage.merge(before, {"a": {"x": None, "z": [1]}, "b": [], "d": {"e": None}, "c": {"n": 1}})
        self.assertEqual(after, {"a": {"y": 2, "z": [1]}, "b": [], "c": {"n": 1}, "d": {}})
        self.assertEqual(before, {"a": {"x": 1, "y": 2}, "b": [1], "c": 3})


if __name__ == "__main__":
    unittest.main()
