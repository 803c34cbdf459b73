"""Information-set Monte Carlo tree search, as one kernel.

One tree of the moves as the player to move sees them, and a new world for each simulation: every simulation walks down
through the moves that are legal in its world, adds one position, and plays on by a policy to the end of the hand. A
move that was seldom legal is not held against (Cowling, Powley and Whitehouse: single-observer ISMCTS with counts of
availability). The tree is a few flat arrays; nothing is allocated on the way.
"""

from math import sqrt
from typing import Any

from diwaniya.engine.drivers import apply, legal, view
from diwaniya.engine.kernel import (
    NONE,
    Mask,
    Rng,
    State,
    below,
    bit,
    has,
    kernel,
    lowest,
    pick,
    popcount,
)
from diwaniya.engine.state import Field
from diwaniya.search.sampling import draw
from diwaniya.search.worth import CERTAIN, WORTH_FIELDS, worth

Tree = Any
"""A record with the fields of `tree_fields`."""

DEEPEST = 192
"""Moves that a path through the tree may have; beyond them a simulation plays on by the policy."""
ROOT = 0
NARROWEST = 100
"""The least breadth of results, in millionths of a match."""


def tree_fields(room: int) -> dict[str, Field]:
    """The fields of a tree with room for so many positions."""
    return {
        "first": (
            "i4",
            room,
        ),  # the child that came last, 0 if there is none (the root is nobody's child)
        "next": ("i4", room),  # the sibling that came before it
        "visits": ("i4", room),
        "chances": (
            "i4",
            room,
        ),  # how often the move was legal when its parent was visited
        "total": (
            "i8",
            room,
        ),  # what the side that made the move got, in millionths of a match
        "tried": ("u8", room),  # the moves that have a child
        "move": ("u1", room),
        "path": ("i4", DEEPEST),
        "side": ("u1", DEEPEST),  # whose move led to each position of the path
        "value": ("i8", 8),  # what the simulation brought each side
        "size": "i8",
        "sum": "i8",  # of what simulations brought the side to move, in ten-thousandths of a match
        "squares": "i8",  # of the same, squared
        "breadth": "i8",  # about the breadth of what they bring, in millionths of a match
        "usual": "i8",  # what the player would play at once
        "budget": "i8",  # simulations to be made by this call
        "done": "i8",
        "explore": "i8",  # in thousandths
        "trust": "i8",  # how likely the policy's move is held to be right, in thousandths
        "doubt": "i8",  # how much worse than the others a move is held to be before it was tried, in thousandths
        "alone": "i8",  # does only the viewer search, while the others play by the policy?
        "deep": "i8",  # moves of a simulation that are looked for in the tree
        "wild": "i8",  # how many moves in a thousand are random where the policy plays on
        **WORTH_FIELDS,
    }


@kernel
def policy(v: State, rng: Rng) -> int:
    """A stand-in: what a player plays at once, without a search."""
    return -1


@kernel
def clear(t: Tree) -> None:
    """Begin a new tree: nothing but its root."""
    t.size = 1
    t.done = 0
    t.first[ROOT] = 0
    t.tried[ROOT] = NONE
    t.visits[ROOT] = 0
    t.sum = 0
    t.squares = 0
    t.breadth = CERTAIN


@kernel
def _walk(t: Tree, node: int, moves: Mask, advice: int) -> int:
    """The child to walk to: what each has brought, and the more for it the less it was tried when it could be.

    What the policy advises counts for more from the beginning (PUCT, as in AlphaZero): without that, players of whom
    little is known yet would be thought to play at random. A move without a child is taken to be worth a little less
    than the position; -1 stands for the best of them, so that a child is to be added.
    """
    span = 1.0 * t.breadth
    weight = t.explore / 1000.0
    others = max(popcount(moves) - 1, 1)
    likely = t.trust / 1000.0
    rest = (1.0 - likely) / others
    seen = 0
    brought = 0
    best = -1
    highest_score = -1e9
    child = 0 + t.first[node]
    while child != 0:
        if has(moves, t.move[child]):
            t.chances[child] += 1
            n = 1.0 * t.visits[child]
            seen += t.visits[child]
            brought += t.total[child]
            prior = likely if t.move[child] == advice else rest
            score = t.total[child] / (n * span) + weight * prior * sqrt(1.0 * t.chances[child]) / (1.0 + n)
            if score > highest_score:
                best = child
                highest_score = score
        child = 0 + t.next[child]
    fresh = moves & ~t.tried[node]
    if fresh != NONE and t.size < len(t.first):
        prior = likely if has(fresh, advice) else rest
        value = 0.5 * CERTAIN
        if seen > 0:
            value = 1.0 * brought / seen
        value = value / span - t.doubt / 1000.0
        score = value + weight * prior * sqrt(1.0 + seen)
        if best == -1 or score > highest_score:
            return -1
    return best


