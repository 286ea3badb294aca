"""folder.py - a test with a folder of its own, which is gone when it ends."""
import pathlib
import tempfile
import unittest


class Folder(unittest.TestCase):
    def setUp(self):
        self.made = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.made.name)

    def tearDown(self):
        self.made.cleanup()

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
