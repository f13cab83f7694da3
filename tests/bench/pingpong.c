/* Sends the lines of a file to a program, one by one, each after the answer to the last; prints microseconds
   for each round trip: pingpong FILE ROUNDS PROGRAM ARGUMENT... */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

int main(int count, char **argument) {
    if (count < 4) return 2;
    int file = open(argument[1], O_RDONLY);
    off_t size = lseek(file, 0, SEEK_END);
    char *text = malloc((size_t)size);
    if (pread(file, text, (size_t)size, 0) != size) return 1;
    int down[2], up[2];
    if (pipe(down) || pipe(up)) return 1;
    pid_t child = fork();
    if (child == 0) {
        dup2(down[0], 0);
        dup2(up[1], 1);
        close(down[0]); close(down[1]); close(up[0]); close(up[1]);
        execvp(argument[3], argument + 3);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    long trips = 0;
    double start = 0;
    for (int round = -1; round < atoi(argument[2]); round++) {
        if (round == 0) { start = now(); trips = 0; }
        for (char *line = text; line < text + size;) {
            char *end = memchr(line, '\n', (size_t)(text + size - line));
            size_t length = (size_t)(end + 1 - line);
            char answer[4096];
            ssize_t got = 0;
            if (write(down[1], line, length) != (ssize_t)length) return 1;
            do {
                ssize_t part = read(up[0], answer + got, sizeof answer - (size_t)got);
                if (part <= 0) return 1;
                got += part;
            } while (answer[got - 1] != '\n');
            line = end + 1;
            trips++;
        }
    }
    printf("%f\n", (now() - start) / (double)trips);
    close(down[1]);
    waitpid(child, 0, 0);
    return 0;
}
