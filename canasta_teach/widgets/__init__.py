"""Floor 4: what Jupyter shows. Views only: every decision is asked of the floors below."""

from canasta_teach.widgets.meld_tray import Laying, MeldTray

__all__ = ["Laying", "MeldTray"]
