"""Optimisation of a case: several objectives, constraints, and runs in batches on one machine or on a dask client.

    from flangeway import optimise

    search = optimise.Search({"case": "models/cases/cooperrider.toml", "set": {"integration.duration": 0.01},
                              "critical_speed": {"from": 20, "to": 140, "speeds": 25}},
                             variables={"vehicle.bushings[0].stiffness[0]": (2.9e6, 4.4e6)},
                             objectives={"critical_speed": "maximise"})
    search.run(40, output="search")
    print(search.front()[0].values)

A sampler chooses the values: an object with ask() and tell(). `optuna_sampler` makes one of Optuna, `GeneticSampler` is
that of `flangeway optimise`.
"""
import html
import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from . import _core
from ._study import Study

__all__ = ["GeneticSampler", "Search", "Trial", "optuna_sampler"]

_SIGNS = {"minimise": 1.0, "maximise": -1.0}
_NOT_COMPLETED = "the run was not completed"


@dataclass
class Trial:
    """One try: values of the variables by key, and what came of them.

    objectives: in the order of the search. violations: by how much each constraint is missed, 0 where it is kept.
    problem: why there are no objectives, or "".
    """
    number: int
    values: dict
    objectives: list = field(default_factory=list)
    violations: list = field(default_factory=list)
    problem: str = ""

    @property
    def feasible(self):
        """Whether the run gave all objectives and keeps all constraints."""
        return not self.problem and not any(self.violations)


def optuna_sampler(variables, directions, seed):
    """A sampler of Optuna: tree-structured Parzen estimators, or NSGA-II where there are several objectives.

    ImportError with what to install where Optuna is missing.
    """
    try:
        import optuna
    except ImportError:
        raise ImportError("an optimisation needs Optuna (Debian: python3-optuna; pip install optuna), or a sampler of "
                          "your own with ask() and tell()") from None
    return _Optuna(optuna, variables, directions, seed)


class _Optuna:
    def __init__(self, optuna, variables, directions, seed):
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        kind = optuna.samplers.TPESampler if len(directions) == 1 else optuna.samplers.NSGAIISampler
        with warnings.catch_warnings():  # constraints are new in some versions
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            sampler = kind(seed=seed, constraints_func=lambda trial: trial.user_attrs.get("violations", [math.inf]))
        self._failed = optuna.trial.TrialState.FAIL
        self._variables = variables
        self._study = optuna.create_study(directions=list(directions), sampler=sampler)
        self._trials = []

    def ask(self):
        trial = self._study.ask()
        self._trials.append(trial)
        return {key: trial.suggest_float(key, *choice) if isinstance(choice, tuple) else
                trial.suggest_categorical(key, choice) for key, choice in self._variables.items()}

    def tell(self, number, objectives, violations):
        trial = self._trials[number]
        if objectives is None:
            self._study.tell(trial, state=self._failed)
            return
        trial.set_user_attr("violations", violations)
        self._study.tell(trial, objectives)


class GeneticSampler:
    """NSGA-II [Deb2002] as `flangeway optimise` has it, in this process and without files.

    variables: as of Search. directions: "minimise" or "maximise" for each objective. population: trials of a generation;
    the first one is spread by a Sobol sequence. A trial may be requested before the others of its generation have their
    results: the next generation is made of those that have.
    """

    def __init__(self, variables, directions, *, population=24, seed=1):
        if population < 2:
            raise ValueError(f"population is {population}; allowed: 2 or more")
        self.variables, self.population, self.seed = _checked_variables(variables), population, seed
        self._signs = [_SIGNS[direction] for direction in directions]
        self._genes = [len(choice) if isinstance(choice, list) else 0 for choice in self.variables.values()]
        self._points = _core.uncertainty.sobol(population, len(self._genes), seed)
        self._asked, self._costs, self._violations = 0, {}, {}

    def ask(self):
        if self._asked == len(self._points):
            self._add_generation()
        point = self._points[self._asked]
        self._asked += 1
        return {key: self._value(choice, x) for (key, choice), x in zip(self.variables.items(), point)}

    def tell(self, number, objectives, violations):
        if not 0 <= number < self._asked:
            raise ValueError(f"trial {number} was not requested")
        if objectives is not None:
            self._costs[number] = [sign * value for sign, value in zip(self._signs, objectives)]
            self._violations[number] = list(violations)

    def _add_generation(self):
        largest = [max(column) for column in zip(*self._violations.values())]
        costs = [self._costs.get(i) for i in range(self._asked)]
        shares = [sum(v / most for v, most in zip(self._violations.get(i, ()), largest) if most > 0)
                  for i in range(self._asked)]
        self._points = _core.next_generation(self._points, costs, shares, self._genes, self.population, self.population,
                                             self.seed)

    @staticmethod
    def _value(choice, x):
        if isinstance(choice, list):
            return choice[min(int(x * len(choice)), len(choice) - 1)]
        return choice[0] + float(x) * (choice[1] - choice[0])


