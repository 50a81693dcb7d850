"""instructor: the program of docs/frameworks.md."""


def test_the_docs(run_the_docs):
    run_the_docs("instructor")
