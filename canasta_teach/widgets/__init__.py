"""Floor 4: what Jupyter shows. Views only: every decision is asked of the floors below."""

from canasta_teach.widgets.appearance import Look, look
from canasta_teach.widgets.course_map import CourseMap
from canasta_teach.widgets.deal_table import DealTable
from canasta_teach.widgets.exam import Exam
from canasta_teach.widgets.guided_deal import GuidedDeal
from canasta_teach.widgets.hand import Hand
from canasta_teach.widgets.laying import Laying
from canasta_teach.widgets.meld_tray import MeldTray
from canasta_teach.widgets.position_editor import PositionEditor
from canasta_teach.widgets.puzzle_board import PuzzleBoard
from canasta_teach.widgets.quiz_card import QuizCard
from canasta_teach.widgets.rule_book import RuleBook
from canasta_teach.widgets.ruling_card import RulingCard
from canasta_teach.widgets.score_sheet import ScoreSheet
from canasta_teach.widgets.table import Table

__all__ = [
    "CourseMap",
    "DealTable",
    "Exam",
    "GuidedDeal",
    "Hand",
    "Laying",
    "Look",
    "MeldTray",
    "PositionEditor",
    "PuzzleBoard",
    "QuizCard",
    "RuleBook",
    "RulingCard",
    "ScoreSheet",
    "Table",
    "look",
]
