"""_models.py - modules, lists of parameters, and a trained GPT with its tokenizer."""
import ctypes

from ._functions import function
from ._library import SCALARS
from ._struct import CLASSES, Struct, list_at, wrap


def call(name, *args, **keywords):
    return function(name)(*args, **keywords)


class Module(Struct):
    """A layer or a model. layer(x) is its forward function; layer.weight a parameter."""

    def __call__(self, *args, **keywords):
        return self.forward(*args, **keywords)

    def parameters(self):
        return call("parameters_of", self)

    def summary(self):
        """A table: name, shape, count."""
        return call("python_summary", self)

    def train(self, training=True):
        call("module_train", self, training)
        return self

    def eval(self):
        return self.train(False)

    def zero_grad(self):
        self.parameters().zero_grad()

    def __repr__(self):
        return f"<{self._kind if self._kind != 'Module' else self._member('kind')}>"


class Reader(Module):
    """A model that reads on with a cache: cache = gpt.cache_new(batch, capacity)."""

    def prefill(self, cache, ids):
        """Reads n more tokens of each row, ids (B, n), or a list for a cache of one row: the logits
        (B, V) of what follows."""
        ids, batch = self._ids(ids), cache.lengths.shape[0]
        if not ids.shape or (ids.shape[:-1] or (1,)) != (batch,):
            raise ValueError(f"prefill: ids have shape {tuple(ids.shape)}, expected ({batch}, n): a line for each row of the cache")
        return self._read("prefill", batch, cache, ids._memory_in_order(), ids.shape[-1])

    def decode(self, cache, ids):
        """prefill of one more token of each row, ids (B)."""
        ids, batch = self._ids(ids), cache.lengths.shape[0]
        if ids.shape != (batch,):
            raise ValueError(f"decode: ids have shape {tuple(ids.shape)}, expected ({batch},): a token for each row of the cache")
        return self._read("decode", batch, cache, ids._memory_in_order())

    @staticmethod
    def _ids(ids):
        from ._tensor import ids_of
        return ids if isinstance(ids, Struct) else ids_of(ids)

    def _read(self, name, batch, *given):
        logits = (SCALARS["real"] * (batch * self.options.vocabulary))()
        self._function(name)(self, *given, logits)
        return call("tensor_from", [batch, self.options.vocabulary], logits)


class Gpt(Reader):
    @property
    def blocks(self):
        """From the first to the last: gpt.blocks[0].attn.q.weight."""
        at = ctypes.c_void_p.from_address(self._address + self._members()["blocks"][1]).value
        there = (ctypes.c_void_p * self.options.num_layers).from_address(at)
        return [wrap("Block", address, None, (self,)) for address in there]


class QuantizedGpt(Reader):
    """k.quantized_gpt_new(gpt, k.QuantScheme(bits=8, group=32)), or k.quantized_gpt_load(path)."""


class ParameterList(Struct):
    """Named parameters: list(ps), ps[0], ps["blocks.0.attn.q.weight"], ps.names()."""

    def __len__(self):
        return self._member("count")

    def _at(self, member, i):
        where = ctypes.c_void_p.from_address(self._address + self._layout()[member][1]).value
        return ctypes.c_void_p.from_address(where + i * ctypes.sizeof(ctypes.c_void_p)).value

    @staticmethod
    def _layout():
        from ._library import LAYOUTS
        return LAYOUTS["ParameterList"].members

    def names(self):
        return [ctypes.string_at(self._at("name", i)).decode() for i in range(len(self))]

    def __getitem__(self, which):
        i = self.names().index(which) if isinstance(which, str) else range(len(self))[which]
        return wrap("Tensor", self._at("tensor", i), None, (self,))

    def __iter__(self):
        return (self[i] for i in range(len(self)))


def parameters(what):
    """A ParameterList of a module, or of tensors that are to be trained; an optimizer wants one."""
    if isinstance(what, ParameterList):
        return what
    if isinstance(what, Module):
        return what.parameters()
    made = call("parameters_new")
    for i, t in enumerate(what):
        call("parameters_add", made, t.name or f"parameter{i}", t)
    return made


def module_new(kind="Module"):
    """One with nothing in it yet: m.parameter("w", [2, 3]), m.add("layer", layer), m.child("layer",
    0, layer), m.buffer("mean", "BUFFER_SAVED", [3]). What it computes is a function of your own."""
    return call("python_module_new", kind)


class Optimizer(Struct):
    """adam.step(), adam.zero_grad(); adam.state["exp_avg"][0] is the first parameter's."""

    @property
    def state(self):
        """Its moments by name, a list with one tensor for each parameter; they share its
        numbers."""
        tables = ctypes.c_void_p * len(self.state_name)
        at = tables.from_address(self._address + self._members()["state"][1])
        return {name: self._tensors(at[i]) for i, name in enumerate(self.state_name) if name is not None}

    def _tensors(self, table):
        found = (ctypes.c_void_p * self.n_parameters).from_address(table)
        return [wrap("Tensor", address, None, (self,)) if address else None for address in found]

    @property
    def steps(self):
        """How many steps each parameter has made."""
        return list_at(self, "step", self.n_parameters)


class LanguageModel(Struct):
    """A GPT and its tokenizer: a checkpoint of `make train`, or a GPT-2 or a Llama."""

    def encode(self, text):
        data = text.encode()
        room = (ctypes.c_int * (len(data) + 2))()  # a Llama's has <s> and a space in front
        count = call("vocabulary_encode", self.vocabulary, data, room)
        return room[:count]

    def decode(self, ids):
        return call("vocabulary_decode", self.vocabulary, ids, (ctypes.c_size_t * 1)())

    def generate(self, prompt, count, temperature=1.0, top_k=0, top_p=0.0, seed=0):
        """The prompt and `count` tokens more, or fewer where the model ends its text. temperature 0:
        always the most likely one."""
        given = self.encode(prompt)
        if not given:
            raise ValueError("generate: the prompt is empty. hint: a letter, or a line break")
        room = (ctypes.c_int * (len(given) + count))(*given)
        gpt = self.gpt
        was = gpt.training
        gpt.eval()
        try:
            call("language_model_generate", self, room, len(given), count, {"temperature": temperature, "top_k": top_k, "top_p": top_p},
                 call("rng_seed", seed))
        finally:
            gpt.train(was)
        end = next((i for i in range(len(given), len(room)) if call("language_model_ends", self, room[i])), len(room))
        return self.decode(room[:end])


CLASSES.update(Module=Module, Gpt=Gpt, QuantizedGpt=QuantizedGpt, ParameterList=ParameterList, Optimizer=Optimizer, LanguageModel=LanguageModel)


def load_model(path):
    """A checkpoint of `make train`, such as build/train/best.safetensors, the folder of a GPT-2
    or a Llama, or a .bin of llama2.c."""
    return call("language_model_load", str(path))
