/* foreign_format.c - what people give for a file of weights: its name is told, and not only that it
 * is none.
 *
 * Invariant: nothing is read but the first bytes, and the answer is only asked for when a reader
 * has said no.
 */
#include <string.h>
#include <strings.h>
#include "tensor.h"
#include "engine.h"

static const struct {
    const char *begin;
    size_t length;
    const char *is;
} known[] = {
    {"version https://git-lfs", 23,
     "a Git LFS pointer, which only names the file. hint: git lfs pull, or download the file "
     "itself"},
    {"PK\3\4", 4,
     "a zip archive, as PyTorch's .bin and .pt and NumPy's .npz are. hint: in Python, "
     "safetensors.torch.save_file(model.state_dict(), ...), or numpy.save of one array"},
    {"\x80\2", 2,
     "a Python pickle, as old files of PyTorch are. hint: in Python, "
     "safetensors.torch.save_file(torch.load(...), ...)"},
    {"\x93NUMPY", 6, "an array of NumPy (.npy)"},
    {"GGUF", 4, "a GGUF file of llama.cpp. hint: the model's safetensors"},
    {"\x89HDF", 4, "an HDF5 file, as Keras writes. hint: the model's safetensors"},
    {"\x1f\x8b", 2, "compressed by gzip. hint: gunzip"},
    {"KCUP", 4, "an artefact of the cup"},
};

static bool is_html(const char *text, size_t n)
{
    static const char *const begins[] = {"<!doctype html", "<html", "<head", "<?xml"};
    size_t at = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* the mark of UTF-8 */
    while (at < n && strchr(" \t\r\n", text[at]) != NULL && text[at] != '\0')
        at++;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (n - at >= strlen(begins[i]) &&
            strncasecmp(text + at, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

const char *foreign_format(const void *bytes, size_t n)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (n >= known[i].length && memcmp(bytes, known[i].begin, known[i].length) == 0)
            return known[i].is;
    if (is_html(bytes, n))
        return "a page of the web (HTML). hint: not the page about the file but the file itself, "
               "of "
               "huggingface.co the address with resolve/ in place of blob/";
    const unsigned char *b = bytes;
    if (n > 8 && b[8] == '{' && (b[4] | b[5] | b[6] | b[7]) == 0)
        return "a safetensors file";
    return NULL;
}
