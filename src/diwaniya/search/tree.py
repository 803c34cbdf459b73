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
    ALL64,
    NONE,
    ONE,
    U64,
    Mask,
    Rng,
    State,
    below,
    bit,
    has,
    index,
    kernel,
    lowest,
    mask,
    pick,
    popcount,
)
from diwaniya.engine.names import bits
from diwaniya.engine.state import Field
from diwaniya.search.sampling import draw
from diwaniya.search.worth import CERTAIN, WORTH_FIELDS, worth

Tree = Any
"""A record with the fields of `tree_fields`."""

TWO = U64(2)
DEEPEST = 192
"""Moves that a path through the tree may have; beyond them a simulation plays on by the policy."""
ROOT = 0
WORDS, TOTAL, TRIED, VISITS, BLOCK = 4, 0, 1, 2, 3
"""A position of the tree, half a cache line: what the side that made the move got, in millionths of a match; the moves
that have a child; visits; where the children are, and how often the move was legal when its parent was visited."""
CHANCE = 1 << 32
"""The latter is counted above this bit."""
PLACE = CHANCE - 1
SIZES = 7
"""Blocks have 1, 2, 4 ... 64 places."""
NARROWEST = 100
"""The least breadth of results, in millionths of a match."""


def tree_fields(room: int) -> dict[str, Field]:
    """The fields of a tree with room for so many positions."""
    return {
        "node": ("i8", WORDS * room),  # the positions, `WORDS` numbers each
        "free": ("i4", SIZES),  # of each size the block that was given back last, 0 if there is none
        "path": ("i4", DEEPEST),
        "side": ("u1", DEEPEST),  # whose move led to each position of the path
        "value": ("i8", 8),  # what the simulation brought each side
        "size": "i8",  # places that were ever in use
        "full": "i8",  # was there no room for a position? Then what is there is weighed further
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
    t.full = 0
    t.done = 0
    for word in range(WORDS):
        t.node[word] = 0
    for size in range(SIZES):
        t.free[size] = 0
    t.sum = 0
    t.squares = 0
    t.breadth = CERTAIN


@kernel
def _tried(t: Tree, node: int) -> Mask:
    return mask(t.node[WORDS * node + TRIED])


@kernel
def _child(t: Tree, node: int, move: int) -> int:
    """The child for a move that has one: children stand side by side, in the order of their moves."""
    before = popcount(_tried(t, node) & (bit(move) - ONE))
    child: int = (t.node[WORDS * node + BLOCK] & PLACE) + before
    return child


@kernel
def _walk(t: Tree, node: int, moves: Mask, advice: int) -> int:
    """The move to walk on by: what each has brought, and the more for it the less it was tried when it could be.

    What the policy advises counts for more from the beginning (PUCT, as in AlphaZero): without that, players of whom
    little is known yet would be thought to play at random. A move without a child is taken to be worth a little less
    than the position; -1 stands for the best of them, so that a child is to be added.
    """
    scale = 1.0 / t.breadth
    weight = t.explore / 1000.0
    others = max(popcount(moves) - 1, 1)
    likely = weight * t.trust / 1000.0
    rest = (weight - likely) / others
    seen = 0
    brought = 0
    best = -1
    highest_score = -1e9
    tried = _tried(t, node)
    block = t.node[WORDS * node + BLOCK] & PLACE
    known = moves & tried
    while known != NONE:
        move = lowest(known)
        known &= known - ONE
        at = WORDS * (block + popcount(tried & (bit(move) - ONE)))
        chances = t.node[at + BLOCK] + CHANCE
        t.node[at + BLOCK] = chances
        visits = t.node[at + VISITS]
        total = t.node[at + TOTAL]
        seen += visits
        brought += total
        prior = likely if move == advice else rest
        n = 1.0 * visits
        score = (total * scale * (1.0 + n) + prior * sqrt(1.0 * (chances >> 32)) * n) / (n * (1.0 + n))
        if score > highest_score:
            best = move
            highest_score = score
    fresh = moves & ~tried
    if fresh != NONE and t.full == 0:
        prior = likely if has(fresh, advice) else rest
        value = 0.5 * CERTAIN
        if seen > 0:
            value = 1.0 * brought / seen
        score = value * scale - t.doubt / 1000.0 + prior * sqrt(1.0 + seen)
        if best == -1 or score > highest_score:
            return -1
    return best


@kernel
def _block(t: Tree, size: int) -> int:
    """A block of `1 << size` places for children, 0 if there is no room any more."""
    block: int = 0 + t.free[size]
    if block != 0:
        t.free[size] = t.node[WORDS * block]
        return block
    block = 0 + t.size
    if WORDS * (block + (1 << size)) > len(t.node):
        return 0
    t.size += 1 << size
    return block


@kernel
def _move_words(t: Tree, source: int, target: int, count: int) -> None:
    """Move so many positions to another place, which may overlap with the old one if it is higher."""
    for word in range(WORDS * count - 1, -1, -1):
        t.node[WORDS * target + word] = t.node[WORDS * source + word]


@kernel
def _add_child(t: Tree, node: int, move: int) -> bool:
    """Add a child, if there is room for it."""
    tried = _tried(t, node)
    count = popcount(tried)
    before = popcount(tried & (bit(move) - ONE))
    place = WORDS * node + BLOCK
    old = t.node[place] & PLACE
    new = old
    if count & (count - 1) == 0:  # the block is full, or there is none
        size = popcount(mask(count) * TWO - ONE) if count > 0 else 0
        new = _block(t, size)
        if new == 0:
            return False
        _move_words(t, old, new, before)
        t.node[place] += new - old
    _move_words(t, old + before, new + before + 1, count - before)
    if new != old and count > 0:
        t.node[WORDS * old] = t.free[size - 1]
        t.free[size - 1] = old
    at = WORDS * (new + before)
    t.node[at + TOTAL] = 0
    t.node[at + TRIED] = 0
    t.node[at + VISITS] = 0
    t.node[at + BLOCK] = CHANCE
    t.node[WORDS * node + TRIED] = index(tried | bit(move))
    return True


@kernel
def at_once(s: State, seen: State, rng: Rng) -> int:
    """What the policy would play here, from the view of the seat to move."""
    view(s, s.turn, seen)
    return policy(seen, rng)


@kernel
def at_once_by_itself(s: State, seen: State, rng: Rng) -> int:
    """The same without a view, for policies that need none (`searcher.Judgement.own_eyes`)."""
    s.viewer = s.turn
    return policy(s, rng)


@kernel
def _descend(s: State, seen: State, rng: Rng, t: Tree, me: int) -> int:
    """Walk down through the tree and one move beyond it; how many moves were made."""
    node = ROOT
    depth = 0
    inside = True
    while inside and s.turn >= 0 and depth < t.deep:
        moves = legal(s)
        side = s.turn % t.sides
        usual = at_once(s, seen, rng) if popcount(moves) > 1 else lowest(moves)
        mine = s.turn == me or t.alone == 0
        move = _walk(t, node, moves, usual) if mine else usual
        tried = _tried(t, node)
        if move < 0 or not has(tried, move):
            if t.full == 1:
                return depth
            fresh = moves & ~tried
            move = usual if has(fresh, usual) else pick(rng, fresh)
            if not _add_child(t, node, move):
                t.full = 1
                continue
            inside = not mine
        node = _child(t, node, move)
        apply(s, move)
        t.path[depth] = node
        t.side[depth] = side
        depth += 1
    return depth


@kernel
def play_on(s: State, seen: State, rng: Rng, wild: int) -> None:
    """Play to the end of the hand by the policy, with some moves at random."""
    while s.turn >= 0:
        moves = legal(s)
        if popcount(moves) == 1 or (wild > 0 and below(rng, 1000) < wild):
            apply(s, pick(rng, moves))
        else:
            apply(s, at_once(s, seen, rng))


@kernel
def _note(t: Tree, value: int) -> None:
    """Keep account of how far what simulations bring differs: twice the standard deviation, as if there were two
    results equally likely."""
    n = 1.0 + t.node[VISITS]
    short = value // 100
    t.sum += short
    t.squares += short * short
    mean = t.sum / n
    t.breadth = max(int(200.0 * sqrt(max(t.squares / n - mean * mean, 0.0))), NARROWEST)


@kernel
def simulate(v: State, world: State, seen: State, rng: Rng, t: Tree) -> None:
    """Make `t.budget` more simulations for the viewer of `v`, whose turn it is."""
    ours = v.turn % t.sides
    if t.node[VISITS] == 0:
        t.usual = policy(v, rng)
    for _ in range(t.budget):
        draw(v, rng, world)
        depth = _descend(world, seen, rng, t, 0 + v.viewer)
        play_on(world, seen, rng, 0 + t.wild)
        for side in range(t.sides):
            t.value[side] = worth(world, t, side)
        _note(t, 0 + t.value[ours])
        t.node[VISITS] += 1
        for step in range(depth):
            at = WORDS * t.path[step]
            t.node[at + VISITS] += 1
            t.node[at + TOTAL] += t.value[t.side[step]]
    t.done += t.budget


def moves_tried(t: Tree) -> list[tuple[int, int, int]]:
    """The moves at the root: each with its visits and what it brought in all, in millionths of a match."""
    block = int(t.node[BLOCK]) & PLACE
    found = []
    for place, move in enumerate(bits(int(t.node[TRIED]) & ALL64)):
        at = WORDS * (block + place)
        found.append((move, int(t.node[at + VISITS]), int(t.node[at + TOTAL])))
    return found
