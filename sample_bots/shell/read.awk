# Prints the words that bot.sh needs of one message of the referee, whatever the order of its fields.
#
# The quotes cut the line into pieces that are by turns between strings and within one. `open[d]` is the bracket
# that was opened last at depth d, `field[d]` the field that is read there, `place[d]` the index in a list.

BEGIN { RS = "\"" }

quoted {
    text = text $0
    if (match($0, /\\+$/) && RLENGTH % 2 == 1) {  # the quote is part of the string
        text = text "\""
        next
    }
    value(text)
    quoted = 0
    next
}

{
    for (i = 1; i <= length($0); i++) {
        sign = substr($0, i, 1)
        if (sign == "{" || sign == "[") {
            open[++depth] = sign
            place[depth] = 0
            naming = sign == "{"
            if (depth == 3 && in_legal()) options = place[2] + 1
        } else if (sign == "}" || sign == "]") {
            depth--
        } else if (sign == ",") {
            place[depth]++
            naming = open[depth] == "{"
        } else if (sign == ":") {
            naming = 0
        }
    }
    quoted = 1
    text = ""
}

END {
    if (type == "game_start") print type, game, seed
    else if (type == "request") print type, request, options, hand + 0, kinds
    else print type, request
}

# Take note of a string.
function value(text) {
    if (naming) field[depth] = text
    else if (depth == 1 && field[1] == "type") type = text
    else if (depth == 1 && field[1] == "game") game = text
    else if (depth == 1 && field[1] == "request") request = text
    else if (depth == 1 && field[1] == "bot_seed") seed = text
    else if (depth == 3 && in_legal() && field[3] == "kind") note_kind(text)
    else if (depth == 4 && field[1] == "view" && field[2] == "you" && field[3] == "hand") hand++
}

function in_legal() {
    return field[1] == "legal" && open[2] == "["
}

function note_kind(kind) {
    if (kind in seen) return
    seen[kind]
    kinds = kinds " " kind "=" place[2]
}
