#!/bin/sh
# Runs telex with the given arguments, and shows its notifications on the desktop. For each it runs $NOTIFIER, or else
# notify-send, with the heading and the text. notify-send and dunstify read the text as markup, and resolve backslashes.
#   Scripts/examples/notify.sh --profile work
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkfifo "$folder/views"
notifier=${NOTIFIER:-notify-send --} program=${notifier%% *} escaped=.
case ${program##*/} in
  notify-send | dunstify)
    escaped='gsub("&"; "&amp;") | gsub("<"; "&lt;") | gsub(">"; "&gt;") | gsub("\\\\"; "\\\\")' ;;
esac
new='select(.view == "notification") | (.changes.came + .changes.changed) as $new | .model.notifications[]
  | select(.notificationId as $id | $new | any(. == $id)) | [.heading, (.previewText | '$escaped')][]
  | gsub("[[:cntrl:]]"; " ")'
jq --raw-output --unbuffered "$new" <"$folder/views" | while IFS= read -r who && IFS= read -r what; do
  $notifier "$who" "$what"
done &
telex repl --views "$folder/views" --subscribe notification "$@"
