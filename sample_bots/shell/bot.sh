#!/bin/sh
# A bot for Citadels. `choose` is the place for ideas; all else keeps the protocol.
# POSIX tools only: read.awk takes the JSON apart, cksum makes a number of the seed.

here=$(dirname "$0")
mode=${1:-random}
state=1

# Draw a number below $1 into $drawn. All arithmetic fits into 32 bits.
draw() {
    state=$((state * 75 % 65537))
    drawn=$((state % $1))
}

# Choose an option into $drawn: any, or the first that a thrifty player likes.
# $1: number of options; $2: number of cards in the hand; $3: kinds with their first index, as in "build=3 end_turn=7".
choose() {
    if [ "$mode" = thrifty ]; then
        gather=gather_gold
        [ "$2" -gt 0 ] || gather=gather_cards
        for kind in collect_income build "$gather" extra_gold extra_cards; do
            case " $3 " in
                *" $kind="*)
                    drawn=${3##*"$kind="}
                    drawn=${drawn%% *}
                    return ;;
            esac
        done
    fi
    draw "$1"
}

while IFS= read -r line; do
    # The words of a message: its type, its request or game, and what else the type has.
    set -f
    set -- $(printf '%s\n' "$line" | awk -f "$here/read.awk")
    case $1 in
        hello)
            printf '{"type":"hello","version":1,"name":"shell"}\n' ;;
        game_start)
            state=$(printf %s "$3" | cksum | cut -d ' ' -f 1)
            state=$((state % 65536 + 1))
            printf '{"type":"ready","game":"%s"}\n' "$2" ;;
        request)
            request=$2 options=$3 hand=$4
            shift 4
            choose "$options" "$hand" "$*"
            printf '{"type":"action","request":"%s","choice":%d}\n' "$request" "$drawn" ;;
        rejected)
            printf '{"type":"action","request":"%s","choice":0}\n' "$2" ;;
        shutdown)
            exit 0 ;;
    esac
done
