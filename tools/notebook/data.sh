# data.sh cifar|mnist [FOLDER] - what to put where, so that a milestone reads real pictures; what of it FOLDER has.
#
# Nothing is downloaded: who fetches what others have made knows whose it is, and under which terms.
case $1 in
cifar)
    what="CIFAR-10 (A. Krizhevsky, 2009): the binary version for C programs, cifar-10-binary.tar.gz, from
  https://www.cs.toronto.edu/~kriz/cifar.html
It unpacks to a folder cifar-10-batches-bin with six files of 30,730,000 bytes."
    training='data_batch_1.bin data_batch_2.bin data_batch_3.bin data_batch_4.bin data_batch_5.bin'
    files="$training test_batch.bin" variable=CIFAR
    head=0 each=3073 # bytes: of a file, and of a picture
    ;;
mnist)
    what="MNIST (Y. LeCun, C. Cortes, C. Burges, 1998): four IDX files, unpacked (gunzip), from
  https://yann.lecun.com/exdb/mnist/ or one of its mirrors"
    files='train-images-idx3-ubyte train-labels-idx1-ubyte t10k-images-idx3-ubyte t10k-labels-idx1-ubyte'
    training=train-labels-idx1-ubyte variable=MNIST
    head=8 each=1
    ;;
esac
if [ -z "$2" ]; then
    printf '%s\n\nPut it into any folder and type\n  %s=that-folder make notebook-1998\n%s=that-folder make data-%s says what is missing there.\n' \
        "$what" $variable $variable "$1"
    exit 0
fi
missing=
for f in $files; do
    [ -s "$2/$f" ] || missing="$missing $f"
done
if [ -n "$missing" ]; then
    printf '%s lacks%s\n\n%s\n' "$2" "$missing" "$what" >&2
    exit 1
fi
pictures=0
for f in $training; do
    pictures=$((pictures + ($(wc -c < "$2/$f") - head) / each))
done
least=32 # a batch of the milestone
if [ $pictures -lt $least ]; then
    printf '%s has %s pictures to train on, expected at least %s, one batch\n' "$2" $pictures $least >&2
    exit 1
fi
printf '%s has all of it. Type: %s=%s make notebook-1998\n' "$2" $variable "$2"
