"""Floor 2: positions in their public format, read, written, and carried over to another rule set.

Reading is in :mod:`~canasta_teach.game.position_raw` (types), :mod:`~canasta_teach.game.position_read` (cards and
defaults) and :mod:`~canasta_teach.game.position_check` (what cannot be on a table); writing in
:mod:`~canasta_teach.game.position_write`; another rule set in :mod:`~canasta_teach.game.under`.
"""

from canasta_teach.game.position_read import parse_position
from canasta_teach.game.position_write import format_position
from canasta_teach.game.under import under

__all__ = ["format_position", "parse_position", "under"]
