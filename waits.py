import time
SCRIPT = 'sleep 5'

def until():
    return time.monotonic() > 0

def deeper():
    return until()

class Server:
    def __init__(self):
        deeper()

class Plain(unittest.TestCase):
    def test_itself(self):
        time.sleep(1)
    def test_by_a_function(self):
        deeper()
    def test_by_a_method(self):
        self.wait()
    def test_by_a_script(self):
        run(SCRIPT)
    def test_by_a_class(self):
        Server()
    def test_not(self):
        '''It never does sleep(1).'''
        # nor sleep(2)
    def wait(self):
        deeper()
    def helper(self):
        time.sleep(1)

class Mixin:
    def test_of_a_mixin(self):
        time.sleep(1)

class Whole(Mixin, Plain):
    @classmethod
    def setUpClass(cls):
        until()
    def test_what_is_set_up_waits(self):
        pass
