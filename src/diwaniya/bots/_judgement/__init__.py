"""What players know of a family of games that is no rule, for a search: see `search.searcher.Judgement`.

A family's file is found by its name. It says how much luck there is in a hand (`SPREAD`), and may hold a kernel
`policy`: how all play on in a simulation, if that is not as the quick player does; a kernel `explains`: how well a
world explains what was said; a kernel `before` with a number `SURPRISE`: how a world looked a few moves ago, and how
rarely players play otherwise than expected (`search.hindsight`), or `EXPERT_SURPRISE` if only an expert minds that;
what it is worth to deal next (`DEAL`); how many simulations `strong` makes (`STRONG`, for all its games or by game);
and when an `expert` sees worlds through (`EXPERT_CARDS`). `OWN_EYES` is true where that policy and the quick one need
no view to look at.
"""

from types import ModuleType

from diwaniya.bots.quick import policy_for
from diwaniya.engine.families import file_of
from diwaniya.engine.game import Game
from diwaniya.search.hindsight import before
from diwaniya.search.sampling import WHOLLY, explains
from diwaniya.search.searcher import Judgement

SPREAD = 1000
"""Hundredths of a point of luck, where no file says better (`search.worth`)."""


STRONG = 600
"""How many simulations a strong player makes, where no file says better."""


def _family(game: Game) -> ModuleType | None:
    return file_of(__name__, game.family)


def strong_nodes(game: Game) -> int:
    """How many simulations a strong player makes: clearly better than a quick one, with room above."""
    found: int | dict[str, int] = getattr(_family(game), "STRONG", STRONG)
    return found[game.id] if isinstance(found, dict) else found


def expert_cards(game: Game) -> int:
    """With how many cards in all hands or fewer an expert sees worlds through; 0 where nobody found that to help."""
    cards: int = getattr(_family(game), "EXPERT_CARDS", 0)
    return cards


def judgement_for(game: Game, thorough: bool = False) -> Judgement:
    """`thorough`: with what only an expert minds."""
    usual = policy_for(game)
    family = _family(game)
    if family is None:
        return Judgement(usual, usual, explains, SPREAD)
    surprise = getattr(family, "SURPRISE", WHOLLY)
    return Judgement(
        getattr(family, "policy", usual),
        usual,
        getattr(family, "explains", explains),
        family.SPREAD,
        own_eyes=getattr(family, "OWN_EYES", False),
        before=getattr(family, "before", before),
        surprise=getattr(family, "EXPERT_SURPRISE", surprise) if thorough else surprise,
        deal=getattr(family, "DEAL", 0),
    )
