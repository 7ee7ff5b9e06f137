"""Functions in Python as controllers of a run."""
import queue
import threading


class Worker:
    """Calls a function in a thread of its own: a run waits for an answer so long, and no longer."""

    def __init__(self, function):
        if not callable(function):
            raise TypeError("a controller must be a function of time and inputs")
        self._function = function
        self._questions, self._answers = queue.SimpleQueue(), queue.SimpleQueue()
        threading.Thread(target=self._serve, daemon=True).start()

    def answer(self, time, inputs, seconds):
        """The outputs, or a text that says what went wrong."""
        self._questions.put((time, inputs))
        try:
            return self._answers.get(timeout=seconds)
        except queue.Empty:
            return "it did not answer in time"

    def end(self):
        self._questions.put(None)

    def _serve(self):
        while (question := self._questions.get()) is not None:
            try:
                answer = self._function(*question)
                answer = [float(x) for x in (answer if hasattr(answer, "__iter__") else [answer])]
            except BaseException as error:  # whatever it is ends the run, not this thread
                answer = f"{type(error).__name__}: {error}"
            self._answers.put(answer)