@kernel
def _add_child(t: Tree, node: int, move: int) -> int:
    child: int = 0 + t.size
    t.size += 1
    t.first[child] = 0
    t.next[child] = t.first[node]
    t.first[node] = child
    t.tried[node] |= bit(move)
    t.tried[child] = NONE
    t.move[child] = move
    t.visits[child] = 0
    t.chances[child] = 1
    t.total[child] = 0
    return child


@kernel
def _policy_move(s: State, seen: State, rng: Rng) -> int:
    """What the policy would play here."""
    view(s, s.turn, seen)
    return policy(seen, rng)


@kernel
def _child_of(t: Tree, node: int, move: int) -> int:
    """The child for this move, -1 if there is none."""
    child: int = 0 + t.first[node]
    while child != 0:
        if t.move[child] == move:
            return child
        child = 0 + t.next[child]
    return -1


@kernel
def _descend(s: State, seen: State, rng: Rng, t: Tree, me: int) -> int:
    """Walk down through the tree and one move beyond it; how many moves were made."""
    node = ROOT
    depth = 0
    inside = True
    while inside and s.turn >= 0 and depth < t.deep:
        moves = legal(s)
        side = s.turn % t.sides
        usual = _policy_move(s, seen, rng) if popcount(moves) > 1 else lowest(moves)
        mine = s.turn == me or t.alone == 0
        child = _walk(t, node, moves, usual) if mine else _child_of(t, node, usual)
        if child < 0:
            fresh = moves & ~t.tried[node]
            if fresh == NONE or t.size == len(t.first):
                return depth
            inside = not mine
            child = _add_child(t, node, usual if has(fresh, usual) else pick(rng, fresh))
        apply(s, 0 + t.move[child])
        t.path[depth] = child
        t.side[depth] = side
        depth += 1
        node = child
    return depth


@kernel
def play_on(s: State, seen: State, rng: Rng, wild: int) -> None:
    """Play to the end of the hand by the policy, with some moves at random."""
    while s.turn >= 0:
        moves = legal(s)
        if popcount(moves) == 1 or (wild > 0 and below(rng, 1000) < wild):
            apply(s, pick(rng, moves))
        else:
            apply(s, _policy_move(s, seen, rng))


@kernel
def _note(t: Tree, value: int) -> None:
    """Keep account of how far what simulations bring differs: twice the standard deviation, as if there were two
    results equally likely."""
    n = 1.0 + t.visits[ROOT]
    short = value // 100
    t.sum += short
    t.squares += short * short
    mean = t.sum / n
    t.breadth = max(int(200.0 * sqrt(max(t.squares / n - mean * mean, 0.0))), NARROWEST)


@kernel
def simulate(v: State, world: State, seen: State, rng: Rng, t: Tree) -> None:
    """Make `t.budget` more simulations for the viewer of `v`, whose turn it is."""
    ours = v.turn % t.sides
    if t.visits[ROOT] == 0:
        t.usual = policy(v, rng)
    for _ in range(t.budget):
        draw(v, rng, world)
        depth = _descend(world, seen, rng, t, 0 + v.viewer)
        play_on(world, seen, rng, 0 + t.wild)
        for side in range(t.sides):
            t.value[side] = worth(world, t, side)
        _note(t, 0 + t.value[ours])
        t.visits[ROOT] += 1
        for at in range(depth):
            child = 0 + t.path[at]
            t.visits[child] += 1
            t.total[child] += t.value[t.side[at]]
    t.done += t.budget
