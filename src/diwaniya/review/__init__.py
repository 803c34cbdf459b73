"""A finished match looked at again: which moves were costly, what would have been better, and what was luck.

>>> from diwaniya.review import review
>>> found = review(record)                          # doctest: +SKIP
>>> [step.move for step in found.steps if step.verdict and step.verdict.mark]   # doctest: +SKIP
['8S']

The command `diwaniya review` and the page of a finished match tell the same. docs/review.md says how all is measured.
"""

from diwaniya.review.report import report
from diwaniya.review.reviewer import Exact, Moment, Review, Reviewer, Step, Summary, Verdict, review

__all__ = ["Exact", "Moment", "Review", "Reviewer", "Step", "Summary", "Verdict", "report", "review"]