def _checked_variables(variables):
    checked = {}
    for key, choice in dict(variables).items():
        if isinstance(choice, tuple):
            if len(choice) != 2 or not all(map(math.isfinite, choice)) or not choice[0] < choice[1]:
                raise ValueError(f"{key}: give (smallest, largest) and not {choice!r}")
        elif not isinstance(choice, list) or not choice:
            raise ValueError(f"{key}: give (smallest, largest), or a list of values, and not {choice!r}")
        checked[key] = choice
    if not checked:
        raise ValueError("there are no variables")
    return checked


class Search:
    """Runs of a study whose settings a sampler chooses.

    study: a dict with the keys of a study file, without axes and sample. variables: of each key of the case
    (smallest, largest), or a list of values. objectives: columns of the results, each "minimise" or "maximise".
    constraints: columns with (smallest, largest), None for no limit. sampler: None for Optuna, "genetic" for
    GeneticSampler; else an object whose
    ask() gives a dict of values and whose tell(number, objectives, violations) takes what came of them, with None for
    objectives where the run was not completed. The same seed chooses the same values, as long as the results are the
    same.
    """

    def __init__(self, study, variables, objectives, constraints=None, *, sampler=None, seed=1):
        if not isinstance(study, Mapping) or "axes" in study or "sample" in study:
            raise ValueError("study is a dict with the keys of a study file, without axes and sample")
        self.study, self.variables = dict(study), _checked_variables(variables)
        self.objectives, self.constraints = dict(objectives), dict(constraints or {})
        if not self.objectives:
            raise ValueError("there are no objectives")
        for column, direction in self.objectives.items():
            if direction not in ("minimise", "maximise"):
                raise ValueError(f"{column}: {direction!r} is neither 'minimise' nor 'maximise'")
        directions = [direction.replace("ise", "ize") for direction in self.objectives.values()]
        if sampler == "genetic":
            sampler = GeneticSampler(self.variables, self.objectives.values(), seed=seed)
        self._sampler = sampler if sampler is not None else optuna_sampler(self.variables, directions, seed)
        self.trials = []

    def ask(self, count=1):
        """New trials, without results."""
        first = len(self.trials)
        asked = [Trial(first + i, dict(self._sampler.ask())) for i in range(count)]
        self.trials += asked
        return asked

    def tell(self, trial, outputs):
        """What came of a trial: a dict of columns, or a text that says why there is none."""
        if isinstance(outputs, str):
            trial.problem = outputs
        else:
            missing = [name for name in (*self.objectives, *self.constraints) if not math.isfinite(outputs[name])]
            trial.problem = f"{missing[0]} has no value" if missing else ""
        if not trial.problem:
            trial.objectives = [float(outputs[name]) for name in self.objectives]
            trial.violations = [self._violation(outputs[name], *limits) for name, limits in self.constraints.items()]
        self._sampler.tell(trial.number, None if trial.problem else trial.objectives, trial.violations)

    @staticmethod
    def _violation(value, smallest, largest):
        below = 0.0 if smallest is None else smallest - value
        above = 0.0 if largest is None else value - largest
        return float(max(below, above, 0.0))

    def run(self, trials, output, *, batch=4, client=None, jobs=0, progress=None):
        """Asks, runs and tells until there are so many trials; then writes front.html. Gives the front.

        Each batch is a study in a folder of its own below `output`, and is not run again where it was done before.
        client, jobs: as in Study.run. progress(done, trials): False ends the search.
        """
        output = Path(output)
        output.mkdir(exist_ok=True)
        while len(self.trials) < trials:
            asked = self.ask(min(batch, trials - len(self.trials)))
            table = Study(self._study_of(asked)).run(client, output / f"trials_{asked[0].number + 1}", jobs=jobs)
            self._take(asked, table)
            if progress is not None and progress(len(self.trials), trials) is False:
                break
        (output / "front.html").write_text(self.page(), encoding="utf-8")
        return self.front()

    def _study_of(self, asked):
        axes = [{"name": f"x{i + 1}", "title": key, "key": key, "values": [trial.values[key] for trial in asked]}
                for i, key in enumerate(self.variables)]
        return {**self.study, "sample": {"method": "list"}, "axes": axes}

    def _take(self, asked, table):
        names = [*self.objectives, *self.constraints]
        unknown = [name for name in names if name not in table.columns]
        done = dict(zip(table["run"] if isinstance(table["run"], list) else map(str, map(int, table["run"])),
                        range(len(table))))
        failed = not any(status == "completed" for status in table["status"])
        if unknown and not failed:
            raise KeyError(f"{unknown[0]} is no column of the results: {', '.join(table.columns)}")
        for i, trial in enumerate(asked):
            row = done.get(str(i + 1))
            # An incomplete run cannot be compared.
            if row is None or unknown or table["status"][row] != "completed":
                self.tell(trial, _NOT_COMPLETED)
            else:
                self.tell(trial, {name: float(table[name][row]) for name in names})

    def front(self):
        """Feasible trials that no other one beats in all objectives, in the order of the first; of one objective the best."""
        feasible = [trial for trial in self.trials if trial.objectives and trial.feasible]
        costs = {trial.number: self._costs(trial) for trial in feasible}

        def beaten(trial):
            mine = costs[trial.number]
            return any(all(a <= b for a, b in zip(costs[other.number], mine)) and costs[other.number] != mine
                       for other in feasible)

        return sorted((trial for trial in feasible if not beaten(trial)), key=lambda t: (costs[t.number], t.number))

    def _costs(self, trial):
        return [value if direction == "minimise" else -value
                for value, direction in zip(trial.objectives, self.objectives.values())]

    def page(self):
        """A page with the front, all trials and their values, as HTML."""
        front = self.front()
        text = "<h2>Front</h2>\n" + "".join(self._plot(front)) + self._table(front)
        text += "<h2>All trials</h2>\n" + self._table(self.trials)
        text += "".join(f'<p class="alarm">trial {t.number + 1}: {html.escape(t.problem)}</p>\n' for t in self.trials if t.problem)
        return _core.page(f"Optimisation of {', '.join(self.objectives)}", text)

    def _plot(self, front):
        names = list(self.objectives)
        rest = [t for t in self.trials if t.objectives and t not in front]
        pairs = [(0, i) for i in range(1, len(names))] or [(None, 0)]

        def points(trials, i):
            return [float(t.number + 1) if i is None else t.objectives[i] for t in trials]

        for x, y in pairs:
            yield _core.scatter_plot("trial" if x is None else names[x], names[y],
                                     [("front", points(front, x), points(front, y)),
                                      ("other trials", points(rest, x), points(rest, y))])

    def _table(self, trials):
        heads = ["trial", *self.objectives, *(f"missed: {name}" for name in self.constraints), *self.variables]
        text = '<div class="wide"><table class="numbers">\n<tr>' + "".join(f"<th>{html.escape(h)}</th>" for h in heads) + "</tr>\n"
        for t in trials:
            numbers = t.objectives + t.violations if not t.problem else [""] * (len(self.objectives) + len(self.constraints))
            cells = [t.number + 1, *numbers, *t.values.values()]
            text += "<tr>" + "".join(f"<td>{html.escape(f'{c:.6g}' if isinstance(c, float) else str(c))}</td>" for c in cells) + "</tr>\n"
        return text + "</table></div>\n"
