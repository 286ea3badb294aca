/* Makes links and folders for the judge to stumble over.
 *
 * earns: full
 */
#include <sys/stat.h>
#include <unistd.h>

static int attack(void)
{
    return (symlink("/etc/passwd", "/out/grade.json") == 0) + (mkdir("/x", 0700) == 0) +
           (symlink("/etc", "link") == 0);
}
