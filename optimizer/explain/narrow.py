"""A few shifts of a roster to be crewed anew, with everything else in it taken as agreed duty."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from optimizer.domain import Dataset
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.replan.narrow import NarrowInstance, as_recorded
from optimizer.roster import RosterRow


def narrowed(
    instance: Instance, dataset: Dataset, loose: Iterable[str], kept: Iterable[tuple[RosterRow, Block]]
) -> NarrowInstance:
    """The instance with a changed dataset and only these shifts to plan.

    Parameters
    ----------
    kept
        Rows on duty elsewhere in the roster with their blocks: their people cannot be moved.
    """
    wanted = frozenset(loose)
    duties = [duty for row, block in kept if row.shift_id not in wanted for duty in as_recorded(row, block.shift)]
    changed = replace(dataset, duties=(*dataset.duties, *duties))
    return NarrowInstance(changed, instance.window, instance.rulebook, instance.assume_rested, loose=wanted)
