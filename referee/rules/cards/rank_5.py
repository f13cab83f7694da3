"""Rank 5. Bishop: rank 8 cannot touch the districts; gain gold for religious districts."""

from referee.rules.cards.income import gold_income
from referee.rules.moments import PROTECTS_CITY

gold_income("bishop")
PROTECTS_CITY["bishop"] = "bishop-blocks-rank8"
