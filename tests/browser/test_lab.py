"""The harness of the browser tests itself: a notebook runs in real JupyterLab, and its faults are seen."""

import pytest

from tests.browser.places import Lab, Notebook7

pytestmark = pytest.mark.browser


def test_a_notebook_runs_and_shows_its_outputs(lab: Lab) -> None:
    lab.write("sum.ipynb", "2 + 3")
    lab.open("sum.ipynb")
    [[output]] = lab.run_all()
    assert output["data"]["text/plain"] == "5"
    assert lab.page.locator(".jp-OutputArea-output").get_by_text("5").is_visible()


def test_a_widget_is_drawn(lab: Lab) -> None:
    lab.write("button.ipynb", "import ipywidgets; ipywidgets.Button(description='Lay')")
    lab.open("button.ipynb")
    lab.run_all()
    lab.page.get_by_role("button", name="Lay").click()


@pytest.mark.parametrize("cell", ["1 / 0", "import sys; print('oh', file=sys.stderr)"])
def test_a_cell_that_fails_or_warns_fails_the_test(lab: Lab, cell: str) -> None:
    lab.write("fault.ipynb", cell)
    lab.open("fault.ipynb")
    with pytest.raises(AssertionError, match="cells failed"):
        lab.run_all()


def test_an_error_of_a_widget_is_kept_in_notebook_7_whose_own_are_not(notebook7: Notebook7) -> None:
    broken = "export default { render({ el }) { el.append('drawn'); setTimeout(() => { throw new Error('lost') }); } }"
    notebook7.write("lost.ipynb", f'import anywidget\nanywidget.AnyWidget(_esm="""{broken}""")')
    notebook7.open("lost.ipynb")
    notebook7.run_all()
    notebook7.page.get_by_text("drawn", exact=True).wait_for()
    notebook7.page.wait_for_timeout(50)
    assert notebook7.errors == ["lost"]
    notebook7.errors.clear()
