/* cell_host.js - how a host of cells is linked: a cell, linked in the page, finds all that the host
 * has: names, memory, table of functions. */
const C_LIBRARY = (
    "acos asin atan atan2 cbrt ceil copysign cos cosh erf exp exp2 expm1 fabs floor fmax " +
    "fmin fmod hypot ldexp lgamma log log10 log1p log2 lrint lround nearbyint pow " +
    "remainder rint round sin sinh sqrt tan tanh tgamma trunc acosf asinf atanf atan2f " +
    "ceilf cosf coshf erff expf exp2f fabsf floorf fmaxf fminf fmodf hypotf logf log10f " +
    "log2f powf roundf sinf sinhf sqrtf tanf tanhf truncf memchr memcmp memcpy memmove " +
    "memset strcat strchr strcmp strcpy strcspn strdup strerror strlen strncat strncmp " +
    "strncpy strpbrk strrchr strspn strstr strtok abs labs atof atoi atol bsearch calloc " +
    "exit abort free getenv malloc qsort rand realloc srand strtod strtol strtoul fclose " +
    "feof ferror fflush fgetc fgets fopen fprintf fputc fputs fread fscanf fseek ftell " +
    "fwrite getc getchar perror printf putc putchar puts remove rewind scanf setenv " +
    "snprintf sprintf sscanf ungetc vfprintf vprintf vsnprintf isalnum isalpha isdigit " +
    "islower isprint ispunct isspace isupper tolower toupper clock clock_gettime time").split(" ");

/* For linkerWords. */
export const HOST = {start: "reactor", stack: 1 << 20,
    more: ["--entry=_initialize", "--export-all", "--export-table", "--growable-table",
        "--export=__stack_pointer", ...C_LIBRARY.map(name => `-u${name}`)]};
