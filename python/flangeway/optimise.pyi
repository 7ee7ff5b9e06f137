from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

class Trial:
    number: int
    values: dict[str, Any]
    objectives: list[float]
    violations: list[float]
    problem: str
    @property
    def feasible(self) -> bool: ...

class GeneticSampler:
    variables: dict[str, Any]
    population: int
    seed: int
    def __init__(self, variables: Mapping[str, Any], directions: Iterable[str], *, population: int = ...,
                 seed: int = ...) -> None: ...
    def ask(self) -> dict[str, Any]: ...
    def tell(self, number: int, objectives: Sequence[float] | None, violations: Sequence[float]) -> None: ...

def optuna_sampler(variables: Mapping[str, Any], directions: Sequence[str], seed: int) -> Any: ...

class Search:
    study: dict[str, Any]
    variables: dict[str, Any]
    objectives: dict[str, str]
    constraints: dict[str, tuple[float | None, float | None]]
    trials: list[Trial]
    def __init__(self, study: Mapping[str, Any], variables: Mapping[str, Any], objectives: Mapping[str, str],
                 constraints: Mapping[str, tuple[float | None, float | None]] | None = ..., *, sampler: Any = ...,
                 seed: int = ...) -> None: ...
    def ask(self, count: int = ...) -> list[Trial]: ...
    def tell(self, trial: Trial, outputs: Mapping[str, float] | str) -> None: ...
    def run(self, trials: int, output: str | PathLike[str], *, batch: int = ..., client: Any = ..., jobs: int = ...,
            progress: Callable[[int, int], Any] | None = ...) -> list[Trial]: ...
    def front(self) -> list[Trial]: ...
    def page(self) -> str: ...
